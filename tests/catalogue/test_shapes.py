"""Bodies as arguments: switches that become tools of their own, nested objects that become flat, and budgets."""

from __future__ import annotations

import ast
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.catalogue.harness import Made, make, openapi, swagger
from tests.catalogue.test_fields import OK, fields, posted


def branch(action: str, more: str, required: str = "", *, const: bool = False) -> str:
    said = f"{{const: {action}}}" if const else f"{{type: string, enum: [{action}]}}"
    return (
        f"{{type: object, required: [action{', ' * bool(required)}{required}], properties: {{action: {said}, {more}}}}}"
    )


SWITCH = [
    branch("open_gate", "gate: {type: string}, wide: {type: boolean}", "gate"),
    branch("close_gate", "gate: {type: string}", "gate"),
    branch("list_gates", "limit: {type: integer}"),
]


@pytest.mark.parametrize("keyword", ["oneOf", "anyOf"])
@pytest.mark.parametrize("const", [False, True])
def test_B215_a_switch_becomes_tools(tmp_path: Path, keyword: str, const: bool) -> None:
    branches = [
        each.replace("{type: string, enum: [", "{const: ").replace("]},", "},", 1) if const else each for each in SWITCH
    ]
    made = make(tmp_path, posted(f"{{{keyword}: [{', '.join(branches)}]}}", version="3.1.0"))
    assert list(made.tools) == ["open_gate", "close_gate", "list_gates"]
    values: dict[str, Any] = {"gate": "g", "wide": True, "limit": 3}
    sent = []
    for name in made.tools:
        given = {argument: values[argument.removesuffix("_id")] for argument in made.properties(name)}
        sent.append(made.call(name, given).sent.body)
    assert sent == [
        {"action": "open_gate", "gate": "g", "wide": True},
        {"action": "close_gate", "gate": "g"},
        {"action": "list_gates", "limit": 3},
    ]
    assert [len(made.required(name)) for name in made.tools] == [1, 1, 0]


@pytest.mark.parametrize("place", ["query", "path", "body"])
def test_B216_a_switch_without_branches_loses_nothing(tmp_path: Path, place: str) -> None:
    verbs = "{type: string, enum: [start, pause, delete]}"
    content = fields(
        "ship: {type: string}, fast: {type: boolean}" + (f", action: {verbs}" if place == "body" else ""),
        required="action" if place == "body" else "",
    )
    parameters = (
        f"parameters: [{{name: action, in: {place}, required: true, schema: {verbs}}}], " if place != "body" else ""
    )
    path = "/watches/{action}" if place == "path" else "/watches"
    made = make(
        tmp_path,
        openapi(
            f"paths: {{'{path}': {{post: {{{parameters}requestBody: {{required: true, content: {{application/json: {{schema: {content}}}}}}}, {OK}}}}}}}"
        ),
    )
    seen = set()
    for name in made.tools:
        ways = [{}] if len(made.tools) == 3 else [{"action": verb} for verb in ("start", "pause", "delete")]
        for way in ways:
            arguments = [argument for argument in made.properties(name) if argument != "action"]
            sent = made.call(name, {**dict(zip(arguments, ("s", True), strict=True)), **way}).sent
            seen.add(
                {
                    "query": sent.query.partition("=")[2],
                    "path": sent.path.rpartition("/")[2],
                    "body": sent.body.get("action"),
                }[place]
            )
            assert {key: value for key, value in sent.body.items() if key != "action"} == {"ship": "s", "fast": True}
    assert seen == {"start", "pause", "delete"}
    deleting = [tool for name, tool in made.tools.items() if "delete" in name or len(made.tools) == 1]
    assert [tool["annotations"]["destructiveHint"] for tool in deleting] == [True]


def test_B216_a_stored_attribute_is_no_switch(tmp_path: Path) -> None:
    made = make(
        tmp_path, posted(fields("kind: {type: string, enum: [tug, ferry]}, name: {type: string}", required="kind"))
    )
    [name] = made.tools
    assert made.call(name, {"kind": "ferry", "name": "n"}).sent.body == {"kind": "ferry", "name": "n"}


