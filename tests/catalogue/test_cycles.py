"""Schemas that lead back to themselves, by every keyword and over every distance."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from textwrap import indent
from typing import Any

import pytest
import yaml

from mcpgen.model.json import Json
from tests.catalogue.harness import Made, make, openapi, swagger

MOST_BYTES = 20_000
"""What a tool of a small description may list at most."""


def operation(method: str, name: str, schema: str) -> str:
    return (
        f"{method}: {{operationId: {name}, responses: {{'200': {{description: ok}}}}, "
        f"requestBody: {{required: true, content: {{application/json: {{schema: {{$ref: {schema!r}}}}}}}}}}}"
    )


def reading(name: str, schema: str) -> str:
    return (
        f"get: {{operationId: {name}, parameters: [{{name: q, in: query, schema: {{$ref: {schema!r}}}}}], "
        f"responses: {{'200': {{description: ok, content: {{application/json: {{schema: {{$ref: {schema!r}}}}}}}}}}}}}"
    )


def listed_bytes(made: Made) -> int:
    return max(len(json.dumps(tool)) for tool in made.tools.values())


# --- B01: a thing made of things like it

FOLDER = """
    Folder:
      type: object
      required: [title]
      properties:
        title: {type: string}
        parent: {$ref: '#/components/schemas/Folder'}
        children: {type: array, items: {$ref: '#/components/schemas/Folder'}}
    """
NESTED: dict[str, Any] = {
    "title": "logs",
    "children": [{"title": "2023", "children": [{"title": "May", "children": [{"title": "7th"}]}]}, {"title": "2024"}],
}


def folders(version: str = "3.0.3") -> str:
    return openapi(
        f"paths: {{/folders: {{{operation('post', 'createFolder', '#/components/schemas/Folder')}}}}}\n"
        f"components:\n  schemas:{indent(FOLDER, '  ')}",
        version,
    )


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.2.0"])
def test_B01_a_tree_is_a_finite_schema(tmp_path: Path, version: str) -> None:
    made = make(tmp_path, folders(version))
    assert made.said == ()
    assert made.required("create_folder") == ["title"]
    assert listed_bytes(made) < MOST_BYTES
    children = made.properties("create_folder")["children"]
    assert children["items"]["properties"]["title"]["type"] == "string"
    assert "children (array)" in children["description"]


def test_B01_a_tree_reaches_the_wire_as_it_was_given(tmp_path: Path) -> None:
    assert make(tmp_path, folders()).call("create_folder", NESTED).sent.body == NESTED


def test_B01_what_is_wrong_deep_in_a_tree_is_refused(tmp_path: Path) -> None:
    wrong = copy.deepcopy(NESTED)
    wrong["children"][0]["children"][0]["children"][0]["title"] = 7
    called = make(tmp_path, folders()).call("create_folder", wrong)
    assert called.failed
    assert called.requests == ()
    assert "title" in called.text


def test_B01_a_tree_of_swagger_2(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        swagger("""
        paths:
          /units:
            post:
              operationId: createUnit
              parameters: [{name: unit, in: body, required: true, schema: {$ref: '#/definitions/Unit'}}]
              responses: {'200': {description: ok, schema: {$ref: '#/definitions/Unit'}}}
        definitions:
          Unit:
            type: object
            required: [code]
            properties: {code: {type: string}, parts: {type: array, items: {$ref: '#/definitions/Part'}}}
          Part: {type: object, required: [count], properties: {count: {type: integer}, unit: {$ref: '#/definitions/Unit'}}}
        """),
    )
    parts = [{"count": 2, "unit": {"code": "B", "parts": [{"count": 1, "unit": {"code": "C"}}]}}]
    assert made.call("create_unit", {"code": "A", "parts": parts}).sent.body == {"code": "A", "parts": parts}


def test_B01_a_cycle_in_the_answer_alone(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi(f"""
        paths:
          /folders/{{folderId}}:
            get:
              operationId: getFolder
              parameters: [{{name: folderId, in: path, required: true, schema: {{type: string}}}}]
              responses: {{'200': {{description: ok, content: {{application/json: {{schema: {{$ref: '#/components/schemas/Folder'}}}}}}}}}}
        components:
          schemas:{indent(FOLDER, '        ')}
        """),
    )
    assert json.loads(made.call("get_folder", {"folder_id": "7"}, json=NESTED).text) == NESTED


def test_B01_a_schema_that_is_nothing_but_itself(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi(f"""
        paths:
          /one: {{{operation('post', 'createOne', '#/components/schemas/One')}}}
          /two: {{{operation('post', 'createTwo', '#/components/schemas/Two')}}}
          /three: {{get: {{operationId: listThrees, responses: {{'200': {{description: ok}}}}}}}}
        components:
          schemas:
            One: {{$ref: '#/components/schemas/One'}}
            Two: {{$ref: '#/components/schemas/Zwei'}}
            Zwei: {{$ref: '#/components/schemas/Two'}}
        """),
    )
    assert list(made.tools) == ["create_one", "create_two", "list_threes"]
    assert listed_bytes(made) < MOST_BYTES


# --- B03: cycles of every shape and length

LINKS = {
    "property": "{type: object, properties: {label: {type: string}, next: NEXT}}",
    "items": "{type: array, items: NEXT}",
    "items of a property": "{type: object, properties: {label: {type: string}, next: {type: array, items: NEXT}}}",
    "additionalProperties": "{type: object, additionalProperties: NEXT}",
    "patternProperties": "{type: object, patternProperties: {'^[a-z]+$': NEXT}}",
    "map beside a property": "{type: object, properties: {label: {type: string}}, additionalProperties: NEXT}",
    "allOf": "{allOf: [NEXT]}",
    "allOf with more": "{allOf: [NEXT, {type: object, properties: {label: {type: string}}}]}",
    "required": "{type: object, required: [next], properties: {next: NEXT}}",
    "nothing but oneOf": "{oneOf: [NEXT, NEXT]}",
    "nothing but anyOf": "{anyOf: [NEXT]}",
    "a list of one at least": "{type: array, minItems: 1, items: NEXT}",
    "oneOf": "{oneOf: [{type: object, required: [label], properties: {label: {type: string}}}, NEXT]}",
    "anyOf": "{anyOf: [{type: string}, {type: object, properties: {next: NEXT}}]}",
    "not": "{type: object, properties: {label: {type: string}}, not: NEXT}",
    "if": "{type: object, properties: {label: {type: string}}, if: NEXT, then: {required: [label]}}",
    "dependentSchemas": "{type: object, properties: {label: {type: string}}, dependentSchemas: {label: NEXT}}",
    "prefixItems": "{type: array, prefixItems: [{type: string}, NEXT]}",
    "propertyNames": "{type: object, properties: {label: {type: string}}, propertyNames: NEXT}",
    "contains": "{type: array, items: {}, contains: NEXT}",
    "discriminator": "{type: object, required: [kind], discriminator: {propertyName: kind, mapping: {next: TARGET}}, "
    "properties: {kind: {type: string}, label: {type: string}}, oneOf: [NEXT, {type: object}]}",
}


def ring(link: str, length: int, *, files: bool = False) -> dict[str, str]:
    """A description whose schemas S0, S1 … lead to each other in a ring, each in a file of its own or all in one."""

    def at(number: int) -> str:
        return f"s{number % length}.yaml" if files else f"#/components/schemas/S{number % length}"

    def schema(number: int) -> str:
        target = at(number + 1)
        return LINKS[link].replace("NEXT", f"{{$ref: '{target}'}}").replace("TARGET", f"'{target}'")

    names = range(length)
    paths = "\n".join(
        f"  /s{n}: {{{operation('post', f'createS{n}', at(n))}, {reading(f'getS{n}', at(n))}}}" for n in names
    )
    schemas = "\n".join(f"    S{n}: {schema(n)}" for n in names)
    head = openapi(f"paths:\n{paths}\n", "3.1.0")
    if not files:
        return {"api.yaml": f"{head}components:\n  schemas:\n{schemas}\n"}
    return {"api.yaml": head, **{f"s{n}.yaml": f"{schema(n)}\n" for n in names}}


@pytest.mark.parametrize("files", [False, True], ids=["one file", "files"])
@pytest.mark.parametrize("length", [1, 2, 3])
@pytest.mark.parametrize("link", LINKS)
def test_B03_every_shape_of_cycle_ends(tmp_path: Path, link: str, length: int, files: bool) -> None:
    made = make(tmp_path, ring(link, length, files=files))
    keys = [f"{method} /s{number}" for number in range(length) for method in ("POST", "GET")]
    assert [tool.operation for tool in made.made.toolset.tools] == keys
    assert listed_bytes(made) < MOST_BYTES
    assert made.errors == []
    assert made.package


@pytest.mark.parametrize("link", LINKS)
def test_B03_a_tool_does_not_depend_on_those_before_it(tmp_path: Path, link: str) -> None:
    [(name, text)] = ring(link, 3).items()
    there = yaml.safe_load(text)
    back = {**there, "paths": dict(reversed(there["paths"].items()))}
    one = make(tmp_path / "there", {name: text})
    other = make(tmp_path / "back", {name: yaml.safe_dump(back, sort_keys=False)})
    alone = [
        make(tmp_path / path.strip("/"), {name: yaml.safe_dump({**there, "paths": {path: item}}, sort_keys=False)})
        for path, item in there["paths"].items()
    ]
    assert one.tools == other.tools
    assert {key: tool for each in alone for key, tool in each.tools.items()} == one.tools


@pytest.mark.parametrize("link", LINKS)
def test_B03_what_was_loaded_is_not_changed(tmp_path: Path, link: str) -> None:
    made = make(tmp_path, ring(link, 2, files=True))
    assert made.tools
    for document in made.made.sources.documents:
        assert document.path is not None
        assert document.data == yaml.safe_load(document.path.read_text())


QUERY = openapi("""
    paths:
      /searches:
        post:
          operationId: searchCatches
          requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Condition'}}}}
          responses: {'200': {description: ok}}
      /saved:
        post:
          operationId: createSavedSearch
          requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Saved'}}}}
          responses: {'200': {description: ok}}
    components:
      schemas:
        Condition:
          oneOf:
            - {type: object, required: [species], properties: {species: {type: string}}}
            - type: object
              required: [every]
              properties: {every: {type: array, items: {$ref: '#/components/schemas/Condition'}}}
        Saved:
          type: object
          required: [label]
          properties:
            label: {type: string}
            byName: {type: object, additionalProperties: {$ref: '#/components/schemas/Derived'}}
        Derived: {allOf: [{$ref: '#/components/schemas/Saved'}, {type: object, properties: {note: {type: string}}}]}
    """)


def test_B03_a_union_in_itself_reaches_the_wire(tmp_path: Path) -> None:
    made = make(tmp_path, QUERY)
    deep: Json = {"every": [{"species": "cod"}, {"every": [{"species": "ling"}]}]}
    assert made.call("search_catches", deep).sent.body == deep


def test_B03_a_map_of_itself_reaches_the_wire(tmp_path: Path) -> None:
    made = make(tmp_path, QUERY)
    inner = {"a": {"label": "x", "note": "n", "byName": {"b": {"label": "y"}}}}
    [name] = made.properties("create_saved_search").keys() - {"label"}
    sent = made.call("create_saved_search", {"label": "mine", name: json.dumps(inner)}).sent
    assert sent.body == {"label": "mine", "byName": inner}


def test_B03_what_is_wrong_in_a_map_of_itself_is_refused(tmp_path: Path) -> None:
    made = make(tmp_path, QUERY)
    [name] = made.properties("create_saved_search").keys() - {"label"}
    wrong = {"a": {"label": "x", "byName": {"b": {"note": 1}}}}
    assert made.call("create_saved_search", {"label": "mine", name: json.dumps(wrong)}).requests == ()


def holding(target: str, prefix: str, wrap: str) -> dict[str, Any]:
    """A choice of six objects, each of which holds `target` under eight names of its own."""
    reference: dict[str, Any] = {"$ref": f"#/components/schemas/{target}"}
    wrapped = {
        "itself": reference,
        "lists": {"type": "array", "items": reference},
        "objects": {"type": "object", "properties": {"a": reference, "b": reference}},
    }[wrap]
    branches = [{"type": "object", "properties": {f"{prefix}{k}{i}": wrapped for i in range(8)}} for k in range(6)]
    return {"anyOf": branches}


@pytest.mark.parametrize("length", [1, 2, 12])
@pytest.mark.parametrize("wrap", ["itself", "lists", "objects"])
def test_B03_a_choice_that_holds_itself_under_many_names_ends(tmp_path: Path, wrap: str, length: int) -> None:
    schemas = {f"S{n}": holding(f"S{(n + 1) % length}", "p", wrap) for n in range(length)}
    text = f"paths:\n  /a: {{{operation('post', 'createNode', '#/components/schemas/S0')}}}\n"
    made = make(tmp_path, openapi(text + f"components: {json.dumps({'schemas': schemas})}\n", "3.1.0"))
    assert made.errors == []
    assert 0 < listed_bytes(made) <= 6_144


@pytest.mark.parametrize("keyword", ["dependentSchemas", "dependencies"])
def test_B03_a_schema_that_depends_on_itself_can_be_called(tmp_path: Path, keyword: str) -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string"}},
        keyword: {"a": {"$ref": "#/components/schemas/S"}},
    }
    text = f"paths:\n  /a: {{{operation('post', 'createNode', '#/components/schemas/S')}}}\n"
    made = make(tmp_path, openapi(text + f"components: {json.dumps({'schemas': {'S': schema}})}\n", "3.1.0"))
    assert made.call("create_node", {"a": "x"}).sent.body == {"a": "x"}
