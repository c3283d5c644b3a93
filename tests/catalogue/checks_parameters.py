"""What the entries about parameters expect."""

from __future__ import annotations

from typing import Any

from tests.catalogue.entries import check
from tests.catalogue.harness import Made


@check
def B49(made: Made) -> None:
    sent = made.call("search_s", {"tags": ["red", "a,b"], "ids": [1, 2]}).sent
    assert sent.query == "tags=red,a%2Cb&ids=1&ids=2"


@check
def B50(made: Made) -> None:
    sent = made.call("list_surveys", {"target_id": 5, "target_type": "org"}).sent
    assert sent.query == "target%5Bid%5D=5&target%5Btype%5D=org"
    assert made.call("list_surveys").sent.query == ""


@check
def B52(made: Made) -> None:
    sent = made.call("search_s", {"opts_r": 1, "opts_g": 2, "flat_x": 3, "flat_y": 4}).sent
    assert sent.query == "r=1&g=2&flat=x,3,y,4"


@check
def B53(made: Made) -> None:
    sent = made.call("search_s", {"filter": {"color": "blue"}}).sent
    assert sent.query == "filter=%7B%22color%22%3A%22blue%22%7D"


@check
def B55(made: Made) -> None:
    text = "100% a+b&c=d é"
    assert made.call("search_s", {"q": text}).sent.pairs == [("q", text)]


@check
def B56(made: Made) -> None:
    given: dict[str, Any] = {"enabled": True, "deep": False, "multi": [True, False], "x_dry": True}
    sent = made.call("get_flag", given).sent
    assert sent.line == "GET /v1/flags/true?deep=false&multi=true&multi=false"
    assert sent.headers["x-dry"] == "true"


@check
def B57(made: Made) -> None:
    for value in (5.0, 5, "5"):
        assert made.call("get_n", {"v": value, "r": 0.1, "o": None}).sent.line == "GET /v1/n/5?r=0.1"
    assert made.call("get_n", {"v": "5", "r": 0.1}).sent.line == "GET /v1/n/5?r=0.1"


@check
def B58(made: Made) -> None:
    [name] = made.tools
    for given in ({}, {"status": None}):
        sent = made.call(name, given).sent
        assert (sent.query, "x-opt" in sent.headers) == ("", False)


@check
def B60(made: Made) -> None:
    [name] = made.tools
    limit = dict(made.properties(name)["limit"])
    limit.pop("description")
    assert (limit, made.required(name)) == ({"type": "integer"}, [])


@check
def B61(made: Made) -> None:
    [name] = made.tools
    [argument] = made.required(name)
    sent = made.call(name, {argument: "../../admin?x=1#f"}).sent
    assert sent.line == "GET /v1/records/..%2F..%2Fadmin%3Fx%3D1%23f"
    assert made.call(name, {argument: "a/b"}).sent.path == "/v1/records/a%2Fb"
    for value in ("..", ".", ""):
        assert made.call(name, {argument: value}).requests == ()


@check
def B63(made: Made) -> None:
    [name] = made.tools
    assert made.call(name, {"name": "São Paulo+"}).sent.path == "/v1/cities/S%C3%A3o%20Paulo%2B"


@check
def B64(made: Made) -> None:
    [name] = made.tools
    assert made.call(name, {"ids": [1, "a/b", "c,d"]}).sent.path == "/v1/items/1,a%2Fb,c%2Cd"


@check
def B66(made: Made) -> None:
    sent = made.call("get_a", {"x_depth": 3, "x_tags": ["a", "b"]}).sent
    assert (sent.headers["x-depth"], sent.headers["x-tags"]) == ("3", "a,b")


@check
def B67(made: Made) -> None:
    given = {"n": "1"} | ({"x_idempotency_key": "k"} if "x_idempotency_key" in made.properties("create_a") else {})
    sent = made.call("create_a", given).sent
    assert sent.headers["x-idempotency-key"]
    assert (sent.line, sent.body) == ("POST /v1/a", {"n": "1"})


@check
def B69(made: Made) -> None:
    called = made.call("get_a", {"x_note": "a\r\nX-Admin: 1"})
    assert (called.failed, called.code, called.requests) == (True, None, ())
    assert "x_note" in called.text.lower().replace("-", "_")
    called = made.call("get_a", {"x_note": "日本"})
    assert called.failed or made.call("get_a", {"x_note": "日本"}).sent.headers["x-note"]


@check
def B70(made: Made) -> None:
    sent = made.call("get_a", {"session_tags": ["a", "b"], "theme": "dark"}).sent
    assert sent.headers["cookie"] == "session_tags=a,b; theme=dark"


@check
def B71(made: Made) -> None:
    sent = made.call("get_a", {"theme": "dark"}, env=made.credentials(c=("s",))).sent
    assert sorted(sent.headers["cookie"].split("; ")) == ["SESSION=s", "theme=dark"]


@check
def B85(made: Made) -> None:
    assert sorted(made.required("get_proxy")) == ["name", "org"]
    called = made.call("get_proxy")
    assert (called.requests, called.failed) == ((), True)
    assert "name" in called.text
    assert "org" in called.text


@check
def B147(made: Made) -> None:
    for value in (-1, "-1"):
        assert made.call("get_a", {"d": value}).sent.query == "d=-1"
    assert made.call("get_a", {"d": 2}).requests == ()


@check
def B176(made: Made) -> None:
    assert list(made.properties("get_a")) == ["q"]
    sent = made.call("get_a", {"q": "x"}, env=made.credentials(k=("secret-key",))).sent
    assert sorted(sent.pairs) == [("api_key", "secret-key"), ("q", "x")]


@check
def B180(made: Made) -> None:
    [name] = made.tools
    [argument] = made.required(name)
    assert made.properties(name)[argument]["type"] == "string"
    for value in ("1917043659912705296", 1917043659912705296):
        assert made.call(name, {argument: value}).sent.path == "/v1/notes/1917043659912705296"
    assert made.call(name, {argument: "12x"}).requests == ()
    called = made.call(name, {argument: "1"}, content=b'{"id": 1917043659912705297, "n": 3}')
    assert called.sent.path == "/v1/notes/1"
    assert called.text == '{"id": "1917043659912705297", "n": 3}' or '"1917043659912705297"' in called.text


@check
def B187(made: Made) -> None:
    [name] = made.tools
    first, mode = made.required(name)
    sent = made.call(name, {first: 1, mode: "y"}).sent
    assert (sent.line, sent.content) in [("PATCH /v1/a/1?mode=y", b"{}"), ("PATCH /v1/a/1?mode=y", b"")]
    assert made.call(name, {first: "1"}).requests == ()
    assert "efault: true" in made.properties(name)["active"]["description"]


@check
def B200(made: Made) -> None:
    [name] = made.tools
    given = dict.fromkeys(made.required(name), "{self}")
    sent = made.call(name, given).sent
    assert "{" not in sent.path
    assert sent.path.startswith("/v1/x/%7Bself%7D/")
    assert made.call(name, {**given, "t": "{0}{self.__class__}"}).sent.pairs == [("t", "{0}{self.__class__}")]


@check
def B149(made: Made) -> None:
    choices = made.properties("get_a")["sort"]["enum"]
    assert choices == ["admin-user", "admin_user", "ADMIN", "admin", "", "it's", "+name", "-name", 'a"b', "x y"]
    for choice in choices:
        assert made.call("get_a", {"sort": choice}).sent.pairs == [("sort", choice)]
