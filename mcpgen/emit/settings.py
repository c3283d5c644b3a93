"""Settings of the generated server: settings.py and .env.example, and the list both are made from."""

from __future__ import annotations

from dataclasses import dataclass

from mcpgen.emit.literals import Dotenv, Python, dotenv_comment, dotenv_value, finished, long_string, string, tuple_of
from mcpgen.emit.names import PackageNames
from mcpgen.emit.project import sentence
from mcpgen.model.toolset import Auth, Toolset


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """An environment variable of the server, without prefix."""

    name: str
    text: str
    default: str = ""
    required: bool = False
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsView:
    """settings.py."""

    name: Python
    title: Python
    version: Python
    prefix: Python
    base_url: Python
    profile: Python
    instructions: Python
    auth: Python
    security: Python


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvironmentLine:
    """A setting in .env.example: what it is, and the line; `mark` is `#` and a space where it is optional."""

    comment: Dotenv
    mark: Dotenv
    variable: Dotenv
    value: Dotenv


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvironmentView:
    """.env.example."""

    lines: tuple[EnvironmentLine, ...]


def base_url(toolset: Toolset) -> str:
    """The API's base URL, '' where the operator has to set it: none is known, or only a relative one."""
    url = toolset.upstream.url
    return url if url.lower().startswith(("http://", "https://")) else ""


def settings(toolset: Toolset) -> tuple[Setting, ...]:
    """Every environment variable the server reads, the API's first."""
    upstream, url = toolset.upstream, base_url(toolset)
    base = Setting(name="BASE_URL", text="Base URL of the API.", default=url, required=not url)
    needed = set(upstream.security[0]) if upstream.security and () not in upstream.security else set[str]()
    credentials = [_credential(auth, name, auth.key in needed) for auth in upstream.auth for name in auth.env]
    return (
        *credentials,
        base,
        Setting(name="TIMEOUT", text="Seconds to wait for an answer of the API.", default="30"),
        Setting(name="MAX_RESULT_BYTES", text="Size above which a result is cut.", default="100000"),
        Setting(name="CALLS_PER_MINUTE", text="Calls allowed a minute; 0 is no limit.", default="0"),
        Setting(
            name="HTTP_TOKEN",
            text="Bearer token that HTTP clients must send; needed to listen beyond this machine.",
            secret=True,
        ),
        Setting(name="HTTP_HOSTS", text="Host names under which HTTP clients reach the server, separated by commas."),
    )


def _credential(auth: Auth, name: str, required: bool) -> Setting:
    user = "User name" if name == auth.env[0] else "Password"
    kinds = {"bearer": "Bearer token", "apiKey": f"API key, sent as {auth.place} {auth.name}", "basic": user}
    said = f" {sentence(auth.description)}" if auth.description else ""
    return Setting(name=name, text=f"{kinds[auth.type]}.{said}", required=required, secret=True)


def settings_view(toolset: Toolset, names: PackageNames) -> SettingsView:
    """settings.py."""
    server, upstream = toolset.server, toolset.upstream
    return SettingsView(
        name=string(names.slug),
        title=string(server.title),
        version=string(server.version),
        prefix=string(names.prefix),
        base_url=string(base_url(toolset)),
        profile=string(toolset.profile.value),
        instructions=long_string(server.instructions, indent=4),
        auth=tuple_of(map(_credential_call, upstream.auth)) if upstream.auth else finished(Python, ""),
        security=tuple_of(tuple_of(string(key) for key in keys) for keys in upstream.security),
    )


def _credential_call(auth: Auth) -> Python:
    """A credential as it stands in settings.py; place and name only where they are not the usual ones."""
    given = [("key", string(auth.key)), ("type", string(auth.type)), ("env", tuple_of(map(string, auth.env)))]
    if (auth.place, auth.name) != ("header", "Authorization"):
        given += [("place", string(auth.place)), ("name", string(auth.name))]
    return finished(Python, f"Credential({', '.join(f'{name}={text}' for name, text in given)})")


def environment_view(toolset: Toolset, names: PackageNames) -> EnvironmentView:
    """.env.example: required settings as they have to be filled in, the others commented out."""
    return EnvironmentView(
        lines=tuple(
            EnvironmentLine(
                comment=dotenv_comment(row.text),
                mark=finished(Dotenv, "" if row.required else "# "),
                variable=finished(Dotenv, f"{names.prefix}_{row.name}"),
                value=dotenv_value(row.default),
            )
            for row in settings(toolset)
        )
    )
