"""Each kind of value, conversion and style as the Python a person would write."""

from __future__ import annotations

from typing import Any

import pytest

from mcpgen.emit.contents import body_keywords
from mcpgen.emit.expressions import Scope, Wires, expression
from mcpgen.emit.places import parameter
from mcpgen.emit.shapes import argument_record
from mcpgen.model.api import Encoding
from mcpgen.model.binding import Body, Context, Each, Exact, Fixed, Generate, Pairs, Parsed, Reshape
from tests.emit.toolsets import ID, TEXT, build, inputs, placed, take, tool

LINE = inputs({"book_id": ID, "note": TEXT}, "book_id")
SCHEMA = inputs(
    {
        "name": TEXT,
        "book_id": ID,
        "tags": {"type": "array", "items": TEXT},
        "ids": {"type": "array", "items": ID},
        "rows": {"type": "array", "items": {"type": "array", "items": ID}},
        "line": LINE,
        "lines": {"type": "array", "items": LINE},
        "labels": {"type": "array", "items": inputs({"key": TEXT, "value": ID}, "key", "value")},
        "prices": {"type": "array", "items": inputs({"key": TEXT, "amount": {"type": "number"}}, "key", "amount")},
        "json": TEXT,
    },
    "book_id",
)
RESHAPE = Reshape(build=build(id=take("book_id", Exact()), note=take("note")))


def written(value: Any) -> tuple[str, list[str], list[str]]:
    wires = Wires()
    scope = Scope(variable="args", record=argument_record(tool("order", "POST", "/", SCHEMA), set()))
    text = expression(value, scope, wires)
    return text, sorted(wires.names), [f"{f.name}({f.parameter}: {f.type}): {f.expression}" for f in wires.functions]


@pytest.mark.parametrize(
    ("value", "expected", "names"),
    [
        (take("name"), 'args.get("name")', []),
        (take("book_id"), 'args["book_id"]', []),
        (take("book_id", Exact()), 'integer(args["book_id"])', ["integer"]),
        (take("book_id", Exact(type="number")), 'number(args["book_id"])', ["number"]),
        (take("tags", Each(item=take("x").convert)), 'args.get("tags")', []),
        (take("ids", Each(item=Exact())), 'each(integer, args.get("ids"))', ["each", "integer"]),
        (
            take("rows", Each(item=Each(item=Exact()))),
            'each(lambda value: each(integer, value), args.get("rows"))',
            ["each", "integer"],
        ),
        (take("name", clearable=True), 'clearable(args, "name")', ["clearable"]),
        (take("name", Exact(), clearable=True), 'integer(clearable(args, "name"))', ["clearable", "integer"]),
        (
            take("name", clearable=True, blank=True),
            'null_as_blank(clearable(args, "name"))',
            ["clearable", "null_as_blank"],
        ),
        (take("name", or_null=True), 'args.get("name", NULL)', ["NULL"]),
        (take("book_id", or_null=True), 'args["book_id"]', []),
        (take("json", Parsed()), 'parsed(args.get("json"))', ["parsed"]),
        (take("json", Parsed(type="array")), 'parsed(args.get("json"), "array")', ["parsed"]),
        (take("labels", Pairs(value=take("x").convert)), 'pairs(args.get("labels"))', ["pairs"]),
        (take("labels", Pairs(value=Exact())), 'pairs(args.get("labels"), integer)', ["integer", "pairs"]),
        (
            take("labels", Pairs(value=Parsed(type="object"))),
            'pairs(args.get("labels"), lambda value: parsed(value, "object"))',
            ["pairs", "parsed"],
        ),
        (Fixed(value={"a": [None, True, 1.5]}), '{"a": [NULL, True, 1.5]}', ["NULL"]),
        (Fixed(value="x"), '"x"', []),
        (Generate(), "fresh_uuid()", ["fresh_uuid"]),
        (Context(signal="user_locale"), "api.context.locale", []),
        (Context(signal="current_user_location_fine"), "api.context.fine_location", []),
        (
            build(a=take("name"), b=build(True, c=Fixed(value=1))),
            '{"a": args.get("name"), "b": keep({"c": 1})}',
            ["keep"],
        ),
    ],
)
def test_values(value: Any, expected: str, names: list[str]) -> None:
    assert written(value) == (expected, names, [])


