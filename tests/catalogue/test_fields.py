"""Fields: null, defaults, fixed values, what is read-only, and schemas that are put together or sloppy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mcpgen.model.toolset import Profile
from tests.catalogue.harness import Made, line_of, make, openapi, swagger
from tests.portable import complaints

OK = "responses: {'200': {description: ok}}"


def posted(schema: str, *, version: str = "3.0.3", components: str = "", method: str = "post") -> str:
    """A description whose one operation, on /ships, takes a JSON body."""
    text = openapi(
        f"paths: {{/ships: {{{method}: {{requestBody: {{required: true, content: {{application/json: {{schema: {schema}}}}}}}, {OK}}}}}}}",
        version,
    )
    return f"{text}\ncomponents: {{schemas: {{{components}}}}}\n" if components else text


def fields(properties: str, *, required: str = "") -> str:
    return f"{{type: object, required: [{required}], properties: {{{properties}}}}}"


def body(made: Made, **given: Any) -> Any:
    [name] = made.tools
    return made.call(name, given).sent.body


def refused(made: Made, **given: Any) -> bool:
    [name] = made.tools
    called = made.call(name, given)
    assert called.requests == () or not called.failed
    return called.failed


def bare(made: Made, argument: str) -> dict[str, Any]:
    """An argument's schema, without its description."""
    [name] = made.tools
    return {key: value for key, value in made.properties(name)[argument].items() if key != "description"}


NULLABLE = {
    "3.0": ("{type: number, nullable: true}", "3.0.3"),
    "2.0": ("{type: number, x-nullable: true}", "2.0"),
    "3.1": ("{type: [number, 'null']}", "3.1.0"),
    "oneOf": ("{oneOf: [{type: number}, {type: 'null'}]}", "3.1.0"),
    "allOf": ("{nullable: true, allOf: [{type: number}]}", "3.0.3"),
}


def priced(kind: str, required: str, method: str = "post") -> str:
    schema, version = NULLABLE[kind]
    whole = fields(f"price: {schema}, name: {{type: string}}", required=required)
    if version != "2.0":
        return posted(whole, version=version, method=method)
    return swagger(
        f"paths: {{/ships: {{{method}: {{parameters: [{{name: b, in: body, required: true, schema: {whole}}}], {OK}}}}}}}"
    )


@pytest.mark.parametrize("kind", NULLABLE)
def test_B129_null_is_sent_where_it_is_required(tmp_path: Path, kind: str) -> None:
    made = make(tmp_path, priced(kind, "price"))
    assert body(made, price=None) == {"price": None}
    assert body(made, price=0) == {"price": 0}
    assert "nullable" not in str(made.tools)
    assert refused(made, price="x")


@pytest.mark.parametrize("kind", NULLABLE)
def test_B129_what_a_field_holds_can_be_cleared(tmp_path: Path, kind: str) -> None:
    made = make(tmp_path, priced(kind, "name", "patch"))
    assert body(made, name="a") == {"name": "a"}
    assert body(made, name="a", clear_fields=["price"]) == {"name": "a", "price": None}
    assert refused(made, name=None)


@pytest.mark.parametrize("profile", list(Profile))
def test_B129_null_in_an_answer_is_told(tmp_path: Path, profile: Profile) -> None:
    made = make(
        tmp_path,
        openapi(
            f"paths: {{/ships: {{get: {{responses: {{'200': {{description: ok, content: {{application/json: {{schema: "
            f"{fields('price: {type: number, nullable: true}', required='price')}}}}}}}}}}}}}}}"
        ),
        profile=profile,
    )
    [name] = made.tools
    assert made.call(name, json={"price": None}).value == {"price": None}
    assert complaints(list(made.tools.values())) == []


def test_B131_a_type_stays_where_null_is_ruled_out(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        posted(
            fields(
                "name: {type: string, nullable: false}, size: {type: integer, nullable: false, minimum: 1}",
                required="name",
            )
        ),
    )
    assert (bare(made, "name"), bare(made, "size")) == ({"type": "string"}, {"type": "integer", "minimum": 1})
    assert refused(made, name=None)


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
@pytest.mark.parametrize("null", ["nullable: true, ", ""])
def test_B131_a_choice_may_be_null(tmp_path: Path, keyword: str, null: str) -> None:
    branches = "{type: string, maxLength: 3}, {type: string, format: date}" + ("" if null else ", {type: 'null'}")
    schema = fields(f"v: {{{null}{keyword}: [{branches}]}}, w: {{type: string}}", required="v")
    made = make(tmp_path, posted(schema, version="3.0.3" if null else "3.1.0"))
    assert bare(made, "v").get("type") == "string"
    assert body(made, v="abc") == {"v": "abc"}
    assert body(made, v="2025-01-31") == {"v": "2025-01-31"}
    assert body(made, v=None) == {"v": None}


