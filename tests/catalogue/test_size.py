"""Large descriptions, and small ones that stand for much: work and output stay in bounds.

Work is counted in calls of functions, which is the same on every machine.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.catalogue.harness import Made, at_most, calls_made, make, openapi

# --- B160: many operations over one graph of schemas


def graph(operations: int, schemas: int, links: int = 5) -> str:
    """Operations over one graph of schemas, each of which refers to the next `links` ones."""
    lines = ["paths:"]
    for number in range(operations):
        schema = f"{{$ref: '#/components/schemas/S{number % 7}'}}"
        lines += [
            f"  /parts{number}/{{partId}}:",
            "    put:",
            f"      operationId: replacePart{number}",
            f"      tags: [group{number % 10}]",
            "      parameters: [{name: partId, in: path, required: true, schema: {type: string}}]",
            f"      requestBody: {{content: {{application/json: {{schema: {schema}}}}}}}",
            f"      responses: {{'200': {{description: ok, content: {{application/json: {{schema: {schema}}}}}}}}}",
        ]
    lines += ["components:", "  schemas:"]
    for number in range(schemas):
        following = range(number + 1, min(number + 1 + links, schemas))
        properties = "".join(f", r{n - number}: {{$ref: '#/components/schemas/S{n}'}}" for n in following)
        lines.append(
            f"    S{number}: {{type: object, required: [label], properties: {{label: {{type: string}}{properties}}}}}"
        )
    return openapi("\n".join(lines) + "\n")


def work(folder: Path, text: str) -> int:
    """How many functions are called to make the tools of a description."""
    make(folder / "first", graph(1, 2))  # what is imported when it is first needed is no work of the description
    return calls_made(lambda: make(folder / "counted", text))


def test_B160_work_grows_with_the_operations(tmp_path: Path) -> None:
    few, many = work(tmp_path / "few", graph(3, 15)), work(tmp_path / "many", graph(9, 15))
    assert few < many < 3.5 * few


def test_B160_work_grows_no_faster_than_the_schemas(tmp_path: Path) -> None:
    few, many = work(tmp_path / "few", graph(2, 40)), work(tmp_path / "many", graph(2, 120))
    assert many < 3.5 * few


@pytest.mark.parametrize("schemas", [100, 500, 2000])
def test_B160_schemas_may_refer_on_and_on(tmp_path: Path, schemas: int) -> None:
    made = make(tmp_path, graph(2, schemas))
    assert made.errors == []
    assert len(made.tools) == 2
    name = made.tool_of("PUT /parts0/{partId}")
    sent = made.call(name, dict.fromkeys(made.required(name), "x") | {"label": "deep"}).sent
    assert sent.body == {"label": "deep"}


def test_B160_a_tool_is_as_large_as_it_is_alone(tmp_path: Path) -> None:
    one, many = make(tmp_path / "one", graph(1, 30)), make(tmp_path / "many", graph(10, 30))
    alone = len(json.dumps(list(one.tools.values())))
    assert len(json.dumps(list(many.tools.values()))) < 1.5 * 10 * alone


def test_B160_the_server_lists_its_tools_without_the_description(tmp_path: Path) -> None:
    made = make(tmp_path, graph(4, 8))
    package = made.package / "harbour_mcp"
    data = [path.name for path in package.rglob("*") if path.suffix not in (".py", ".pyc", ".typed", "")]
    assert sorted(data) == ["answers.json", "bodies.json", "catalog.json"]
    with made.imported() as server:
        server.make_server()
        assert [name for name in sys.modules if name.startswith("harbour_mcp.tools.")] == []
        server.PACKAGE.tool(next(iter(made.tools)))
        assert len([name for name in sys.modules if name.startswith("harbour_mcp.tools.")]) == 1


# --- B161: graphs that are small until they are written out

LEVELS = 30
DIAMONDS = {
    "properties": "{type: object, properties: {port: NEXT, starboard: NEXT}}",
    "required": "{type: object, required: [port, starboard], properties: {port: NEXT, starboard: NEXT}}",
    "lists": "{type: object, properties: {port: {type: array, items: NEXT}, starboard: {type: array, items: NEXT}}}",
    "maps": "{type: object, properties: {port: NEXT}, additionalProperties: NEXT}",
    "allOf": "{type: object, properties: {port: NEXT}, allOf: [{type: object, properties: {starboard: NEXT}}]}",
    "allOf twice": "{allOf: [NEXT, NEXT]}",
    "anyOf": "{type: object, properties: {side: {anyOf: [NEXT, {type: array, items: NEXT}]}}}",
    "tuples": "{type: object, properties: {sides: {type: array, prefixItems: [NEXT, NEXT]}}}",
}  # fmt: skip


def diamond(schema: str, levels: int = LEVELS, *, body: bool = True) -> str:
    """Schemas each of which refers, mostly twice, to the next one: of a body and its answer, or of an answer alone."""
    schemas = "\n".join(
        f"    S{n}: {schema.replace('NEXT', f'{{$ref: {ref!r}}}')}"
        for n, ref in ((n, f"#/components/schemas/S{n + 1}") for n in range(levels))
    )
    content = "content: {application/json: {schema: {$ref: '#/components/schemas/S0'}}}"
    start = f"post: {{operationId: createHull, requestBody: {{{content}}}, " if body else "get: {operationId: getHull, "
    return openapi(
        f"paths:\n  /hulls: {{{start}responses: {{'200': {{description: ok, {content}}}}}}}}}\n"
        f"components:\n  schemas:\n{schemas}\n    S{levels}: {{type: object, properties: {{plate: {{type: string}}}}}}\n",
        "3.1.0",
    )


@pytest.mark.parametrize("kind", DIAMONDS)
def test_B161_a_diamond_is_made_in_bounds(tmp_path: Path, kind: str) -> None:
    make(tmp_path / "first", graph(1, 2))
    with at_most(5_000_000):  # its listing is tried at several levels of detail
        made = make(tmp_path, diamond(DIAMONDS[kind]))
    assert made.errors == []
    assert len(made.properties("create_hull")) <= 24
    assert len(json.dumps(made.tools)) < 20_000
    assert sum(path.stat().st_size for path in made.package.rglob("*") if path.is_file()) < 500_000


def test_B161_a_diamond_of_choices_is_made_in_bounds(tmp_path: Path) -> None:
    sides = [f"{{type: object, required: [{side}], properties: {{{side}: NEXT}}}}" for side in ("port", "starboard")]
    made = make(tmp_path, diamond(f"{{oneOf: [{', '.join(sides)}]}}"))
    assert made.errors == []
    assert len(json.dumps(made.tools)) < 20_000


def flat(made: Made) -> list[str]:
    """The arguments that take JSON as text."""
    return [n for n, schema in made.properties("create_hull").items() if schema.get("contentMediaType")]


def test_B161_what_is_cut_can_be_given_as_a_whole(tmp_path: Path) -> None:
    made = make(tmp_path, diamond(DIAMONDS["properties"]))
    cut = flat(made)
    assert cut
    for name in cut:
        assert "JSON" in made.properties("create_hull")[name]["description"]
    sent = made.call("create_hull", {cut[0]: '{"port": {}}'}).sent
    assert '{"port":{}}' in json.dumps(sent.body, separators=(",", ":"))


def test_B161_what_is_wrong_below_the_cut_is_refused(tmp_path: Path) -> None:
    made = make(tmp_path, diamond(DIAMONDS["properties"]))
    called = made.call("create_hull", {flat(made)[0]: '{"port": 7}'})
    assert called.failed
    assert called.requests == ()


def test_B161_a_body_is_not_checked_over_and_over(tmp_path: Path) -> None:
    made = make(tmp_path, diamond("{allOf: [NEXT, NEXT], not: {required: [rust]}}", levels=11))
    assert made.call("create_hull", {"plate": "first"}).sent.body == {"plate": "first"}
    assert calls_made(lambda: made.call("create_hull", {"plate": "again"})) < 100_000


@pytest.mark.parametrize("kind", ["property", "choice"])
def test_B161_an_answer_may_require_on_and_on(tmp_path: Path, kind: str) -> None:
    links = {
        "property": "{type: object, required: [next], properties: {next: NEXT}}",
        "choice": "{type: object, required: [kind], properties: {kind: {type: string}}, oneOf: [NEXT, {type: object}], "
        "discriminator: {propertyName: kind}}",
    }
    made = make(tmp_path, diamond(links[kind], levels=500, body=False))
    assert list(made.tools) == ["get_hull"]
    assert made.package
