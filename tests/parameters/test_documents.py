"""Parameters as odd descriptions have them, from the document to the request that leaves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from mcpgen.model.binding import Take
from tests.parameters.described import Made, made

TEXT, WHOLE, NUMBER, FLAG = ({"type": kind} for kind in ("string", "integer", "number", "boolean"))
JSON = "application/json"


def each(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


RULED = {
    "type": "object",
    "properties": {"n": {"type": "integer", "format": "int32", "not": {"const": 13}}, "tags": {"type": "array"}},
}


def has(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def at(place: str, name: str, schema: Any = TEXT, **more: Any) -> dict[str, Any]:
    described = {} if "content" in more else {"schema": schema}
    return {"name": name, "in": place, "required": place == "path", **described, **more}


def as_media(place: str, name: str, media: str, schema: Any) -> dict[str, Any]:
    return at(place, name, content={media: {"schema": schema}})


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An operation, a call, and what leaves: the target behind the operation's own folder, and headers."""

    name: str
    parameters: list[Any]
    given: dict[str, Any] | list[Any]
    """By argument, or in the order of the parameters."""
    target: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    path: str = ""
    shared: list[Any] = field(default_factory=list)
    says: str = ""
    """Part of the refusal, where nothing leaves."""


CASES = [
    Case(
        name="names of any kind",
        parameters=[at("query", name) for name in ("filter[name]", "StartTime<", "@type", "class", "größe", "a&b=c#d")],
        given={"filter_name": "1", "start_time": "2", "type": "3", "class": "4", "grosse": "5", "a_b_c_d": "6"},
        target="?filter%5Bname%5D=1&StartTime%3C=2&%40type=3&class=4&gr%C3%B6%C3%9Fe=5&a%26b%3Dc%23d=6",
    ),
    Case(
        name="one name in every place",
        path="/{key}",
        parameters=[at(place, "key") for place in ("path", "query", "header", "cookie")],
        given=["p", "q", "h", "c"],
        target="/p?key=q",
        headers={"key": "h", "cookie": "key=c"},
    ),
    Case(
        name="a path item's parameters, one overridden",
        path="/{code}",
        shared=[at("path", "code"), at("query", "a", TEXT, required=True), at("query", "b")],
        parameters=[at("query", "a", WHOLE)],
        given={"code": "x", "b": "2"},
        target="/x?b=2",
    ),
    Case(
        name="numbers",
        parameters=[at("query", "n", each(NUMBER), explode=False), at("query", "i", WHOLE), at("query", "f", FLAG)],
        given={"n": [1.0, 0.1, -0.0, 1e21, 1e-7, 10**20], "i": 1e21, "f": False},
        target="?n=1,0.1,0,1000000000000000000000,0.0000001,100000000000000000000&i=1000000000000000000000&f=false",
    ),
    Case(
        name="null is not given",
        parameters=[at("query", "a", {"type": ["string", "null"]}), at("header", "X-B", {"type": ["integer", "null"]})],
        given={"a": None, "x_b": None},
    ),
    Case(
        name="null where something has to stand",
        path="/{code}",
        parameters=[at("path", "code", {"type": ["string", "null"]})],
        given={"code": None},
        says="code: leave it out, or give a string",
    ),
    Case(
        name="empty values",
        parameters=[
            at("query", "a", allowEmptyValue=True),
            at("query", "l", each(TEXT)),
            at("header", "X-L", each(TEXT)),
        ],
        given={"a": "", "l": [], "x_l": []},
        target="?a=",
    ),
    Case(
        name="reserved characters that may stay",
        parameters=[
            at("query", "a", allowReserved=True),
            at("query", "b", each(TEXT), explode=False, allowReserved=True),
        ],
        given={"a": "x/y?z:@!$'()*,;&=+#[]%41", "b": ["p,q", "r/s"]},
        target="?a=x/y?z:@!$'()*,%3B%26%3D%2B%23%5B%5D%2541&b=p%2Cq,r/s",
    ),
    Case(
        name="reserved characters that may stay in a path",
        path="/{name}",
        parameters=[at("path", "name", allowReserved=True)],
        given={"name": "a:b/c;d?%2e"},
        target="/a:b%2Fc%3Bd%3F%252e",
    ),
    Case(
        name="JSON in each place",
        path="/{p}",
        parameters=[
            as_media("path", "p", JSON, has(k=TEXT)),
            as_media("query", "q", JSON, has(a=TEXT, n=WHOLE)),
            as_media("header", "X-J", JSON, each(TEXT)),
            as_media("cookie", "c", JSON, each(WHOLE)),
        ],
        given={"p": {"k": "/"}, "q": {"a": "&é", "n": 1}, "x_j": ["é\r\n"], "c": [1]},
        target="/%7B%22k%22%3A%22%2F%22%7D?q=%7B%22a%22%3A%22%26%C3%A9%22%2C%22n%22%3A1%7D",
        headers={"x-j": '["\\u00e9\\r\\n"]', "cookie": "c=%5B1%5D"},
    ),
    Case(
        name="text of another media type",
        parameters=[
            as_media("query", "x", "application/xml", TEXT),
            as_media("header", "X-C", "text/csv", TEXT),
            as_media("query", "any", "*/*", each(TEXT)),
            as_media("query", "one", "*/*", WHOLE),
        ],
        given={"x": "<a/>", "x_c": "a,b", "any": ["q"], "one": 5},
        target="?x=%3Ca%2F%3E&any=%5B%22q%22%5D&one=5",
        headers={"x-c": "a,b"},
    ),
    Case(
        name="a whole query string as JSON",
        parameters=[as_media("querystring", "selection", JSON, has(numbers=each(WHOLE)))],
        given={"selection": {"numbers": [1, 2]}},
        target="?%7B%22numbers%22%3A%5B1%2C2%5D%7D",
    ),
    Case(
        name="a whole query string as text",
        parameters=[as_media("querystring", "selector", "application/jsonpath", TEXT)],
        given={"selector": "$.a.b[1:1]"},
        target="?%24.a.b%5B1%3A1%5D",
    ),
    Case(
        name="a whole query string as a form",
        parameters=[as_media("querystring", "q", "application/x-www-form-urlencoded", has(foo=TEXT, bar=FLAG))],
        given={"foo": "a + b", "bar": True},
        target="?foo=a%20%2B%20b&bar=true",
    ),
    Case(
        name="cookies as they are",
        parameters=[
            at("cookie", "o", has(greeting=TEXT, code=WHOLE), style="cookie"),
            at("cookie", "t", style="cookie"),
        ],
        given={"o_greeting": "Hello%2C%20world!", "o_code": 42, "t": "x"},
        headers={"cookie": "greeting=Hello%2C%20world!; code=42; t=x"},
    ),
    Case(
        name="a cookie that would be two",
        parameters=[at("cookie", "t", style="cookie")],
        given={"t": "a; admin=1"},
        says="t: give a string that matches",
    ),
    Case(
        name="a header that would be two",
        parameters=[at("header", "X-Note")],
        given={"x_note": "a\r\nX-Admin: 1"},
        says="line breaks",
    ),
    Case(
        name="a header in UTF-8",
        parameters=[at("header", "X-Note")],
        given={"x_note": "Zoë 漢"},
        headers={"x-note": "Zoë 漢"},
    ),
    Case(
        name="headers that HTTP writes, and that nothing can write",
        parameters=[at("header", name) for name in ("Host", "Content-Length", "X Y", "X-Z")],
        given={"x_z": "1"},
        headers={"x-z": "1"},
    ),
    Case(
        name="nesting in square brackets",
        parameters=[
            at("query", "f", has(r=has(gte=WHOLE), t=each(TEXT), l=each(has(n=WHOLE))), style="deepObject"),
            at("query", "expand", each(TEXT), style="deepObject"),
            at("query", "m", {"type": "object", "additionalProperties": TEXT}, style="deepObject", explode=False),
        ],
        given={
            "f_r": {"gte": 1},
            "f_t": ["a"],
            "f_l": [{"n": 2}],
            "expand": ["x"],
            "m": [{"key": "k.l", "value": "v"}],
        },
        target="?f%5Br%5D%5Bgte%5D=1&f%5Bt%5D%5B0%5D=a&f%5Bl%5D%5B0%5D%5Bn%5D=2&expand%5B0%5D=x&m%5Bk.l%5D=v",
    ),
    Case(
        name="two placeholders in a segment",
        path="/{a}-{b}.json",
        parameters=[at("path", "a"), at("path", "b")],
        given={"a": "x-y", "b": "..z/.y"},
        target="/x-y-..z%2F.y.json",
    ),
    Case(
        name="a placeholder in quotes",
        path="/items('{key}')",
        parameters=[at("path", "key")],
        given=["o'neil)"],
        target="/items('o%27neil%29')",
    ),
    Case(
        name="placeholders that hold slashes",
        path="/{+name}/{proxy+}/{parent=projects/*}:run",
        parameters=[at("path", "name"), at("path", "proxy"), at("path", "parent")],
        given={"name": "a b/c", "proxy": "d/%2e%2e", "parent": "projects/e?"},
        target="/a%20b/c/d/%252e%252e/projects/e%3F:run",
    ),
    Case(
        name="slashes that lead out of the path",
        path="/{path*}",
        parameters=[at("path", "path")],
        given={"path": "a/../../b"},
        says="'..' cannot stand in a path",
    ),
    Case(
        name="a resource name by its pattern",
        path="/{name}",
        parameters=[at("path", "name", {"type": "string", "pattern": "projects/[^/]+/topics/[^/]+"})],
        given={"name": "projects/a/topics/b"},
        target="/projects/a/topics/b",
    ),
    Case(
        name="a placeholder with a regular expression, an optional one, and a label",
        path="/{code:[a-z]+}/{sub?}{.format}",
        parameters=[at("path", "code"), at("path", "sub"), at("path", "format")],
        given={"code": "x", "sub": "y", "format": "json"},
        target="/x/y.json",
    ),
    Case(
        name="a placeholder in a fixed query",
        path="?kind={kind}&fix=1#frag{z}",
        parameters=[at("path", "kind"), at("query", "y")],
        given={"kind": "a&b", "y": "c"},
        target="?kind=a%26b&fix=1&y=c",
    ),
    Case(
        name="parts that lead nowhere else",
        path="/{a}/{b}/{c}",
        parameters=[
            at("path", "a", each(TEXT)),
            at("path", "b", each(TEXT), style="matrix", explode=True),
            at("path", "c", has(k=TEXT), style="label", explode=True),
        ],
        given={"a": ["..", "/"], "b": ["..", "/"], "c_k": "x/y"},
        target="/..,%2F/;b=..;b=%2F/.k=x%2Fy",
    ),
    *(
        Case(name=f"no segment {text!r}", path="/{a}", parameters=[at("path", "a")], given={"a": text}, says="path")
        for text in ("", ".", "..")
    ),
    *(
        Case(
            name=f"a segment {text!r}",
            path="/{a}/x",
            parameters=[at("path", "a")],
            given={"a": text},
            target=f"/{raw}/x",
        )
        for text, raw in {
            "/": "%2F",
            "?": "%3F",
            "#": "%23",
            "%2e%2E": "%252e%252E",
            "%2F": "%252F",
            "\\": "%5C",
            "..;": "..%3B",
            "..x/y..": "..x%2Fy..",
            "\r\n": "%0D%0A",
            "\0": "%00",
            "．．": "%EF%BC%8E%EF%BC%8E",
        }.items()
    ),
    *(
        Case(
            name=f"an object's own rules, {style}: {value}",
            parameters=[at("query", "o", RULED, style=style, explode=True)],
            given={"o_n": value},
            target="" if says else {"deepObject": f"?o%5Bn%5D={value}", "form": f"?n={value}"}[style],
            says=says,
        )
        for style in ("deepObject", "form")
        for value, says in ((7, ""), (2**31, "o.n"), (13, "o.n"))
    ),
    Case(
        name="a free name that is another parameter's",
        parameters=[at("query", "limit"), at("query", "more", {"type": "object", "additionalProperties": TEXT})],
        given={"more": [{"key": "limit", "value": "9"}]},
        says="another parameter",
    ),
    Case(
        name="a free name that the path itself gives",
        path="?kind=x",
        parameters=[at("query", "more", {"type": "object", "additionalProperties": TEXT})],
        given=[[{"key": "kind", "value": "y"}]],
        says="another parameter",
    ),
    Case(
        name="a free name that is part of another",
        parameters=[
            at("query", "f", {"type": "object", "additionalProperties": TEXT}, style="deepObject", explode=True)
        ],
        given={"f": [{"key": "a][b", "value": "y"}]},
        says="brackets",
    ),
    Case(
        name="a query that would be two",
        parameters=[at("query", "q"), at("query", "l", each(TEXT), explode=False)],
        given={"q": "a&b=1#c;d+%26", "l": ["a&b", "c=d"]},
        target="?q=a%26b%3D1%23c%3Bd%2B%2526&l=a%26b,c%3Dd",
    ),
    Case(
        name="a constant",
        parameters=[at("query", "v", {"const": "2"}, required=True)],
        given={},
        target="?v=2",
    ),
    Case(
        name="a pattern that only the server can hold",
        parameters=[at("query", "v", {"type": "string", "pattern": "^(?=.*a).*$"})],
        given={"v": "bbb"},
        says="v: give a string that matches",
    ),
    Case(
        name="what must not be",
        parameters=[at("query", "v", {"type": "string", "not": {"enum": ["x"]}})],
        given={"v": "x"},
        says="v: ",
    ),
    Case(
        name="a tuple",
        parameters=[at("query", "v", {"type": "array", "prefixItems": [TEXT, WHOLE], "items": False})],
        given={"v": ["1", "2"]},
        target="?v=1&v=2",
    ),
    Case(
        name="a tuple of others",
        parameters=[at("query", "v", {"type": "array", "prefixItems": [TEXT, WHOLE], "items": False})],
        given={"v": ["1", "b"]},
        says="v.1: give an integer",
    ),
    Case(
        name="bounds of an identifier",
        path="/{user_id}",
        parameters=[at("path", "user_id", {"type": "integer", "maximum": 99})],
        given={"user_id": "100"},
        says="user_id: give at most 99",
    ),
    Case(
        name="an identifier within its bounds",
        path="/{user_id}",
        parameters=[at("path", "user_id", {"type": "integer", "maximum": 99})],
        given={"user_id": "99"},
        target="/99",
    ),
    Case(
        name="an identifier within its bounds, which may be null, by a reference",
        path="/{user_id}",
        parameters=[
            at("path", "user_id", {"type": ["integer", "null"], "maximum": 99}),
            at("query", "other_id", {"allOf": [{"$ref": "#/components/schemas/Small"}]}),
            at("query", "ids", each({"$ref": "#/components/schemas/Small"})),
            at("query", "either", {"oneOf": [{"type": "integer"}, {"type": "string", "pattern": "^(?=a).*$"}]}),
        ],
        given={"user_id": "99", "other_id": "9", "ids": ["9"], "either": "5"},
        target="/99?other_id=9&ids=9&either=5",
    ),
    Case(
        name="a list that has to be given",
        parameters=[at("query", "v", each(TEXT), required=True)],
        given={"v": []},
        says="v: ",
    ),
    Case(
        name="a map that has to be given",
        parameters=[at("query", "v", {"type": "object", "additionalProperties": TEXT}, required=True)],
        given={"v": []},
        says="v: ",
    ),
    Case(
        name="digits as ECMA-262 has them",
        parameters=[at("query", "v", {"type": "string", "pattern": "^\\d+$"})],
        given={"v": "٣"},
        says="v: give a string that matches",
    ),
    Case(
        name="the end as ECMA-262 has it",
        parameters=[at("query", "v", {"type": "string", "pattern": "^[a-z]+$"})],
        given={"v": "a\n"},
        says="v: give a string that matches",
    ),
    Case(
        name="a text that is one of several kinds",
        parameters=[at("query", "v", {"oneOf": [TEXT, WHOLE]})],
        given={"v": "5"},
        target="?v=5",
    ),
]


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Made]:
    paths = {
        f"/case{index}{case.path}": {
            "parameters": case.shared,
            "get": {
                "operationId": f"readThing{index}",
                "parameters": case.parameters,
                "responses": {"204": {"description": "Done."}},
            },
        }
        for index, case in enumerate(CASES)
    }
    document: dict[str, Any] = {"openapi": "3.2.0", "info": {"title": "Odd", "version": "1"}, "paths": paths}
    document["components"] = {"schemas": {"Small": {"type": "integer", "maximum": 9}}}
    found = made(document, tmp_path_factory.mktemp("odd"), "odd")
    return dict(zip((case.name for case in CASES), found, strict=True))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_leaves(tools: dict[str, Made], case: Case) -> None:
    tool = tools[case.name]
    given = case.given
    if isinstance(given, list):
        values = [placed.value for placed in tool.tool.request.parameters]
        given = {each.argument: item for each, item in zip(values, given, strict=True) if isinstance(each, Take)}
    if case.says:
        with pytest.raises(tool.refusal) as refused:
            tool.request(given)
        assert case.says in str(refused.value)
        return
    request = tool.request(given)
    target = request.url.raw_path.decode("ascii")
    assert target.partition(f"/case{CASES.index(case)}")[2] == case.target
    sent = {name.lower().decode(): value.decode() for name, value in request.headers.raw}
    assert {name: sent[name] for name in sent.keys() - {"host", "accept", "content-length"}} == case.headers
