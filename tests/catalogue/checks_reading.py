"""What the entries about reading expect: references, files, versions, YAML, encodings, size."""

from __future__ import annotations

import base64
import json
from typing import Any
from urllib.parse import unquote

import httpx2
import yaml

from mcpgen.diagnostics import Diagnostic, Span
from tests.catalogue.entries import check, refusal
from tests.catalogue.harness import Made, make
from tests.golden import walker
from tests.packages import package_in


def enums(made: Made) -> dict[str, list[str]]:
    return {
        name: schema["enum"]
        for tool in made.tools
        for name, schema in made.properties(tool).items()
        if "enum" in schema
    }


@check
def B01(made: Made) -> None:
    given = {"text": "a", "replies": [{"text": "b", "replies": [{"text": "c", "replies": [{"text": "d"}]}]}]}
    assert made.required("create_comment") == ["text"]
    assert made.call("create_comment", given).sent.body == given


@check
def B03(made: Made) -> None:
    document = yaml.safe_load(made.made.sources.root.text)
    assert made.made.sources.root.data == document
    document["paths"] = dict(reversed(document["paths"].items()))
    other = make(made.folder / "other", yaml.safe_dump(document, sort_keys=False))
    assert other.tools == made.tools


@check
def B04(made: Made) -> None:
    assert [made.properties(name)["tag"]["enum"] for name in ("create_item", "copy_item")] == [["x", "y"], ["x", "y"]]


@check
def B05(made: Made) -> None:
    assert "$ref" not in json.dumps(made.tools)


@check
def B07(made: Made) -> None:
    assert made.said == ()
    assert made.required("create_squad") == ["x_tenant", "name"]
    assert made.properties("create_squad")["x_tenant"]["maxLength"] == 12
    sent = made.call("create_squad", {"x_tenant": "t", "name": "n", "lead_email": "a@b.test"}).sent
    assert (sent.headers["x-tenant"], sent.body) == ("t", {"name": "n", "lead": {"email": "a@b.test"}})


@check
def B09(made: Made) -> None:
    assert list(made.tools) == ["list_pets", "get_pet"]


@check
def B10(made: Made) -> None:
    [told] = made.about("openapi-reference")
    assert "#/components/schemas/Ordr" in told.message
    assert told.subject == "POST /orders"
    assert "$ref" not in json.dumps(made.tools)
    assert made.call("list_orders").sent.line == "GET /v1/orders"


@check
def B11(made: Made) -> None:
    queue = made.properties("create_job")["queue"]
    assert queue["description"].startswith("Queue to put the job on.")
    assert (queue["default"], queue["maxLength"]) == ("low", 10)


@check
def B13(made: Made) -> None:
    assert made.required("update_pet") == ["name"]
    sent = made.call("update_pet", {"name": "a", "dry_run": True}).sent
    assert (sent.line, sent.body) == ("PUT /v1/pets?dryRun=true", {"name": "a"})


@check
def B14(made: Made) -> None:
    given = {"ref": "a", "type": "b", "items": 1, "properties": [{"key": "c", "value": "d"}]}
    assert made.call("create_link", given).sent.body == {"$ref": "a", "type": "b", "items": 1, "properties": {"c": "d"}}


@check
def B35(made: Made) -> None:
    [(name, tool)] = made.tools.items()
    first, second = tool["inputSchema"]["properties"]
    assert f"{name}{first}{second}".isascii()
    assert package_in(made.package).module.isascii()
    sent = made.call(name, {first: "1/2", second: "é"}).sent
    assert (unquote(sent.path.replace("%2F", "|")), sent.pairs) == ("/v1/報告/1|2", [("größe", "é")])
    assert "番号" in tool["inputSchema"]["properties"][first]["description"]


@check
def B36(made: Made) -> None:
    given = {name: str(index) for index, name in enumerate(made.properties("get_f"))}
    assert made.call("get_f", given).sent.pairs == [("\ufb01le", "0"), ("file", "1"), ("\u00aa", "2"), ("a", "3")]


@check
def B120(made: Made) -> None:
    [argument] = made.required("vote_feature")
    sent = made.call("vote_feature", {argument: "1"}).sent
    assert (sent.host, sent.line, sent.body) == ("api.example.test", "POST /v2/vote", {"id": 1})


@check
def B122(made: Made) -> None:
    sent = made.call("search_s", {name: ["x", "y"] for name in "abcde"}).sent
    assert sent.query.replace("%7C", "|") == "a=x,y&b=x&b=y&c=x|y&d=x%20y&e=x%09y"


