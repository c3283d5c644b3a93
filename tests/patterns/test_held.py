"""A pattern that `re` may never end with is held wherever it stands, and no text keeps the server."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mcpgen.emit.patterns import slow_patterns
from mcpgen.patterns.limits import is_held
from tests.catalogue.harness import Made, make, openapi
from tests.packages import package_in

SLOW = "'^(\\d{12}|\\d{16})*$'"
GOOD, BAD = "1" * 28, "1" * 27
CODE = f"{{type: string, pattern: {SLOW}}}"
JSON_OF_CODES = (
    f"{{type: array, items: {{type: array, items: {{type: array, items: {{type: array, items: {CODE}}}}}}}}}"
)


def posted(folder: Path, schema: str, place: str) -> Made:
    """A tool `create_boat` with one argument, `code`."""
    said = {"json": "application/json", "form": "application/x-www-form-urlencoded"}
    if place in said:
        fields = f"{{type: object, properties: {{code: {schema}}}}}"
        where = f"requestBody: {{content: {{{said[place]}: {{schema: {fields}}}}}}}"
    else:
        where = f"parameters: [{{name: code, in: {place}, schema: {schema}}}]"
    operation = f"{{operationId: createBoat, {where}, responses: {{'204': {{description: done}}}}}}"
    return make(folder, openapi(f"paths:\n  /boats: {{post: {operation}}}\n"))


@pytest.mark.parametrize("place", ["query", "header", "cookie", "json", "form"])
@pytest.mark.parametrize("listed", [False, True])
def test_a_slow_pattern_is_held(place: str, listed: bool, tmp_path: Path) -> None:
    made = posted(tmp_path, f"{{type: array, items: {CODE}}}" if listed else CODE, place)
    [tool] = made.made.toolset.tools
    assert not [d for d in tool.decisions if d.rule == "unchecked"]
    good, bad = ([GOOD], [BAD]) if listed else (GOOD, BAD)
    assert not made.call("create_boat", {"code": good}).failed
    refused = made.call("create_boat", {"code": bad})
    assert refused.failed
    assert not refused.requests
    assert "matches ^(\\d{12}" in refused.text


def test_a_slow_pattern_is_held_in_json_text(tmp_path: Path) -> None:
    made = posted(tmp_path, JSON_OF_CODES, "json")
    assert made.properties("create_boat")["code"]["contentMediaType"] == "application/json"
    assert made.call("create_boat", {"code": f'[[[["{GOOD}"]]]]'}).sent.body == {"code": [[[[GOOD]]]]}
    assert made.call("create_boat", {"code": f'[[[["{BAD}"]]]]'}).requests == ()


def test_names_are_held_to_slow_patterns(tmp_path: Path) -> None:
    schema = f"{{type: object, patternProperties: {{{SLOW}: {{type: integer}}}}, additionalProperties: false}}"
    made = posted(tmp_path, schema, "json")
    argument = made.properties("create_boat")["code"]
    given = (lambda key: f'{{"{key}": 1}}') if argument["type"] == "string" else (lambda k: [{"key": k, "value": 1}])
    assert made.call("create_boat", {"code": given(GOOD)}).sent.body == {"code": {GOOD: 1}}
    assert made.call("create_boat", {"code": given(BAD)}).requests == ()


def test_no_text_keeps_a_server(tmp_path: Path) -> None:
    """The server answers of 100,000 characters at once; `re` would not in a lifetime."""
    made = posted(tmp_path, CODE, "query")
    package = package_in(made.package)
    code = (
        f"from {package.module}.runtime.patterns import found\n"
        f"assert found({SLOW.strip(chr(39))!r}, '1' * 100_001) is False\n"
        f"assert found({SLOW.strip(chr(39))!r}, '1' * 100_000) is True\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=package.root, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_the_programs_are_shipped_only_where_they_are_needed(tmp_path: Path) -> None:
    for schema, needed in ((CODE, True), ("{type: string, pattern: '^[a-z]+$'}", False)):
        folder = tmp_path / str(needed)
        folder.mkdir()
        package = package_in(posted(folder, schema, "query").package)
        names = {file.name for file in (package.root / package.module).rglob("*")}
        assert ({"patterns.json", "automaton.py"} <= names) is needed
        assert names.isdisjoint({"patterns.json", "automaton.py"}) is not needed


def test_a_short_text_needs_no_program() -> None:
    mail = "^\\S+@\\S+\\.\\S+$"
    assert slow_patterns({"type": "string", "pattern": mail, "maxLength": 254}) == {}
    assert list(slow_patterns([{"pattern": mail}, {"patternProperties": {"^(b+)+$": {}}}])) == ["^(b+)+$", mail]
    assert slow_patterns({"pattern": "^(a*)*\\1$"}) == {"^(a*)*\\1$": None}


def test_a_pattern_in_delimiters_is_neither_held_nor_shipped() -> None:
    delimited = "/^[a-z]+$/"
    assert not is_held(delimited)
    assert slow_patterns({"pattern": delimited}) == {delimited: None}


def run_in(made: Made, code: str) -> None:
    """Runs code with the modules of a package's runtime."""
    package = package_in(made.package)
    head = f"from {package.module}.runtime import patterns\nfrom {package.module}.runtime.validation import validator\n"
    done = subprocess.run(
        [sys.executable, "-c", head + code], cwd=package.root, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


def test_names_that_another_schema_describes_are_held_in_bounded_time(tmp_path: Path) -> None:
    keys = "patternProperties: {'^(a+)+$': {type: integer}, '^\\p{Lu}$': {}}"
    made = posted(tmp_path, f"{{type: object, {keys}}}", "json")
    code = r"""
keys = {"patternProperties": {"^(a+)+$": {"type": "integer"}, r"^\p{Lu}$": {}}}
defs = {"Keys": keys, "a/b": {"properties": {"y": {"type": "integer"}}}}
parts = [{"$ref": "#/$defs/Keys"}, {"if": {"required": ["x"]}, "then": {"$ref": "#/$defs/a~1b"}}]
any_of = [{"properties": {"k": {"const": 1}, "one": {}}}, {"properties": {"k": {"const": 2}, "two": {}}}]
dependent = {"q": {"properties": {"r": {}}}}
rules = {"properties": {"x": {}, "k": {}, "q": {}}, "allOf": parts, "anyOf": any_of, "dependentSchemas": dependent}
closed = validator({"$defs": defs, **rules, "unevaluatedProperties": False})
numbers = validator({"$defs": defs, **rules, "unevaluatedProperties": {"type": "integer"}})
right = [{"a" * 5_000: 1, "\u00c4": 2, "k": 1}, {"x": 1, "y": 2, "k": 1, "one": 1}, {"k": 2, "two": 1}]
right += [{"q": 1, "r": 2}]
wrong = [{"a" * 5_000 + "!": 1}, {"\u00e4": 1}, {"y": 1}, {"k": 1, "two": 1}, {"k": 2, "one": 1}, {"r": 2}]
for value in right:
    assert not list(closed.iter_errors(value)), value
for value in wrong:
    assert list(closed.iter_errors(value)), value
    assert not list(numbers.iter_errors(value)), value
    assert list(numbers.iter_errors({name: "text" for name in value}))
assert not list(validator({**keys, "additionalProperties": True, "unevaluatedProperties": False}).iter_errors({"z": 1}))
"""
    run_in(made, code)


def test_all_texts_of_a_call_share_its_time(tmp_path: Path) -> None:
    lists = f"{{type: array, items: {CODE}}}"
    texts = [GOOD[:12] * 8_000 for _ in range(40)]
    made = posted(tmp_path, lists, "json")
    assert not made.call("create_boat", {"code": texts[:5]}).failed
    refused = made.call("create_boat", {"code": texts})
    assert refused.requests == ()
    assert "give at most 10000 characters" in refused.text
    assert not made.call("create_boat", {"code": texts[:5]}).failed
    short = made.call("create_boat", {"code": [*texts, GOOD]})
    assert short.requests == ()


def test_short_texts_that_take_too_long_together_are_refused_as_that(tmp_path: Path) -> None:
    made = posted(tmp_path, f"{{type: array, items: {CODE}}}", "json")
    code = f"""
from {package_in(made.package).module}.runtime import automaton
from {package_in(made.package).module}.runtime.arguments import problems_of
automaton.MOST_STEPS = 100
checks = validator({{"items": {{"pattern": {SLOW[1:-1]!r}}}}})
patterns.begin_call()
errors = list(checks.iter_errors(["1" * 12, "1" * 24]))
[problem] = problems_of(errors[-1])
assert problem == "1: it would take too long to compare with its pattern; give fewer or shorter texts."
names = validator({{"patternProperties": {{{SLOW[1:-1]!r}: {{}}}}, "additionalProperties": False}})
patterns.begin_call()
found = list(names.iter_errors({{"1" * 24: 1, "1" * 36: 2}}))
assert found and all("too long" in problem for error in found for problem in problems_of(error))
"""
    run_in(made, code)
