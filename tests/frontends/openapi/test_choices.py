"""oneOf, anyOf and allOf."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from mcpgen.model.api import Api
from mcpgen.model.json import UNSET
from mcpgen.model.schema import Anything, Array, Enum, Map, Object, Ref, Scalar, Schema, Union

SchemaOf = Callable[..., tuple[Schema, Api]]

PETS = """
    Cat: {type: object, required: [kind], properties: {kind: {type: string}, lives: {type: integer}}}
    Dog: {type: object, required: [kind], properties: {kind: {type: string}, barks: {type: boolean}}}
"""


def branches(schema: Schema) -> list[tuple[str, object]]:
    assert isinstance(schema, Union)
    return [(v.label, v.tag) for v in schema.variants]


def names(schema: Schema) -> list[str]:
    assert isinstance(schema, Object)
    return [p.name + ("!" if p.required else "") for p in schema.properties]


# --- null, lone branches, scalars


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
@pytest.mark.parametrize(
    "null", ["{type: 'null'}", "{enum: [null]}", "{const: null}", "{$ref: '#/components/schemas/N'}"]
)
def test_null_is_no_branch(schema_of: SchemaOf, keyword: str, null: str) -> None:
    schema, _ = schema_of(
        f"{{{keyword}: [{{type: string, maxLength: 3}}, {null}], title: T, default: null}}", "N: {type: 'null'}"
    )
    assert isinstance(schema, Scalar)
    assert (schema.max_length, schema.nullable, schema.title, schema.default) == (3, True, "T", None)
    assert keyword in schema.source  # type: ignore[operator]


def test_a_nullable_reference_stays_one(schema_of: SchemaOf) -> None:
    written = (
        "{anyOf: [{$ref: '#/components/schemas/Cat'}, {type: 'null'}]}",
        "{nullable: true, allOf: [{$ref: '#/components/schemas/Cat'}]}",
    )
    for text in written:
        schema, api = schema_of(f"{{properties: {{p: {text}}}}}", PETS, "3.0.3")
        assert isinstance(schema, Object)
        ref = schema.properties[0].schema
        assert isinstance(ref, Ref)
        assert ref.nullable
        assert api.schemas.resolve(ref).nullable
        assert "anyOf" in ref.source  # type: ignore[operator]


@pytest.mark.parametrize("wrapped", ["{allOf: [X]}", "{oneOf: [X]}", "{anyOf: [X]}", "{allOf: [{description: d}, X]}"])
def test_a_lone_branch_is_itself(schema_of: SchemaOf, wrapped: str) -> None:
    schema, _ = schema_of(wrapped.replace("X", "{type: integer, minimum: 2}"))
    assert isinstance(schema, Scalar)
    assert schema.minimum == 2
    around = wrapped.replace("X", "{$ref: '#/components/schemas/Cat'}")
    referred, _ = schema_of(f"{{properties: {{p: {around}}}}}", PETS)
    assert isinstance(referred, Object)
    assert isinstance(referred.properties[0].schema, Ref)


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("{oneOf: [{const: a}, {const: b}]}", ("a", "b")),
        ("{anyOf: [{type: string, enum: [a, b]}, {type: string, enum: [b, c]}]}", ("a", "b", "c")),
        ("{anyOf: [{$ref: '#/components/schemas/E'}, {const: c}]}", ("a", "b", "c")),
        ("{anyOf: [{anyOf: [{const: a}, {const: b}]}, {const: c}]}", ("a", "b", "c")),
        ("{oneOf: [{type: integer, enum: [1]}, {type: integer, enum: [2]}]}", (1, 2)),
    ],
)
def test_sets_of_one_type_are_one(schema_of: SchemaOf, written: str, values: tuple[object, ...]) -> None:
    schema, _ = schema_of(written, "E: {enum: [a, b]}")
    assert isinstance(schema, Enum)
    assert schema.values == values
    assert schema.exact


def test_open_sets_are_scalars(schema_of: SchemaOf) -> None:
    schema, _ = schema_of("{anyOf: [{enum: [now, later], description: known}, {type: string}]}")
    assert isinstance(schema, Scalar)
    assert (schema.type, schema.examples, schema.exact, schema.description) == (
        "string",
        ("now", "later"),
        True,
        "known",
    )
    dated, _ = schema_of("{anyOf: [{enum: [now]}, {type: string, format: date}]}")
    assert isinstance(dated, Scalar)
    assert (dated.format, dated.exact) == ("", False)


def test_scalars_of_one_type_are_the_widest(schema_of: SchemaOf) -> None:
    schema, _ = schema_of(
        "{anyOf: [{type: string, maxLength: 20}, {type: string, format: uuid}], nullable: true}", version="3.0.3"
    )
    assert isinstance(schema, Scalar)
    assert (schema.max_length, schema.format, schema.nullable, schema.exact) == (None, "", True, False)
    numbers, _ = schema_of("{oneOf: [{type: integer}, {type: number}]}")
    assert isinstance(numbers, Scalar)
    assert numbers.type == "number"


def test_type_lists_are_choices(schema_of: SchemaOf) -> None:
    schema, _ = schema_of("{type: [string, integer, 'null'], maxLength: 3, description: d}")
    assert branches(schema) == [("string", UNSET), ("integer", UNSET)]
    assert schema.nullable
    assert schema.description == "d"
    assert schema.variants[0].schema.max_length == 3  # type: ignore[union-attr]


# --- discriminators


@pytest.mark.parametrize(
    ("mapping", "tags"),
    [
        ("", ["Cat", "Dog"]),
        (", mapping: {c: '#/components/schemas/Cat', d: Dog}", ["c", "d"]),
        (", mapping: {c: Cat}", ["c", "Dog"]),
        (", mapping: {c: Cat, x: Cat, d: Dog}", ["c", "x", "d"]),
        (", mapping: {c: '#/components/schemas/Gone'}", ["Cat", "Dog"]),
    ],
)
def test_tags(schema_of: SchemaOf, mapping: str, tags: list[str]) -> None:
    refs = "[{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]"
    schema, api = schema_of(f"{{oneOf: {refs}, discriminator: {{propertyName: kind{mapping}}}}}", PETS)
    assert branches(schema) == [(tag, tag) for tag in tags]
    assert isinstance(schema, Union)
    assert (schema.discriminator, schema.exclusive) == ("kind", True)
    assert all(isinstance(v.schema, Ref) for v in schema.variants)
    assert any(d.code == "openapi-reference" for d in api.diagnostics) is ("Gone" in mapping)


def test_tags_that_the_branches_fix(schema_of: SchemaOf) -> None:
    schema, _ = schema_of("""
        anyOf:
          - {title: Card, type: object, properties: {type: {const: card}, number: {type: string}}}
          - {title: Bank, type: object, properties: {type: {enum: [iban, sepa]}, iban: {type: string}}}
        discriminator: {propertyName: type}
        """)
    assert branches(schema) == [("card", "card"), ("iban", "iban"), ("sepa", "sepa")]
    assert isinstance(schema, Union)
    assert not schema.exclusive


def test_a_fixed_property_tells_apart_without_being_declared(schema_of: SchemaOf) -> None:
    schema, _ = schema_of("""
        oneOf:
          - {type: object, properties: {id: {type: string}, op: {const: add}, value: {}}}
          - {type: object, properties: {id: {type: string}, op: {enum: [remove]}}}
        """)
    assert isinstance(schema, Union)
    assert schema.discriminator == "op"
    assert branches(schema) == [("add", "add"), ("remove", "remove")]


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        ("[{title: One, type: object}, {title: Two, type: object}]", ["One", "Two"]),
        ("[{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]", ["Cat", "Dog"]),
        ("[{properties: {a: {}, s: {}}}, {properties: {b: {}, s: {}}}]", ["a", "b"]),
        ("[{title: T, properties: {a: {}}}, {title: T, properties: {b: {}}}]", ["a", "b"]),
        ("[{type: string}, {type: array, items: {type: string}}]", ["string", "array"]),
        ("[{type: object}, {type: object, additionalProperties: {type: string}}]", ["object", "object 2"]),
    ],
)
def test_labels(schema_of: SchemaOf, written: str, labels: list[str]) -> None:
    schema, _ = schema_of(f"{{oneOf: {written}}}", PETS)
    assert [label for label, _ in branches(schema)] == labels


def test_inner_choices_are_flattened_unless_discriminated(schema_of: SchemaOf) -> None:
    components = PETS + """
    Pet: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}, {type: 'null'}]}
    Told: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}],
           discriminator: {propertyName: kind}}
    """
    flat, _ = schema_of("{oneOf: [{$ref: '#/components/schemas/Pet'}, {type: string}]}", components)
    assert [label for label, _ in branches(flat)] == ["Cat", "Dog", "string"]
    assert flat.nullable
    kept, _ = schema_of("{oneOf: [{$ref: '#/components/schemas/Told'}, {type: string}]}", components)
    assert [label for label, _ in branches(kept)] == ["Told", "string"]


def test_an_inner_branch_that_comes_again_adds_nothing(schema_of: SchemaOf) -> None:
    components = PETS + """
    Tame: {anyOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}
    Loud: {anyOf: [{$ref: '#/components/schemas/Dog'}, {$ref: '#/components/schemas/Tame'}, {type: string}]}
    """
    flat, _ = schema_of(
        "{anyOf: [{$ref: '#/components/schemas/Tame'}, {$ref: '#/components/schemas/Loud'}]}", components
    )
    assert [label for label, _ in branches(flat)] == ["Cat", "Dog", "string"]


def test_a_branch_that_is_listed_twice_stays_twice(schema_of: SchemaOf) -> None:
    twice = "{oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Cat'}]}"
    assert [label for label, _ in branches(schema_of(twice, PETS)[0])] == ["Cat", "Cat 2"]


def test_choices_that_refer_to_each_other_are_opened_once_each(schema_of: SchemaOf) -> None:
    refs = ", ".join(f"{{$ref: '#/components/schemas/C{i}'}}" for i in range(4))
    components = "".join(
        f"C{i}: {{anyOf: [{refs}, {{type: object, properties: {{p{i}: {{type: string}}}}}}]}}\n" for i in range(4)
    )
    schema, api = schema_of("{$ref: '#/components/schemas/C0'}", components)
    assert isinstance(schema, Union)
    assert sorted(name for v in schema.variants for name in names(api.schemas.resolve(v.schema))) == [
        "p0",
        "p1",
        "p2",
        "p3",
    ]


def test_a_choice_that_comes_back_to_itself_is_its_other_branches(schema_of: SchemaOf) -> None:
    schema, _ = schema_of(
        "{$ref: '#/components/schemas/L'}", "L: {anyOf: [{$ref: '#/components/schemas/L'}, {type: string}]}"
    )
    assert isinstance(schema, Scalar)
    assert schema.type == "string"


def test_a_choice_of_nothing_but_itself_is_anything(schema_of: SchemaOf) -> None:
    components = """
    A: {anyOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/A'}]}
    B: {oneOf: [{$ref: '#/components/schemas/A'}]}
    """
    schema, _ = schema_of("{$ref: '#/components/schemas/A'}", components)
    assert isinstance(schema, Anything)
    assert (schema.nullable, schema.exact) == (False, False)
    beside, _ = schema_of("{maxLength: 3, type: string, anyOf: [{$ref: '#/components/schemas/A'}]}", components)
    assert isinstance(beside, Scalar)
    assert beside.max_length == 3


# --- what stands beside a choice


def test_what_stands_beside_is_merged_into_each_branch(schema_of: SchemaOf) -> None:
    schema, api = schema_of(
        """
        type: object
        required: [id]
        properties: {id: {type: integer}, kind: {type: string, maxLength: 5}}
        oneOf:
          - {$ref: '#/components/schemas/Cat'}
          - {properties: {note: {type: string}}, required: [note]}
        """,
        PETS,
    )
    assert isinstance(schema, Union)
    found = [names(api.schemas.resolve(v.schema)) for v in schema.variants]
    assert found == [["id!", "kind!", "lives"], ["id!", "kind", "note!"]]
    assert [v.label for v in schema.variants] == ["Cat", "note"]


@pytest.mark.parametrize(("keyword", "exclusive"), [("anyOf", False), ("oneOf", True)])
def test_branches_that_only_require_choose_nothing(schema_of: SchemaOf, keyword: str, exclusive: bool) -> None:
    rule = f"{keyword}: [{{required: [a]}}, {{required: [b, c]}}]"
    beside, _ = schema_of(f"{{properties: {{a: {{}}, b: {{}}, c: {{}}}}, {rule}}}")
    apart, _ = schema_of(f"{{allOf: [{{properties: {{a: {{}}, b: {{}}, c: {{}}}}}}, {{{rule}}}]}}")
    for schema in (beside, apart):
        assert isinstance(schema, Object)
        assert names(schema) == ["a", "b", "c"]
        assert schema.any_required == (("a",), ("b", "c"))
        assert schema.one_required is exclusive
        assert schema.exact


# --- allOf


def test_all_of_joins_objects(schema_of: SchemaOf) -> None:
    schema, _ = schema_of(
        """
        description: whole
        allOf:
          - {title: Part, required: [campaign], properties: {campaign: {type: string}, name: {description: over}}}
          - {$ref: '#/components/schemas/Common'}
          - {properties: {extra: {type: string}}, additionalProperties: {type: integer}}
        required: [name]
        """,
        "Common: {title: Common, type: object, properties: {name: {type: string, maxLength: 9}, note: {type: string}}}",
    )
    assert names(schema) == ["campaign!", "name!", "note", "extra"]
    assert isinstance(schema, Object)
    assert (schema.title, schema.description, schema.exact) == ("Part", "whole", True)
    name = schema.properties[1].schema
    assert isinstance(name, Scalar)
    assert (name.max_length, name.description) == (9, "over")
    assert isinstance(schema.extra, Scalar)


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ("[{type: integer, minimum: 1}, {type: number, minimum: 5, maximum: 9}]", ("integer", 5, 9, True)),
        ("[{type: number}, {type: integer, maximum: 9}, {maximum: 4}]", ("integer", None, 4, True)),
        ("[{type: integer, multipleOf: 2}, {multipleOf: 3}]", ("integer", None, None, False)),
    ],
)
def test_all_of_narrows_scalars(schema_of: SchemaOf, parts: str, expected: tuple[object, ...]) -> None:
    schema, _ = schema_of(f"{{allOf: {parts}}}")
    assert isinstance(schema, Scalar)
    assert (schema.type, schema.minimum, schema.maximum, schema.exact) == expected


def test_all_of_cuts_sets_of_values(schema_of: SchemaOf) -> None:
    schema, _ = schema_of("{allOf: [{type: string, enum: [a, b], x-enum-descriptions: [A, B]}, {enum: [b, c]}]}")
    assert isinstance(schema, Enum)
    assert (schema.values, schema.labels, schema.exact) == (("b",), ("B",), True)


@pytest.mark.parametrize(
    ("written", "nullable"),
    [
        ("{allOf: [{enum: [a]}, {enum: [b]}]}", False),
        ("{allOf: [{type: integer}, {type: string}]}", False),
        ("{allOf: [{type: object, properties: {a: {}}}, {type: array}]}", False),
        ("{allOf: [{oneOf: [{type: string}, {type: boolean}]}, {type: array}]}", False),
        ("{allOf: [{type: string, maxLength: 1}, {enum: [one, two]}]}", False),
        ("false", False),
        ("{allOf: [{type: [integer, 'null']}, {type: [string, 'null']}]}", True),
        ("{type: 'null'}", True),
        ("{enum: [null]}", True),
        ("{const: null}", True),
        ("{oneOf: [{type: 'null'}, {const: null}]}", True),
    ],
)
def test_what_excludes_itself_has_no_value_but_null(schema_of: SchemaOf, written: str, nullable: bool) -> None:
    schema, _ = schema_of(written, version="3.1.0")
    assert isinstance(schema, Anything)
    assert (schema.never, schema.nullable, schema.exact) == (True, nullable, False)


@pytest.mark.parametrize(
    ("parts", "nullable"),
    [
        ("[{type: [string, 'null']}, {type: string}]", False),
        ("[{type: [string, 'null']}, {description: d}]", True),
        ("[{type: [string, 'null']}, {type: [string, 'null'], maxLength: 3}]", True),
        ("[{type: string}, {nullable: true}]", True),
    ],
)
def test_null_in_all_of(schema_of: SchemaOf, parts: str, nullable: bool) -> None:
    assert schema_of(f"{{allOf: {parts}}}", version="3.0.3")[0].nullable is nullable


def test_a_choice_inside_all_of_is_distributed(schema_of: SchemaOf) -> None:
    schema, _ = schema_of("""
        allOf:
          - {type: object, properties: {id: {type: string}}}
          - oneOf: [{title: A, properties: {a: {}}}, {title: B, properties: {b: {}}}, {type: string}]
        """)
    assert isinstance(schema, Union)
    assert [(v.label, names(v.schema)) for v in schema.variants] == [("A", ["id", "a"]), ("B", ["id", "b"])]


def test_arrays_and_maps_in_all_of(schema_of: SchemaOf) -> None:
    array, _ = schema_of("{allOf: [{type: array, items: {type: integer}}, {minItems: 2}, {items: {maximum: 3}}]}")
    assert isinstance(array, Array)
    assert (array.min_items, array.items.maximum) == (2, 3)  # type: ignore[union-attr]
    map_, _ = schema_of(
        "{allOf: [{type: object, additionalProperties: {type: integer}}, {type: object, maxProperties: 3}]}"
    )
    assert isinstance(map_, Map)
    assert map_.max_properties == 3
    assert not isinstance(map_.values, Anything)


def test_properties_that_recurse_in_two_branches_end(schema_of: SchemaOf) -> None:
    components = """
        A: {type: object, properties: {next: {$ref: '#/components/schemas/A'}, a: {type: string}}}
        B: {type: object, properties: {next: {$ref: '#/components/schemas/B'}, b: {type: string}}}
    """
    schema, _ = schema_of("{allOf: [{$ref: '#/components/schemas/A'}, {$ref: '#/components/schemas/B'}]}", components)
    assert names(schema) == ["next", "a", "b"]
    below = schema.properties[0].schema  # type: ignore[union-attr]
    assert names(below) == ["next", "a", "b"]


# --- subtypes of a parent with a discriminator

FAMILY = """
    Pet: {type: object, required: [kind], properties: {kind: {type: string}},
          discriminator: {propertyName: kind MAPPING}}
    Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {lives: {type: integer}}}]}
    Dog: {allOf: [{$ref: '#/components/schemas/Pet'}], type: object, required: [size],
          properties: {size: {type: integer}}}
    Puppy: {allOf: [{$ref: '#/components/schemas/Dog'}, {properties: {age: {type: integer}}}]}
    Fish: {description: says nothing new, allOf: [{$ref: '#/components/schemas/Pet'}]}
