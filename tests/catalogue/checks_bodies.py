"""What the entries about bodies expect, and about how arguments become them."""

from __future__ import annotations

from typing import Any

from tests.catalogue.entries import check
from tests.catalogue.harness import Made


@check
def B72(made: Made) -> None:
    sent = made.call("create_token", {"grant_type": "password", "scope": "a b", "remember": True}).sent
    assert sent.form == [("grant_type", "password"), ("scope", "a b"), ("remember", "true")]


@check
def B78(made: Made) -> None:
    [items] = made.properties("create_bulk")
    assert made.call("create_bulk", {items: [{"sku": "a"}]}).sent.body == [{"sku": "a"}]
    [level] = made.properties("set_level")
    assert made.call("set_level", {level: 5}).sent.body == 5


@check
def B80(made: Made) -> None:
    assert len(made.tools) == 3
    for name in made.tools:
        [argument] = made.properties(name)
        pairs = made.properties(name)[argument]["type"] == "array"
        given: Any = [{"key": "team", "value": "core"}] if pairs else {"team": "core"}
        assert made.call(name, {argument: given}).sent.body == {"team": "core"}


@check
def B81(made: Made) -> None:
    [name] = made.tools
    given: dict[str, Any] = {"entity": "x", "attrs": [{"key": "a.b", "value": [1]}]}
    assert made.call(name, given).sent.body == {"entity": "x", "attrs": {"a.b": [1]}}
    [extra] = set(made.properties(name)) - set(given)
    pairs = made.properties(name)[extra]["type"] == "array"
    more: Any = [{"key": "colour", "value": "blue"}] if pairs else {"colour": "blue"}
    sent = made.call(name, {**given, extra: more}).sent
    assert sent.body == {"entity": "x", "attrs": {"a.b": [1]}, "colour": "blue"}


@check
def B82(made: Made) -> None:
    types = ["application/merge-patch+json", "application/json; charset=utf-8", "application/vnd.api+json"]
    for name, expected in zip(made.tools, [*types, "application/json"], strict=True):
        sent = made.call(name, {"x": "1"}).sent
        assert (sent.headers["content-type"], sent.content) == (expected, b'{"x":"1"}')


@check
def B86(made: Made) -> None:
    [name] = made.tools
    sent = made.call(name, {"domain": "light", "service": "on", "dry": True, "entity_id": "x"}).sent
    assert (sent.line, sent.body) == ("POST /v1/services/light/on?dry=true", {"entity_id": "x"})


@check
def B88(made: Made) -> None:
    sent = made.call("delete_members", {"ids": ["a"]}).sent
    assert (sent.line, sent.body) == ("DELETE /v1/members", {"ids": ["a"]})


@check
def B182(made: Made) -> None:
    given = {"top": "5", "deep": "true", "ids": "[1,2]"}
    nested = {"f": '{"a":1}'} if "f" in made.properties("search_s") else {"f_a": "1"}
    sent = made.call("search_s", {**given, **nested}).sent
    assert sent.body == {"top": 5, "deep": True, "ids": [1, 2], "f": {"a": 1}}
    for wrong in ("abc", "1.5"):
        called = made.call("search_s", {"top": wrong})
        assert called.requests == ()
        assert "top" in called.text


@check
def B184(made: Made) -> None:
    assert sorted(made.required("create_user")) == ["name", "password"]
    assert "id" not in made.properties("create_user")
    called = made.call("create_user", {"name": "a", "password": "p"}, status_code=201, json={"id": "1", "name": "a"})
    assert called.sent.body == {"name": "a", "password": "p"}
    assert called.value == {"id": "1", "name": "a"}
    assert "password" not in made.tools["create_user"]["description"].partition("Needs")[0]


@check
def B188(made: Made) -> None:
    for at in ("2024-02-29T10:00:00+02:00", "2024-02-29T10:00:00-00:00", "2024-02-29t10:00:00.120z"):
        called = made.call("create_e", {"at": at, "day": "2024-02-29", "dur": "P1D"})
        assert called.sent.body == {"at": at, "day": "2024-02-29", "dur": "P1D"}
    called = made.call("create_e", {"at": "2024-02-29T10:00:00"})
    assert called.requests == ()
    assert "at: give a date and time such as " in called.text
    for name, said in (("at", "ISO 8601 date and time"), ("day", "ISO 8601 date"), ("dur", "ISO 8601 duration")):
        assert said in made.properties("create_e")[name]["description"]


