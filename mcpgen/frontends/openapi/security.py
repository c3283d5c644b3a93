"""Ways to authenticate, and which are needed (OpenAPI 3.1, "Security Scheme Object", "Security Requirement Object")."""

from __future__ import annotations

from mcpgen.frontends.openapi.node import Node, Unreadable
from mcpgen.frontends.openapi.parts import Context
from mcpgen.model.api import Security, SecurityScheme


def security_schemes(root: Node, context: Context) -> tuple[SecurityScheme, ...]:
    """The schemes under components, those that cannot be used as `unsupported`."""
    components = root.child("components")
    found = []
    for key, node in components.mapping("securitySchemes") if components else ():
        try:
            found.append(_scheme(key, context.part(node)))
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
    if not isinstance(holder.value, dict) or not isinstance(holder.value.get("security"), list):
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


def _scheme(key: str, node: Node) -> SecurityScheme:
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
        case "oauth2" | "openidconnect", _, _:
            return SecurityScheme(key=key, type="bearer", description=description, declared=type, origin=node.origin)
        case "basic", _, _:  # as Swagger 2.0 wrote it
            return SecurityScheme(key=key, type="basic", description=description, declared="basic", origin=node.origin)
        case _:
            declared = " ".join(word for word in (type, scheme) if word)
            return SecurityScheme(
                key=key, type="unsupported", description=description, declared=declared, origin=node.origin
            )
