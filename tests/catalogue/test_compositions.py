"""Schemas that are put together, fixed values, what only one side writes, identifiers, and hints of what a tool does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mcpgen.model.toolset import Profile
from tests.catalogue.harness import make, openapi, swagger
from tests.catalogue.test_fields import OK, bare, body, fields, posted, refused


def in_swagger(schema: str, definitions: str = "") -> str:
    text = swagger(
        f"paths: {{/ships: {{post: {{parameters: [{{name: b, in: body, required: true, schema: {schema}}}], {OK}}}}}}}"
    )
    return f"{text}\ndefinitions: {{{definitions}}}\n"


PARTS = "Named: {type: object, required: [name], properties: {name: {type: string}}}, Sized: {allOf: [{$ref: 'HERE/Named'}, {properties: {size: {type: integer}}}]}"
WHOLE = "{allOf: [{$ref: 'HERE/Sized'}, {type: object, required: [flag], properties: {flag: {type: string}}}], required: [size], properties: {note: {type: string}}}"


@pytest.mark.parametrize("version", ["2.0", "3.0.3", "3.1.0"])
def test_B141_all_parts_count(tmp_path: Path, version: str) -> None:
    here = "#/definitions" if version == "2.0" else "#/components/schemas"
    parts, whole = PARTS.replace("HERE", here), WHOLE.replace("HERE", here)
    made = make(
        tmp_path, in_swagger(whole, parts) if version == "2.0" else posted(whole, version=version, components=parts)
    )
    [name] = made.tools
    assert set(made.properties(name)) == {"name", "size", "flag", "note"}
    assert set(made.required(name)) == {"name", "size", "flag"}
    given = {"name": "n", "size": 1, "flag": "NO", "note": "o"}
    assert body(made, **given) == given


def test_B141_parts_within_fields_and_lists(tmp_path: Path) -> None:
    parts = PARTS.replace("HERE", "#/components/schemas")
    sized = "{$ref: '#/components/schemas/Sized'}"
    made = make(
        tmp_path,
        posted(
            fields(f"log: {sized}, all: {{type: array, items: {{allOf: [{sized}, {{required: [size]}}]}}}}"),
            components=parts,
        ),
    )
    [name] = made.tools
    log = {key: value for key, value in {"log_name": "n", "log_size": 2}.items() if key in made.properties(name)}
    log = log or {"name": "n", "size": 2}
    assert body(made, **log, all=[{"name": "a", "size": 1}]) == {
        "log": {"name": "n", "size": 2},
        "all": [{"name": "a", "size": 1}],
    }
    assert refused(made, all=[{"name": "a"}])


KINDS = """
    Vessel: {type: object, required: [kind, name], properties: {kind: {type: string}, name: {type: string}}, discriminator: DISCRIMINATOR},
    Tug: {allOf: [{$ref: 'HERE/Vessel'}, {type: object, required: [pull], properties: {pull: {type: integer}}}]},
    Ferry: {allOf: [{$ref: 'HERE/Vessel'}, {type: object, properties: {seats: {type: integer}}}]}
    """.replace("\n", " ")
DISCRIMINATORS = {
    "mapping": (
        "3.0.3",
        "{propertyName: kind, mapping: {tug: '#/components/schemas/Tug', ferry: Ferry}}",
        ["tug", "ferry"],
    ),
    "names": ("3.1.0", "{propertyName: kind}", ["Tug", "Ferry"]),
    "2.0": ("2.0", "kind", ["Tug", "Ferry"]),
}


@pytest.mark.parametrize("kind", DISCRIMINATORS)
def test_B142_subtypes_reach_the_wire_whole(tmp_path: Path, kind: str) -> None:
    version, discriminator, tags = DISCRIMINATORS[kind]
    here = "#/definitions" if version == "2.0" else "#/components/schemas"
    kinds = KINDS.replace("DISCRIMINATOR", discriminator).replace("HERE", here)
    vessel = f"{{$ref: '{here}/Vessel'}}"
    made = make(
        tmp_path, in_swagger(vessel, kinds) if version == "2.0" else posted(vessel, version=version, components=kinds)
    )
    sent = []
    for name in made.tools:
        known = {"kind": tags[0], "name": "n", "pull": 5, "seats": 7}
        given = {key: value for key, value in known.items() if key in made.properties(name)}
        if "kind" in given:
            sent += [made.call(name, {"kind": tags[0], "name": "n", "pull": 5}).sent.body]
            sent += [made.call(name, {"kind": tags[1], "name": "n", "seats": 7}).sent.body]
            assert made.properties(name)["kind"]["enum"] == tags
        else:
            sent.append(made.call(name, given).sent.body)
    assert sent == [{"kind": tags[0], "name": "n", "pull": 5}, {"kind": tags[1], "name": "n", "seats": 7}]


AGREED: dict[str, tuple[str, dict[str, Any]]] = {
    "types": ("{type: integer, minimum: 1}, {type: number, minimum: 5, maximum: 9}", {"type": "integer", "minimum": 5, "maximum": 9}),
    "values": ("{type: string, enum: [a, b, c]}, {enum: [b, c, d]}", {"type": "string", "enum": ["b", "c"]}),
    "lengths": ("{type: string, minLength: 2, maxLength: 9}, {type: string, minLength: 3}", {"type": "string", "minLength": 3, "maxLength": 9}),
    "exclusive": ("{type: integer, minimum: 1, exclusiveMinimum: true}, {minimum: 0}", {"type": "integer", "minimum": 0, "exclusiveMinimum": 1}),
    "one may be null": ("{type: integer, nullable: true}, {type: integer, maximum: 4}", {"type": "integer", "maximum": 4}),
}  # fmt: skip


@pytest.mark.parametrize("kind", AGREED)
def test_B145_parts_that_disagree_are_what_both_allow(tmp_path: Path, kind: str) -> None:
    parts, expected = AGREED[kind]
    made = make(tmp_path, posted(fields(f"v: {{allOf: [{parts}]}}, w: {{type: string}}")))
    assert bare(made, "v") == expected


@pytest.mark.parametrize(
    "parts",
    [
        "{type: string}, {type: integer}",
        "{type: string, enum: [a]}, {enum: [b]}",
        "{type: integer, minimum: 5}, {maximum: 2}",
    ],
)
def test_B145_what_nothing_can_be_is_never_sent(tmp_path: Path, parts: str) -> None:
    made = make(tmp_path, posted(fields(f"v: {{allOf: [{parts}]}}, w: {{type: string}}")))
    [name] = made.tools
    assert body(made, w="x") == {"w": "x"}
    if "v" in made.properties(name):
        for value in ("a", "b", 3, 6):
            assert refused(made, v=value)


VALUES: dict[str, tuple[str, list[tuple[Any, Any]], list[Any]]] = {
    "text, number, truth": (
        "enum: [auto, 1, true, 2.5]",
        [("auto", "auto"), (1, 1), ("1", 1), (True, True), (2.5, 2.5)],
        ["b", 2, False],
    ),
    "text that looks like a number": ("enum: ['1', 1, none]", [('"1"', "1"), (1, 1), ("none", "none")], ["2"]),
    "numbers and null": ("type: integer, enum: [1, 3, null]", [(1, 1), ("3", 3)], [2, "x"]),
    "floats and integers": ("enum: [1, 1.5]", [(1, 1), ("1.5", 1.5)], [2]),
    "truth alone": ("enum: [true]", [(True, True)], [False]),
    "negative": ("type: integer, enum: [-1, 0, 1]", [(-1, -1), ("0", 0)], [2]),
}


@pytest.mark.parametrize("kind", VALUES)
@pytest.mark.parametrize("place", ["field", "item"])
def test_B146_B147_values_of_several_types_stay_apart(tmp_path: Path, kind: str, place: str) -> None:
    keywords, accepted, others = VALUES[kind]
    schema = f"{{{keywords}}}" if place == "field" else f"{{type: array, items: {{{keywords}}}}}"
    made = make(tmp_path, posted(fields(f"v: {schema}, w: {{type: string}}")))
    for given, sent in accepted:
        body_ = body(made, v=given if place == "field" else [given])
        value = body_["v"] if place == "field" else body_["v"][0]
        assert (value, type(value)) == (sent, type(sent))
    for other in others:
        assert refused(made, v=other if place == "field" else [other])


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_B146_null_alone(tmp_path: Path, version: str) -> None:
    made = make(
        tmp_path,
        posted(
            fields("v: {enum: [null]}, w: {type: string, enum: [a, null], nullable: true}", required="w"),
            version=version,
        ),
    )
    assert body(made, w=None) == {"w": None}
    assert body(made, w="a") == {"w": "a"}


@pytest.mark.parametrize("order", ["1, true", "true, 1", "1.0, 1, '1', true, 'true'"])
def test_B146_in_the_query_values_are_texts(tmp_path: Path, order: str) -> None:
    made = make(
        tmp_path,
        openapi(
            f"paths: {{/ships: {{get: {{parameters: [{{name: v, in: query, schema: {{enum: [{order}, auto]}}}}], {OK}}}}}}}"
        ),
    )
    [name] = made.tools
    for given, sent in ((1, "1"), (True, "true"), ("auto", "auto")):
        assert made.call(name, {"v": given}).sent.pairs == [("v", sent)]


READ_ONLY = "id: {type: string, readOnly: true}, name: {type: string}, pass: {type: string, writeOnly: true}, log: {type: object, required: [at], properties: {at: {type: string, readOnly: true}, by: {type: string}}}"


@pytest.mark.parametrize("version", ["2.0", "3.0.3", "3.1.0"])
def test_B184_each_side_writes_its_own(tmp_path: Path, version: str) -> None:
    schema = fields(READ_ONLY, required="id, name, pass, log")
    if version == "2.0":
        schema = schema.replace(", writeOnly: true", "")
    answer = "{$ref: '#/definitions/Ship'}" if version == "2.0" else "{$ref: '#/components/schemas/Ship'}"
    if version == "2.0":
        text = (
            swagger(
                f"paths: {{/ships: {{post: {{parameters: [{{name: b, in: body, required: true, schema: {answer}}}], responses: {{'201': {{description: ok, schema: {answer}}}}}}}}}}}"
            )
            + f"\ndefinitions: {{Ship: {schema}}}\n"
        )
    else:
        media = f"{{application/json: {{schema: {answer}}}}}"
        text = (
            openapi(
                f"paths: {{/ships: {{post: {{requestBody: {{required: true, content: {media}}}, responses: {{'201': {{description: ok, content: {media}}}}}}}}}}}",
                version,
            )
            + f"\ncomponents: {{schemas: {{Ship: {schema}}}}}\n"
        )
    made = make(tmp_path, text, profile=Profile.MCP)
    [name] = made.tools
    by = next(argument for argument in made.properties(name) if argument.endswith("by"))
    assert set(made.properties(name)) == {"name", "pass", by}
    assert {"name", "pass"} <= set(made.required(name))
    called = made.call(
        name, {"name": "n", "pass": "p", by: "b"}, status_code=201, json={"id": "7", "name": "n", "pass": "hidden-word"}
    )
    assert called.sent.body == {"name": "n", "pass": "p", "log": {"by": "b"}}
    shown = made.tools[name]["outputSchema"]
    if version != "2.0":
        assert "hidden-word" not in called.text
        assert "pass" not in shown.get("required", ())
        assert "pass" not in shown["properties"]
    assert "id" in shown["properties"]


BIG = 9007199254740993


@pytest.mark.parametrize("version", ["2.0", "3.0.3"])
def test_B180_large_identifiers_are_exact(tmp_path: Path, version: str) -> None:
    if version == "2.0":
        text = swagger(
            f"paths: {{'/notes/{{noteId}}': {{put: {{parameters: [{{name: noteId, in: path, required: true, type: integer, format: int64}}, {{name: b, in: body, schema: {fields('author_id: {type: integer, format: int64}, size: {type: integer, format: int64}')}}}], {OK}}}}}}}"
        )
    else:
        text = openapi(
            f"paths: {{'/notes/{{noteId}}': {{put: {{parameters: [{{name: noteId, in: path, required: true, schema: {{type: integer, format: int64}}}}], requestBody: {{content: {{application/json: {{schema: {fields('author_id: {type: integer, format: int64}, size: {type: integer, format: int64}')}}}}}}}, {OK}}}}}}}"
        )
    made = make(tmp_path, text)
    [name] = made.tools
    note, author, size = made.properties(name)
    types = [made.properties(name)[argument]["type"] for argument in (note, author, size)]
    assert types == ["string", "string", "integer"]
    for value in (str(BIG), BIG):
        called = made.call(
            name,
            {note: value, author: value, size: BIG},
            content=f'{{"id": {BIG}, "n": 3}}'.encode(),
            json=None,
            headers={"content-type": "application/json"},
        )
        assert called.sent.path == f"/v1/notes/{BIG}"
        assert called.sent.content == f'{{"author_id":{BIG},"size":{BIG}}}'.encode()
        assert called.value == {"id": str(BIG), "n": 3}
    for wrong in ("12x", "", "1.5", 1.5, "0x1", True):
        assert made.call(name, {note: wrong}).requests == ()


HINTS = {
    "GET /a": (True, False, True), "POST /a": (False, False, False), "PUT /a/{id}": (False, True, True),
    "DELETE /a/{id}": (False, True, True),
}  # fmt: skip


@pytest.mark.parametrize("head", [openapi, swagger], ids=["3.0", "2.0"])
def test_B190_every_hint_is_given(tmp_path: Path, head: Any) -> None:
    item = (
        "parameters: [{name: id, in: path, required: true, type: string}]"
        if head is swagger
        else "parameters: [{name: id, in: path, required: true, schema: {type: string}}]"
    )
    text = head(
        f"paths: {{/a: {{get: {{{OK}}}, post: {{{OK}}}}}, '/a/{{id}}': {{{item}, put: {{{OK}}}, patch: {{{OK}}}, delete: {{{OK}}}}}}}"
    )
    for number, profile in enumerate(Profile):
        made = make(tmp_path / str(number), text, profile=profile)
        for tool in made.made.toolset.tools:
            shown = made.tools[tool.name]
            hints = [
                shown["annotations"][f"{hint}Hint"] for hint in ("readOnly", "destructive", "idempotent", "openWorld")
            ]
            assert all(isinstance(hint, bool) for hint in hints)
            assert shown["title"]
            if profile is Profile.MCP and tool.operation in HINTS:
                assert tuple(hints[:3]) == HINTS[tool.operation]


def test_B190_connected_apps_confirm_every_write(tmp_path: Path) -> None:
    made = make(tmp_path, openapi(f"paths: {{/a: {{get: {{{OK}}}, post: {{{OK}}}}}}}"))
    hints = [
        made.tools[made.tool_of(operation)]["annotations"]["destructiveHint"] for operation in ("GET /a", "POST /a")
    ]
    assert hints == [False, True]
