"""Every place, style, explode and type: what is sent reads back as what was given, or is refused for a reason."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcpgen.emit.encode import cookie_pairs, header_value, path_segment, query_pairs
from mcpgen.emit.evaluate import evaluate
from mcpgen.model.json import UNSET
from tests.parameters import decoder
from tests.parameters.decoder import MISSING, Described
from tests.parameters.described import Made, collected, described, made, openapi, swagger

OPENAPI, SWAGGER = described(), collected()


def name_of(one: Described) -> str:
    """`query-form-True-array`, and what is special about it."""
    special = {"lists": one.inner, "reserved": one.reserved, "json": one.json}
    return "-".join([one.place, one.style, str(one.explode), one.kind, *(word for word, on in special.items() if on)])


ALL = [*OPENAPI, *SWAGGER]
FLAT = [one for one in ALL if one.kind != "nested"]
ODD = st.sampled_from("/?#[]@!$&'()*+,;=%|\t .~\"<>\\^`{}:-_aZ0éß漢🙂\u00a0")
TEXT = st.one_of(
    st.text(ODD, max_size=6),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=4),
    st.sampled_from(
        ["", ".", "..", "%2e%2E", "../x", "a/b", "a\\b", "%2F", "a&b=c", "a;b", "true", "007", "\r\nX: 1", "\0"]
    ),
)
NAME = st.one_of(st.text(ODD, min_size=1, max_size=4), st.sampled_from(["a", "class", "@type", "StartTime<", "é"]))
CONTROL = [*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029]


class Tools:
    """The tool of each combination; its repr is short, since failures print it."""

    def __init__(self, found: dict[Described, Made]) -> None:
        self._found = found

    def __getitem__(self, one: Described) -> Made:
        return self._found[one]

    def __repr__(self) -> str:
        return "tools"


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Tools:
    folder = tmp_path_factory.mktemp("styles")
    found = [*made(openapi(OPENAPI), folder, "styles"), *made(swagger(SWAGGER), folder, "collections")]
    assert len(found) == len(ALL)
    return Tools(dict(zip(ALL, found, strict=True)))


def values(one: Described) -> st.SearchStrategy[Any]:
    if one.inner:
        return st.lists(st.lists(TEXT, min_size=1, max_size=3), max_size=3)
    return {
        "scalar": TEXT,
        "array": st.lists(TEXT, max_size=3),
        "object": st.dictionaries(NAME, TEXT, max_size=3),
    }[one.kind]


def arguments(tool: Made, one: Described, value: Any) -> dict[str, Any]:
    """The value as the tool takes it: a map is a list of keys and values."""
    if one.kind == "object":
        value = [{"key": key, "value": each} for key, each in value.items()]
    return {tool.argument: value}


def read_back(one: Described, request: Any) -> Any:
    if one.json:
        text = read_text(
            replace(one, kind="scalar", style="simple" if one.place in ("path", "header") else "form"), request
        )
        return text if text == MISSING else json.loads(text)
    return read_text(one, request)


def read_text(one: Described, request: Any) -> Any:
    path, _, query = request.url.raw_path.decode("ascii").partition("?")
    match one.place:
        case "path":
            assert path.count("/") == 2, "the value left its segment"
            return decoder.path_value(one, path.rpartition("/")[2])
        case "query":
            return decoder.query_value(one, query)
        case "header":
            found = [value for name, value in request.headers.raw if name.lower() == one.name.lower().encode()]
            assert len(found) < 2
            return decoder.header_value(one, found[0].decode("utf-8")) if found else MISSING
        case _:
            return decoder.cookie_value(one, request.headers.get("cookie"))


def texts(value: Any) -> Iterator[str]:
    match value:
        case Mapping():
            for key, item in value.items():
                yield key
                yield from texts(item)
        case list():
            for item in value:
                yield from texts(item)
        case _:
            yield value


def may_be_refused(one: Described, value: Any) -> bool:
    """Whether no text could stand for the value."""
    if one.json:
        return False
    if one.place == "query" and value == "":
        return True
    parts = list(texts(value))
    ends = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}.get(one.style, "")
    if one.style == "label" and one.explode and one.kind != "scalar":
        ends = "."
    if one.place == "header" and one.kind != "scalar" and not ends:
        ends = ","
    if any((ends and ends in part) or (one.inner and one.place == "header" and one.inner in part) for part in parts):
        return True
    if one.place == "header":
        if ends.isspace() and parts and ends.join(parts) != ends.join(parts).strip(" \t"):
            return True
        control = any(ord(sign) in CONTROL and sign != "\t" for part in parts for sign in part)
        return control or (one.kind == "object" and one.explode and any("=" in key for key in value))
    if one.style == "cookie":
        if one.kind == "object" and any("=" in key for key in value):
            return True
        return any(not "!" <= sign <= "~" or sign in '",;\\' for part in parts for sign in part)
    if one.style == "deepObject" and any(sign in key for key in keys(value) for sign in "[]"):
        return True
    return one.place == "path" and (not parts or set("".join(parts)) <= {"."} or leads_out(one, parts))


def leads_out(one: Described, parts: list[str]) -> bool:
    """Whether a segment would be empty, `.` or `..`."""
    prefix = {"label": ".", "matrix": ";"}.get(one.style, "")
    whole = prefix + ("." if one.style == "label" and one.explode else ",").join(parts)
    return whole in ("", ".", "..")


def keys(value: Any) -> Iterator[str]:
    """The keys of a value and of what is inside it."""
    if isinstance(value, Mapping):
        yield from value
    for item in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from keys(item)


def expected(one: Described, value: Any) -> Any:
    if one.json:
        return value
    if not value and one.kind != "scalar":
        return MISSING
    if one.place == "header" and one.kind == "scalar":
        return value.strip(" \t")
    return value


def same(one: Described, found: Any, value: Any) -> bool:
    """Equal, but for the blanks around a header's value, which are none of it (RFC 9110, section 5.5)."""
    wanted = expected(one, value)
    if one.place != "header" or wanted == MISSING or one.json:
        return bool(found == wanted)
    return [text.strip(" \t") for text in texts(found)] == [text.strip(" \t") for text in texts(wanted)]


