"""Schemas as classes: types, nullability, sets of values, objects, and what cannot be said."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mcpgen.model.api import Api
from mcpgen.model.json import UNSET
from mcpgen.model.schema import Anything, Array, Enum, Map, Object, Ref, Scalar, Schema, Union

SchemaOf = Callable[..., tuple[Schema, Api]]


@pytest.mark.parametrize(
    ("written", "type", "format", "nullable"),
    [
        ("{type: string, format: date}", "string", "date", False),
        ("{type: [string, 'null']}", "string", "", True),
        ("{type: ['null', integer]}", "integer", "", True),
        ("{type: [integer, number]}", "number", "", False),
        ("{type: string, nullable: true}", "string", "", True),
        ("{type: string, nullable: false}", "string", "", False),
        ("{nullable: true, maxLength: 3}", "string", "", True),
        ("{type: file}", "string", "binary", False),
        ("{type: int}", "integer", "", False),
        ("{type: float}", "number", "float", False),
        ("{type: str}", "string", "", False),
        ("{type: String}", "string", "", False),
        ("{type: date-time}", "string", "date-time", False),
        ("{pattern: '^a'}", "string", "", False),
        ("{minLength: 1}", "string", "", False),
        ("{minimum: 1}", "number", "", False),
        ("{type: any, minLength: 1}", "string", "", False),
        ("{type: string, contentMediaType: application/octet-stream}", "string", "binary", False),
        ("{type: string, contentEncoding: base64}", "string", "byte", False),
        ("{type: string, contentMediaType: application/json}", "string", "", False),
        ("{type: boolean, enum: [true, false]}", "boolean", "", False),
    ],
)
def test_scalars(schema_of: SchemaOf, written: str, type: str, format: str, nullable: bool) -> None:
    schema, _ = schema_of(written)
    assert isinstance(schema, Scalar)
    assert (schema.type, schema.format, schema.nullable) == (type, format, nullable)
    assert schema.exact


@pytest.mark.parametrize(
    ("written", "bounds"),
    [
        ("{type: integer, minimum: 1, exclusiveMinimum: true}", (None, None, 1, None)),
        ("{type: integer, maximum: 9, exclusiveMaximum: true}", (None, None, None, 9)),
        ("{type: integer, minimum: 1, exclusiveMinimum: false}", (1, None, None, None)),
        ("{type: integer, exclusiveMinimum: 3}", (None, None, 3, None)),
        ("{type: integer, minimum: '2', maximum: 7.0}", (2, 7, None, None)),
        ("{type: integer, exclusiveMaximum: true}", (None, None, None, None)),
    ],
)
def test_bounds(schema_of: SchemaOf, written: str, bounds: tuple[object, ...]) -> None:
    schema, _ = schema_of(written, version="3.0.3")
    assert isinstance(schema, Scalar)
    found = (schema.minimum, schema.maximum, schema.exclusive_minimum, schema.exclusive_maximum)
    assert found == bounds


@pytest.mark.parametrize(
    ("written", "type", "values", "nullable"),
    [
        ("{enum: [a, b, a]}", "string", ("a", "b"), False),
        ("{type: string, enum: [a, null]}", "string", ("a",), False),
        ("{type: [string, 'null'], enum: [a, null]}", "string", ("a",), True),
        ("{enum: [a, null]}", "string", ("a",), True),
        ("{type: string, nullable: true, enum: [a]}", "string", ("a",), True),
        ("{const: order}", "string", ("order",), False),
        ("{type: integer, enum: ['1', 2]}", "integer", (1, 2), False),
        ("{type: string, enum: [1, true, x]}", "string", ("1", "true", "x"), False),
        ("{type: number, enum: [1, 2]}", "number", (1, 2), False),
        ("{enum: [1, 2.5]}", "number", (1, 2.5), False),
        ("{enum: [true]}", "boolean", (True,), False),
    ],
)
def test_sets_of_values(
    schema_of: SchemaOf, written: str, type: str, values: tuple[object, ...], nullable: bool
) -> None:
    schema, _ = schema_of(written)
    assert isinstance(schema, Enum)
    assert (schema.type, schema.values, schema.nullable) == (type, values, nullable)


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        ("{enum: [a, b], x-enum-descriptions: [First, Second]}", ("First", "Second")),
        ("{enum: [1, 2], x-enum-varnames: [ONE, TWO]}", ("ONE", "TWO")),
        ("{enum: [a, b], x-enumDescriptions: {b: Second, a: First}}", ("First", "Second")),
        ("{enum: [a, null, b], x-enum-descriptions: [First, Second]}", ("First", "Second")),
        (
            "{enum: [a, b], x-ms-enum: {values: [{value: a, description: First}, {value: b, name: Second}]}}",
            ("First", "Second"),
        ),
        ("{enum: [a, b], x-enum-descriptions: [First]}", ()),
        ("{enum: [a, b], x-enumDescriptions: {a: First}}", ()),
        ("{oneOf: [{const: a, title: First}, {const: b, description: Second}]}", ("First", "Second")),
        ("{anyOf: [{type: string, enum: [a]}, {enum: [b]}]}", ()),
    ],
)
def test_labels(schema_of: SchemaOf, written: str, labels: tuple[str, ...]) -> None:
    schema, _ = schema_of(written)
    assert isinstance(schema, Enum)
    assert schema.labels == labels
    assert len(schema.values) == 2


def test_values_of_several_types_are_a_choice(schema_of: SchemaOf) -> None:
    schema, _ = schema_of("{enum: [a, 1, b], description: mixed}")
    assert isinstance(schema, Union)
    found = [(v.label, v.schema.values) for v in schema.variants if isinstance(v.schema, Enum)]
    assert found == [("string", ("a", "b")), ("integer", (1,))]
    assert schema.description == "mixed"


@pytest.mark.parametrize(
    "written", ["{enum: [{a: 1}]}", "{not: {type: string}}", "{const: null}", "{type: 'null'}", "false"]
)
def test_what_no_class_says(schema_of: SchemaOf, written: str) -> None:
    schema, _ = schema_of(written)
    assert isinstance(schema, Anything)
    assert not schema.exact


@pytest.mark.parametrize("written", ["true", "{}", "{description: x}", "{type: banana}", "{type: []}", "{enum: []}"])
def test_anything_goes(schema_of: SchemaOf, written: str) -> None:
    schema, _ = schema_of(written)
    assert isinstance(schema, Anything)
    assert schema.exact


@pytest.mark.parametrize(
    "keyword",
    [
        "not: {required: [z]}",
        "if: {required: [z]}",
        "patternProperties: {a: {}}",
        "propertyNames: {maxLength: 3}",
        "dependentSchemas: {a: {required: [b]}}",
        "unevaluatedProperties: false",
    ],
)
def test_lost_keywords_are_admitted_and_kept_in_the_source(schema_of: SchemaOf, keyword: str) -> None:
    schema, _ = schema_of(f"{{type: object, properties: {{a: {{type: string}}}}, {keyword}}}")
    assert isinstance(schema, Object)
    assert not schema.exact
    assert keyword.partition(":")[0] in schema.source  # type: ignore[operator]
    assert schema.properties[0].schema.exact


def test_arrays(schema_of: SchemaOf) -> None:
    plain, _ = schema_of("{items: {type: integer}, minItems: 1, maxItems: 3, uniqueItems: true}")
    assert isinstance(plain, Array)
    assert (plain.min_items, plain.max_items, plain.unique, plain.exact) == (1, 3, True, True)
    bare, _ = schema_of("{type: array}")
    assert isinstance(bare, Array)
    assert isinstance(bare.items, Anything)
    tuple_, _ = schema_of("{type: array, prefixItems: [{type: number}, {type: number}], items: false}")
    old, _ = schema_of("{type: array, items: [{type: number}, {type: number}], additionalItems: false}")
    for pair in (tuple_, old):
        assert isinstance(pair, Array)
        assert isinstance(pair.items, Scalar)
        assert not pair.exact


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("{type: object}", Anything),
        ("{type: object, additionalProperties: true}", Anything),
        ("{additionalProperties: {type: integer}}", Scalar),
        ("{type: object, patternProperties: {'^x': {type: integer}}}", Scalar),
    ],
)
def test_maps(schema_of: SchemaOf, written: str, values: type) -> None:
    schema, _ = schema_of(written)
    assert isinstance(schema, Map)
    assert isinstance(schema.values, values)


def test_objects(schema_of: SchemaOf) -> None:
    schema, _ = schema_of("""
        required: [a, ghost]
        properties:
          a: {type: string, default: x, readOnly: true, examples: [q], example: r, deprecated: true}
          b: {type: integer, default: null, required: true}
          $ref: {type: boolean}
          type: {type: string, writeOnly: true}
          items: {type: [string, 'null'], default: null}
          nullable: {type: boolean, default: 'true'}
          example: {type: integer, default: '5', example: 1}
        additionalProperties: {type: number}
        dependentRequired: {a: [b], b: []}
        minProperties: 1
        """)
    assert isinstance(schema, Object)
    assert [(p.name, p.required) for p in schema.properties] == [
        ("a", True),
        ("b", True),
        ("$ref", False),
        ("type", False),
        ("items", False),
        ("nullable", False),
        ("example", False),
        ("ghost", True),
    ]
    by_name = {p.name: p.schema for p in schema.properties}
    assert (by_name["a"].default, by_name["a"].read_only, by_name["a"].deprecated) == ("x", True, True)
    assert by_name["a"].examples == ("q",)
    assert by_name["b"].default is UNSET
    assert by_name["type"].write_only
    assert by_name["items"].default is None
    assert by_name["nullable"].default is True
    assert by_name["example"].default == 5
    assert schema.needs == (("a", ("b",)),)
    assert isinstance(schema.extra, Scalar)
    assert by_name["$ref"].origin.pointer[-2:] == ("properties", "$ref")
    closed, _ = schema_of("{type: object, properties: {a: {}}, additionalProperties: false}")
    assert isinstance(closed, Object)
    assert closed.closed
    assert closed.extra is None


def test_references_keep_what_is_written_beside_them(schema_of: SchemaOf) -> None:
    beside = "description: mine, default: low, maxLength: 4, nullable: true"
    body = f"{{properties: {{q: {{$ref: '#/components/schemas/Name', {beside}}}}}}}"
    components = "Name: {type: string, description: theirs, maxLength: 10, minLength: 2}"
    for version, longest in (("3.1.0", 4), ("3.0.3", 10)):
        schema, api = schema_of(body, components, version)
        assert isinstance(schema, Object)
        found = api.schemas.resolve(schema.properties[0].schema)
        assert isinstance(found, Scalar)
        assert (found.description, found.default, found.nullable) == ("mine", "low", True)
        assert (found.min_length, found.max_length) == (2, longest)


def test_a_part_that_only_notes_something_lends_it_to_the_only_other_one(schema_of: SchemaOf) -> None:
    parts = "[{readOnly: true, deprecated: true, example: b}, {$ref: '#/components/schemas/Link'}]"
    schema, api = schema_of(f"{{properties: {{q: {{allOf: {parts}}}}}}}", "Link: {type: string}")
    assert isinstance(schema, Object)
    found = api.schemas.resolve(schema.properties[0].schema)
    assert isinstance(found, Scalar)
    assert (found.read_only, found.write_only, found.deprecated, found.examples) == (True, False, True, ("b",))


def test_references_stay_references(schema_of: SchemaOf) -> None:
    schema, api = schema_of(
        "{$ref: '#/components/schemas/Tree'}",
        "Tree: {type: object, properties: {children: {type: array, items: {$ref: '#/components/schemas/Tree'}}}}",
    )
    assert isinstance(schema, Object)
    children = schema.properties[0].schema
    assert isinstance(children, Array)
    assert isinstance(children.items, Ref)
    assert (children.items.target, children.items.name) == ("#/components/schemas/Tree", "Tree")
    assert api.schemas.resolve(children.items) is schema
    definition = api.schemas.definition("#/components/schemas/Tree")
    assert definition == schema.source


@pytest.mark.parametrize(
    "components",
    [
        "A: {$ref: '#/components/schemas/A'}",
        "{A: {$ref: '#/components/schemas/B'}, B: {$ref: '#/components/schemas/A'}}",
        "A: {allOf: [{$ref: '#/components/schemas/A'}]}",
        "A: {allOf: [{$ref: '#/components/schemas/A'}, {type: object}]}",
        "{A: {allOf: [{$ref: '#/components/schemas/B'}, {minProperties: 1}]}, "
        "B: {allOf: [{$ref: '#/components/schemas/A'}, {maxProperties: 3}]}}",
        "A: {oneOf: [{$ref: '#/components/schemas/A'}, {type: string}]}",
        "A: {anyOf: [{$ref: '#/components/schemas/A'}]}",
        "A: {additionalProperties: {$ref: '#/components/schemas/A'}}",
        "{A: {discriminator: {propertyName: k}, oneOf: [{$ref: '#/components/schemas/B'}]}, "
        "B: {allOf: [{$ref: '#/components/schemas/A'}]}}",
    ],
)
def test_circles_end(schema_of: SchemaOf, components: str) -> None:
    schema, api = schema_of("{$ref: '#/components/schemas/A'}", components)
    assert not isinstance(schema, Ref)
    assert api.schemas.resolve(schema) is schema


def test_the_order_of_questions_does_not_matter(schema_of: SchemaOf) -> None:
    components = """
        A: {type: object, properties: {a: {type: string}},
            oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]}
        B: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {b: {$ref: '#/components/schemas/C'}}}]}
        C: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {c: {$ref: '#/components/schemas/B'}}}]}
    """
    keys = [f"#/components/schemas/{name}" for name in "ABC"]
    answers = []
    for order in (keys, keys[::-1], [keys[1], keys[0], keys[2]]):
        schema, api = schema_of("{type: string}", components)
        found = {k: api.schemas.resolve(Ref(target=k, name=k, origin=schema.origin)) for k in order}
        answers.append([found[k] for k in keys])
    assert answers[0] == answers[1] == answers[2]
    assert isinstance(answers[0][0], Union)
    assert isinstance(answers[0][1], Object)
    assert [p.name for p in answers[0][1].properties] == ["a", "b"]


def test_depth_without_end_is_cut(schema_of: SchemaOf) -> None:
    names = [f"N{i}" for i in range(400)]
    members = [
        f"{a}: {{allOf: [{{$ref: '#/components/schemas/{b}'}}, {{type: object, properties: {{p{a}: {{}}}}}}]}}"
        for a, b in zip(names, [*names[1:], "End"], strict=True)
    ]
    schema, _ = schema_of("{$ref: '#/components/schemas/N0'}", "{" + ", ".join([*members, "End: {type: object}"]) + "}")
    assert isinstance(schema, Object)
    assert not schema.exact


def test_local_definitions_are_found(schema_of: SchemaOf) -> None:
    schema, api = schema_of(
        "{$defs: {P: {type: integer}}, type: object, properties: {p: {$ref: '#/$defs/P'}, q: {$ref: '#/$defs/Q'}}}"
    )
    assert isinstance(schema, Object)
    assert isinstance(api.schemas.resolve(schema.properties[0].schema), Scalar)
    lost = api.schemas.resolve(schema.properties[1].schema)
    assert isinstance(lost, Anything)
    assert not lost.exact
