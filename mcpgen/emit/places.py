"""Parameters and bodies as Python expressions: the style each wire place wants, over `expressions`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, assert_never

from mcpgen.emit.expressions import Scope, Wires, expression, fields
from mcpgen.emit.literals import Python, dictionary, string
from mcpgen.emit.shapes import ArgumentType, Leaf, ListOf, Record, item_type
from mcpgen.model.binding import Body, Build, Context, Fixed, Generate, Pairs, Parsed, Placed, Reshape, Take, Value

Kind: TypeAlias = Literal["scalar", "array", "object"]
"""What a value is once it is converted, as far as styles care."""
_DELIMITED = {"pipeDelimited": "pipe", "spaceDelimited": "space", "tabDelimited": "tabbed"}


# --- parameters


def parameter(placed: Placed, scope: Scope, wires: Wires) -> Python:
    """A parameter's value in the style the API wants."""
    given = expression(placed.value, scope, wires)
    if isinstance(placed.value, Context) and placed.required:
        return wires.call("required_signal", given, string(placed.value.signal))
    kind = _kind(placed.value, scope)
    if placed.content:
        return wires.call("as_json", given) if is_json(placed.content) else given
    if placed.style in ("label", "matrix"):
        name = [string(placed.name)] if placed.style == "matrix" else []
        return wires.call(
            placed.style, *name, given, *(["explode=True"] if placed.explode and kind != "scalar" else [])
        )
    if kind == "scalar":
        return given
    repeatable = placed.place in ("query", "cookie")
    if placed.style in _DELIMITED and not (repeatable and placed.explode and kind == "array"):
        return wires.call(_DELIMITED[placed.style], given)
    if not repeatable:
        exploded = ["explode=True"] if kind == "object" and placed.explode else []
        return wires.call("comma_pairs" if kind == "object" else "comma", given, *exploded)
    match placed.style:
        case "deepObject":
            return wires.call("deep", given)
        case _ if kind == "object":
            return wires.call("spread" if placed.explode else "comma_pairs", given)
        case _:
            return given if placed.explode else wires.call("comma", given)


def _kind(value_: Value, scope: Scope) -> Kind:
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
            return _type_kind(scope.type_of(value_.argument))
        case Generate() | Context():
            return "scalar"
        case _:
            assert_never(value_)


def _type_kind(kind: ArgumentType | None) -> Kind:
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


# --- bodies


def is_json(media_type: str) -> bool:
    """True for `application/json` and every `+json`."""
    return media_type == "application/json" or media_type.endswith("+json")


def body_keywords(body: Body, scope: Scope, wires: Wires) -> list[tuple[str, Python]]:
    """The keywords of the call that carry the body."""
    if body.media_type == "application/x-www-form-urlencoded":
        return [("form", _form(body, scope, wires))]
    media = [] if body.media_type == "application/json" else [("media_type", string(body.media_type))]
    if is_json(body.media_type):
        return [("json", _json_body(body, scope, wires)), *media]
    return [("text", expression(body.value, scope, wires)), *media]


def _json_body(body: Body, scope: Scope, wires: Wires) -> Python:
    if not isinstance(body.value, Build):
        return expression(body.value, scope, wires)
    whole = body.required or body.value.keep
    return wires.call("body" if whole else "optional_body", fields(body.value.fields, scope, wires))


def _form(body: Body, scope: Scope, wires: Wires) -> Python:
    if not isinstance(body.value, Build):
        return wires.call("form_body", expression(body.value, scope, wires))
    styles = {encoding.property: encoding for encoding in body.encoding}
    items: list[tuple[str, str]] = []
    for item in body.value.fields:
        given = expression(item.value, scope, wires)
        kind = _kind(item.value, scope)
        encoding = styles.get(item.name)
        if encoding is not None and is_json(encoding.content_type):
            given = wires.call("as_json", given)
        elif _is_nested(item.value, kind, scope) or (encoding and encoding.style == "deepObject" and kind == "array"):
            given = wires.call("deep", given)
        elif encoding is not None and kind == "array":
            given = _joined(encoding.style, encoding.explode, given, wires)
        items.append((item.name, given))
    return wires.call("form_body", dictionary(items))


def _joined(style: str, explode: bool, given: Python, wires: Wires) -> Python:
    if explode:
        return given
    return wires.call(_DELIMITED.get(style, "comma"), given)


def _is_nested(value_: Value, kind: Kind, scope: Scope) -> bool:
    """True for an object, and for an array of objects or arrays."""
    if kind == "array" and isinstance(value_, Take):
        return _type_kind(item_type(scope.type_of(value_.argument))) != "scalar"
    return kind == "object"
