"""Bodies of requests: forms, lists, maps and scalars arrive whole, alone, and in the media type that was declared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.catalogue.harness import Made, make, openapi, swagger

OK = "responses: {'200': {description: ok}}"


def body(schema: str, media: str = "application/json", *, required: bool = True, method: str = "post") -> str:
    """An operation with a body."""
    return f"{{{method}: {{requestBody: {{required: {str(required).lower()}, content: {{'{media}': {{schema: {schema}}}}}}}, {OK}}}}}"


@pytest.fixture(scope="module")
def hold(tmp_path_factory: pytest.TempPathFactory) -> Made:
    strings = "{type: string}"
    return make(
        tmp_path_factory.mktemp("hold"),
        openapi(f"""
        paths:
          /form: {body("{type: object, required: [who], properties: {who: {type: string}, fast: {type: boolean}, size: {type: number}, when: {type: string, format: date}, tags: {type: array, items: {type: string}}}}", "application/x-www-form-urlencoded")}
          /list: {body("{type: array, minItems: 1, items: {type: object, required: [code], properties: {code: {type: string}, size: {type: integer}}}}")}
          /texts: {body("{type: array, items: {type: string}}", method="put")}
          /grid: {body("{type: array, items: {type: array, items: {type: number}}}")}
          /text: {body("{type: string}")}
          /number: {body("{type: number}", method="put")}
          /flag: {body("{type: boolean}", method="put")}
          /maybe: {body("{type: integer, nullable: true}", method="put", required=False)}
          /map: {body(f"{{type: object, additionalProperties: {strings}}}", method="put")}
          /lists: {body("{type: object, additionalProperties: {type: array, items: {type: integer}}}", method="put")}
          /free: {body("{type: object}", method="patch")}
          /any: {body("{}", method="put")}
          /nested: {body("{type: object, properties: {marks: {type: object, additionalProperties: {type: object, properties: {n: {type: integer}}}}, extra: {type: object}}}")}
          /docks/{{dock}}/ships/{{ship}}:
            parameters: [{{name: dock, in: path, required: true, schema: {{type: string}}}}, {{name: ship, in: path, required: true, schema: {{type: string}}}}, {{name: X-Via, in: header, schema: {{type: string}}}}]
            put:
              parameters: [{{name: test, in: query, schema: {{type: boolean}}}}]
              requestBody: {{content: {{application/json: {{schema: {{type: object, properties: {{crew: {{type: integer}}}}}}}}}}}}
              {OK}
          /crew: {body("{type: object, required: [names], properties: {names: {type: array, items: {type: string}}}}", method="delete")}
          /search: {body("{type: object, properties: {word: {type: string}}}", method="get")}
          /typed: {body("{type: object, properties: {top: {type: integer}, rate: {type: number}, deep: {type: boolean}, refs: {type: array, items: {type: integer}}, on: {type: array, items: {type: boolean}}, word: {type: string}, log: {type: object, required: [a], properties: {a: {type: integer}, b: {type: array, items: {type: object, properties: {c: {type: number}}}}}}}}")}
          /dates: {body("{type: object, properties: {at: {type: string, format: date-time}, day: {type: string, format: date}, span: {type: string, format: duration}, hour: {type: string, format: time}, all: {type: array, items: {type: string, format: date-time}}}}")}
        """),
    )


def only(made: Made, operation: str, value: Any) -> Any:
    """What arrives where the one argument of a tool is `value`."""
    name = made.tool_of(operation)
    [argument] = made.properties(name)
    return made.call(name, {argument: value}).sent.body


def test_B72_a_form_is_a_form(hold: Made) -> None:
    name = hold.tool_of("POST /form")
    given: dict[str, Any] = {"who": "a b&c=d+é", "fast": False, "size": 2.5, "when": "2025-02-01", "tags": ["x", "y"]}
    assert hold.call(name, given).sent.form == [
        ("who", "a b&c=d+é"), ("fast", "false"), ("size", "2.5"), ("when", "2025-02-01"), ("tags", "x"), ("tags", "y")
    ]  # fmt: skip
    assert hold.call(name, {"who": "a", "fast": None}).sent.form == [("who", "a")]
    assert hold.required(name) == ["who"]


def test_B72_in_swagger_2(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        swagger(f"""
        consumes: [application/x-www-form-urlencoded]
        paths:
          /form:
            post:
              parameters:
                - {{name: who, in: formData, type: string, required: true}}
                - {{name: fast, in: formData, type: boolean}}
                - {{name: no, in: formData, type: array, items: {{type: integer}}}}
              {OK}
        """),
    )
    [name] = made.tools
    who, fast, numbers = made.properties(name)
    assert made.call(name, {who: "a b", fast: True, numbers: [1, 2]}).sent.form == [
        ("who", "a b"), ("fast", "true"), ("no", "1,2")
    ]  # fmt: skip


def test_B78_lists_and_scalars_are_whole_bodies(hold: Made) -> None:
    assert only(hold, "POST /list", [{"code": "a"}, {"code": "b", "size": 2}]) == [
        {"code": "a"},
        {"code": "b", "size": 2},
    ]
    assert only(hold, "PUT /texts", ["x", ""]) == ["x", ""]
    assert only(hold, "PUT /texts", []) == []
    assert only(hold, "POST /grid", [[1, 2.5], []]) == [[1, 2.5], []]
    assert only(hold, "POST /text", "5") == "5"
    assert only(hold, "PUT /number", 0) == 0
    assert only(hold, "PUT /flag", False) is False


def test_B78_what_a_list_needs_is_checked(hold: Made) -> None:
    name = hold.tool_of("POST /list")
    [argument] = hold.required(name)
    for wrong in ([], [{}], [{"code": 5}], "x", {"code": "a"}):
        assert hold.call(name, {argument: wrong}).requests == ()
    assert hold.call(name).requests == ()


def test_B80_maps_are_whole_bodies(hold: Made) -> None:
    assert only(hold, "PUT /map", [{"key": "a.b", "value": "1"}, {"key": "$ref", "value": ""}]) == {
        "a.b": "1",
        "$ref": "",
    }
    assert only(hold, "PUT /map", []) == {}
    assert only(hold, "PUT /lists", [{"key": "a", "value": [1]}]) == {"a": [1]}
    for operation in ("PATCH /free", "PUT /any"):
        for value in ({"team": "core", "n": {"a": [None]}}, '{"team": "core", "n": {"a": [null]}}'):
            assert only(hold, operation, value) == {"team": "core", "n": {"a": [None]}}
    assert only(hold, "PUT /any", [1, "a"]) == [1, "a"]


def test_B81_maps_within_bodies_keep_their_keys_and_values(hold: Made) -> None:
    name = hold.tool_of("POST /nested")
    marks, extra = hold.properties(name)
    given: dict[str, Any] = {marks: [{"key": "x.y/z", "n": 1}], extra: {"k": [None]}}
    if "value" in hold.properties(name)[marks]["items"]["properties"]:
        given[marks] = [{"key": "x.y/z", "value": {"n": 1}}]
    assert hold.call(name, given).sent.body == {"marks": {"x.y/z": {"n": 1}}, "extra": {"k": [None]}}
    given[marks][0].pop("n", None) or given[marks][0].pop("value", None)
    wrong = {**given[marks][0], ("value" if "value" in str(hold.properties(name)[marks]) else "n"): "x"}
    assert hold.call(name, {marks: [wrong]}).requests == ()


MEDIA = {
    "application/merge-patch+json": "application/merge-patch+json",
    "application/vnd.harbour.v2+json": "application/vnd.harbour.v2+json",
    "APPLICATION/JSON": "application/json",
    "*/*": "application/json",
    "application/*": "application/json",
    "text/json": "text/json",
}


@pytest.mark.parametrize("declared", MEDIA)
def test_B82_the_declared_media_type_is_sent(tmp_path: Path, declared: str) -> None:
    made = make(
        tmp_path,
        openapi(f"paths: {{/a: {body('{type: object, properties: {x: {type: string}}}', declared, method='patch')}}}"),
    )
    [name] = made.tools
    sent = made.call(name, {"x": "1"}).sent
    assert (sent.headers["content-type"].lower(), sent.content) == (MEDIA[declared], b'{"x":"1"}')


@pytest.mark.parametrize("declared", ["application/vnd.api+json", "application/json"])
def test_B82_in_swagger_2(tmp_path: Path, declared: str) -> None:
    made = make(
        tmp_path,
        swagger(f"""
        paths:
          /a: {{post: {{consumes: ['{declared}'], parameters: [{{name: b, in: body, schema: {{type: object, properties: {{x: {{type: string}}}}}}}}], {OK}}}}}
        """),
    )
    [name] = made.tools
    sent = made.call(name, {"x": "1"}).sent
    assert (sent.headers["content-type"], sent.body) == (declared, {"x": "1"})


def test_B85_what_is_required_is_named_before_anything_is_sent(hold: Made) -> None:
    name = hold.tool_of("PUT /docks/{dock}/ships/{ship}")
    assert sorted(hold.required(name)) == ["dock", "ship"]
    called = hold.call(name, {"ship": "s"})
    assert (called.requests, called.failed, called.code) == ((), True, None)
    assert "dock" in called.text
    assert "ship:" not in called.text
    called = hold.call(hold.tool_of("POST /form"), {"who": None})
    assert called.requests == ()
    assert "who" in called.text


def test_B86_a_body_holds_its_own_fields_only(hold: Made) -> None:
    name = hold.tool_of("PUT /docks/{dock}/ships/{ship}")
    sent = hold.call(name, {"dock": "d", "ship": "s", "x_via": "v", "test": False, "crew": 3}).sent
    assert (sent.line, sent.headers["x-via"], sent.body) == ("PUT /v1/docks/d/ships/s?test=false", "v", {"crew": 3})


def test_B88_any_method_may_have_a_body(hold: Made) -> None:
    sent = hold.call(hold.tool_of("DELETE /crew"), {"names": ["a"]}).sent
    assert (sent.line, sent.body) == ("DELETE /v1/crew", {"names": ["a"]})
    assert hold.call(hold.tool_of("DELETE /crew")).requests == ()
    sent = hold.call(hold.tool_of("GET /search"), {"word": "w"}).sent
    assert (sent.line, sent.body) == ("GET /v1/search", {"word": "w"})


def test_B182_other_spellings_of_a_value_are_understood(hold: Made) -> None:
    name = hold.tool_of("POST /typed")
    given = {"top": "5", "rate": 2, "deep": "true", "refs": "[1, 2]", "on": '["true", false]', "word": "5"}
    assert hold.call(name, given).sent.body == {
        "top": 5, "rate": 2, "deep": True, "refs": [1, 2], "on": [True, False], "word": "5"
    }  # fmt: skip
    nested = {
        key: value
        for key, value in {
            "log": '{"a": "1", "b": [{"c": 0.5}]}',
            "log_a": "1",
            "log_b": '[{"c": 0.5}]',
            "a": "1",
            "b": '[{"c": 0.5}]',
        }.items()
        if key in hold.properties(name)
    }
    assert hold.call(name, nested).sent.body == {"log": {"a": 1, "b": [{"c": 0.5}]}}


@pytest.mark.parametrize(
    ("argument", "value"),
    [("top", "abc"), ("top", "1.5"), ("top", 1.5), ("top", True), ("deep", "yes"), ("deep", 1), ("refs", "1,2"), ("word", 5), ("word", True), ("refs", "{}")],
)  # fmt: skip
def test_B182_nothing_else_is_guessed(hold: Made, argument: str, value: Any) -> None:
    called = hold.call(hold.tool_of("POST /typed"), {argument: value})
    assert (called.requests, called.failed) == ((), True)
    assert argument in called.text


TIMES = [
    "2024-02-29T10:00:00+02:00",
    "2024-02-29T10:00:00.120Z",
    "2024-02-29t10:00:00z",
    "2024-02-29T10:00:00.123456789-00:30",
]


@pytest.mark.parametrize("at", TIMES)
def test_B188_times_arrive_as_they_were_given(hold: Made, at: str) -> None:
    given: dict[str, Any] = {"at": at, "day": "0001-01-01", "span": "P1Y2M", "hour": "07:00:00Z", "all": [at, at]}
    assert hold.call(hold.tool_of("POST /dates"), given).sent.body == given


def test_B188_their_format_is_told(hold: Made) -> None:
    properties = hold.properties(hold.tool_of("POST /dates"))
    assert all("ISO 8601" in properties[name]["description"] for name in ("at", "day", "span", "hour"))


@pytest.mark.parametrize(
    ("schema", "given"),
    [
        ("{type: object, required: [lines], properties: {lines: {type: array, items: {type: string}}}}", {"lines": []}),
        (
            "{type: object, required: [kinds], properties: {kinds: {type: object, properties: {a: {type: string}}}, note: {type: string}}}",
            {"note": "x"},
        ),
    ],
)
def test_a_form_says_nothing_of_a_list_or_object_without_parts(
    tmp_path: Path, schema: str, given: dict[str, Any]
) -> None:
    made = make(tmp_path, openapi(f"paths:\n  /a: {body(schema, 'application/x-www-form-urlencoded')}"))
    [name] = made.tools
    called = made.call(name, given)
    assert (called.requests, called.failed) == ((), True)
