"""The calls of the contract tests: arguments a server accepts, the request by hand, the result by profile."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import replace
from typing import Any

import jsonschema_rs
import pytest

from mcpgen.emit.cases import cases
from mcpgen.emit.names import package_names
from mcpgen.model.binding import (
    Alternatives,
    Body,
    Context,
    Convert,
    Each,
    Exact,
    Pairs,
    Parsed,
    Presence,
    Request,
    Reshape,
    Result,
    Same,
)
from mcpgen.model.json import UNSET, JsonObject
from mcpgen.model.toolset import Grant, Tool, Toolset, Upstream
from tests.emit.toolsets import (
    COPY_BOOK,
    CREATE_ORDER,
    DELETE_BOOK,
    GET_BOOK,
    ID,
    LIST_BOOKS,
    MARK_PLACES,
    PARTNER,
    PING,
    QUERY_BOOKS,
    REPLACE_TAGS,
    REQUEST_CALLBACK,
    SEARCH_BOOKS,
    TEXT,
    TRACE_BOOKS,
    UPDATE_BOOK,
    bookstore,
    build,
    inputs,
    placed,
    take,
    tool,
)


def of(one: Tool, toolset: Toolset | None = None) -> dict[str, Any]:
    toolset = toolset or bookstore(one)
    [found] = [case for case in cases(toolset, package_names(toolset.server))["tools"] if case["name"] == one.name]
    return found  # type: ignore[no-any-return]


def call(one: Tool, about: str) -> dict[str, Any]:
    return next(c for c in of(one)["calls"] if c["about"] == about)


def test_the_file_says_how_to_reach_the_server() -> None:
    toolset = bookstore()
    found = cases(toolset, package_names(toolset.server))
    assert (found["package"], found["profile"], found["base_path"]) == ("bookstore_mcp", "connected-apps", "/v1")
    assert found["env"]["BOOKSTORE_TOKEN"] == "test-token"
    assert len(found["tools"]) == len(toolset.tools)


def test_a_missing_base_url_is_set_by_the_tests() -> None:
    toolset = replace(bookstore(PING), upstream=Upstream(url="/v1"))
    found = cases(toolset, package_names(toolset.server))
    assert found["env"] == {"BOOKSTORE_BASE_URL": "https://api.example.test"}
    assert found["base_path"] == "/v1"


def test_every_way_of_a_query() -> None:
    request = call(LIST_BOOKS, "every argument")["request"]
    assert request["query"] == [
        ["genre", "crime"],
        ["tag", "sample text"],
        ["tag", "7"],
        ["format", "paper,ebook"],
        ["shelf", "sample text|7"],
        ["room", "7 a"],
        ["floor", "sample text\t7"],
        ["authorId", "7,8"],
        ["inStock", "true"],
        ["price[from]", "2.5"],
        ["price[to]", "2.5"],
        ["near", "lat,2.5,lon,2.5"],
        ["where", '{"note":"sample"}'],
        ["limit", "20"],
        ["cursor", "sample text"],
        ["view", "full"],
    ]
    assert request["headers"] == {
        "accept": "application/json",
        "x-tags": "sample text,7",
        "cookie": "seen=sample%20text",
        "authorization": "Bearer test-token",
    }
    assert call(LIST_BOOKS, "required arguments")["request"]["query"] == [["view", "full"]]


def test_a_nested_body() -> None:
    body = call(CREATE_ORDER, "required arguments")["request"]["body"]
    assert body == {
        "customer": {"id": 7},
        "lines": [
            {"bookId": 7, "quantity": 10, "gift": {"message": "sample text"}},
            {"bookId": 7, "quantity": 10},
        ],
        "options": {},
        "channel": "assistant",
    }
    more = call(CREATE_ORDER, "every argument")
    assert more["arguments"]["customer_id"] == "7"
    assert "email" not in more["arguments"]
    assert more["request"]["body"]["delivery"] == {"date": "2025-03-11", "slot": "sample text"}
    assert more["request"]["body"]["labels"] == {"sample text": 7, "sample text 2": 7}
    assert more["request"]["body"]["prices"]["sample text"] == {"amount": 2.5, "unit": "sample text"}
    assert more["request"]["body"]["rows"] == [[7, 8], [7]]
    assert more["request"]["headers"]["idempotency-key"] == "*"
    assert more["request"]["headers"]["content-type"] == "application/json"


def test_nulls_and_cleared_fields() -> None:
    least = call(UPDATE_BOOK, "required arguments")["request"]["body"]
    assert least == {"blurb": None, "origin": {"by": "tool", "note": None}}
    cleared = call(UPDATE_BOOK, "subtitle cleared")
    assert cleared["arguments"] == {"book_id": "7", "clear_fields": ["subtitle"]}
    assert cleared["request"]["body"]["subtitle"] is None


def test_forms_credentials_and_addresses() -> None:
    request = call(REQUEST_CALLBACK, "every argument")["request"]
    assert request["query"] == [["api_key", "test-api-key"]]
    assert ["days", "mon,tue"] in request["form"]
    assert ["between[from]", "10"] in request["form"]
    assert ["person[0][name]", "sample text"] in request["form"]
    assert "authorization" not in request["headers"]
    elsewhere = call(REPLACE_TAGS, "required arguments")
    assert elsewhere["request"]["path"] == "/v2/books/7/tags"
    assert elsewhere["request"]["headers"] == {"accept": "text/plain", "content-type": "application/json"}
    assert elsewhere["result"] == {"text": "3 tags"}
    assert "body" not in call(SEARCH_BOOKS, "required arguments")["request"]


def test_delimited_styles_in_every_place() -> None:
    request = call(MARK_PLACES, "required arguments")["request"]
    assert request["path"] == "/v1/places/sample%20text%097/x%7C10%7Cy%7Csample%20text/7%20a"
    assert request["query"] == [["point", "x\t10\ty\tsample text"]]
    assert request["headers"]["x-tabs"] == "sample text\t7"
    assert request["headers"]["x-point"] == "x|10|y|sample text"
    assert request["headers"]["cookie"] == "seen=sample%20text%097"
    assert request["form"] == [["tabs", "sample text\t7"], ["pipes", "7|a"]]


def test_methods_of_all_kinds() -> None:
    copy = call(COPY_BOOK, "every argument")["request"]
    assert (copy["method"], copy["path"], copy["headers"]["destination"]) == ("COPY", "/v1/books/7", "sample text")
    query = call(QUERY_BOOKS, "required arguments")["request"]
    assert (query["method"], query["body"]) == ("QUERY", {"text": "sample text"})
    trace = call(TRACE_BOOKS, "required arguments")["request"]
    assert trace["method"] == "TRACE"
    assert trace["headers"] == {"accept": "message/http"}, "a TRACE request carries no credential"


def test_tokens_are_fetched_from_where_the_binding_says() -> None:
    machine, partner = cases(bookstore(), package_names(bookstore().server))["tokens"]
    assert machine == {
        "url": "https://login.bookstore.test/token?tenant=7",
        "authorization": "Basic " + b64encode(b"test-client-id:test-client-secret").decode(),
        "form": [["grant_type", "client_credentials"], ["scope", "books.read https://bookstore.test/write"]],
        "token": "token-of-test-client-id",
    }
    assert partner["url"] == "https://api.bookstore.test/v1/oauth/token"
    assert partner["form"] == [["grant_type", "client_credentials"]]
    assert call(COPY_BOOK, "required arguments")["request"]["headers"]["authorization"] == f"Bearer {machine['token']}"
    assert (
        call(QUERY_BOOKS, "required arguments")["request"]["headers"]["authorization"] == f"Bearer {partner['token']}"
    )


def test_a_missing_token_url_is_set_by_the_tests() -> None:
    auth = replace(PARTNER, grant=Grant(token_url_env="PARTNER_TOKEN_URL"))
    toolset = replace(bookstore(PING), upstream=Upstream(url="https://a.test", auth=(auth,)))
    found = cases(toolset, package_names(toolset.server))
    assert (
        found["env"]["BOOKSTORE_PARTNER_TOKEN_URL"] == found["tokens"][0]["url"] == "https://login.example.test/token"
    )


def test_results() -> None:
    assert call(LIST_BOOKS, "required arguments")["result"] == {
        "json": {"data": [{"id": "4810027", "title": "The Lighthouse Ledger", "key": "***"}], "next": "bz"}
    }
    assert call(GET_BOOK, "required arguments")["result"] == {"json": {"id": "7", "size": str(2**60)}}
    assert call(DELETE_BOOK, "required arguments")["result"] == {"text": "Deleted book 7."}
    assert call(PING, "required arguments")["result"] == {}
    assert call(SEARCH_BOOKS, "required arguments")["result"] == {"json": [{"id": "1"}]}
    empty = replace(DELETE_BOOK, result=Result(status=200, example=None, confirm="Done."))
    assert call(empty, "required arguments")["result"] == {"text": "Done."}
    assert call(replace(PING, result=Result(example={"a": 1})), "required arguments")["answer"] == {
        "status": 200,
        "media_type": "application/json",
    }
    image = replace(GET_BOOK, result=Result(media_type="image/png", example="…"))
    assert call(image, "required arguments")["result"] == {}
    assert call(replace(GET_BOOK, result=Result(example="x" * 100_000)), "required arguments")["result"] == {}


def test_refused_calls_have_one_fault_each() -> None:
    found = of(CREATE_ORDER)["refused"]
    assert [case["about"] for case in found][:2] == ["lines missing", "an unknown argument"]
    assert {"about": "address_country missing beside address_city", "says": "address_country"}.items() <= found[
        -1
    ].items()
    for one in (LIST_BOOKS, GET_BOOK, CREATE_ORDER, REQUEST_CALLBACK):
        for case in of(one)["refused"]:
            errors = list(jsonschema_rs.iter_errors(dict(one.input_schema), case["arguments"]))
            assert len(errors) == 1 or "beside" in case["about"]


@pytest.mark.parametrize("about", ["required arguments", "every argument"])
@pytest.mark.parametrize(
    "one", [LIST_BOOKS, GET_BOOK, UPDATE_BOOK, CREATE_ORDER, REQUEST_CALLBACK], ids=lambda t: t.name
)
def test_arguments_are_ones_the_server_accepts(one: Tool, about: str) -> None:
    for found in of(one)["calls"]:
        assert jsonschema_rs.is_valid(dict(one.input_schema), found["arguments"])


def checked(check: dict[str, Any], *required: str, **more: Any) -> Tool:
    schema = inputs({"a": {"type": "string", "enum": ["x"]}, "b": {"type": "integer"}, "c": TEXT}, *required)
    body = Body(
        media_type="application/json", value=build(a=take("a"), b=take("b"), c=take("c")), required=True, check=check
    )
    return tool("do_it", "POST", "/it", schema, body=body, **more)


def test_arguments_that_break_the_body_are_left_out() -> None:
    one = checked({"type": "object", "not": {"required": ["b"]}})
    assert [c["arguments"] for c in of(one)["calls"]] == [{}, {"a": "x", "c": "sample text"}]


def test_arguments_that_the_body_needs_are_given() -> None:
    one = checked({"type": "object", "required": ["c"]})
    assert of(one)["calls"][0]["arguments"] == {"c": "sample text"}


def test_arguments_that_only_fit_together_are_given_together() -> None:
    one = checked({"type": "object", "required": ["a", "b"]})
    assert [c["arguments"] for c in of(one)["calls"]] == [{"a": "x", "b": 10, "c": "sample text"}]


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (checked({"not": {}}), "no sample arguments were found that the API's own rules accept"),
        (
            tool("do_it", "GET", "/it", inputs({"a": {"type": "string", "pattern": "^(?=b)a$"}}, "a")),
            "no sample value of a was found",
        ),
        (
            tool(
                "do_it",
                "GET",
                "/it",
                inputs({}),
                parameters=(placed("header", "X-Locale", Context(signal="user_locale"), required=True),),
            ),
            "needs user_locale, which only a host application sends",
        ),
        (
            tool("do_it", "GET", "/it/{id}", inputs({})),
            "no sample arguments were found that the API's own rules accept",
        ),
    ],
)
def test_says_why_there_are_no_calls(one: Tool, why: str) -> None:
    found = of(one)
    assert (found["calls"], found["why"]) == ([], why)


@pytest.mark.parametrize(
    ("schema", "convert"),
    [
        ({}, Pairs(value=Same())),
        ({}, Each(item=Exact())),
        ({"const": 3}, Each(item=Same())),
        ({"type": "string"}, Reshape(build=build(id=take("id")))),
        ({"type": "array", "items": {"type": "object"}, "minItems": 1}, Pairs(value=Same())),
        ({"type": "array", "items": {"type": "string"}, "minItems": 1}, Pairs(value=Same())),
        ({"type": "object", "const": {}}, Exact()),
        ({"const": 3}, Parsed()),
    ],
)
@pytest.mark.parametrize("place", ["query", "body"])
def test_arguments_that_cannot_be_converted_make_no_call(schema: JsonObject, convert: Convert, place: str) -> None:
    value = take("a", convert)
    where: Any = (
        {"parameters": (placed("query", "a", value),)}
        if place == "query"
        else {"body": Body(media_type="application/json", value=build(a=value))}
    )
    found = of(tool("do_it", "POST", "/it", inputs({"a": schema}), **where))
    assert [call["arguments"] for call in found["calls"]] in ([{}], [{}, {"a": []}])


def test_rules_between_arguments() -> None:
    schema = inputs(dict.fromkeys("abcd", TEXT))
    one = tool("do_it", "GET", "/it", schema)
    request = Request(
        method="GET",
        path="/it",
        presence=(Presence(given=("a",), needs=("b",)),),
        alternatives=(Alternatives(sets=(("a",), ("c", "d")), exclusive=True), Alternatives(sets=(("b",), ("c",)))),
    )
    arguments = [c["arguments"].keys() for c in of(replace(one, request=request))["calls"]]
    assert [set(names) for names in arguments] == [{"a", "b"}, {"a", "b", "c"}]


def test_a_body_of_an_optional_object_is_absent() -> None:
    one = tool(
        "do_it",
        "POST",
        "/it",
        inputs({"id": ID}),
        body=Body(media_type="application/json", value=build(a=build(id=take("id")))),
    )
    least, most = of(one)["calls"]
    assert "body" not in least["request"]
    assert most["request"]["body"] == {"a": {"id": "7"}}
    assert UNSET not in most["request"].values()