@pytest.mark.parametrize("one", FLAT, ids=name_of)
@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_what_is_sent_reads_back(tools: Tools, one: Described, data: st.DataObject) -> None:
    tool = tools[one]
    value = data.draw(values(one))
    given = arguments(tool, one, value)
    try:
        request = tool.request(given)
    except tool.refusal:
        assert may_be_refused(one, value), "what can be written was refused"
        return
    assert same(one, read_back(one, request), value)
    hold_expectation(one, tool, given, value)


def hold_expectation(one: Described, tool: Made, given: dict[str, Any], value: Any) -> None:
    """What the contract tests expect is what an API reads."""
    (placed,) = tool.tool.request.parameters
    sent = evaluate(placed.value, given)
    assert sent is not UNSET
    if one.json:
        return
    match one.place:
        case "path":
            assert decoder.path_value(one, path_segment(placed, sent)) == value
        case "query":
            request = tool.request(given)
            pairs = decoder.query_pairs(request.url.raw_path.decode().partition("?")[2])
            assert query_pairs(placed, sent) == [[name, decoder.percent_decoded(text)] for name, text in pairs]
        case "header":
            assert same(one, decoder.header_value(one, header_value(placed, sent)) if value else MISSING, value) or (
                one.kind == "scalar" and header_value(placed, sent) == ""
            )
        case _:
            pairs_of = "; ".join(cookie_pairs(placed, sent)) or None
            assert decoder.cookie_value(one, pairs_of) == expected(one, value)


NUMBERS = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.integers(-(10**25), 10**25),
    st.sampled_from([1e21, 0.1, 1.0, -0.0, 10**20, 5e-324, 1.7976931348623157e308, 2**53 + 1, 123456789.123]),
)


@settings(
    max_examples=150, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_nested_objects_and_numbers_read_back(tools: Tools, data: st.DataObject) -> None:
    one = next(one for one in ALL if one.kind == "nested")
    tool = tools[one]
    names = list(tool.tool.input_schema["properties"])
    assert [name.rpartition("_")[2] for name in names][:2] == ["type", "tags"]
    text, tags = data.draw(TEXT), data.draw(st.lists(TEXT, max_size=3))
    number, flag = data.draw(NUMBERS), data.draw(st.booleans())
    given = {names[0]: text, names[1]: tags, names[2]: {"from": number, "deep": flag}}
    found = read_back(one, tool.request(given))
    read = found["in ner"]["from"]
    assert re.fullmatch(r"-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?", read)
    assert (int(read) if isinstance(number, int) else float(read)) == number
    assert ("." in read or "e" in read) == (isinstance(number, float) and ("e" in read or not number.is_integer()))
    assert found["in ner"]["deep"] == ("true" if flag else "false")
    assert found["@type"] == text
    assert found.get("tags", []) == tags
