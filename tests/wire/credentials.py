"""Credentials that the document itself accepts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mcpgen.model.toolset import Auth
from tests.coverage.original import Original
from tests.wire.document import operations
from tests.wire.leaves import parameters
from tests.wire.sampling import plain_value, text_matching


def fitting(original: Original, credentials: Iterable[Auth]) -> dict[str, str]:
    """A text for each setting of an API key whose parameter says how it is written.

    What is given whole for a scheme of HTTP begins with its name (RFC 9110, section 11.4).
    """
    given = [auth for auth in credentials if auth.type == "apiKey"]
    keys = {(auth.place, auth.name.lower()): auth.env[0] for auth in given}
    found: dict[str, str] = {}
    for auth in given:
        scheme = original.followed(original.root.at("components", "securitySchemes", auth.key)).node
        if isinstance(scheme, dict) and scheme.get("type") == "http":
            found[auth.env[0]] = f"{scheme.get('scheme')} credentials"
    for _, item, operation in operations(original) if keys else ():
        for parameter in parameters(original, item, operation):
            env = keys.get((parameter.place, parameter.name.lower()))
            schema = original.followed(parameter.schema).node
            if env and env not in found and isinstance(schema, Mapping) and (text := _text(schema)):
                found[env] = text
    return found


def _text(schema: Mapping[str, Any]) -> str:
    """A text that a schema takes; '' where it takes any."""
    if "pattern" in schema:
        return text_matching(schema)
    told = {"enum", "const", "minLength", "maxLength", "format"}.intersection(schema)
    return str(plain_value(schema)) if told else ""