OWNER = "{type: object, required: [mail], properties: {mail: {type: string}, home: {type: object, required: [zip], properties: {zip: {type: string}, city: {type: string}}}}}"


@pytest.fixture(scope="module")
def owned(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Nested objects beside fields that are called like flat ones."""
    return make(
        tmp_path_factory.mktemp("owned"),
        posted(
            fields(
                f"owner: {OWNER}, owner_mail: {{type: string}}, 'owner.mail': {{type: string}}, rows: {{type: array, items: {{type: object, properties: {{code: {{type: string}}}}}}}}, log: {{type: object, properties: {{a: {{type: string}}}}}}",
                required="owner",
            )
        ),
    )


def test_B219_flat_and_nested_names_do_not_clash(owned: Made) -> None:
    [name] = owned.tools
    mail, *_ = owned.required(name)
    texts = [argument for argument, schema in owned.properties(name).items() if schema["type"] == "string"]
    given = {argument: f"v{number}" for number, argument in enumerate(texts)}
    sent = owned.call(name, given).sent.body
    assert sent["owner"].keys() == {"mail", "home"}
    assert sent["owner"]["home"].keys() == {"zip", "city"}
    assert {
        *sent["owner"]["home"].values(),
        sent["owner"]["mail"],
        sent["owner_mail"],
        sent["owner.mail"],
        sent["log"]["a"],
    } == set(given.values())
    assert sent["owner"]["mail"] == given[mail]


def test_B219_what_is_not_given_leaves_no_trace(owned: Made) -> None:
    [name] = owned.tools
    [mail] = owned.required(name)
    assert owned.call(name, {mail: "m"}).sent.body == {"owner": {"mail": "m"}}
    assert owned.call(name, {mail: "m", "rows": []}).sent.body == {"owner": {"mail": "m"}, "rows": []}
    assert owned.call(name, {mail: "m", "rows": [{}, {"code": "c"}]}).sent.body["rows"] == [{}, {"code": "c"}]


def test_B219_a_part_needs_what_its_object_needs(owned: Made) -> None:
    [name] = owned.tools
    [mail] = owned.required(name)
    city, zip_code = (next(each for each in owned.properties(name) if each.endswith(word)) for word in ("city", "zip"))
    called = owned.call(name, {mail: "m", city: "c"})
    assert called.requests == ()
    assert zip_code in called.text
    assert owned.call(name, {mail: "m", zip_code: "z"}).sent.body["owner"] == {"mail": "m", "home": {"zip": "z"}}


@pytest.mark.parametrize("head", ["3.0", "2.0"])
@pytest.mark.parametrize("depth", [6, 12])
def test_B220_depth_changes_nothing_on_the_wire(tmp_path: Path, head: str, depth: int) -> None:
    schema = "{type: object, properties: {leaf: {type: string}, other: {type: integer}}}"
    for level in reversed(range(depth)):
        schema = f"{{type: object, properties: {{l{level}: {schema}}}}}"
    made = make(
        tmp_path,
        (
            posted(schema)
            if head == "3.0"
            else swagger(
                f"paths: {{/ships: {{post: {{parameters: [{{name: b, in: body, required: true, schema: {schema}}}], {OK}}}}}}}"
            )
        ),
    )
    [name] = made.tools
    assert len(made.properties(name)) <= 24
    whole: Any = {"leaf": "x"}
    for level in reversed(range(depth)):
        whole = {f"l{level}": whole}
    given = _by_arguments(made.properties(name), whole)
    assert made.call(name, given).sent.body == whole


def _by_arguments(properties: dict[str, Any], whole: Any) -> dict[str, Any]:
    """The one leaf of nested objects, as the argument that it has, or inside the one that holds it."""
    steps = []
    while isinstance(whole, dict) and whole:
        [(key, whole)] = whole.items()
        steps.append(key)
    for start in range(len(steps)):
        if steps[start] in properties and properties[steps[start]]["type"] in ("object", "string"):
            value = whole
            for step in reversed(steps[start + 1 :]):
                value = {step: value}
            return {steps[start]: value}
    raise AssertionError(f"no argument takes {'.'.join(steps)}: {list(properties)}")


@pytest.mark.parametrize("most", [24, 8])
def test_B220_many_fields_stay_within_the_budget(tmp_path: Path, most: int) -> None:
    group = "{type: object, properties: {" + ", ".join(f"f{n}: {{type: integer}}" for n in range(15)) + "}}"
    made = make(
        tmp_path,
        posted(fields(f"a: {group}, b: {group}, c: {group}, d: {group}, name: {{type: string}}", required="name")),
        max_arguments=most,
    )
    [name] = made.tools
    assert len(made.properties(name)) <= most
    whole = [argument for argument in ("a", "b", "c", "d") if argument in made.properties(name)]
    assert len(whole) >= 3
    for argument in whole:
        sent = made.call(name, {"name": "n", argument: {"f0": 1, "f14": 2}}).sent
        assert sent.body == {"name": "n", argument: {"f0": 1, "f14": 2}}
        assert made.call(name, {"name": "n", argument: {"f14": "x"}}).requests == ()


@pytest.mark.parametrize("count", [256, 600])
def test_B218_any_number_of_parameters(tmp_path: Path, count: int) -> None:
    names = [f"p{number}" for number in range(count)]
    parameters = ", ".join(f"{{name: {name}, in: query, schema: {{type: string}}}}" for name in names)
    last = "{name: needed, in: query, required: true, schema: {type: string}}"
    made = make(tmp_path, openapi(f"paths: {{/ships: {{get: {{parameters: [{parameters}, {last}], {OK}}}}}}}"))
    [name] = made.tools
    given = {argument: argument for argument in made.properties(name)}
    assert sorted(made.call(name, given).sent.pairs) == sorted((each, each) for each in (*names, "needed"))


def test_B218_large_texts_and_values(tmp_path: Path) -> None:
    values = ", ".join(f"value-{number}-{'x' * 40}" for number in range(3_000))
    made = make(
        tmp_path,
        posted(
            fields(
                f"v: {{type: string, enum: [{values}]}}, t: {{type: string, default: '{'y' * 300_000}', description: '{'Words. ' * 20_000}'}}"
            )
        ),
    )
    [name] = made.tools
    chosen = f"value-2999-{'x' * 40}"
    assert made.call(name, {"v": chosen}).sent.body == {"v": chosen}
    assert made.call(name, {"v": "value-1"}).requests == ()


ODD = [
    "{type: object, additionalProperties: {type: object, additionalProperties: {type: array, items: {oneOf: [{type: string}, {type: object, properties: {a: {type: integer}}}]}}}}",
    "{type: array, items: {type: array, items: {type: object, properties: {class: {type: array, items: {type: object, additionalProperties: {type: boolean}}}}}}}",
    "{type: object, properties: {'list[str]': {type: object, properties: {'dict[int, str]': {type: string}, 'a b': {type: array, items: {enum: [1, two, null]}}}}}}",
    "{oneOf: [{type: array, items: {type: string}}, {type: object, additionalProperties: true}, {type: string}]}",
]


@pytest.mark.parametrize("schema", ODD)
def test_B217_what_comes_out_is_python(tmp_path: Path, schema: str) -> None:
    made = make(tmp_path, posted(fields(f"odd: {schema}, 'tuple[int]': {{type: string}}"), version="3.1.0"))
    [name] = made.tools
    last = list(made.properties(name))[-1]
    assert made.call(name, {last: "x"}).sent.body == {"tuple[int]": "x"}
    for file in made.package.rglob("*.py"):
        compile(file.read_text(encoding="utf-8"), str(file), "exec")


def test_B217_only_declared_dependencies_are_imported(tmp_path: Path) -> None:

    made = make(tmp_path, posted(fields("a: {type: string}")))
    project = tomllib.loads((made.package / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [catalog] = made.package.glob("*/catalog.json")
    imported = set()
    for file in catalog.parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imported.add(str(node.module).partition(".")[0])
    brought = {
        "mcp",
        "mcp_types",
        "httpx2",
        "anyio",
        "starlette",
        "uvicorn",
        "jsonschema",
        "pydantic",
        "typing_extensions",
    }
    assert imported - sys.stdlib_module_names <= brought
    assert [name.partition("=")[0].rstrip("><~! ") for name in project["dependencies"]][:1] == ["mcp"]
