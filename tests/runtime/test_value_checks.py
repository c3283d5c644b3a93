"""Values outside the body that hold objects: as they are sent, they are what the description says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.catalogue.harness import Made, make, openapi

POINTS = "{type: array, items: {$ref: '#/components/schemas/Point'}}"
NESTED = f"{{type: array, items: {{type: array, items: {{type: array, items: {{type: array, items: {POINTS}}}}}}}}}"
POINT = "{type: object, required: [x], properties: {x: {type: integer}, next: {$ref: '#/components/schemas/Point'}}}"


def asked(folder: Path, parameter: str, path: str = "/boats") -> Made:
    operation = f"{{operationId: listBoats, parameters: [{parameter}], responses: {{'200': {{description: ok}}}}}}"
    text = f"paths:\n  {path}: {{get: {operation}}}\ncomponents: {{schemas: {{Point: {POINT}}}}}\n"
    return make(folder, openapi(text, "3.2.0" if "querystring" in parameter else "3.0.3"))


def given(made: Made, value: Any) -> Any:
    """A call with the one argument that there is: JSON text where that is asked for."""
    [(name, schema)] = made.properties("list_boats").items()
    text = str(value).replace("'", '"') if schema["type"] == "string" else value
    return made.call("list_boats", {name: text})


@pytest.mark.parametrize(
    "parameter",
    [
        f"{{name: at, in: query, content: {{application/json: {{schema: {POINTS}}}}}}}",
        f"{{name: at, in: header, content: {{application/json: {{schema: {POINTS}}}}}}}",
        f"{{name: at, in: cookie, content: {{application/json: {{schema: {POINTS}}}}}}}",
        f"{{name: at, in: query, style: deepObject, schema: {POINTS}}}",
        f"{{name: at, in: query, schema: {POINTS}}}",
        f"{{name: At, in: header, schema: {POINTS}}}",
        f"{{name: at, in: querystring, content: {{application/json: {{schema: {POINTS}}}}}}}",
    ],
)
def test_a_list_of_objects_is_checked_before_it_is_sent(parameter: str, tmp_path: Path) -> None:
    made = asked(tmp_path, parameter)
    assert not given(made, [{"x": 1}]).failed
    assert not given(made, [{"x": 1}, {"x": 2}]).failed
    for wrong in ([{"next": {"x": 1}}], [{"x": 1, "next": {"x": "far"}}]):
        refused = given(made, wrong)
        assert refused.failed
        assert not refused.requests


@pytest.mark.parametrize("style", ["simple", "label", "matrix"])
@pytest.mark.parametrize("explode", ["true", "false"])
def test_a_list_in_a_path_is_checked_before_it_is_sent(style: str, explode: str, tmp_path: Path) -> None:
    parameter = f"{{name: at, in: path, required: true, style: {style}, explode: {explode}, schema: {POINTS}}}"
    made = asked(tmp_path, parameter, "/boats/{at}")
    assert not given(made, [{"x": 1}, {"x": 2}]).failed
    assert given(made, [{"x": "far"}]).requests == ()


def test_json_text_is_checked_before_it_is_sent(tmp_path: Path) -> None:
    made = asked(tmp_path, f"{{name: At, in: header, schema: {NESTED}}}")
    assert made.properties("list_boats")["at"]["contentMediaType"] == "application/json"
    assert not given(made, [[[[[{"x": 1}]]]]]).failed
    assert given(made, [1]).requests == ()


def test_a_form_with_a_field_in_json_is_checked_whole(tmp_path: Path) -> None:
    fields = f"{{type: object, properties: {{at: {POINTS}, name: {{type: string}}}}, minProperties: 2}}"
    content = f"{{schema: {fields}, encoding: {{at: {{contentType: application/json}}}}}}"
    said = f"requestBody: {{content: {{application/x-www-form-urlencoded: {content}}}}}"
    operation = f"{{operationId: createBoat, {said}, responses: {{'204': {{description: done}}}}}}"
    text = f"paths:\n  /boats: {{post: {operation}}}\ncomponents: {{schemas: {{Point: {POINT}}}}}\n"
    made = make(tmp_path, openapi(text))
    sent = made.call("create_boat", {"at": [{"x": 1}], "name": "Gull"}).sent
    assert sent.form == [("at", '[{"x":1}]'), ("name", "Gull")]
    for wrong in ({"at": [{"x": 1}]}, {"at": [{"x": 1, "next": {"x": "far"}}], "name": "Gull"}):
        assert made.call("create_boat", wrong).requests == ()
