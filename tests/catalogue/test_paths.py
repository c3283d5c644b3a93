"""Paths of requests: placeholders of any kind are filled, values stay in their segment, and fields that are no methods."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.catalogue.harness import Made, make, openapi, swagger


@pytest.fixture(scope="module")
def quay(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Paths as people write them."""
    return make(
        tmp_path_factory.mktemp("quay"),
        openapi("""
        paths:
          /docks/{dock}/berths/{berth}:
            summary: A berth of a dock.
            description: Where one ship lies.
            parameters:
              - {$ref: '#/components/parameters/Dock'}
              - {name: berth, in: path, required: true, schema: {type: string}}
              - {name: lang, in: query, schema: {type: string, enum: [en, de]}}
            x-owner: {post: {operationId: noTool}}
            get: {operationId: readBerth, responses: {'200': {description: ok}}}
            patch:
              operationId: changeBerth
              parameters: [{name: lang, in: query, required: true, schema: {type: string, enum: [fr]}}]
              responses: {'200': {description: ok}}
          /cranes/{craneId}/loads:
            post: {operationId: addLoad, responses: {'200': {description: ok}}}
          /tugs/{tug}:hail:
            post: {operationId: hailTug, parameters: [{name: tug, in: path, required: true, schema: {type: string}}], responses: {'200': {description: ok}}}
          /charts/{chart}.{format}/sheets({sheet}):
            get:
              operationId: readSheet
              parameters:
                - {name: chart, in: path, required: true, schema: {type: string}}
                - {name: format, in: path, required: true, schema: {type: string}}
                - {name: sheet, in: path, required: true, schema: {type: integer}}
              responses: {'200': {description: ok}}
          /lanes/{lane-no}/buoys/{buoy.ref}/{$side}:
            get:
              operationId: readBuoy
              parameters:
                - {name: lane-no, in: path, required: true, schema: {type: string}}
                - {name: buoy.ref, in: path, required: true, schema: {type: string}}
                - {name: $side, in: path, required: true, schema: {type: string}}
              responses: {'200': {description: ok}}
          /gates/{gate}/:
            get:
              operationId: readGate
              parameters:
                - {name: gate, in: path, required: true, schema: {type: string}}
                - {name: gate, in: query, schema: {type: string}}
                - {name: gate, in: header, schema: {type: string}}
              responses: {'200': {description: ok}}
          /lists/{refs}/of/{kinds}:
            get:
              operationId: readLists
              parameters:
                - {name: refs, in: path, required: true, schema: {type: array, items: {type: string}}}
                - {name: kinds, in: path, required: true, schema: {type: array, items: {type: integer}}}
              responses: {'200': {description: ok}}
          /odd/{{inner}}/{outer}:
            get:
              operationId: readOdd
              parameters:
                - {name: outer, in: path, required: true, schema: {type: string}}
                - {name: memo, in: query, schema: {type: string, default: '{0.__class__}'}}
              responses: {'200': {description: ok}}
          /moved:
            servers: [{url: 'https://old.harbour.test/base'}]
            trace: {operationId: traceMoved, responses: {'200': {description: ok}}}
            get: {operationId: readMoved, responses: {'200': {description: ok}}}
          x-internal: {get: {operationId: hidden, responses: {'200': {description: ok}}}}
        components:
          parameters: {Dock: {name: dock, in: path, required: true, schema: {type: string}}}
        """),
    )


def sent(made: Made, operation: str, *values: Any) -> str:
    """The request line of a call with the required arguments in the order that the tool lists them."""
    name = made.tool_of(operation)
    return made.call(name, dict(zip(made.required(name), values, strict=True))).sent.line


def test_B15_parameters_of_a_path_are_those_of_its_operations(quay: Made) -> None:
    assert sent(quay, "GET /docks/{dock}/berths/{berth}", "d", "{berth}") == "GET /v1/docks/d/berths/%7Bberth%7D"
    read = quay.tool_of("GET /docks/{dock}/berths/{berth}")
    assert quay.properties(read)["lang"]["enum"] == ["en", "de"]


def test_B15_an_operation_overrides_what_its_path_says(quay: Made) -> None:
    name = quay.tool_of("PATCH /docks/{dock}/berths/{berth}")
    sent = quay.call(name, dict(zip(quay.required(name), ("d", "b", "fr"), strict=False))).sent
    assert sent.line == "PATCH /v1/docks/d/berths/b?lang=fr"


def test_B15_in_swagger_2(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        swagger("""
        paths:
          /docks/{dock}:
            parameters: [{name: dock, in: path, required: true, type: string}, {$ref: '#/parameters/Depth'}]
            get: {operationId: readDock, responses: {'200': {description: ok}}}
        parameters: {Depth: {name: depth, in: query, type: boolean}}
        """),
    )
    [name] = made.tools
    [dock, depth] = made.properties(name)
    assert made.call(name, {dock: "d", depth: True}).sent.line == "GET /v1/docks/d?depth=true"


def test_B17_a_placeholder_without_a_parameter_is_asked_for(quay: Made) -> None:
    assert sent(quay, "POST /cranes/{craneId}/loads", "c") == "POST /v1/cranes/c/loads"
    name = quay.tool_of("POST /cranes/{craneId}/loads")
    assert quay.call(name).requests == ()
    assert next(told.subject for told in quay.about("openapi-path-parameter")) == "POST /cranes/{craneId}/loads"


