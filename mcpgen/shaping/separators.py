"""Texts that cannot hold what separates them on the wire (OpenAPI 3.2, "Style Values").

A space, a pipe, a tab or a dot reads the same whether it is encoded or not, and nothing is encoded in a header: a part
that holds the separator would arrive as two. The pattern tells the model before the call is refused.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from mcpgen.model.api import Encoding, Parameter
from mcpgen.model.media import is_json
from mcpgen.shaping.inputs import Input

_DELIMITED = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\\t"}
_COOKIE = r"^[!#-+\-.-:<-\[\]-~]*$"
"""What a cookie can hold as it is (RFC 6265, section 4.1.1)."""


def undivided(made: Input, parameter: Parameter, *, is_part: bool = False) -> Input:
    """The input of a parameter, or (`is_part`) of a property of one, with texts that stay one part each on the wire."""
    if parameter.content:
        return made
    if parameter.style == "cookie":
        return replace(made, schema=_held(made.schema, _COOKIE, whole=True))
    separators = _separators(parameter)
    return replace(made, schema=_held(made.schema, f"^[^{separators}]*$", whole=is_part)) if separators else made


def undivided_field(made: Input, encoding: Encoding | None) -> Input:
    """The input of a form's field, with texts that stay one part each on the wire."""
    if encoding is None or encoding.explode or encoding.style not in _DELIMITED or is_json(encoding.content_type):
        return made
    return replace(made, schema=_held(made.schema, f"^[^{_DELIMITED[encoding.style]}]*$", whole=False))


def with_an_item(made: Input) -> Input:
    """The input of a list or map that has to be given, with an item at least: in pairs, nothing stands for none."""
    if made.schema.get("type") != "array":
        return made
    return replace(made, schema={**made.schema, "minItems": max(1, made.schema.get("minItems", 1))})


def _separators(parameter: Parameter) -> str:
    """What no part can hold, as members of a character class; '' where encoding hides it."""
    repeated = parameter.explode and parameter.place in ("query", "cookie")
    inner = _DELIMITED.get(parameter.items_style or "", "")
    if parameter.style in _DELIMITED:
        return inner if repeated else _DELIMITED[parameter.style] + inner
    if parameter.style == "label" and parameter.explode:
        return "."
    return "," + inner if parameter.place == "header" else inner


def _held(schema: dict[str, Any], pattern: str, *, whole: bool) -> dict[str, Any]:
    """The schema with the pattern on the texts inside a list, and on a text itself where it is `whole`."""
    match schema.get("type"):
        case "array":
            return {**schema, "items": _held(schema["items"], pattern, whole=True)}
        case "string" if whole and schema.keys().isdisjoint(("enum", "pattern", "format", "contentMediaType")):
            return {**schema, "pattern": pattern}
        case _:
            return schema