@check
def B215(made: Made) -> None:
    assert list(made.tools) == ["create_user", "delete_user", "list_users"]
    assert [list(made.properties(name)) for name in made.tools] == [["name"], ["user_id"], ["limit"]]
    given: list[dict[str, Any]] = [{"name": "a"}, {"user_id": "1"}, {"limit": 2}]
    bodies = [made.call(name, args).sent.body for name, args in zip(made.tools, given, strict=True)]
    assert bodies == [
        {"action": "create_user", "name": "a"},
        {"action": "delete_user", "id": "1"},
        {"action": "list_users", "limit": 2},
    ]
    hints = [made.tools[name]["annotations"]["idempotentHint"] for name in ("create_user", "delete_user")]
    assert hints == [False, True]


@check
def B219(made: Made) -> None:
    [name] = made.tools
    email, zip_code, city, flat, lines = made.properties(name)
    assert made.required(name) == [email]
    sent = made.call(name, {email: "a", flat: "b", lines: [{"sku": "1"}, {}]}).sent
    assert sent.body == {"customer": {"email": "a"}, "customer_email": "b", "lines": [{"sku": "1"}, {}]}
    called = made.call(name, {email: "a", city: "c"})
    assert called.requests == ()
    assert zip_code in called.text
    sent = made.call(name, {email: "a", zip_code: "z"}).sent
    assert sent.body == {"customer": {"email": "a", "address": {"zip": "z"}}}


@check
def B220(made: Made) -> None:
    [name] = made.tools
    [argument] = made.properties(name)
    assert made.call(name, {argument: "x"}).sent.body == {"a": {"b": {"c": {"d": {"e": "x"}}}}}
    assert made.call(name).sent.content in (b"", b"{}")


@check
def B218(made: Made) -> None:
    assert made.call("get_a", {"req": "r", "opt": "o"}).sent.pairs == [("opt", "o"), ("req", "r")]
    given = {f"p{n}": str(n) for n in range(300)}
    assert made.call("get_big", given).sent.pairs == list(given.items())


@check
def B74(made: Made) -> None:
    [name] = made.tools
    assert made.required(name) == ["file"]
    sent = made.call(name, {"file": "data:text/plain;base64,aGkgw7w=", "note": "n", "public": True}).sent
    assert sent.headers["content-type"].startswith("multipart/form-data; boundary=")
    boundary = sent.headers["content-type"].partition("boundary=")[2].strip('"').encode()
    parts = sent.content.split(b"--" + boundary)[1:-1]
    assert len(parts) == 3
    assert b"filename=" in parts[0]
    assert parts[0].endswith("\r\n\r\nhi ü\r\n".encode())
    assert b'name="note"' in parts[1]
    assert parts[1].endswith(b"\r\n\r\nn\r\n")
    assert parts[2].endswith(b"\r\n\r\ntrue\r\n")
    assert made.call(name, {"file": "data:text/plain;base64,%%%"}).requests == ()


@check
def B76(made: Made) -> None:
    [name] = made.tools
    [argument] = made.required(name)
    sent = made.call(name, {argument: "data:;base64,AP/+"}).sent
    assert (sent.headers["content-type"], sent.content) == ("application/octet-stream", b"\x00\xff\xfe")
    called = made.call(name)
    assert (called.requests, called.failed) == ((), True)


@check
def B216(made: Made) -> None:
    assert list(made.tools) == ["start_job", "stop_job", "delete_job"]
    for name in made.tools:
        given = dict(zip(made.properties(name), ("7", True), strict=True))
        sent = made.call(name, given).sent
        assert (sent.pairs, sent.body) == ([("op", name.split("_")[0])], {"id": "7", "force": True})
    assert made.tools["delete_job"]["annotations"]["destructiveHint"] is True