@pytest.mark.parametrize(
    ("value", "expected", "function"),
    [
        (
            take("line", RESHAPE),
            'shape(_order_line, args.get("line"))',
            '_order_line(line: OrderLine): body({"id": integer(line["book_id"]), "note": line.get("note")})',
        ),
        (
            take("lines", Each(item=RESHAPE)),
            'each(_order_line2, args.get("lines"))',
            '_order_line2(line2: OrderLine2): body({"id": integer(line2["book_id"]), "note": line2.get("note")})',
        ),
        (
            take("line", Reshape(build=build(id=take("book_id")), open=True)),
            'shape(_order_line, args.get("line"))',
            '_order_line(line: OrderLine): rest(line, {"id": line["book_id"]}, read=("book_id",))',
        ),
        (
            take("prices", Pairs(value=Reshape(build=build(amount=take("amount")), open=True))),
            'keyed(args.get("prices"), _order_price)',
            '_order_price(price: OrderPrice): rest(price, {"amount": price["amount"]}, read=("key", "amount"))',
        ),
    ],
)
def test_objects_are_built_by_functions_of_their_own(value: Any, expected: str, function: str) -> None:
    text, _, functions = written(value)
    assert (text, functions) == (expected, [function])


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        (placed("query", "t", take("name")), 'args.get("name")'),
        (placed("query", "t", take("tags")), 'args.get("tags")'),
        (placed("query", "t", take("tags"), explode=False), 'comma(args.get("tags"))'),
        (placed("query", "t", take("tags"), "pipeDelimited"), 'pipe(args.get("tags"))'),
        (placed("query", "t", take("tags"), "spaceDelimited"), 'space(args.get("tags"))'),
        (placed("query", "t", take("tags"), "spaceDelimited", True), 'args.get("tags")'),
        (placed("query", "t", take("tags"), "tabDelimited"), 'tabbed(args.get("tags"))'),
        (placed("query", "t", take("line"), "pipeDelimited", True), 'pipe(args.get("line"))'),
        (placed("path", "t", take("tags"), "tabDelimited"), 'tabbed(args.get("tags"))'),
        (placed("header", "t", take("line"), "spaceDelimited"), 'space(args.get("line"))'),
        (placed("query", "t", take("name"), "tabDelimited"), 'args.get("name")'),
        (placed("query", "t", take("line")), 'spread(args.get("line"), free=True)'),
        (placed("query", "t", build(a=take("name"))), 'spread({"a": args.get("name")})'),
        (placed("query", "t", take("line"), explode=False), 'comma_pairs(args.get("line"))'),
        (placed("query", "t", build(a=take("name")), "deepObject", True), 'deep({"a": args.get("name")})'),
        (placed("query", "t", take("line"), content="application/json"), 'as_json(args.get("line"))'),
        (placed("path", "t", take("tags")), 'comma(args.get("tags"))'),
        (placed("path", "t", take("line")), 'comma_pairs(args.get("line"))'),
        (placed("path", "t", take("line"), explode=True), 'comma_pairs(args.get("line"), explode=True)'),
        (placed("path", "t", take("name"), "label"), 'label(args.get("name"))'),
        (placed("path", "t", take("tags"), "matrix", True), 'matrix("t", args.get("tags"), explode=True)'),
        (placed("header", "t", take("tags")), 'comma(args.get("tags"))'),
        (placed("cookie", "t", take("name")), 'args.get("name")'),
        (
            placed("header", "t", Context(signal="user_locale"), required=True),
            'required_signal(api.context.locale, "user_locale")',
        ),
    ],
)
def test_parameters(at: Any, expected: str) -> None:
    scope = Scope(variable="args", record=argument_record(tool("order", "GET", "/", SCHEMA), set()))
    assert parameter(at, scope, Wires()) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            Body(media_type="application/json", value=build(a=take("name")), required=True),
            {"json": 'body({"a": args.get("name")})'},
        ),
        (
            Body(media_type="application/json", value=build(a=take("name"))),
            {"json": 'optional_body({"a": args.get("name")})'},
        ),
        (Body(media_type="application/json", value=take("tags")), {"json": 'args.get("tags")'}),
        (
            Body(media_type="application/merge-patch+json", value=take("line")),
            {"json": 'args.get("line")', "media_type": '"application/merge-patch+json"'},
        ),
        (
            Body(media_type="text/plain", value=take("name")),
            {"text": 'args.get("name")'},
        ),
        (
            Body(
                media_type="application/x-www-form-urlencoded",
                value=build(a=take("tags"), b=take("tags"), c=take("lines"), d=take("line"), e=take("name")),
                encoding=(
                    Encoding(property="b", explode=False),
                    Encoding(property="d", content_type="application/json"),
                ),
            ),
            {
                "form": 'body({"a": args.get("tags"), "b": comma(args.get("tags")), '
                '"c": deep(args.get("lines")), "d": as_json(args.get("line")), "e": args.get("name")})'
            },
        ),
    ],
)
def test_bodies(body: Body, expected: dict[str, str]) -> None:
    scope = Scope(variable="args", record=argument_record(tool("order", "POST", "/", SCHEMA), set()))
    assert dict(body_keywords(body, scope, Wires())) == expected
