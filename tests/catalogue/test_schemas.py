"""JSON Schema of 3.1, and the dialects before it, in schemas that every client takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen.model.json import Json
from mcpgen.shaping.options import Profile
from tests.catalogue.harness import Made, make, openapi, swagger

# --- B128: JSON Schema 2020-12


def created(folder: Path, schema: str, version: str = "3.1.0", components: str = "{}", **options: Any) -> Made:
    """A tool `create_chart` whose body and answer have the schema."""
    return charted(folder, "post: {operationId: createChart, ", schema, version, components, **options)


def updated(folder: Path, schema: str, version: str = "3.1.0", components: str = "{}") -> Made:
    """A tool `update_chart` whose body and answer have the schema."""
    return charted(folder, "patch: {operationId: updateChart, ", schema, version, components)


def charted(folder: Path, start: str, schema: str, version: str, components: str, **options: Any) -> Made:
    content = f"content: {{application/json: {{schema: {schema}}}}}"
    operation = (
        f"{start}requestBody: {{required: true, {content}}}, responses: {{'200': {{description: ok, {content}}}}}}}"
    )
    text = f"paths:\n  /charts: {{{operation}}}\ncomponents: {{schemas: {components}}}\n"
    return make(folder, openapi(text, version), **options)


def body(made: Made, **arguments: Json) -> Json:
    [name] = made.tools
    return made.call(name, arguments).sent.body


def is_refused(made: Made, **arguments: Json) -> bool:
    [name] = made.tools
    called = made.call(name, arguments)
    return called.failed and called.requests == ()


def test_B128_a_type_list_with_null_is_the_type(tmp_path: Path) -> None:
    schema = (
        "{type: object, properties: {title: {type: [string, 'null'], maxLength: 9}, scale: {type: ['null', integer]}}}"
    )
    made = updated(tmp_path, schema)
    arguments = made.properties("update_chart")
    assert (arguments["title"]["type"], arguments["title"]["maxLength"]) == ("string", 9)
    assert arguments["scale"]["type"] == "integer"
    assert body(made, title="Sound", scale=5000) == {"title": "Sound", "scale": 5000}
    assert body(made, clear_fields=["title"]) == {"title": None}


def test_B128_a_type_list_of_several_takes_each(tmp_path: Path) -> None:
    made = created(tmp_path, "{type: object, required: [depth], properties: {depth: {type: [number, string]}}}")
    assert body(made, depth="shoal") == {"depth": "shoal"}
    assert body(made, depth="12.5") in ({"depth": 12.5}, {"depth": "12.5"})


@pytest.mark.parametrize("required", ["[format, title]", "[title]"])
def test_B128_a_constant_is_not_asked_for(tmp_path: Path, required: str) -> None:
    schema = (
        f"{{type: object, required: {required}, properties: {{format: {{const: chart}}, title: {{type: string}}}}}}"
    )
    made = created(tmp_path, schema)
    assert made.required("create_chart") == ["title"]
    assert body(made, title="Sound") in ({"format": "chart", "title": "Sound"}, {"title": "Sound"})
    if "format" in required:
        assert body(made, title="Sound") == {"format": "chart", "title": "Sound"}
        assert "format" not in made.properties("create_chart")


def test_B128_tuples_keep_their_places(tmp_path: Path) -> None:
    schema = (
        "{type: object, required: [at], properties: {at: {$ref: '#/components/schemas/Point'}, "
        "mark: {type: array, prefixItems: [{type: string}, {type: integer}], items: false, maxItems: 2}}}"
    )
    point = "{Point: {type: array, prefixItems: [{type: number}, {type: number}], items: false, minItems: 2}}"
    made = created(tmp_path, schema, components=point)
    assert made.properties("create_chart")["at"]["items"]["type"] == "number"
    assert body(made, at=[1.5, 2]) == {"at": [1.5, 2]}
    assert is_refused(made, at=[1, 2, 3])
    assert is_refused(made, at=[1])
    assert "mark" in made.properties("create_chart")


def test_B128_boolean_schemas(tmp_path: Path) -> None:
    schema = "{type: object, properties: {any: true, never: false, list: {type: array, items: true}}}"
    made = created(tmp_path, schema)
    assert "any" in made.properties("create_chart")
    assert body(made, any='{"a": [1]}') == {"any": {"a": [1]}}
    assert is_refused(made, never="1")


def test_B128_definitions_inside_a_schema(tmp_path: Path) -> None:
    schema = (
        "{$defs: {Pt: {type: object, required: [x], properties: {x: {type: number}}}}, type: object, "
        "properties: {from: {$ref: '#/$defs/Pt'}}}"
    )
    made = created(tmp_path, schema)
    assert made.about("openapi-reference") == []
    [name] = made.properties("create_chart")
    assert body(made, **{name: 1.5}) == {"from": {"x": 1.5}}


def test_B128_definitions_inside_a_component_with_an_id(tmp_path: Path) -> None:
    components = """{Chart: {$id: 'https://harbour.test/chart', type: object, $defs: {Pt: {$anchor: pt, type: object,
        properties: {x: {type: number}}}}, properties: {from: {$ref: '#/$defs/Pt'}, to: {$ref: '#pt'}}}}"""
    made = created(tmp_path, "{$ref: 'https://harbour.test/chart'}", components=components)
    assert made.said == ()
    assert sorted(made.properties("create_chart")) == ["from_x", "to_x"]
    assert body(made, from_x=1, to_x=2) == {"from": {"x": 1}, "to": {"x": 2}}


def test_B128_examples_of_a_schema_are_shown(tmp_path: Path) -> None:
    schema = "{type: object, properties: {scale: {type: integer, examples: [5000, 10000]}}}"
    assert 5000 in created(tmp_path, schema).properties("create_chart")["scale"]["examples"]


@pytest.mark.parametrize("keyword", ["unevaluatedProperties", "additionalProperties"])
def test_B128_closed_objects(tmp_path: Path, keyword: str) -> None:
    schema = (
        f"{{allOf: [{{$ref: '#/components/schemas/Base'}}], {keyword}: false, type: object, "
        "properties: {title: {type: string}, base: {}}}"
    )
    made = created(tmp_path, schema, components="{Base: {type: object, properties: {base: {type: string}}}}")
    assert body(made, title="Sound", base="b") == {"title": "Sound", "base": "b"}
    assert is_refused(made, title="Sound", other="x")


@pytest.mark.parametrize(
    ("keywords", "good", "bad"),
    [
        (
            "if: {properties: {kind: {const: raster}}}, then: {required: [scale]}",
            {"kind": "vector"},
            {"kind": "raster"},
        ),
        ("dependentRequired: {scale: [kind]}", {"scale": 1, "kind": "x"}, {"scale": 1}),
        ("dependentSchemas: {scale: {required: [kind]}}", {"scale": 1, "kind": "x"}, {"scale": 1}),
        ("not: {required: [scale, kind]}", {"scale": 1}, {"scale": 1, "kind": "x"}),
        ("minProperties: 1", {"kind": "x"}, {}),
        ("propertyNames: {maxLength: 4}", {"kind": "x"}, {"scale": 2}),
    ],
)
def test_B128_rules_that_no_argument_says_are_checked(
    tmp_path: Path, keywords: str, good: dict[str, Json], bad: dict[str, Json]
) -> None:
    made = created(
        tmp_path, f"{{type: object, properties: {{kind: {{type: string}}, scale: {{type: integer}}}}, {keywords}}}"
    )
    assert body(made, **good) == good
    assert is_refused(made, **bad)


@pytest.mark.parametrize(
    ("keywords", "good", "bad"),
    [
        ("contains: {const: a}", ["b", "a"], ["b"]),
        ("contains: {const: a}, maxContains: 1", ["a"], ["a", "a"]),
        ("uniqueItems: true", ["a", "b"], ["a", "a"]),
        ("minItems: 2", ["a", "b"], ["a"]),
    ],
)
def test_B128_rules_of_lists_are_checked(tmp_path: Path, keywords: str, good: list[str], bad: list[str]) -> None:
    made = created(
        tmp_path, f"{{type: object, properties: {{marks: {{type: array, items: {{type: string}}, {keywords}}}}}}}"
    )
    assert body(made, marks=good) == {"marks": good}
    assert is_refused(made, marks=bad)


@pytest.mark.parametrize("profile", list(Profile))
def test_B128_everything_at_once_is_a_schema_that_clients_take(tmp_path: Path, profile: Profile) -> None:
    schema = """{$schema: 'https://json-schema.org/draft/2020-12/schema', $comment: all, type: object,
        properties: {a: {enum: [1, x, null, true]}, b: {const: {deep: [1]}}, c: {type: 'null'}, d: {enum: [null]},
        e: {contentMediaType: application/json, contentEncoding: base64, type: string}, f: {type: array},
        g: {type: object, patternProperties: {'^x-': {type: string}}, additionalProperties: false},
        h: {type: [array, object, 'null']}, i: {exclusiveMinimum: 0, type: number, multipleOf: 0.5}, j: {}},
        $defs: {unused: {type: string}}, minProperties: 1}"""
    made = created(tmp_path, schema, profile=profile)
    assert made.tools["create_chart"]
    assert made.errors == []


# --- B132: what other dialects write in their own way


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (
            "minimum: 0, exclusiveMinimum: true, maximum: 10, exclusiveMaximum: false",
            {"exclusiveMinimum": 0, "maximum": 10},
        ),
        (
            "minimum: 1, exclusiveMinimum: false, maximum: 9, exclusiveMaximum: true",
            {"minimum": 1, "exclusiveMaximum": 9},
        ),
        ("exclusiveMinimum: true", {}),
        ("minimum: 2, exclusiveMinimum: 'true'", {"minimum": 2}),
        ("minimum: '3', maximum: 7.0", {"maximum": 7}),
        ("minimum: null, maximum: 4", {"maximum": 4}),
    ],
)
@pytest.mark.parametrize("version", ["2.0", "3.0.3"])
def test_B132_bounds_are_numbers(tmp_path: Path, schema: str, expected: dict[str, int], version: str) -> None:
    parameter = f"{{name: depth, in: query, type: integer, {schema}}}"
    if version != "2.0":
        parameter = f"{{name: depth, in: query, schema: {{type: integer, {schema}}}}}"
    head = swagger if version == "2.0" else openapi
    made = make(
        tmp_path,
        head(
            f"paths: {{/soundings: {{get: {{operationId: listSoundings, parameters: [{parameter}], "
            "responses: {'200': {description: ok}}}}}"
        ),
    )
    depth = made.properties("list_soundings")["depth"]
    bounds = {key: value for key, value in depth.items() if "imum" in key}
    assert {key: bounds.get(key) for key in expected} == expected
    assert all(type(value) in (int, float) for value in bounds.values())


def test_B132_bounds_are_numbers_at_every_depth_and_in_answers(tmp_path: Path) -> None:
    bound = "{type: number, minimum: 0, exclusiveMinimum: true}"
    schema = (
        f"{{type: object, properties: {{a: {bound}, list: {{type: array, items: {bound}}}, "
        f"map: {{type: object, additionalProperties: {bound}}}, deep: {{type: array, items: {{type: object, "
        f"properties: {{b: {bound}, c: {{oneOf: [{bound}, {{type: string}}]}}}}}}}}}}}}"
    )
    made = created(tmp_path, schema, "3.0.3", profile=Profile.MCP)
    text = repr(made.tools) + repr(made.made.toolset.definitions) + repr(made.made.toolset.tools[0].request.body)
    assert "'exclusiveMinimum': 0" in text
    assert "'exclusiveMinimum': True" not in text
    assert is_refused(made, a=0)
    assert is_refused(made, list=[1, 0])
    assert is_refused(made, deep=[{"b": 0}])


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
@pytest.mark.parametrize(
    "schema",
    [
        "{type: string, nullable: true}",
        "{type: string, nullable: true, enum: [a, b]}",
        "{nullable: true, allOf: [{$ref: '#/components/schemas/Text'}]}",
        "{oneOf: [{$ref: '#/components/schemas/Text'}, {type: 'null'}]}",
        "{anyOf: [{type: string}, {type: 'null'}]}",
        "{type: [string, 'null']}",
        "{type: string, x-nullable: true}",
    ],
)
def test_B132_every_way_to_allow_null_is_one(tmp_path: Path, schema: str, version: str) -> None:
    whole = f"{{type: object, properties: {{note: {schema}, other: {{type: string}}}}}}"
    made = updated(tmp_path, whole, version, "{Text: {type: string}}")
    assert made.properties("update_chart")["note"]["type"] == "string"
    assert body(made, note="a") == {"note": "a"}
    assert body(made, clear_fields=["note"]) == {"note": None}


@pytest.mark.parametrize(
    "schema",
    [
        "{type: array, items: [{type: string}, {type: integer}], additionalItems: false}",
        "{type: [string], id: '#x', divisibleBy: 2}",
        "{type: string, format: null, pattern: null, enum: null}",
        "{type: integer, format: int64, enum: ['1', '2']}",
        "{type: any}",
        "{type: [any, 'null']}",
        "{type: float, maximum: 1e400}",
        "{type: string, minLength: -1, maxLength: 2.5}",
        "{type: string, pattern: '(?<=a)b[', format: {}}",
        "{type: object, additionalProperties: {type: string}, properties: null}",
        "{definitions: {A: {type: string}}, dependencies: {a: [b]}}",
    ],
)
@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_B132_what_is_no_schema_of_2020_12_never_reaches_a_client(tmp_path: Path, schema: str, version: str) -> None:
    made = created(
        tmp_path,
        f"{{type: object, properties: {{odd: {schema}, even: {{type: string}}}}}}",
        version,
        profile=Profile.MCP,
    )
    assert body(made, even="x") == {"even": "x"}


def test_B132_a_property_that_says_it_is_required_is(tmp_path: Path) -> None:
    schema = "{type: object, required: [b], properties: {a: {type: string, required: true}, b: {type: string}, c: {type: string, required: false}}}"
    assert sorted(created(tmp_path, schema, "3.0.3").required("create_chart")) == ["a", "b"]


def test_B128_an_empty_pattern_of_names_allows_every_name(tmp_path: Path) -> None:
    made = created(tmp_path, "{type: object, additionalProperties: false, patternProperties: {'': {type: string}}}")
    [name] = made.properties("create_chart")
    assert body(made, **{name: json.dumps({"scale": "large"})}) == {"scale": "large"}
    assert is_refused(made, **{name: json.dumps({"scale": 3})})
