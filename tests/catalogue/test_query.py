"""Queries, headers and cookies: every style, exact values, and nothing for what was not given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.catalogue.harness import Called, Made, make, openapi, swagger


def listed(kind: str, more: str = "") -> str:
    return f"schema: {{type: array, items: {{type: {kind}}}}}{more}"


def fields(*names: str, kind: str = "integer") -> str:
    return f"{{type: object, properties: {{{', '.join(f'{name}: {{type: {kind}}}' for name in names)}}}}}"


@pytest.fixture(scope="module")
def styles(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make(
        tmp_path_factory.mktemp("styles"),
        openapi(f"""
        paths:
          /lists:
            get:
              operationId: listLists
              parameters:
                - {{name: comma, in: query, explode: false, {listed("string")}}}
                - {{name: again, in: query, {listed("string")}}}
                - {{name: space, in: query, style: spaceDelimited, explode: false, {listed("string")}}}
                - {{name: pipe, in: query, style: pipeDelimited, explode: false, {listed("integer")}}}
              responses: {{'200': {{description: ok}}}}
          /objects:
            get:
              operationId: listObjects
              parameters:
                - {{name: deep, in: query, style: deepObject, explode: true, schema: {fields("low", "high")}}}
                - {{name: bare, in: query, schema: {fields("east", "west")}}}
                - {{name: flat, in: query, explode: false, schema: {fields("north", "south")}}}
              responses: {{'200': {{description: ok}}}}
          /json:
            get:
              operationId: listJson
              parameters:
                - name: where
                  in: query
                  content: {{application/json: {{schema: {{type: object, properties: {{flag: {{type: string}}, sizes: {{type: array, items: {{type: number}}}}, open: {{type: boolean}}}}}}}}}}
                - {{name: ranks, in: query, content: {{application/json: {{{listed("integer")}}}}}}}
                - {{name: X-Where, in: header, content: {{application/json: {{schema: {fields("a")}}}}}}}
              responses: {{'200': {{description: ok}}}}
          /texts:
            get:
              operationId: listTexts
              parameters:
                - {{name: word, in: query, schema: {{type: string}}}}
                - {{name: order, in: query, schema: {{type: string, enum: [a-b, a_b, AB, ab, '', "d'e", '+up', '-up', 'f"g', 'h i', 'null', 'true', '7', 'ü&=']}}}}
                - {{name: step, in: query, schema: {{type: integer, enum: [-2, 0, 7]}}}}
                - {{name: rate, in: query, schema: {{type: number, enum: [-0.5, 1, 2.25]}}}}
              responses: {{'200': {{description: ok}}}}
          /plain/{{ready}}/{{count}}:
            get:
              operationId: readPlain
              parameters:
                - {{name: ready, in: path, required: true, schema: {{type: boolean}}}}
                - {{name: count, in: path, required: true, schema: {{type: integer}}}}
                - {{name: wide, in: query, schema: {{type: boolean}}}}
                - {{name: flags, in: query, {listed("boolean")}}}
                - {{name: depth, in: query, schema: {{type: number}}}}
                - {{name: total, in: query, schema: {{type: integer}}}}
                - {{name: note, in: query, schema: {{type: string}}}}
                - {{name: X-Wide, in: header, schema: {{type: boolean}}}}
                - {{name: X-Depth, in: header, schema: {{type: integer}}}}
                - {{name: X-Rates, in: header, {listed("number")}}}
                - {{name: X-Limits, in: header, schema: {fields("a", "b")}}}
                - {{name: X-Limits2, in: header, explode: true, schema: {fields("c", "d")}}}
                - {{name: pack, in: cookie, explode: false, {listed("string")}}}
                - {{name: fast, in: cookie, schema: {{type: boolean}}}}
              responses: {{'200': {{description: ok}}}}
        """),
    )


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make(
        tmp_path_factory.mktemp("noted"),
        openapi("""
        security: [{pass: []}]
        paths:
          /notes:
            get:
              parameters:
                - {name: X-Note, in: header, schema: {type: string}}
                - {name: pack, in: cookie, schema: {type: string}}
              responses: {'200': {description: ok}}
            post:
              parameters: [{name: X-Fleet, in: header, required: true, schema: {type: string}}]
              requestBody: {content: {application/json: {schema: {type: object, properties: {text: {type: string}}}}}}
              responses: {'200': {description: ok}}
        components: {securitySchemes: {pass: {type: apiKey, in: cookie, name: BERTH}}}
        """),
    )


def signed(made: Made, operation: str, given: dict[str, Any]) -> Called:
    """A call with the credential that the API wants."""
    return made.call(made.tool_of(operation), given, env=made.credentials(**{"pass": ("k",)}))


def query(made: Made, path: str, **given: Any) -> str:
    return made.call(made.tool_of(f"GET {path}"), given).sent.query.replace("%7C", "|")


def test_B49_lists_are_joined_or_repeated(styles: Made) -> None:
    items = ["red", "a,b", "c d", "e|f", "ü"]
    assert query(styles, "/lists", comma=items) == "comma=red,a%2Cb,c%20d,e%7Cf,%C3%BC".replace("%7C", "|")
    assert query(styles, "/lists", again=items).count("again=") == len(items)
    assert query(styles, "/lists", space=["a", "b,c"]) == "space=a%20b%2Cc"
    assert query(styles, "/lists", pipe=[1, 2]) == "pipe=1|2"
    assert query(styles, "/lists", comma=[], again=[], space=[], pipe=[]) == ""


def test_B50_deep_objects_keep_their_name(styles: Made) -> None:
    assert query(styles, "/objects", deep_low=1, deep_high=2) == "deep%5Blow%5D=1&deep%5Bhigh%5D=2"
    assert query(styles, "/objects", deep_high=0) == "deep%5Bhigh%5D=0"
    assert query(styles, "/objects") == ""


def test_B52_objects_are_bare_keys_or_pairs(styles: Made) -> None:
    assert query(styles, "/objects", bare_east=1, bare_west=2) == "east=1&west=2"
    assert query(styles, "/objects", flat_north=3, flat_south=4) == "flat=north,3,south,4"
    assert query(styles, "/objects", flat_south=4) == "flat=south,4"


def test_B53_json_is_compact_and_encoded_once(styles: Made) -> None:
    where = {"flag": "ü%", "sizes": [1.5, 2], "open": False}
    called = styles.call(styles.tool_of("GET /json"), {"where": where, "ranks": [3], "x_where_a": 1})
    sent = (
        called
        if not called.failed
        else styles.call(styles.tool_of("GET /json"), {"where": where, "ranks": [3], "x_where": {"a": 1}})
    ).sent
    assert sent.pairs == [("where", '{"flag":"ü%","sizes":[1.5,2],"open":false}'), ("ranks", "[3]")]
    assert sent.query.startswith("where=%7B%22flag%22%3A%22%C3%BC%25%22%2C")
    assert sent.headers["x-where"] == '{"a":1}'


@pytest.mark.parametrize(
    "text", ["100% a+b&c=d é", "%41", "a%2Bb", "?#/;:@", "a\nb\tc", "=&", "日本", "\u0000", "'\"<>"]
)
def test_B55_a_text_arrives_as_it_is(styles: Made, text: str) -> None:
    assert styles.call(styles.tool_of("GET /texts"), {"word": text}).sent.pairs == [("word", text)]


def test_B56_booleans_are_true_and_false_everywhere(styles: Made) -> None:
    given = {"ready": False, "count": "1", "wide": True, "flags": [True, False], "x_wide": False, "fast": True}
    sent = styles.call(styles.tool_of("GET /plain/{ready}/{count}"), given).sent
    assert sent.line == "GET /v1/plain/false/1?wide=true&flags=true&flags=false"
    assert (sent.headers["x-wide"], sent.headers["cookie"]) == ("false", "fast=true")


NUMBERS: dict[str, tuple[Any, str]] = {
    "whole float": (5.0, "5"),
    "text": ("5", "5"),
    "large": (10**21, "1000000000000000000000"),
    "negative": (-3, "-3"),
    "zero": (0, "0"),
}


@pytest.mark.parametrize("kind", NUMBERS)
def test_B57_whole_numbers_are_written_as_such(styles: Made, kind: str) -> None:
    value, written = NUMBERS[kind]
    name = styles.tool_of("GET /plain/{ready}/{count}")
    sent = styles.call(name, {"ready": True, "count": value, "total": value}).sent
    assert sent.line == f"GET /v1/plain/true/{written}?total={written}"


@pytest.mark.parametrize("value", [0.1, 2.5, -0.75, 1e-7, 123456789.125])
def test_B57_numbers_say_what_was_given(styles: Made, value: float) -> None:
    sent = styles.call(styles.tool_of("GET /plain/{ready}/{count}"), {"ready": True, "count": 1, "depth": value}).sent
    [(_, written)] = sent.pairs
    assert float(written) == value


NOTHING: list[dict[str, Any]] = [
    {},
    {
        "wide": None,
        "flags": None,
        "depth": None,
        "note": None,
        "x_wide": None,
        "x_rates": None,
        "pack": None,
        "fast": None,
    },
]


@pytest.mark.parametrize("given", NOTHING, ids=["left out", "null"])
def test_B58_what_is_not_given_is_not_sent(styles: Made, given: dict[str, Any]) -> None:
    name = styles.tool_of("GET /plain/{ready}/{count}")
    sent = styles.call(name, {"ready": True, "count": 1, **given}).sent
    assert sent.line == "GET /v1/plain/true/1"
    assert not {"x-wide", "x-depth", "x-rates", "cookie"} & sent.headers.keys()


@pytest.mark.parametrize("head", [openapi, swagger], ids=["3.0", "2.0"])
def test_B60_an_optional_argument_is_of_its_type(tmp_path: Path, head: Any) -> None:
    kinds = {"a": "integer", "b": "string", "c": "boolean", "d": "number"}
    parameters = ", ".join(
        f"{{name: {name}, in: query, {f'type: {kind}' if head is swagger else f'schema: {{type: {kind}}}'}}}"
        for name, kind in kinds.items()
    )
    made = make(
        tmp_path,
        head(
            f"paths: {{/x: {{get: {{operationId: readX, parameters: [{parameters}], responses: {{'200': {{description: ok}}}}}}}}}}"
        ),
    )
    [name] = made.tools
    assert made.required(name) == []
    shown = {
        key: {k: v for k, v in schema.items() if k != "description"} for key, schema in made.properties(name).items()
    }
    assert shown == {key: {"type": kind} for key, kind in kinds.items()}


def test_B66_headers_of_every_type(styles: Made) -> None:
    given: dict[str, Any] = {"ready": True, "count": 1, "x_depth": 3, "x_rates": [1.5, 2]}
    limits = {"x_limits_a": 1, "x_limits_b": 2, "x_limits2_c": 3, "x_limits2_d": 4}
    sent = styles.call(styles.tool_of("GET /plain/{ready}/{count}"), {**given, **limits}).sent
    assert [sent.headers[name] for name in ("x-depth", "x-rates", "x-limits", "x-limits2")] == [
        "3",
        "1.5,2",
        "a,1,b,2",
        "c=3,d=4",
    ]
    assert sent.query == ""


@pytest.mark.parametrize("text", ["a\r\nX-Admin: 1", "a\nb", "a\rb", "\x00", "a\x7f", "a\u2028b", "a\u0085b"])
def test_B69_a_header_holds_no_line_break(noted: Made, text: str) -> None:
    called = signed(noted, "GET /notes", {"x_note": text})
    assert (called.requests, called.failed, called.code) == ((), True, None)
    assert "note" in called.text.lower()
    called = signed(noted, "GET /notes", {"pack": text})
    assert called.failed or "\n" not in called.sent.headers["cookie"].replace("\r", "\n")


def test_B69_other_letters_are_utf_8_or_refused(noted: Made) -> None:
    called = signed(noted, "GET /notes", {"x_note": "Größe 東"})
    assert called.failed or called.sent.headers["x-note"] in ("Größe 東", "Größe 東".encode().decode("latin-1"))


def test_B67_a_header_is_nowhere_else(noted: Made) -> None:
    sent = signed(noted, "POST /notes", {"x_fleet": "f", "text": "t"}).sent
    assert (sent.line, sent.headers["x-fleet"], sent.body) == ("POST /v1/notes", "f", {"text": "t"})


def test_B70_cookies_of_every_type(styles: Made) -> None:
    given = {"ready": True, "count": 1, "pack": ["a", "b"], "fast": False}
    sent = styles.call(styles.tool_of("GET /plain/{ready}/{count}"), given).sent
    assert sent.headers["cookie"] == "pack=a,b; fast=false"


@pytest.mark.parametrize("text", ["a;b", "a b", "a=b", "a,b", 'a"b', "ü"])
def test_B70_B71_a_value_does_not_leave_its_cookie(noted: Made, text: str) -> None:
    sent = signed(noted, "GET /notes", {"pack": text}).sent
    pairs = dict(pair.split("=", 1) for pair in sent.headers["cookie"].split("; "))
    assert pairs.keys() == {"pack", "BERTH"}
    assert pairs["BERTH"] == "k"


def test_B147_negative_values_can_be_chosen(styles: Made) -> None:
    name = styles.tool_of("GET /texts")
    for value in (-2, "-2", -2.0):
        assert styles.call(name, {"step": value}).sent.query == "step=-2"
    for rate, written in ((-0.5, -0.5), ("-0.5", -0.5), (1, 1), ("1", 1), (2.25, 2.25)):
        [(_, sent)] = styles.call(name, {"rate": rate}).sent.pairs
        assert float(sent) == written
    for wrong in ({"step": 2}, {"step": "x"}, {"rate": 0.5}):
        assert styles.call(name, wrong).requests == ()


def test_B149_every_value_can_be_chosen(styles: Made) -> None:
    name = styles.tool_of("GET /texts")
    choices = styles.properties(name)["order"]["enum"]
    assert choices == ["a-b", "a_b", "AB", "ab", "", "d'e", "+up", "-up", 'f"g', "h i", "null", "true", "7", "ü&="]
    requests, told = styles.talk([(name, {"order": choice}) for choice in choices])
    assert not any(each.failed for each in told)
    assert [each.pairs for each in requests] == [[("order", choice)] for choice in choices]
    assert styles.call(name, {"order": "Ab"}).requests == ()
