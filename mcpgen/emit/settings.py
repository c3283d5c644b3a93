"""Settings of the generated server: settings.py and .env.example, and the list both are made from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import assert_never

from mcpgen.emit.evaluate import conversions
from mcpgen.emit.literals import (
    Dotenv,
    Python,
    dictionary,
    dotenv_comment,
    dotenv_value,
    finished,
    long_string,
    string,
    tuple_of,
)
from mcpgen.emit.names import PackageNames
from mcpgen.emit.project import sentence
from mcpgen.emit.servers import base_path, base_url, own_servers
from mcpgen.model.binding import File
from mcpgen.model.toolset import Auth, Grant, Toolset, Variable


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
    variables: Python
    servers: Python
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


def settings(toolset: Toolset) -> tuple[Setting, ...]:
    """Every environment variable the server reads, the API's first."""
    upstream = toolset.upstream
    needed = set.intersection(*map(set, upstream.security)) if upstream.security else set[str]()
    credentials = dict[str, Setting]()
    for auth in upstream.auth:
        for row in _credential(auth, auth.key in needed):
            credentials.setdefault(row.name, row)
    return (
        *credentials.values(),
        *_addresses(toolset),
        Setting(name="TIMEOUT", text="Seconds to wait for an answer of the API.", default="30"),
        Setting(
            name="RETRY_SECONDS",
            text="Seconds that a call which only reads may wait where the API asks for that; 0 is never.",
            default="5",
        ),
        Setting(name="MAX_RESULT_BYTES", text="Size above which a result is cut.", default="100000"),
        *_folder(toolset),
        Setting(name="CALLS_PER_MINUTE", text="Calls allowed a minute; 0 is no limit.", default="0"),
        Setting(
            name="HTTP_TOKEN",
            text="Bearer token that HTTP clients must send; needed to listen beyond this machine.",
            secret=True,
        ),
        Setting(
            name="FORWARD_HEADERS",
            text="Headers of HTTP clients that go on to the API, in place of what is set here, separated by commas.",
        ),
        Setting(name="HTTP_HOSTS", text="Host names under which HTTP clients reach the server, separated by commas."),
    )


def _addresses(toolset: Toolset) -> Iterator[Setting]:
    """Where the API is, in whole and in parts, and the servers that some tools have of their own."""
    upstream, url = toolset.upstream, base_url(toolset)
    text = "Base URL of the API."
    if upstream.url.startswith("/"):
        text += f" {base_path(toolset)} is put after one without a path."
    elif upstream.variables:
        text += " It stands in place of its parts, which can be set alone."
    yield Setting(name="BASE_URL", text=text, default=url, required=not url and not upstream.variables)
    for part in upstream.variables:
        said = f"Part of the base URL, {{{part.name}}} in {upstream.url}."
        said += f" {sentence(part.description)}" if part.description else ""
        said += f" One of {', '.join(part.values)}." if part.values else ""
        yield Setting(name=part.env, text=said, default=part.default or "", required=part.default is None)
    for own, (name, tools) in own_servers(toolset).items():
        whose = "one tool sends its" if tools == 1 else f"{tools} tools send their"
        said = f"Base URL in place of {own}, where {whose} requests, with credentials."
        yield Setting(name=name, text=said, default="" if own.startswith("/") else own)


def _folder(toolset: Toolset) -> Iterator[Setting]:
    """The folder that files are read from, where a tool sends any."""
    bodies = [tool.request.body for tool in toolset.tools if tool.request.body is not None]
    if any(isinstance(convert, File) for body in bodies for _, convert in conversions(body.value)):
        text = "Folder below which tools may read the files they send; without it they are given as text or data: URIs."
        yield Setting(name="FILES_DIR", text=text)


def _credential(auth: Auth, required: bool) -> Iterator[Setting]:
    """The settings of one credential."""
    said = f" {sentence(auth.description)}" if auth.description else ""
    for name, kind in zip(auth.env, _kinds(auth), strict=True):
        is_secret = auth.type != "mutualTLS"
        yield Setting(name=name, text=f"{kind}.{said}", required=required, secret=is_secret)
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
        case "apiKey" if auth.place == "header" and auth.name.lower() == "authorization":
            return ("The whole header Authorization, sent as it is set",)
        case "apiKey":
            place = "field" if auth.place == "body" else auth.place
            return (f"API key, sent as {place} {auth.name}",)
        case "basic":
            return ("User name", "Password")
        case "clientCredentials":
            return ("Client id, with which tokens are fetched", "Client secret, with which tokens are fetched")
        case "mutualTLS":
            return ("File of the certificate that is shown to the API, in PEM", "File of its key, without a password")
        case _:
            assert_never(auth.type)


def settings_view(toolset: Toolset, names: PackageNames) -> SettingsView:
    """settings.py."""
    server, upstream = toolset.server, toolset.upstream
    own = own_servers(toolset)
    used = {
        "Credential": bool(upstream.auth),
        "Facts": True,
        "Grant": any(a.grant != Grant() for a in upstream.auth),
        "Variable": bool(upstream.variables),
    }
    return SettingsView(
        facts=finished(Python, ", ".join(name for name, is_used in used.items() if is_used)),
        name=string(names.slug),
        title=string(server.title),
        version=string(server.version),
        prefix=string(names.prefix),
        base_url=string(upstream.url),
        variables=tuple_of(map(_variable_call, upstream.variables)) if upstream.variables else finished(Python, ""),
        servers=dictionary((url, string(name)) for url, (name, _) in own.items()) if own else finished(Python, ""),
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


def _variable_call(variable: Variable) -> Python:
    """A part of the base URL as it stands in settings.py."""
    given = [("name", string(variable.name)), ("env", string(variable.env))]
    if variable.default is not None:
        given.append(("default", string(variable.default)))
    if variable.values:
        given.append(("values", tuple_of(map(string, variable.values))))
    return _call("Variable", given)


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