@pytest.mark.parametrize("version", ["2.0", "3.1.0"])
def test_B17_in_other_versions(tmp_path: Path, version: str) -> None:
    head = swagger if version == "2.0" else openapi
    made = make(tmp_path, head("paths: {'/a/{x}/b/{y}': {get: {responses: {'200': {description: ok}}}}}"))
    assert sent(made, "GET /a/{x}/b/{y}", "1", "2") == "GET /v1/a/1/b/2"


def test_B18_what_stands_beside_a_placeholder_stays(quay: Made) -> None:
    assert sent(quay, "POST /tugs/{tug}:hail", "t/1") == "POST /v1/tugs/t%2F1:hail"
    assert sent(quay, "GET /charts/{chart}.{format}/sheets({sheet})", "a", "pdf", 3) == "GET /v1/charts/a.pdf/sheets(3)"


def test_B20_placeholders_may_hold_any_sign(quay: Made) -> None:
    line = sent(quay, "GET /lanes/{lane-no}/buoys/{buoy.ref}/{$side}", "1", "b.2", "x")
    assert line == "GET /v1/lanes/1/buoys/b.2/x"


def test_B22_a_name_in_path_query_and_header_is_three_arguments(quay: Made) -> None:
    name = quay.tool_of("GET /gates/{gate}/")
    arguments = list(quay.properties(name))
    assert len(arguments) == 3
    sent = quay.call(name, dict(zip(arguments, "abc", strict=True))).sent
    assert (sent.line, sent.headers["gate"]) == ("GET /v1/gates/a/?gate=b", "c")


def test_B47_only_methods_are_operations(quay: Made) -> None:
    operations = {tool.operation for tool in quay.made.toolset.tools}
    assert {each for each in operations if "docks" in each or "internal" in each or "owner" in each} == {
        "GET /docks/{dock}/berths/{berth}",
        "PATCH /docks/{dock}/berths/{berth}",
    }


def test_B47_servers_of_a_path_are_those_of_its_operations(quay: Made) -> None:
    moved = quay.call(quay.tool_of("GET /moved")).sent
    assert (moved.host, moved.path) == ("old.harbour.test", "/base/moved")


WHOLE = {
    "../../admin?x=1#f": "..%2F..%2Fadmin%3Fx%3D1%23f",
    "a/b": "a%2Fb",
    "a\\b": "a%5Cb",
    "%2e%2e": "%252e%252e",
    "%2f": "%252f",
    "..%2f": "..%252f",
    "a;b=c": "a%3Bb%3Dc",
    "a:80@b": "a%3A80%40b",
    "//evil.test/": "%2F%2Fevil.test%2F",
    "a\r\nHost: b": "a%0D%0AHost%3A%20b",
    "\x00": "%00",
    "...": "...",
    " ": "%20",
    "Århus +1": "%C3%85rhus%20%2B1",
    "東京": "%E6%9D%B1%E4%BA%AC",
    "e\u0301": "e%CC%81",
    "🚢": "%F0%9F%9A%A2",
}


@pytest.mark.parametrize("value", WHOLE)
def test_B61_B63_a_value_stays_one_segment(quay: Made, value: str) -> None:
    name = quay.tool_of("POST /cranes/{craneId}/loads")
    [argument] = quay.required(name)
    called = quay.call(name, {argument: value})
    assert called.sent.line == f"POST /v1/cranes/{WHOLE[value]}/loads"


@pytest.mark.parametrize("value", ["", ".", ".."])
def test_B61_a_value_that_would_leave_its_segment_is_refused(quay: Made, value: str) -> None:
    name = quay.tool_of("POST /cranes/{craneId}/loads")
    [argument] = quay.required(name)
    called = quay.call(name, {argument: value})
    assert (called.requests, called.failed, called.code) == ((), True, None)


def test_B64_lists_are_joined_item_by_item(quay: Made) -> None:
    line = sent(quay, "GET /lists/{refs}/of/{kinds}", ["a/b", "c,d", "é"], [1, 2])
    assert line == "GET /v1/lists/a%2Fb,c%2Cd,%C3%A9/of/1,2"


@pytest.mark.parametrize("items", [[], [""], [".."]])
def test_B64_a_list_that_leaves_no_segment_is_refused(quay: Made, items: list[str]) -> None:
    name = quay.tool_of("GET /lists/{refs}/of/{kinds}")
    first, second = quay.required(name)
    assert quay.call(name, {first: items, second: [1]}).requests == ()


@pytest.mark.parametrize("value", ["{outer}", "{0}", "{self.__class__}", "%(x)s", "${x}", "{{x}}"])
def test_B200_braces_are_signs_like_others(quay: Made, value: str) -> None:
    name = quay.tool_of("GET /odd/{{inner}}/{outer}")
    given = dict.fromkeys(quay.required(name), value)
    called = quay.call(name, {**given, "memo": value}).sent
    assert called.pairs == [("memo", value)]
    assert not {"{", "}"} & set(called.path)
    assert quay.call(name, given).sent.query == ""
