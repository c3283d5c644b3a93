"""Where a request is sent on to, and what goes with it: nothing to another host."""

from __future__ import annotations

import json

import pytest
from bookshop_mcp.runtime.exchange import MOST_REDIRECTS
from bookshop_mcp.runtime.facts import Credential

from tests.runtime.loopback import answer, call, serving

pytestmark = pytest.mark.anyio
COOKIE = {"auth": (Credential(key="c", type="apiKey", env=("TOKEN",), place="cookie", name="sid"),)}


def moved(status: int, location: str) -> bytes:
    return answer(b"", "", f"{status} Moved", Location=location)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_a_read_follows_on_the_same_origin(status: int, method: str) -> None:
    async with serving(moved(status, "/v2/x/?a=1"), answer(b"" if method == "HEAD" else b'{"a": 1}')) as upstream:
        outcome = await call(upstream.url, method)
    assert not outcome.failed, outcome.text
    first, second = upstream.arrived
    assert (second.method, second.target) == (method, "/v2/x/?a=1")
    assert second.headers["authorization"] == first.headers["authorization"] == "Bearer a-secret-token"


@pytest.mark.parametrize("status", [307, 308])
async def test_a_write_is_sent_on_as_it_is(status: int) -> None:
    async with serving(moved(status, "x/"), answer(b'{"a": 1}')) as upstream:
        outcome = await call(upstream.url, "POST", json={"n": "1"})
    assert not outcome.failed, outcome.text
    second = upstream.arrived[1]
    assert (second.method, second.target, json.loads(second.body)) == ("POST", "/v1/x/", {"n": "1"})
    assert second.headers["content-type"] == "application/json"


async def test_a_write_that_says_see_other_is_read_there() -> None:
    async with serving(moved(303, "/v1/done"), answer(b'{"a": 1}')) as upstream:
        outcome = await call(upstream.url, "POST", json={"n": "1"})
    assert json.loads(outcome.text) == {"a": 1}
    second = upstream.arrived[1]
    assert (second.method, second.target, second.body) == ("GET", "/v1/done", b"")
    assert not {"content-type", "content-length"} & second.headers.keys()


@pytest.mark.parametrize(("method", "status"), [("POST", 301), ("POST", 302), ("DELETE", 302), ("PUT", 302)])
async def test_a_write_is_not_turned_into_a_read(method: str, status: int) -> None:
    async with serving(moved(status, "/v1/login")) as upstream:
        outcome = await call(upstream.url, method)
    assert (outcome.code, len(upstream.arrived)) == (-32400, 1)
    assert outcome.text.startswith(f"The API answered {status}: a redirect to /v1/login, which this server does not")


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_nothing_is_sent_to_another_host(status: int, method: str) -> None:
    async with serving(answer(b"{}")) as other, serving(moved(status, f"{other.url}/x?token=hidden")) as upstream:
        outcome = await call(upstream.url, method)
        assert (outcome.code, len(upstream.arrived), other.arrived) == (-32400, 1, [])
    assert "hidden" not in outcome.text
    assert "BOOKSHOP_BASE_URL" in outcome.text


@pytest.mark.parametrize(
    "location",
    [
        "http://169.254.169.254/latest/meta-data/",
        "//169.254.169.254/latest/meta-data/",
        "http://localhost:1/",
        "http://127.0.0.1.evil.test/",
        "http://127.0.0.1@evil.test/",
        "https://127.0.0.1/",
        "file:///etc/passwd",
        "gopher://127.0.0.1/",
        "http:///x",
        "http://[",
        "\\\\evil.test\\x",
        "",
    ],
)
async def test_strange_redirects_lead_nowhere(location: str) -> None:
    async with serving(moved(302, location), answer(b"{}")) as upstream:
        outcome = await call(upstream.url)
    if outcome.failed:
        assert len(upstream.arrived) == 1
        assert outcome.code in (-32400, -32502)
        assert "169.254" not in outcome.text or "meta-data" in outcome.text
    else:  # it named a path of the same host
        assert upstream.arrived[1].headers["host"] == upstream.arrived[0].headers["host"]


@pytest.mark.parametrize("user", ["eve:s3cret@", "eve@", ":s3cret@"])
async def test_a_redirect_brings_no_credential_of_its_own(user: str) -> None:
    async with serving(b"", answer(b"{}")) as upstream:
        upstream.scripts[0] = moved(302, upstream.url.replace("://", f"://{user}") + "/y")
        outcome = await call(upstream.url)
    assert (outcome.code, len(upstream.arrived)) == (-32400, 1)
    assert "eve" not in outcome.text
    assert "s3cret" not in outcome.text


async def test_cookies_stay_with_the_host() -> None:
    async with serving(moved(307, "/v1/y"), answer(b"{}", Set_Cookie="later=1")) as upstream:
        outcome = await call(upstream.url, facts=COOKIE, auth=[["c"]])
        assert not outcome.failed, outcome.text
        await call(upstream.url, facts=COOKIE, auth=[["c"]])
    assert [request.headers["cookie"] for request in upstream.arrived] == ["sid=a-secret-token"] * 3


async def test_so_many_redirects_are_followed() -> None:
    async with serving(*[moved(302, "/v1/x")] * MOST_REDIRECTS, answer(b'{"a": 1}')) as upstream:
        outcome = await call(upstream.url)
    assert json.loads(outcome.text) == {"a": 1}
    assert len(upstream.arrived) == 1 + MOST_REDIRECTS


async def test_redirects_end() -> None:
    async with serving(moved(302, "/v1/x")) as upstream:
        outcome = await call(upstream.url)
    assert (outcome.code, len(upstream.arrived)) == (-32502, 1 + MOST_REDIRECTS)
    assert "too often" in outcome.text