PATTERNS = {
    "lookahead": "^(?!x)[a-z]+$",
    "lookbehind": "(?<=a)b$",
    "letters": "^[\\p{L} ]+$",
    "delimited": "/^abc$/i",
    "nested": "^(a+)+$",
    "possessive": "^a++$",
    "flags": "(?i)^abc$",
    "posix": "^[[:alpha:]]+$",
    "named": "^(?P<x>a)$",
    "broken": "^[a-",
}


@pytest.mark.parametrize("kind", PATTERNS)
@pytest.mark.parametrize("place", ["body", "query", "items"])
def test_B134_patterns_of_other_engines_are_told_in_words(tmp_path: Path, kind: str, place: str) -> None:
    field = f"{{type: string, pattern: '{PATTERNS[kind]}'}}"
    if place == "query":
        text = openapi(f"paths: {{/ships: {{get: {{parameters: [{{name: v, in: query, schema: {field}}}], {OK}}}}}}}")
    else:
        text = posted(fields(f"v: {field if place == 'body' else f'{{type: array, items: {field}}}'}"))
    made = make(tmp_path, text)
    assert "pattern" not in str(bare(made, "v"))
    [name] = made.tools
    assert PATTERNS[kind] in made.properties(name)["v"]["description"]


def test_B134_portable_patterns_are_kept_and_checked(tmp_path: Path) -> None:
    made = make(tmp_path, posted(fields("v: {type: string, pattern: '^[A-Z]{3}[0-9]*$'}")))
    assert bare(made, "v")["pattern"] == "^[A-Z]{3}[0-9]*$"
    assert refused(made, v="abc")
    assert body(made, v="ABC1") == {"v": "ABC1"}


def test_B134_no_pattern_takes_for_ever(tmp_path: Path) -> None:
    made = make(
        tmp_path, posted(fields("v: {type: string, pattern: '^(a+)+$'}, w: {type: string, pattern: '^(a|a)*b$'}"))
    )
    text = "a" * 60 + "!"
    assert made.call("create_ship", {"v": text}).requests == ()
    assert body(made, v="a" * 60) == {"v": "a" * 60}
    assert refused(made, w="a" * 9_000 + "!")


def test_B135_a_choice_of_bodies_is_checked(tmp_path: Path) -> None:
    both = "{required: [path]}, {required: [text]}"
    made = make(
        tmp_path,
        posted(
            f"{{type: object, properties: {{path: {{type: string}}, text: {{type: string}}, name: {{type: string}}}}, anyOf: [{both}]}}"
        ),
    )
    [name] = made.tools
    assert not {"oneOf", "anyOf", "allOf", "not", "if"} & made.tools[name]["inputSchema"].keys()
    assert body(made, path="p") == {"path": "p"}
    assert body(made, path="p", text="t") == {"path": "p", "text": "t"}
    called = made.call(name, {"name": "n"})
    assert called.requests == ()
    assert "path" in called.text
    assert "text" in called.text
    said = made.tools[name]["description"]
    assert "path" in said
    assert "text" in said


def test_B135_exactly_one_of_two(tmp_path: Path) -> None:
    both = "{required: [path]}, {required: [text]}"
    made = make(
        tmp_path,
        posted(
            f"{{type: object, properties: {{path: {{type: string}}, text: {{type: string}}}}, oneOf: [{both}]}}",
            version="3.1.0",
        ),
    )
    if len(made.tools) == 1:
        assert refused(made, path="p", text="t")
        assert body(made, text="t") == {"text": "t"}
    else:
        sent = [made.call(name, dict.fromkeys(made.required(name), "x")).sent.body for name in made.tools]
        assert sorted(map(list, sent)) == [["path"], ["text"]]


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_B136_every_list_says_what_it_holds(tmp_path: Path, version: str) -> None:
    made = make(
        tmp_path,
        posted(
            fields(
                "a: {type: array}, b: {type: array, items: {}}, c: {type: array, items: {type: array, items: {type: array}}}, d: {type: object, properties: {e: {type: array}}}, f: {type: array, items: {type: object, properties: {g: {type: array}}}}"
            ),
            version=version,
        ),
    )
    assert complaints(list(made.tools.values())) == []
    assert body(made, a=[1, "x", None], b=[{"k": [1]}], c=[[[1]]]) == {
        "a": [1, "x", None],
        "b": [{"k": [1]}],
        "c": [[[1]]],
    }


