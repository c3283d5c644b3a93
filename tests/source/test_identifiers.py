"""What schemas and documents call themselves, and where references by those names lead."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from mcpgen.diagnostics import Pointer
from mcpgen.frontends.openapi import read
from mcpgen.model.schema import Array, Object, Scalar, Schema, Schemas, Union
from mcpgen.source import Document, Sources, UnresolvedRef, load
from mcpgen.source.identifiers import Identifiers, identifiers

BASE = "https://here.test/docs/api.yaml"
SCHEMAS = ("components", "schemas")


def sources_of(folder: Path, text: str, **files: str) -> Sources:
    """The sources of `api.yaml` with the given text; other files by their name without `.yaml`."""
    for name, content in {"api": text, **files}.items():
        (folder / f"{name}.yaml").write_text(dedent(content))
    return load(folder / "api.yaml")


def found_in(sources: Sources, ref: str, *at: str | int, base: Document | None = None) -> Pointer:
    """The pointer that a reference at a place of the root, or another document, leads to."""
    return sources.resolve(ref, base or sources.root, (*at, "$ref")).pointer


def of(text: str) -> Identifiers:
    from mcpgen.source.yaml_text import parse_yaml

    text = dedent(text)
    return identifiers(parse_yaml(text, "a.yaml").data, text, BASE)


# --- identifiers of one document


def test_a_document_is_called_by_where_it_was_read_from() -> None:
    found = of("a: {b: 1}")
    assert found.resources == {BASE: ()}
    assert found.anchors == {}
    assert found.around(("a", "b")) == (BASE, ())


@pytest.mark.parametrize("keyword", ["$self", "$id"])
def test_a_document_may_name_itself(keyword: str) -> None:
    found = of(f"{keyword}: https://there.test/v1/api.yaml\na: {{b: 1}}\n")
    assert found.resources == {BASE: (), "https://there.test/v1/api.yaml": ()}
    assert found.around(("a",)) == ("https://there.test/v1/api.yaml", ())


def test_the_name_of_a_document_counts_from_where_it_was_read() -> None:
    assert of("$self: ../v1/openapi.yaml\na: 1\n").around(()) == ("https://here.test/v1/openapi.yaml", ())


def test_only_a_document_has_self() -> None:
    assert of("a: {$self: https://there.test/}\n").resources == {BASE: ()}


@pytest.mark.parametrize(
    ("written", "absolute"),
    [
        ("https://there.test/ship", "https://there.test/ship"),
        ("https://there.test/ship#", "https://there.test/ship"),
        ("ship", "https://here.test/docs/ship"),
        ("/ship.json", "https://here.test/ship.json"),
        ("../ship", "https://here.test/ship"),
        ("//there.test/ship", "https://there.test/ship"),
        ("?v=2", "https://here.test/docs/api.yaml?v=2"),
        ("urn:uuid:deadbeef-4321", "urn:uuid:deadbeef-4321"),
        ("tag:there.test,2024:ship", "tag:there.test,2024:ship"),
    ],
)
def test_an_id_is_made_absolute(written: str, absolute: str) -> None:
    found = of(f"components: {{schemas: {{Ship: {{$id: '{written}'}}}}}}")
    assert found.resources == {BASE: (), absolute: (*SCHEMAS, "Ship")}


def test_ids_inside_one_another_count_from_the_nearest() -> None:
    found = of("""
        components:
          schemas:
            Ship:
              $id: https://there.test/models/ship
              properties:
                mast: {$id: parts/mast, properties: {sail: {$id: sail}}}
                hull: {type: string}
              $defs: {Crew: {$id: /crew}}
        """)
    ship = (*SCHEMAS, "Ship")
    assert found.resources == {
        BASE: (),
        "https://there.test/models/ship": ship,
        "https://there.test/models/parts/mast": (*ship, "properties", "mast"),
        "https://there.test/models/parts/sail": (*ship, "properties", "mast", "properties", "sail"),
        "https://there.test/crew": (*ship, "$defs", "Crew"),
    }
    assert found.around((*ship, "properties", "hull", "type")) == ("https://there.test/models/ship", ship)
    assert found.around(("components",)) == (BASE, ())


@pytest.mark.parametrize("written", ["12", "''", "'#ship'", "[a]", "{type: string}", "null"])
def test_what_can_be_no_id_is_none(written: str) -> None:
    assert of(f"components: {{schemas: {{Ship: {{$id: {written}}}}}}}").resources == {BASE: ()}


def test_the_first_of_two_that_are_called_the_same_counts() -> None:
    found = of("components: {schemas: {A: {$id: x, type: string}, B: {$id: x, type: integer}}}")
    assert found.resources["https://here.test/docs/x"] == (*SCHEMAS, "A")
    assert found.around((*SCHEMAS, "B", "type")) == ("https://here.test/docs/x", (*SCHEMAS, "B"))


@pytest.mark.parametrize("keyword", ["$anchor", "$dynamicAnchor"])
def test_anchors_belong_to_the_resource_around_them(keyword: str) -> None:
    found = of(f"""
        components:
          schemas:
            A: {{{keyword}: node, type: string}}
            B: {{$id: b, $defs: {{C: {{{keyword}: node}}, D: {{{keyword}: leaf}}}}}}
        """)
    b = (*SCHEMAS, "B")
    assert found.anchor("node", ()) == (*SCHEMAS, "A")
    assert found.anchor("node", b) == (*b, "$defs", "C")
    assert found.anchor("leaf", b) == (*b, "$defs", "D")
    assert found.anchor("leaf", ()) == (*b, "$defs", "D"), "no other resource has it"
    assert found.anchor("nothing", ()) is None


def test_an_anchor_that_two_other_resources_have_is_neither() -> None:
    found = of("components: {schemas: {A: {$id: a, $anchor: x}, B: {$id: b, $anchor: x}, C: {$id: c}}}")
    assert found.anchor("x", (*SCHEMAS, "A")) == (*SCHEMAS, "A")
    assert found.anchor("x", (*SCHEMAS, "C")) is None


def test_the_first_of_two_anchors_in_a_resource_counts() -> None:
    assert of("components: {schemas: {A: {$anchor: x}, B: {$anchor: x}}}").anchor("x", ()) == (*SCHEMAS, "A")


@pytest.mark.parametrize("keyword", ["example", "examples", "default", "const", "enum"])
def test_values_hold_no_identifiers(keyword: str) -> None:
    value = "{$id: https://there.test/a, $anchor: x, deep: [{$id: b, $anchor: y}]}"
    value = f"[{value}]" if keyword in ("examples", "enum") else value
    found = of(f"components: {{schemas: {{Ship: {{type: object, {keyword}: {value}}}}}}}")
    assert (found.resources, found.anchors) == ({BASE: ()}, {})


def test_examples_of_media_types_and_components_hold_none() -> None:
    found = of("""
        paths: {/a: {get: {responses: {'200': {content: {application/json: {
          example: {$id: a}, examples: {one: {value: {$id: b, $anchor: c}}}}}}}}}}
        components: {examples: {Two: {value: {$id: d}}}}
        """)
    assert (found.resources, found.anchors) == ({BASE: ()}, {})


@pytest.mark.parametrize("name", ["$id", "$anchor", "example", "default", "enum", "const", "examples"])
def test_properties_that_are_called_like_keywords_are_schemas(name: str) -> None:
    found = of(f"components: {{schemas: {{Ship: {{properties: {{{name}: {{$anchor: here}}}}}}}}}}")
    assert found.anchor("here", ()) == (*SCHEMAS, "Ship", "properties", name)


@pytest.mark.parametrize(
    "pointer",
    [
        ("components", "schemas", "default"),
        ("components", "schemas", "example"),
        ("components", "parameters", "default", "schema"),
        ("paths", "/a", "get", "responses", "default", "content", "application/json", "schema"),
        ("components", "schemas", "Ship", "$defs", "enum"),
        ("components", "schemas", "Ship", "patternProperties", "const"),
        ("components", "schemas", "Ship", "dependentSchemas", "default"),
    ],
)
def test_members_of_maps_that_are_called_like_keywords_are_schemas(pointer: Pointer) -> None:
    text = "{$anchor: here}"
    for step in reversed(pointer):
        text = f"{{{step}: {text}}}"
    assert of(text).anchor("here", ()) == pointer


def test_what_aliases_share_is_named_where_it_is_met_first() -> None:
    found = of("a: &ship {$id: ship, $anchor: x}\nb: *ship\n")
    assert found.resources["https://here.test/docs/ship"] == ("a",)


def test_text_that_only_looks_like_an_identifier_costs_nothing() -> None:
    found = of("description: 'Use $id and $anchor: x'\na: {b: $id}\n")
    assert (found.resources, found.anchors) == ({BASE: ()}, {})


# --- references by identifiers


LIBRARY = """
    components:
      schemas:
        Ship:
          $id: https://there.test/models/ship
          type: object
          $defs:
            Mast: {$anchor: mast, type: object, properties: {height: {type: number}}}
            Crew: {$id: crew, type: array, items: {$anchor: sailor, type: string}}
          properties: {mast: {$ref: '#mast'}}
        Dock: {type: object, properties: {berth: {$anchor: berth, type: string}}}
    """
SHIP = (*SCHEMAS, "Ship")


@pytest.mark.parametrize(
    ("ref", "pointer"),
    [
        ("https://there.test/models/ship", SHIP),
        ("https://there.test/models/ship#", SHIP),
        ("https://there.test/models/ship#/$defs/Mast", (*SHIP, "$defs", "Mast")),
        ("https://there.test/models/ship#mast", (*SHIP, "$defs", "Mast")),
        ("https://there.test/models/crew", (*SHIP, "$defs", "Crew")),
        ("https://there.test/models/crew#/items", (*SHIP, "$defs", "Crew", "items")),
        ("https://there.test/models/crew#sailor", (*SHIP, "$defs", "Crew", "items")),
        ("#berth", (*SCHEMAS, "Dock", "properties", "berth")),
        ("#b%65rth", (*SCHEMAS, "Dock", "properties", "berth")),
        ("api.yaml#berth", (*SCHEMAS, "Dock", "properties", "berth")),
        ("#/components/schemas/Ship/$defs/Mast/properties/height", (*SHIP, "$defs", "Mast", "properties", "height")),
    ],
)
def test_from_outside_a_resource(tmp_path: Path, ref: str, pointer: Pointer) -> None:
    assert found_in(sources_of(tmp_path, LIBRARY), ref, "paths", "/a") == pointer


@pytest.mark.parametrize(
    ("ref", "pointer"),
    [
        ("#", SHIP),
        ("", SHIP),
        ("#mast", (*SHIP, "$defs", "Mast")),
        ("#/$defs/Mast", (*SHIP, "$defs", "Mast")),
        ("ship", SHIP),
        ("ship#/$defs/Mast", (*SHIP, "$defs", "Mast")),
        ("crew", (*SHIP, "$defs", "Crew")),
        ("crew#sailor", (*SHIP, "$defs", "Crew", "items")),
        ("../models/crew", (*SHIP, "$defs", "Crew")),
        ("/models/crew", (*SHIP, "$defs", "Crew")),
        ("#/components/schemas/Dock", (*SCHEMAS, "Dock")),
    ],
)
def test_from_inside_a_resource(tmp_path: Path, ref: str, pointer: Pointer) -> None:
    assert found_in(sources_of(tmp_path, LIBRARY), ref, *SHIP, "properties", "mast") == pointer


def test_a_pointer_inside_a_resource_starts_at_the_nearest(tmp_path: Path) -> None:
    sources = sources_of(tmp_path, LIBRARY)
    assert found_in(sources, "#/items", *SHIP, "$defs", "Crew", "items") == (*SHIP, "$defs", "Crew", "items")
    assert found_in(sources, "#", *SHIP, "$defs", "Crew", "items") == (*SHIP, "$defs", "Crew")
    assert found_in(sources, "ship", *SHIP, "$defs", "Crew", "items") == SHIP


def test_the_same_reference_means_another_thing_in_another_resource(tmp_path: Path) -> None:
    sources = sources_of(
        tmp_path,
        """
        components:
          schemas:
            A: {$id: a, $defs: {Part: {type: string}}}
            B: {$id: b, $defs: {Part: {type: integer}}}
        """,
    )
    parts = [found_in(sources, "#/$defs/Part", *SCHEMAS, name, "properties", "x") for name in ("A", "B", "A")]
    assert parts == [(*SCHEMAS, name, "$defs", "Part") for name in ("A", "B", "A")]


@pytest.mark.parametrize(
    ("ref", "says"),
    [
        ("#nothing", "anchor"),
        ("https://there.test/models/ship#nothing", "anchor"),
        ("https://there.test/models/ship#/$defs/Nothing", "Nothing"),
        ("https://there.test/models/boat", "network"),
        ("urn:example:ship", "no possible file"),
    ],
)
def test_names_that_nothing_has(tmp_path: Path, ref: str, says: str) -> None:
    sources = sources_of(tmp_path, LIBRARY)
    with pytest.raises(UnresolvedRef) as caught:
        sources.resolve(ref, sources.root)
    assert says in caught.value.reason
    assert ref in caught.value.reason
    assert caught.value.hint


def test_a_urn_is_a_name_like_any_other(tmp_path: Path) -> None:
    sources = sources_of(tmp_path, "components: {schemas: {Ship: {$id: 'urn:example:ship', $anchor: x}}}")
    assert found_in(sources, "urn:example:ship") == SHIP
    assert found_in(sources, "urn:example:ship#x") == SHIP


def test_the_name_of_the_document_leads_to_it(tmp_path: Path) -> None:
    text = "$self: https://there.test/v1/openapi.yaml\ncomponents: {schemas: {Ship: {$anchor: ship}}}\n"
    sources = sources_of(tmp_path, text)
    for ref in ("https://there.test/v1/openapi.yaml", "openapi.yaml", "../v1/openapi.yaml", "api.yaml", "#"):
        assert found_in(sources, ref) == ()
    assert found_in(sources, "https://there.test/v1/openapi.yaml#/components/schemas/Ship") == SHIP
    assert found_in(sources, "openapi.yaml#ship") == SHIP


def test_a_document_that_names_itself_still_has_files_beside_it(tmp_path: Path) -> None:
    sources = sources_of(tmp_path, "$self: https://there.test/v1/openapi.yaml\n", ship="type: object\n")
    assert sources.resolve("ship.yaml", sources.root).document.file.endswith("ship.yaml")


def test_another_file_may_be_called_by_the_name_that_it_has(tmp_path: Path) -> None:
    sources = sources_of(
        tmp_path,
        "a: {$ref: ship.yaml}\n",
        ship="$id: https://there.test/models/ship\n$defs: {Mast: {$anchor: mast}, Hull: {type: string}}\nown: {$ref: '#mast'}\n",
    )
    ship = sources.resolve("ship.yaml", sources.root).document
    for ref in ("#/$defs/Mast", "#mast", "https://there.test/models/ship#mast", "ship#mast", "ship.yaml#mast"):
        target = sources.resolve(ref, ship, ("own", "$ref"))
        assert (target.document, target.pointer) == (ship, ("$defs", "Mast"))


def test_another_file_may_use_the_names_of_the_root(tmp_path: Path) -> None:
    sources = sources_of(tmp_path, LIBRARY, other="a: {$ref: 'https://there.test/models/ship#mast'}\n")
    other = sources.resolve("other.yaml", sources.root).document
    target = sources.resolve("https://there.test/models/ship#mast", other)
    assert (target.document, target.pointer) == (sources.root, (*SHIP, "$defs", "Mast"))


def test_names_are_followed_on_the_way_of_a_pointer(tmp_path: Path) -> None:
    text = LIBRARY + "    Fleet: {$ref: 'https://there.test/models/crew'}\n"
    sources = sources_of(tmp_path, text)
    assert found_in(sources, "#/components/schemas/Fleet/items") == (*SHIP, "$defs", "Crew", "items")


# --- what schemas mean by them


def schemas_of(folder: Path, schemas: str) -> tuple[Object, Schemas]:
    """The body of the one operation, which is the component `Root`."""
    text = f"""
        openapi: 3.1.0
        info: {{title: T, version: '1'}}
        paths:
          /a:
            post:
              requestBody: {{content: {{application/json: {{schema: {{$ref: '#/components/schemas/Root'}}}}}}}}
              responses: {{'200': {{description: ok}}}}
        components:
          schemas:
{indent(dedent(schemas), " " * 12)}
        """
    api = read(sources_of(folder, text))
    assert [d for d in api.diagnostics if "$recursiveAnchor" not in d.message] == []
    body = api.operations[0].body
    assert body is not None
    assert body.content[0].schema is not None
    root = api.schemas.resolve(body.content[0].schema)
    assert isinstance(root, Object)
    return root, api.schemas


def field_of(root: Object, name: str, schemas: Schemas) -> Schema:
    return schemas.resolve(next(p.schema for p in root.properties if p.name == name))


@pytest.mark.parametrize(
    ("head", "ref"),
    [
        ("$id: https://there.test/tree, $anchor: node", "$ref: '#'"),
        ("$id: https://there.test/tree, $anchor: node", "$ref: '#node'"),
        ("$id: https://there.test/tree", "$ref: tree"),
        ("$dynamicAnchor: node", "$dynamicRef: '#node'"),
        ("$dynamicAnchor: node", "$ref: '#node'"),
        ("$id: tree, $dynamicAnchor: node", "$dynamicRef: '#node'"),
        ("$id: tree, $dynamicAnchor: node", "$dynamicRef: 'tree#node'"),
        ("$id: tree, $dynamicAnchor: node", "$dynamicRef: '#'"),
        ("$id: tree, $recursiveAnchor: true", "$recursiveRef: '#'"),
    ],
)
def test_a_tree_refers_to_itself_by_any_of_its_names(tmp_path: Path, head: str, ref: str) -> None:
    root, schemas = schemas_of(
        tmp_path,
        f"""
        Root:
          {{{head}, type: object, properties: {{name: {{type: string}}, children: {{type: array, items: {{{ref}}}}}}}}}
        """,
    )
    children = field_of(root, "children", schemas)
    assert isinstance(children, Array)
    again = schemas.resolve(children.items)
    assert isinstance(again, Object)
    assert [p.name for p in again.properties] == ["name", "children"]


def test_the_same_name_in_two_resources_means_two_schemas(tmp_path: Path) -> None:
    root, schemas = schemas_of(
        tmp_path,
        """
        Root: {type: object, properties: {ship: {$ref: ship}, dock: {$ref: 'dock'}}}
        Ship: {$id: ship, $ref: '#/$defs/Size', $defs: {Size: {type: integer}}}
        Dock: {$id: dock, $ref: '#size', $defs: {Size: {$anchor: size, type: string}}}
        """,
    )
    ship, dock = (field_of(root, name, schemas) for name in ("ship", "dock"))
    assert isinstance(ship, Scalar)
    assert isinstance(dock, Scalar)
    assert (ship.type, dock.type) == ("integer", "string")


def test_a_mapping_may_name_schemas_by_id(tmp_path: Path) -> None:
    root, schemas = schemas_of(
        tmp_path,
        """
        Root:
          type: object
          properties:
            vessel:
              oneOf: [{$ref: tug}, {$ref: 'https://there.test/barge'}]
              discriminator: {propertyName: kind, mapping: {t: '#/components/schemas/Tug', b: 'https://there.test/barge'}}
        Tug: {$id: tug, type: object, properties: {kind: {type: string}, pull: {type: integer}}}
        Barge: {$id: https://there.test/barge, type: object, properties: {kind: {type: string}, load: {type: integer}}}
        """,
    )
    vessel = field_of(root, "vessel", schemas)
    assert isinstance(vessel, Union)
    assert [variant.tag for variant in vessel.variants] == ["t", "b"]