"""


@pytest.mark.parametrize(
    ("mapping", "tags"),
    [
        ("", ["Cat", "Dog", "Fish", "Puppy"]),
        (", mapping: {d: Dog, c: '#/components/schemas/Cat'}", ["d", "c", "Fish", "Puppy"]),
        (", mapping: {any: Pet}", ["any", "Cat", "Dog", "Fish", "Puppy"]),
    ],
)
def test_a_parent_is_a_choice_between_its_subtypes(schema_of: SchemaOf, mapping: str, tags: list[str]) -> None:
    schema, api = schema_of("{$ref: '#/components/schemas/Pet'}", FAMILY.replace(" MAPPING", mapping))
    assert branches(schema) == [(tag, tag) for tag in tags]
    assert isinstance(schema, Union)
    assert schema.discriminator == "kind"
    own = {v.label: names(api.schemas.resolve(v.schema)) for v in schema.variants}
    assert own["Puppy"] == ["kind!", "size!", "age"]
    assert own["Fish"] == ["kind!"]
    assert own[tags[0]][0] == "kind!"


def test_a_subtype_by_itself_has_its_parents_fields(schema_of: SchemaOf) -> None:
    schema, _ = schema_of("{$ref: '#/components/schemas/Cat'}", FAMILY.replace(" MAPPING", ""))
    assert names(schema) == ["kind!", "lives"]


def test_a_parent_that_lists_its_subtypes_is_told_once(schema_of: SchemaOf) -> None:
    components = """
        Base: {type: object, properties: {kind: {type: string}, id: {type: integer}},
               discriminator: {propertyName: kind},
               oneOf: [{$ref: '#/components/schemas/X'}, {$ref: '#/components/schemas/Y'}]}
        X: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {x: {type: string}}}]}
        Y: {allOf: [{$ref: '#/components/schemas/Base'}, {properties: {y: {type: string}}}]}
    """
    schema, api = schema_of("{$ref: '#/components/schemas/Base'}", components)
    assert branches(schema) == [("X", "X"), ("Y", "Y")]
    assert isinstance(schema, Union)
    assert all(isinstance(v.schema, Ref) for v in schema.variants)
    assert names(api.schemas.resolve(schema.variants[0].schema)) == ["kind", "id", "x"]


def test_a_choice_that_says_nothing_of_its_branches_still_names_them(schema_of: SchemaOf) -> None:
    components = "T: {discriminator: {propertyName: type, mapping: {'': '#'}}}"
    schema, _ = schema_of("{$ref: '#/components/schemas/T'}", components)
    assert isinstance(schema, Union)
    assert all(variant.label for variant in schema.variants)
