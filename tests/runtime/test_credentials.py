"""Which credentials a request carries, where they come from, and what is said when they do not do."""

from __future__ import annotations

import base64
import dataclasses
from typing import Any

import pytest
from bookshop_mcp.runtime.api import Connection
from bookshop_mcp.runtime.auth import Sources, applied
from bookshop_mcp.runtime.context import Context
from bookshop_mcp.runtime.facts import Credential, Grant
from bookshop_mcp.runtime.settings import SettingsError, read_settings

from tests.runtime.loopback import PACKAGE, Arrived, answer, call, serving

pytestmark = pytest.mark.anyio
HEADER = Credential(key="h", type="apiKey", env=("H_KEY",), place="header", name="X-Key")
QUERY = Credential(key="q", type="apiKey", env=("Q_KEY",), place="query", name="key")
COOKIE = Credential(key="c", type="apiKey", env=("C_KEY",), place="cookie", name="sid")
BEARER = Credential(key="t", type="bearer", env=("T_TOKEN",))
BASIC = Credential(key="b", type="basic", env=("USERNAME", "PASSWORD"))
ALL = {"auth": (HEADER, QUERY, COOKIE, BEARER, BASIC)}
SET = {
    "H_KEY": "key-h",
    "Q_KEY": "key q&=",
    "C_KEY": "key-c",
    "T_TOKEN": "token-t",
    "USERNAME": "me",
    "PASSWORD": "p:ä",
}


@pytest.fixture(autouse=True)
def _all_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SET.items():
        monkeypatch.setenv(f"BOOKSHOP_{name}", value)


def carried(request: Arrived) -> dict[str, str]:
    """The credentials of a request, by place."""
    found = {name: request.headers[name] for name in ("x-key", "cookie", "authorization") if name in request.headers}
    query = request.target.partition("?")[2]
    return found | ({"query": query} if query else {})


QUERY_SENT = {"query": "page=1&key=key%20q%26%3D"}
BASIC_SENT = "Basic " + base64.b64encode("me:p:ä".encode()).decode()


@pytest.mark.parametrize(
    ("auth", "sent"),
    [
        ([["h"]], {"x-key": "key-h"}),
        ([["q"]], QUERY_SENT),
        ([["c"]], {"cookie": "sid=key-c"}),
        ([["t"]], {"authorization": "Bearer token-t"}),
        ([["b"]], {"authorization": BASIC_SENT}),
        (
            [["h", "q", "c", "t"]],
            {"x-key": "key-h", "cookie": "sid=key-c", "authorization": "Bearer token-t", **QUERY_SENT},
        ),
        ([["h"], ["t"]], {"x-key": "key-h"}),
        ([["t", "b"]], {"authorization": "Bearer token-t"}),
        ([[], ["t"]], {"authorization": "Bearer token-t"}),
        ([["unknown"], ["t"]], {"authorization": "Bearer token-t"}),
        ([], {}),
        ([[]], {}),
    ],
)
async def test_each_place_has_exactly_what_is_asked_for(auth: list[list[str]], sent: dict[str, str]) -> None:
    async with serving(answer(b"{}")) as upstream:
        outcome = await call(upstream.url, facts=ALL, auth=auth, query={"page": 1})
    assert not outcome.failed, outcome.text
    query = {"query": "page=1"} if "query" not in sent else {}
    assert carried(upstream.arrived[0]) == {**query, **sent}


async def test_no_argument_can_stand_in_the_place_of_a_credential() -> None:
    headers = {"authorization": "Bearer mine", "x-key": "mine"}
    async with serving(answer(b"{}")) as upstream:
        await call(upstream.url, facts=ALL, auth=[["h", "t"]], headers=headers)
    assert carried(upstream.arrived[0]) == {"authorization": "Bearer token-t", "x-key": "key-h"}


async def test_the_first_that_is_set_in_full_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOOKSHOP_H_KEY")
    async with serving(answer(b"{}")) as upstream:
        await call(upstream.url, facts=ALL, auth=[["h", "q"], ["t"]])
        outcome = await call(upstream.url, facts=ALL, auth=[["h", "q"]])
    assert [carried(request) for request in upstream.arrived] == [{"authorization": "Bearer token-t"}]
    assert (outcome.code, outcome.text) == (
        -32301,
        "This server has no credential for the API. Its operator has to set BOOKSHOP_H_KEY.",
    )


async def test_what_the_caller_gives_comes_before_what_the_operator_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOKSHOP_FORWARD_HEADERS", "x-key")
    given = Context(headers={"x-key": "mine"})
    for auth, sent in (
        ([["b"], ["h"]], {"x-key": "mine"}),
        ([["b", "h"], ["h"]], {"x-key": "mine"}),
        ([["t"], ["b", "h"]], {"x-key": "mine", "authorization": BASIC_SENT}),
        ([["b"], ["t"]], {"authorization": BASIC_SENT}),
        ([[], ["b"], ["h"]], {"x-key": "mine"}),
    ):
        facts = dataclasses.replace(PACKAGE.facts, auth=ALL["auth"])
        settings = read_settings(facts)
        sources = Sources(settings, Connection(facts, settings, PACKAGE.hooks, None, False).tokens, given.headers)
        assert (await applied(facts, sources, auth)).header == {
            {"x-key": "X-Key", "authorization": "Authorization"}[name]: value for name, value in sent.items()
        }


