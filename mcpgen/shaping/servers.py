"""Where the API is: the server that is used of those that a description names, and what the operator can choose."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from urllib.parse import urlsplit

from mcpgen.diagnostics import Diagnostic, Origin, Severity
from mcpgen.model.address import base_path, base_url, joined_url
from mcpgen.model.api import Api, Operation, Server
from mcpgen.model.toolset import Variable
from mcpgen.shaping.credentials import in_the_clear, usable
from mcpgen.shaping.text import cut, plain
from mcpgen.shaping.words import snake_case

_MOST_TOLD = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where the API is, for `Upstream`, with what there is to say about it."""

    url: str = ""
    variables: tuple[Variable, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def address(api: Api, asked: str, taken: Collection[str]) -> Address:
    """The base URL: the one `asked` for, else that of the first server that can be used.

    `taken` are names of settings that its variables cannot have.
    """
    if asked:
        return Address(url=asked.rstrip("/"), diagnostics=tuple(_in_the_clear(api, asked)))
    server = default_server(api)
    if server is None:
        return Address(diagnostics=(_unknown(api, api.servers[0].url if api.servers else ""),))
    variables = tuple(_variables(server, taken))
    url, told = _without_query(server.template or server.url), list(_other_servers(api, server))
    filled, _ = base_url(_without_query(server.url))
    if "?" in server.url:
        message = f"The query of the base URL {server.url!r} is not sent."
        hint = "Add it in hooks.py (before_request)."
        told.append(_warning(api, message, hint))
    if filled:
        told += _in_the_clear(api, filled)
    elif missing := [variable for variable in variables if variable.default is None]:
        message = f"The base URL {server.template!r} has parts without a default."
        names = " and ".join(variable.env for variable in missing)
        told.append(_warning(api, message, f"Give --base-url, or set the package's {names} when it runs."))
    else:
        told.append(_unknown(api, server.url))
    return Address(url=url.rstrip("/"), variables=variables, diagnostics=tuple(told))


def default_server(api: Api) -> Server | None:
    """The first server that requests can be sent to, else the first that is a path or has parts to fill in."""
    whole = (s for s in api.servers if base_url(_without_query(s.url))[0])
    partial = (s for s in api.servers if base_path(_without_query(s.url)) or _can_be_filled(s))
    return next(whole, None) or next(partial, None)


def default_url(api: Api) -> str:
    """The base URL of the API or its path, '' where neither is known."""
    server = default_server(api)
    url = _without_query(server.url).rstrip("/") if server else ""
    return url if base_url(url)[0] or base_path(url) else ""


def own_url(operation: Operation, default: str) -> str:
    """The base URL that an operation has of its own, '' where it is that of the API.

    Where it is on the API's own host it is a path: it moves with the API when the operator says where that is.
    """
    if not operation.servers:
        return ""
    host = default if base_url(default)[0] else f"https://host{default}"
    url, _ = base_url(joined_url(host, operation.servers[0].url))
    if url.rstrip("/") == host.rstrip("/"):
        return ""
    same = urlsplit(url)[:2] == urlsplit(host)[:2]
    return (urlsplit(url).path.rstrip("/") or "/") if same else url.rstrip("/")


def own_server_faults(api: Api, operations: Iterable[Operation], asked: str) -> Iterator[Diagnostic]:
    """What a person should know of servers that operations have of their own: they get the API's credentials too.

    The API's own host is that of `asked`, else that of its server, else the first that an operation has.
    """
    default = default_url(api)
    home = urlsplit(asked or default).hostname
    found: dict[str, list[Operation]] = {}
    for operation in operations:
        if urlsplit(url := own_url(operation, default)).scheme:
            found.setdefault(url, []).append(operation)
    for url, sent in found.items():
        host = urlsplit(url).hostname
        home = home or host
        if in_the_clear(url):
            message = f"The base URL {url} of {_told_keys(sent)} is not https: credentials travel in the clear."
            yield _clear(message, "Use https, or set another URL for them when the package runs.", sent[0].origin)
        if host != home and (secret := [o for o in sent if _shows_credentials(o, api)]):
            message = f"The credentials for {home} are sent to {host} too, by {_told_keys(secret)}."
            hint = "Check that the host belongs to the API; leave these operations out if it does not."
            at = secret[0].origin
            yield Diagnostic(code="server-host", severity=Severity.WARNING, message=message, hint=hint, at=at)


def _shows_credentials(operation: Operation, api: Api) -> bool:
    security = api.security if operation.security is None else operation.security
    return any(usable(security, api.security_schemes)) and operation.method != "TRACE"


def _told_keys(operations: Sequence[Operation]) -> str:
    keys = [operation.key for operation in operations]
    more = f" and {len(keys) - _MOST_TOLD} more" if len(keys) > _MOST_TOLD else ""
    return ", ".join(keys[:_MOST_TOLD]) + more


def _without_query(url: str) -> str:
    return url.partition("?")[0]


def _can_be_filled(server: Server) -> bool:
    """Whether there is a base URL once the operator has filled in the parts without a default."""
    url = server.url
    for variable in server.variables:
        written = f"{{{variable.name}}}"
        url = url.replace(written, "https" if url.startswith(f"{written}:") else "1")
    return bool(server.variables and base_url(_without_query(url))[0])


def _variables(server: Server, taken: Collection[str]) -> Iterator[Variable]:
    """The parts of a base URL, each with a setting of its own."""
    used = set(taken)
    for variable in server.variables:
        name = f"SERVER_{snake_case(variable.name).upper() or 'PART'}"
        env = next(n for number in count(1) if (n := name if number == 1 else f"{name}_{number}") not in used)
        used.add(env)
        yield Variable(
            name=variable.name,
            env=env,
            default=variable.default,
            values=variable.values,
            description=cut(plain(variable.description), 160),
        )


def _other_servers(api: Api, used: Server) -> Iterator[Diagnostic]:
    """Servers that are not used: those before, which cannot be, and those after, which can be asked for."""
    at = api.servers.index(used)
    for server in api.servers[:at]:
        if problem := base_url(_without_query(server.url))[1]:
            yield _warning(api, problem, f"The next one is used: {used.url}.")
    others = list(dict.fromkeys(_told(server) for server in api.servers[at + 1 :] if server.url != used.url))
    if others:
        listed = ", ".join(others[:_MOST_TOLD]) + (", …" if len(others) > _MOST_TOLD else "")
        yield Diagnostic(
            code="server-choice",
            severity=Severity.INFO,
            message=f"Requests go to the first of {len(others) + 1} servers, {used.url}. The others: {listed}.",
            hint="Give --base-url, or set the package's BASE_URL when it runs, for another.",
            at=api.origin.at("servers"),
        )


def _told(server: Server) -> str:
    said = cut(plain(server.description), 60)
    return f"{server.url} ({said})" if said else server.url


def _unknown(api: Api, declared: str) -> Diagnostic:
    """No host is known; the path may be."""
    hint = "Give --base-url, or set the package's BASE_URL when it runs"
    if path := base_path(declared).rstrip("/"):
        return _warning(api, base_url(declared)[1], f"{hint}; {path} is put after a URL that has no path.")
    return _warning(api, base_url(declared)[1], f"{hint}.")


def _in_the_clear(api: Api, url: str) -> Iterator[Diagnostic]:
    if base_url(url)[0] and in_the_clear(url):
        message = f"The base URL {url} is not https: credentials travel in the clear."
        at = api.origin.at("servers") if api.servers else api.origin
        yield _clear(message, "Use https, or give --base-url.", at)


def _clear(message: str, hint: str, at: Origin) -> Diagnostic:
    return Diagnostic(code="SRV009", severity=Severity.WARNING, message=message, hint=hint, at=at)


def _warning(api: Api, message: str, hint: str) -> Diagnostic:
    at = api.origin.at("servers") if api.servers else api.origin
    return Diagnostic(code="server-url", severity=Severity.WARNING, message=message, hint=hint, at=at)