SLIPS = {
    "required": ("{required: [gone, k], properties: {k: {type: string}}}", "gone"),
    "parts of a text": ("{type: object, properties: {k: {type: string, required: [x], properties: {x: {type: string}}}}}", "properties"),
    "parts of a number": ("{type: object, properties: {k: {type: integer, items: {type: string}}}}", "items"),
    "value twice": ("{type: object, properties: {k: {type: string, enum: [a, b, a]}}}", "twice"),
    "number twice": ("{type: object, properties: {k: {type: integer, enum: [1, 2, 1, 1]}}}", "3 times"),
    "no values": ("{type: object, properties: {k: {type: string, enum: []}}}", "enum"),
    "default of another type": ("{type: object, properties: {k: {type: integer, default: many}}}", "many"),
    "default not listed": ("{type: object, properties: {k: {type: string, enum: [a, b], default: c}}}", '"c"'),
}  # fmt: skip


@pytest.mark.parametrize("kind", SLIPS)
@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_B140_B186_a_slip_is_told_with_its_line(tmp_path: Path, kind: str, version: str) -> None:
    schema, word = SLIPS[kind]
    made = make(tmp_path, posted(schema, version=version))
    told = [each for each in made.said if word in each.message][-1]
    assert line_of(made, told) == "api.yaml:4"
    assert told.hint
    [name] = made.tools
    assert set(made.required(name)) <= set(made.properties(name))
    shown = bare(made, "k")
    assert not {"properties", "required"} & shown.keys()
    assert len(shown.get("enum", ())) == len(set(shown.get("enum", ())))
    assert "default" not in shown


def test_B140_a_part_may_require_what_others_declare(tmp_path: Path) -> None:
    schema = "{allOf: [{type: object, required: [b], properties: {a: {type: string}}}, {type: object, properties: {b: {type: string}}}]}"
    assert make(tmp_path, posted(schema)).said == ()


DEFAULTS = {
    "number as text": ("{type: integer, default: '10'}", 10),
    "text as number": ("{type: string, default: 10}", "10"),
    "truth as text": ("{type: boolean, default: 'true'}", True),
    "time": ("{type: string, format: date-time, default: '2024-01-01T00:00:00Z'}", "2024-01-01T00:00:00Z"),
    "null": ("{type: string, default: null}", None),
    "text for a list": ("{type: array, items: {type: string}, default: x}", None),
    "object for a text": ("{type: string, default: {a: 1}}", None),
}


@pytest.mark.parametrize("kind", DEFAULTS)
@pytest.mark.parametrize("place", ["body", "query"])
def test_B186_defaults_of_another_type_are_read_or_dropped(tmp_path: Path, kind: str, place: str) -> None:
    schema, default = DEFAULTS[kind]
    query = openapi(f"paths: {{/ships: {{get: {{parameters: [{{name: v, in: query, schema: {schema}}}], {OK}}}}}}}")
    made = make(tmp_path, query if place == "query" else posted(fields(f"v: {schema}")))
    assert bare(made, "v").get("default") == default
    [name] = made.tools
    sent = made.call(name).sent
    assert (sent.query, sent.content in (b"", b"{}")) == ("", True)


def test_B187_a_default_is_told_and_not_sent(tmp_path: Path) -> None:
    made = make(
        tmp_path,
        openapi(f"""
        paths:
          /ships/{{ship}}:
            patch:
              parameters:
                - {{name: ship, in: path, required: true, schema: {{type: string, default: fram}}}}
                - {{name: mode, in: query, required: true, schema: {{type: string, default: safe}}}}
                - {{name: X-Depth, in: header, schema: {{type: integer, default: 3}}}}
              requestBody: {{content: {{application/json: {{schema: {{type: object, required: [flag], properties: {{flag: {{type: string, default: NO}}, fast: {{type: boolean, default: true}}, log: {{type: object, properties: {{tags: {{type: array, items: {{type: string}}, default: [a]}}}}}}}}}}}}}}}}
              {OK}
        """),
    )
    [name] = made.tools
    assert {"mode", "flag"} <= set(made.required(name)) | {"flag"}
    path, mode = [argument for argument in made.required(name) if argument != "flag"]
    sent = made.call(name, {path: "s", mode: "m", "flag": "SE"}).sent
    assert (sent.line, sent.body) == ("PATCH /v1/ships/s?mode=m", {"flag": "SE"})
    assert "x-depth" not in sent.headers
    assert made.call(name, {path: "s"}).requests == ()
    assert "true" in made.properties(name)["fast"]["description"]