async def test_trace_carries_none() -> None:
    async with serving(answer(b"{}")) as upstream:
        await call(upstream.url, "TRACE", facts=ALL, auth=[["t"]])
    assert carried(upstream.arrived[0]) == {}


@pytest.mark.parametrize(
    ("environment", "text"),
    [
        ({"TOKEN": "Bearer abc"}, "Bearer abc"),
        ({"TOKEN": "bearer  abc"}, "Bearer abc"),
        ({"TOKEN": " abc\n"}, "Bearer abc"),
    ],
)
async def test_a_token_may_be_copied_with_what_stands_around_it(
    environment: dict[str, str], text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(f"BOOKSHOP_{name}", value)
    async with serving(answer(b"{}")) as upstream:
        await call(upstream.url)
    assert upstream.arrived[0].headers["authorization"] == text


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "a\u2028b", "a\x85b", "a\x7fb"])
@pytest.mark.parametrize("name", ["T_TOKEN", "H_KEY", "Q_KEY", "C_KEY", "USERNAME", "PASSWORD"])
async def test_line_breaks_in_credentials_are_refused_at_the_start(name: str, value: str) -> None:
    known = PACKAGE.facts.__class__(
        name="x", title="x", version="1", prefix="BOOKSHOP", base_url="", profile="mcp", **ALL
    )
    with pytest.raises(SettingsError) as error:
        read_settings(known, {f"BOOKSHOP_{name}": value})
    assert f"BOOKSHOP_{name}" in str(error.value)
    assert value not in str(error.value)
    assert "Evil" not in str(error.value)


@pytest.mark.parametrize(("name", "value", "other"), [("USERNAME", "a:b", "PASSWORD"), ("C_KEY", "a;b=c", "H_KEY")])
async def test_what_would_be_read_otherwise_is_refused_at_the_start(name: str, value: str, other: str) -> None:
    known = PACKAGE.facts.__class__(
        name="x", title="x", version="1", prefix="BOOKSHOP", base_url="", profile="mcp", **ALL
    )
    with pytest.raises(SettingsError) as error:
        read_settings(known, {f"BOOKSHOP_{name}": value})
    assert str(error.value).startswith(f"BOOKSHOP_{name} holds {value[1]!r}")
    assert value not in str(error.value)
    assert read_settings(known, {f"BOOKSHOP_{other}": value}).credentials[other] == value


# --- refused

CHECK = "The operator of this server has to check"
ACCOUNT = "The account that this server uses"
UNCOVERED = "The API asks for a way to authenticate that this server does not cover"


@pytest.mark.parametrize(
    ("status", "auth", "code", "step"),
    [
        (401, [["t"]], -32502, f"{CHECK} BOOKSHOP_T_TOKEN; no argument can mend it."),
        (401, [["b"]], -32502, f"{CHECK} BOOKSHOP_USERNAME and BOOKSHOP_PASSWORD; no argument can mend it."),
        (403, [["h", "q"]], -32302, f"{ACCOUNT} (BOOKSHOP_H_KEY and BOOKSHOP_Q_KEY) may not do this."),
        (401, [["digest"]], -32502, f"{UNCOVERED} (digest); its operator can add it in hooks.py."),
        (401, [], -32502, "The operator of this server has to give it a credential; no argument can mend it."),
        (403, [], -32302, "The account that this server uses may not do this."),
    ],
)
async def test_refusals_name_the_variables(status: int, auth: Any, code: int, step: str) -> None:
    async with serving(answer('{"error": "no"}', status=f"{status} No")) as upstream:
        outcome = await call(upstream.url, facts=ALL, auth=auth)
    assert (outcome.code, outcome.text) == (code, f"The API answered {status}: no. {step}")


async def test_an_optional_credential_that_would_help_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("BOOKSHOP_T_TOKEN")
    for status in (401, 403):
        async with serving(answer(b"{}", status=f"{status} No")) as upstream:
            outcome = await call(upstream.url, facts=ALL, auth=[[], ["t"]])
        assert "The operator of this server has to set BOOKSHOP_T_TOKEN" in outcome.text


@pytest.mark.parametrize(
    ("asked", "named"),
    [("Digest realm=x, nonce=y", "(Digest)"), ("Basic realm=x, Negotiate", "(Negotiate)"), ("Bearer", "")],
)
async def test_ways_that_are_not_covered_are_named_where_the_api_asks_for_them(asked: str, named: str) -> None:
    async with serving(answer(b"{}", status="401 No", WWW_Authenticate=asked)) as upstream:
        outcome = await call(upstream.url, auth=[])
    assert ("does not cover" in outcome.text, named in outcome.text) == (bool(named), True)


async def test_a_users_token_is_named_where_it_is_what_was_sent() -> None:
    grant = Grant(token_url="https://login.test/token", token_env="T_TOKEN")
    machine = Credential(key="m", type="clientCredentials", env=("ID", "SECRET"), grant=grant)
    async with serving(answer(b"{}", status="401 No")) as upstream:
        outcome = await call(upstream.url, facts={"auth": (machine,)}, auth=[["m"]])
    assert upstream.arrived[0].headers["authorization"] == "Bearer token-t"
    assert "has to check BOOKSHOP_T_TOKEN;" in outcome.text
