"""Settings of the generated server: settings.py and .env.example, and the list both are made from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import assert_never

from mcpgen.emit.literals import Dotenv, Python, dotenv_comment, dotenv_value, finished, long_string, string, tuple_of
from mcpgen.emit.names import PackageNames
from mcpgen.emit.project import sentence
from mcpgen.model.toolset import Auth, Grant, Toolset


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
    """settings.py; `facts` are the classes it needs."""

    facts: Python
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
    needed = set.intersection(*map(set, upstream.security)) if upstream.security else set[str]()
    credentials = [row for auth in upstream.auth for row in _credential(auth, auth.key in needed)]
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


def _credential(auth: Auth, required: bool) -> Iterator[Setting]:
    """The settings of one credential."""
    said = f" {sentence(auth.description)}" if auth.description else ""
    for name, kind in zip(auth.env, _kinds(auth), strict=True):
        yield Setting(name=name, text=f"{kind}.{said}", required=required, secret=True)
    grant = auth.grant
    if grant.token_env:
        text = "Token of a user: where it is set, it is sent in place of those that are fetched."
        yield Setting(name=grant.token_env, text=text, secret=True)
    if grant.scopes_env:
        text = "Scopes to ask for when a token is fetched, separated by spaces."
        yield Setting(name=grant.scopes_env, text=text, default=" ".join(grant.scopes))
    if grant.token_url_env:
        text = "URL of the token endpoint; a relative one is taken from the base URL."
        needed = required and not grant.token_url
        yield Setting(name=grant.token_url_env, text=text, default=grant.token_url, required=needed)


def _kinds(auth: Auth) -> tuple[str, ...]:
    """What each variable of a credential holds."""
    match auth.type:
        case "bearer":
            return ("Bearer token",)
        case "apiKey":
            return (f"API key, sent as {auth.place} {auth.name}",)
        case "basic":
            return ("User name", "Password")
        case "clientCredentials":
            return ("Client id, with which tokens are fetched", "Client secret, with which tokens are fetched")
        case _:
            assert_never(auth.type)


def settings_view(toolset: Toolset, names: PackageNames) -> SettingsView:
    """settings.py."""
    server, upstream = toolset.server, toolset.upstream
    used = {"Credential": bool(upstream.auth), "Facts": True, "Grant": any(a.grant != Grant() for a in upstream.auth)}
    return SettingsView(
        facts=finished(Python, ", ".join(name for name, is_used in used.items() if is_used)),
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
    if auth.grant != Grant():
        given.append(("grant", _grant_call(auth.grant)))
    return _call("Credential", given)


def _grant_call(grant: Grant) -> Python:
    """Where and how tokens are had; what is empty is left out."""
    given = [(field.name, getattr(grant, field.name)) for field in fields(grant)]
    return _call("Grant", ((name, _texts(value)) for name, value in given if value))


def _texts(value: str | tuple[str, ...]) -> Python:
    return string(value) if isinstance(value, str) else tuple_of(map(string, value))


def _call(name: str, arguments: Iterable[tuple[str, Python]]) -> Python:
    return finished(Python, f"{name}({', '.join(f'{keyword}={text}' for keyword, text in arguments)})")


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