@check
def B124(made: Made) -> None:
    basic = made.call("get_a", env=made.credentials(b=("u", "p"))).sent
    assert basic.headers["authorization"] == f"Basic {base64.b64encode(b'u:p').decode()}"

    def answer(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, json={"access_token": "t", "token_type": "bearer"})

    token, sent = made.call("get_b", env=made.credentials(o=("i", "s")), api=answer).requests
    assert (token.host, token.path) == ("auth.example.test", "/token")
    assert b"client_credentials" in token.content
    assert sent.headers["authorization"] == "Bearer t"


@refusal
def B125(said: list[Diagnostic]) -> None:
    assert said[0].code == "openapi-no-operations"


@check
def B126(made: Made) -> None:
    search, copy, find = (made.tool_of(f"{method} /search") for method in ("QUERY", "COPY", "GET"))
    sent = made.call(search, {"q": "a"}).sent
    assert (sent.line, sent.body) == ("QUERY /v1/search", {"q": "a"})
    assert made.tools[search]["annotations"]["readOnlyHint"] is True
    assert made.call(copy).sent.line == "COPY /v1/search"
    assert made.call(find, {"a": "1", "b": "2"}).sent.line == "GET /v1/search?a=1&b=2"


@check
def B128(made: Made) -> None:
    assert made.said == ()
    assert made.required("create_a") == []
    given: dict[str, Any] = {"at": [1, 2.5], "any": '{"x": 1}', "nick": "n", "z": 2}
    body = made.call("create_a", given).sent.body
    assert body.pop("kind", "order") == "order"
    assert body == {**given, "any": {"x": 1}}
    assert made.call("create_a", {"at": [1, 2, 3]}).requests == ()


@check
def B132(made: Made) -> None:
    ttl = made.properties("get_t")["ttl"]
    assert {key: value for key, value in ttl.items() if "imum" in key} == {"exclusiveMinimum": 0, "maximum": 10}
    assert type(ttl["exclusiveMinimum"]) is int


@check
def B150(made: Made) -> None:
    assert enums(made) == {"country": ["DE", "NO", "SE"], "on": ["on", "off", "yes", "no"]}
    assert made.properties("get_a")["on"]["default"] == "no"
    sent = made.call("get_a", {"country": "NO", "on": "off", "n_y": 1, "n_on": 2}).sent
    assert sent.pairs == [("country", "NO"), ("on", "off"), ("y", "1"), ("on", "2")]


@check
def B151(made: Made) -> None:
    assert enums(made) == {"since": ["2024-01-31", "2024-02-29"]}
    assert made.properties("get_a")["since"]["default"] == "2024-01-31"


@check
def B153(made: Made) -> None:
    text = made.made.sources.root.text.replace("200:", "'200':").replace("404:", "'404':")
    assert walker.tree(make(made.folder / "quoted", text).package) == walker.tree(made.package)


@refusal
def B154(said: list[Diagnostic]) -> None:
    [told] = said
    assert isinstance(told.at, Span)
    assert (told.code, told.at.line) == ("source-duplicate-key", 7)
    assert "line 6" in told.message


@refusal
def B155(said: list[Diagnostic]) -> None:
    assert said[0].code == "source-too-large-expansion"


@check
def B157(made: Made) -> None:
    assert "Grüße" in made.tools["get_a"]["description"]


@check
def B159(made: Made) -> None:
    content = made.made.sources.root.path
    assert content is not None
    plain = make(made.folder / "plain", content.read_bytes().replace(b"\r\n", b"\n"))
    assert walker.tree(plain.package) == walker.tree(made.package)


@check
def B161(made: Made) -> None:
    assert len(made.properties("create_a")) <= 24
    assert len(json.dumps(made.tools)) < 20_000


@check
def B204(made: Made) -> None:
    [told] = made.about("openapi-reference")
    assert "http://127.0.0.1:8765/latest/meta-data/" in told.message
    assert "network" in told.message


@check
def B211(made: Made) -> None:
    operations = [tool.operation for tool in made.made.toolset.tools]
    assert {"GET /good", "GET /noresp", "POST /nullop", "GET /pathreq/{id}"} <= set(operations)
    name = made.tool_of("GET /pathreq/{id}")
    assert len(made.required(name)) == 1
    assert {each.at.line for each in made.said if isinstance(each.at, Span)} >= {6, 7, 8}
