"""What the entries about credentials expect."""

from __future__ import annotations

import base64

import httpx2

from tests.catalogue.entries import check
from tests.catalogue.harness import Made, make


@check
def B168(made: Made) -> None:
    env = made.credentials(h=("hh",), q=("qq",), c=("cc",))
    sent = {name: made.call(name, {"page": 2} if name == "get_q" else {}, env=env).sent for name in made.tools}
    assert sent["get_h"].headers["x-key"] == "hh"
    assert sorted(sent["get_q"].pairs) == [("api_key", "qq"), ("page", "2")]
    assert sent["get_c"].headers["cookie"] == "sid=cc"
    places = [("x-key" in each.headers, "api_key" in each.query, "cookie" in each.headers) for each in sent.values()]
    assert places == [(True, False, False), (False, True, False), (False, False, True)]
    assert all(name.startswith(f"{made.prefix}_") for name in env)


@check
def B169(made: Made) -> None:
    env = made.credentials(appId=("i",), appKey=("k",))
    sent = made.call("get_a", env=env).sent
    assert (sent.headers["x-app"], sent.pairs) == ("i", [("key", "k")])
    first, second = env
    for missing in (first, second):
        called = made.call("get_a", env={name: value for name, value in env.items() if name != missing})
        assert called.requests == ()
        assert missing in called.text
        assert not {first, second} - {missing} <= {word.strip(".") for word in called.text.split()}


@check
def B171(made: Made) -> None:
    everything = make(made.folder / "all", made.made.sources.root.text, include=("getPing",))
    ping, me = everything.tool_of("GET /ping"), everything.tool_of("GET /me")
    env = everything.credentials(b=("t",))
    assert "authorization" not in everything.call(ping, env=env).sent.headers
    assert "authorization" not in everything.call(ping).sent.headers
    assert everything.call(me, env=env).sent.headers["authorization"] == "Bearer t"
    assert everything.call(me).requests == ()


@check
def B173(made: Made) -> None:
    env = made.credentials(x=("us er", "pä:ss"), y=("tok",))
    expected = base64.b64encode("us er:pä:ss".encode()).decode()
    assert made.call("get_a", env=env).sent.headers["authorization"] == f"Basic {expected}"
    assert made.call("get_b", env=env).sent.headers["authorization"] == "Bearer tok"
    [told] = [each for each in made.said if "digest" in each.message]
    assert told.hint
    called = made.call("get_c", env=env, status_code=401, headers={"www-authenticate": "Digest realm=x"})
    assert called.failed
    assert "digest" in called.text.lower()


@check
def B174(made: Made) -> None:
    env = made.credentials(o=("id", "s3cr3t-value"))
    issued: list[bytes] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.host == "auth.example.test":
            issued.append(request.content)
            token = {"access_token": f"tok{len(issued)}", "token_type": "bearer", "expires_in": 3600}
            return httpx2.Response(200, json=token)
        return httpx2.Response(200, json={})

    requests, told = made.talk([("get_a", {})] * 5, env=env, api=answer, at_once=True)
    assert len(issued) == 1
    assert [each.failed for each in told] == [False] * 5
    assert b"grant_type=client_credentials" in issued[0]
    assert b"scope=" in issued[0]
    assert {each.headers["authorization"] for each in requests if each.host == "api.example.test"} == {"Bearer tok1"}
    issued.clear()
    seen = []

    def ended(request: httpx2.Request) -> httpx2.Response:
        reply = answer(request)
        if request.url.host == "api.example.test":
            seen.append(request.headers["authorization"])
            return httpx2.Response(401 if seen[-1] == "Bearer tok1" else 200, json={})
        return reply

    [first, second] = made.talk([("get_a", {}), ("create_b", {})], env=env, api=ended)[1]
    assert (first.failed, second.failed) == (False, False)
    assert seen[:2] == ["Bearer tok1", "Bearer tok2"]


@check
def B178(made: Made) -> None:
    [name] = made.tools
    sent = made.call(name, env=made.credentials(b=("t",))).sent
    assert sent.headers["authorization"] == "Bearer t"
