"""Parameters as Python expressions: the style each wire place wants, over `expressions`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, assert_never

from mcpgen.emit.expressions import Scope, Wires, expression
from mcpgen.emit.free_names import names_are_free
from mcpgen.emit.literals import Python, string
from mcpgen.emit.shapes import ArgumentType, Leaf, ListOf, Record
from mcpgen.model.binding import Build, Context, Fixed, Generate, Pairs, Parsed, Placed, Reshape, Take, Value
from mcpgen.model.media import FORM, essence, is_json

Kind: TypeAlias = Literal["scalar", "array", "object"]
"""What a value is once it is converted, as far as styles care."""
DELIMITED = {"pipeDelimited": "pipe", "spaceDelimited": "space", "tabDelimited": "tabbed"}
_RESERVING = ("path", "query")
"""Where `allowReserved` means something (OpenAPI 3.2, "Parameter Object"); no cookie holds what it keeps."""


# --- parameters


def parameter(placed: Placed, scope: Scope, wires: Wires) -> Python:
    """A parameter's value in the style the API wants."""
    given = expression(placed.value, scope, wires)
    if isinstance(placed.value, Context) and placed.required:
        return wires.call("required_signal", given, string(placed.value.signal))
    if placed.content:
        ascii = ["ascii=True"] if placed.place == "header" else []
        if essence(placed.content) == FORM:
            return wires.call("form_text", given, module="encoding")
        return wires.call("as_json", given, *ascii) if is_json(placed.content) else given
    if placed.style == "segments":
        return wires.call("segments", given)
    if placed.items_style is not None:
        inner = DELIMITED.get(placed.items_style, "comma")
        given = wires.call("each", wires.name(inner), given)
    written = _styled(placed, given, kind_of(placed.value, scope), wires)
    if placed.style == "cookie":
        return wires.call("unescaped", written)
    if placed.allow_empty:
        written = wires.call("allow_empty", written)
    return wires.call("reserved", written) if placed.allow_reserved and placed.place in _RESERVING else written


def _styled(placed: Placed, given: Python, kind: Kind, wires: Wires) -> Python:
    if placed.style in ("label", "matrix"):
        name = [string(placed.name)] if placed.style == "matrix" else []
        return wires.call(
            placed.style, *name, given, *(["explode=True"] if placed.explode and kind != "scalar" else [])
        )
    if kind == "scalar":
        return given
    repeatable = placed.place in ("query", "cookie")
    if placed.style in DELIMITED and not (repeatable and placed.explode and kind == "array"):
        return wires.call(DELIMITED[placed.style], given)
    if not repeatable:
        exploded = ["explode=True"] if kind == "object" and placed.explode else []
        return wires.call("comma_pairs" if kind == "object" else "comma", given, *exploded)
    match placed.style:
        case "deepObject":
            return wires.call("deep", given)
        case _ if kind == "object":
            if not placed.explode:
                return wires.call("comma_pairs", given)
            return wires.call("spread", given, *(["free=True"] if names_are_free(placed.value) else []))
        case _:
            return given if placed.explode else wires.call("comma", given)


def kind_of(value_: Value, scope: Scope) -> Kind:
    """`scalar`, `array` or `object`: what a parameter's value is once converted."""
    match value_:
        case Build():
            return "object"
        case Fixed():
            return (
                "object"
                if isinstance(value_.value, Mapping)
                else "array" if isinstance(value_.value, list) else "scalar"
            )
        case Take(convert=Pairs() | Reshape()):
            return "object"
        case Take(convert=Parsed(type=kind)):
            return "scalar" if kind == "any" else kind
        case Take():
            return type_kind(scope.type_of(value_.argument))
        case Generate() | Context():
            return "scalar"
        case _:
            assert_never(value_)


def type_kind(kind: ArgumentType | None) -> Kind:
    """The same, of a type."""
    match kind:
        case Record():
            return "object"
        case ListOf():
            return "array"
        case Leaf():
            declared = kind.schema.get("type")
            return declared if declared in ("array", "object") else "scalar"
        case None:
            return "scalar"
        case _:
            assert_never(kind)
