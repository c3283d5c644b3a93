"""Ways to authenticate, and which are needed (OpenAPI 3.1, "Security Scheme Object", "Security Requirement Object")."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from mcpgen.frontends.openapi.node import Node, Unreadable
from mcpgen.frontends.openapi.normalize import objects as normal
from mcpgen.frontends.openapi.parts import Context
from mcpgen.model.api import Security, SecurityScheme
from mcpgen.model.http import is_token

_USER_FLOWS: Final = ("authorizationCode", "implicit", "password", "deviceAuthorization")


def security_schemes(root: Node, context: Context) -> tuple[SecurityScheme, ...]:
    """The schemes under components, those that cannot be used as `unsupported`."""
    components = root.member("components")
    scopes = _named_scopes(root)
    found = []
    for key, node in components.mapping("securitySchemes") if components else ():
        try:
            found.append(_scheme(scopes, key, normal.security_scheme(node.part())))
        except Unreadable as reason:
            context.findings.add(
                "openapi-security",
                f"The security scheme {key} cannot be read. {reason.message}",
                reason.hint,
                reason.at,
            )
    return tuple(found)


def requirements(holder: Node) -> Security | None:
    """The alternatives below `security`, each a set of schemes; None when it says nothing."""
    listed = holder.member("security")
    if listed is None or not isinstance(listed.value, list):
        return None
    alternatives = (tuple(n.value) for n in holder.items("security") if isinstance(n.value, dict))
    return tuple(dict.fromkeys(alternatives))


def report_unknown(holder: Node, schemes: frozenset[str], context: Context) -> None:
    """A warning for each scheme that `security` names and the document does not declare."""
    for alternative in requirements(holder) or ():
        for key in alternative:
            if key not in schemes:
                context.findings.add(
                    "openapi-security",
                    f"The security scheme {key} is not declared; no credential can be sent for it.",
                    "Declare it under components.securitySchemes.",
                    holder.origin / "security",
                )


def _named_scopes(root: Node) -> dict[str, dict[str, None]]:
    """The scopes that security requirements name, by scheme, in the order of the source."""
    found: dict[str, dict[str, None]] = {}
    for holder in (root, *_operations(root)):
        for alternative in holder.items("security"):
            for scheme in alternative.value if isinstance(alternative.value, dict) else ():
                found.setdefault(scheme, {}).update(dict.fromkeys(alternative.texts(scheme)))
    return found


def _operations(root: Node) -> Iterator[Node]:
    """Every operation that can be reached; those that cannot are reported where operations are read."""
    for _, path in root.mapping("paths"):
        beside = isinstance(path.value, dict) and "$ref" in path.value
        for item in (*((path,) if beside else ()), *_part(path)):
            for key in item.value if isinstance(item.value, dict) else ():
                yield from _part(item.child(key))
            for _, node in item.mapping("additionalOperations"):
                yield from _part(node)


def _part(node: Node | None) -> Iterator[Node]:
    try:
        if node is not None:
            yield node.part()
    except Unreadable:
        return


def _oauth2(scopes: Mapping[str, Iterable[str]], key: str, node: Node) -> SecurityScheme:
    """OAuth2 (OpenAPI 3.1, "OAuth Flows Object"): with client credentials the server gets its tokens itself.

    It asks for the scopes that the description names with the scheme, without those that only another flow gives,
    and where it names none for those that the flow declares.
    """
    flows = {name: flow for name, flow in node.mapping("flows") if isinstance(flow.value, dict)}
    scheme = SecurityScheme(
        key=key, type="bearer", description=node.text("description"), declared=node.text("type"), origin=node.origin
    )
    if "clientCredentials" not in flows:
        return scheme
    flow = flows["clientCredentials"]
    others = [flows[name] for name in _USER_FLOWS if name in flows]
    declared = tuple(scope for scope, _ in flow.mapping("scopes"))
    elsewhere = {scope for other in others for scope, _ in other.mapping("scopes")}.difference(declared)
    named = tuple(scope for scope in scopes.get(key, ()) if scope not in elsewhere)
    return replace(
        scheme,
        type="clientCredentials",
        token_url=flow.text("tokenUrl").strip(),
        scopes=named or declared,
        user_flows=bool(others),
    )


def _scheme(scopes: Mapping[str, Iterable[str]], key: str, node: Node) -> SecurityScheme:
    type, scheme = node.text("type").strip(), node.text("scheme").strip().lower()
    description, place, name = node.text("description"), node.text("in").strip().lower(), node.text("name")
    match type.lower(), scheme, place:
        case "apikey", _, ("header" | "query" | "cookie") as where if name:
            return SecurityScheme(
                key=key,
                type="apiKey",
                place=where,
                name=name,
                description=description,
                declared=f"apiKey in {where}",
                origin=node.origin,
            )
        case "http", ("bearer" | "basic") as kind, _:
            return SecurityScheme(
                key=key, type=kind, description=description, declared=f"http {kind}", origin=node.origin
            )
        case "http", _, _ if is_token(scheme):  # RFC 9110, section 11.4: the value begins with the name of the scheme
            named = f"It begins with the name of the API's scheme, {node.text('scheme').strip()}"
            return SecurityScheme(
                key=key,
                type="apiKey",
                name="Authorization",
                description=f"{named}: {description}" if description else f"{named}.",
                declared=f"http {scheme}",
                origin=node.origin,
            )
        case "oauth2", _, _:
            return _oauth2(scopes, key, node)
        case "openidconnect", _, _:
            return SecurityScheme(key=key, type="bearer", description=description, declared=type, origin=node.origin)
        case "mutualtls", _, _:
            return SecurityScheme(key=key, type="mutualTLS", description=description, declared=type, origin=node.origin)
        case "basic", _, _:  # as Swagger 2.0 wrote it
            return SecurityScheme(key=key, type="basic", description=description, declared="basic", origin=node.origin)
        case _:
            declared = " ".join(word for word in (type, scheme) if word)
            return SecurityScheme(
                key=key, type="unsupported", description=description, declared=declared, origin=node.origin
            )
