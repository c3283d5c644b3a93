"""Credentials: each in its place, those that belong together together, and none where none is wanted."""

from __future__ import annotations

import base64
from collections.abc import Callable
from urllib.parse import parse_qs

import httpx2
import pytest

from tests.catalogue.harness import Made, make, openapi

OK = "responses: {'200': {description: ok}}"


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make(
        tmp_path_factory.mktemp("gate"),
        openapi(f"""
        security: [{{bearer: []}}]
        paths:
          /header: {{get: {{security: [{{header: []}}], {OK}}}}}
          /query: {{get: {{security: [{{query: []}}], parameters: [{{name: page, in: query, schema: {{type: integer}}}}, {{name: pass, in: query, required: true, schema: {{type: string}}}}], {OK}}}}}
          /cookie: {{get: {{security: [{{cookie: []}}], parameters: [{{name: berth, in: cookie, schema: {{type: string}}}}], {OK}}}}}
          /both: {{get: {{security: [{{header: [], query: []}}], {OK}}}}}
          /three: {{get: {{security: [{{header: [], query: [], cookie: []}}], {OK}}}}}
          /either: {{get: {{security: [{{header: [], query: []}}, {{basic: []}}], {OK}}}}}
          /open: {{get: {{security: [], {OK}}}}}
          /maybe: {{get: {{security: [{{}}, {{bearer: []}}], {OK}}}}}
          /usual: {{get: {{{OK}}}, put: {{parameters: [{{name: Authorization, in: header, required: true, schema: {{type: string}}}}, {{name: word, in: query, schema: {{type: string}}}}], {OK}}}}}
          /basic: {{get: {{security: [{{basic: []}}], {OK}}}}}
          /upper: {{get: {{security: [{{upper: []}}], {OK}}}}}
          /digest: {{get: {{security: [{{digest: []}}], {OK}}}}}
        components:
          securitySchemes:
            header: {{type: apiKey, in: header, name: X-Pass}}
            query: {{type: apiKey, in: query, name: pass}}
            cookie: {{type: apiKey, in: cookie, name: PASS}}
            bearer: {{type: http, scheme: bearer}}
            basic: {{type: http, scheme: BaSiC}}
            upper: {{type: http, scheme: BEARER, bearerFormat: JWT}}
            digest: {{type: http, scheme: Digest}}
        """),
    )


KEYS: dict[str, tuple[str, ...]] = {
    "header": ("h1h1",), "query": ("q2q2",), "cookie": ("c3c3",), "bearer": ("b4b4",), "basic": ("us-er", "pä:ss"), "upper": ("u6u6",)
}  # fmt: skip
BASIC = "Basic " + base64.b64encode("us-er:pä:ss".encode()).decode()
CARRIED = {
    "/header": {"x-pass": "h1h1"},
    "/query": {"?": "pass=q2q2"},
    "/cookie": {"cookie": "PASS=c3c3"},
    "/both": {"x-pass": "h1h1", "?": "pass=q2q2"},
    "/three": {"x-pass": "h1h1", "?": "pass=q2q2", "cookie": "PASS=c3c3"},
    "/open": {},
    "/usual": {"authorization": "Bearer b4b4"},
    "/basic": {"authorization": BASIC},
    "/upper": {"authorization": "Bearer u6u6"},
}


@pytest.mark.parametrize("path", CARRIED)
def test_B168_B169_B171_B173_a_call_carries_what_its_operation_wants(gate: Made, path: str) -> None:
    sent = gate.call(gate.tool_of(f"GET {path}"), env=gate.credentials(**KEYS)).sent
    carried = {name: sent.headers[name] for name in ("x-pass", "cookie", "authorization") if name in sent.headers}
    assert carried | ({"?": sent.query} if sent.query else {}) == CARRIED[path]


def test_B168_arguments_stay_beside_a_credential(gate: Made) -> None:
    env = gate.credentials(**KEYS)
    sent = gate.call(gate.tool_of("GET /query"), {"page": 3}, env=env).sent
    assert sorted(sent.pairs) == [("page", "3"), ("pass", "q2q2")]
    sent = gate.call(gate.tool_of("GET /cookie"), {"berth": "b"}, env=env).sent
    assert sorted(sent.headers["cookie"].split("; ")) == ["PASS=c3c3", "berth=b"]


def test_B168_variables_are_named_after_their_schemes(gate: Made) -> None:
    names = list(gate.credentials(**KEYS))
    assert len(set(names)) == len(names)
    assert all(name.startswith(f"{gate.prefix}_") and name.isupper() for name in names)
    told = (gate.package / ".env.example").read_text(encoding="utf-8")
    assert all(name in told for name in names)


@pytest.mark.parametrize("missing", ["header", "query"])
@pytest.mark.parametrize("path", ["/both", "/three"])
def test_B169_what_is_missing_is_named(gate: Made, path: str, missing: str) -> None:
    env = gate.credentials(**{key: values for key, values in KEYS.items() if key != missing})
    [name] = gate.credentials(**{missing: ("x",)})
    called = gate.call(gate.tool_of(f"GET {path}"), env=env)
    assert (called.requests, called.failed) == ((), True)
    assert name in called.text
    assert not any(other in called.text.replace(name, "") for other in env)


def test_B169_either_of_two_will_do(gate: Made) -> None:
    name = gate.tool_of("GET /either")
    sent = gate.call(name, env=gate.credentials(basic=("us-er", "pä:ss"), header=("h1h1",))).sent
    assert (sent.headers.get("authorization"), "x-pass" in sent.headers, sent.query) == (BASIC, False, "")


def test_B171_a_public_operation_needs_nothing(gate: Made) -> None:
    for path in ("/open", "/maybe"):
        sent = gate.call(gate.tool_of(f"GET {path}")).sent
        assert not {"authorization", "x-pass", "cookie"} & sent.headers.keys()
    assert gate.call(gate.tool_of("GET /usual")).requests == ()


def test_B173_a_scheme_that_is_not_covered_is_told(gate: Made) -> None:
    [told] = [each for each in gate.said if "igest" in each.message]
    assert told.hint


def test_B176_credentials_are_no_arguments(gate: Made) -> None:
    name = gate.tool_of("PUT /usual")
    assert list(gate.properties(name)) == ["word"]
    sent = gate.call(name, {"word": "w"}, env=gate.credentials(**KEYS)).sent
    assert (sent.headers["authorization"], sent.pairs) == ("Bearer b4b4", [("word", "w")])
    assert list(gate.properties(gate.tool_of("GET /query"))) == ["page"]
    shown = repr(gate.tools)
    assert not any(value in shown for values in KEYS.values() for value in values)


def test_B176_a_credential_in_an_answer_or_error_is_not_told(gate: Made) -> None:
    env = gate.credentials(**KEYS)
    for path in ("/header", "/query", "/cookie", "/usual", "/upper"):
        called = gate.call(
            gate.tool_of(f"GET {path}"), env=env, status_code=400, json={"message": "bad key h1h1 q2q2 c3c3 b4b4 u6u6"}
        )
        assert not any(value in called.text for values in KEYS.values() for value in values)


# --- B174: a token that is fetched


class TokenServer:
    """Gives out tokens that are numbered, and answers calls with what it was told."""

    def __init__(self, expires_in: int | None = 3600, refuses: tuple[str, ...] = ()) -> None:
        self.expires_in = expires_in
        self.refuses = refuses
        self.asked: list[dict[str, list[str]]] = []
        self.carried: list[str] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.host == "auth.harbour.test":
            assert request.headers["content-type"] == "application/x-www-form-urlencoded"
            self.asked.append(parse_qs(request.content.decode()))
            lasts = {} if self.expires_in is None else {"expires_in": self.expires_in}
            return httpx2.Response(
                200, json={"access_token": f"token-{len(self.asked)}", "token_type": "Bearer", **lasts}
            )
        self.carried.append(request.headers["authorization"].removeprefix("Bearer "))
        return httpx2.Response(401 if self.carried[-1] in self.refuses else 200, json={"ok": True})


@pytest.fixture(scope="module")
def tokens(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make(
        tmp_path_factory.mktemp("tokens"),
        openapi(f"""
        paths:
          /ships: {{get: {{security: [{{o: [ships.read]}}], {OK}}}, post: {{security: [{{o: [ships.write]}}], {OK}}}}}
        components:
          securitySchemes:
            o: {{type: oauth2, flows: {{clientCredentials: {{tokenUrl: 'https://auth.harbour.test/token', scopes: {{ships.read: r, ships.write: w}}}}}}}}
        """),
    )


def calls(
    made: Made, server: Callable[[httpx2.Request], httpx2.Response], count: int, *, at_once: bool = False
) -> list[bool]:
    """Makes calls one after the other, or all at once; which of them failed."""
    name = made.tool_of("GET /ships")
    env = made.credentials(o=("the-client", "s3cr3t-of-it"))
    return [told.failed for told in made.talk([(name, {})] * count, env=env, api=server, at_once=at_once)[1]]


def test_B174_a_token_is_fetched_once_and_kept(tokens: Made) -> None:
    for at_once in (False, True):
        server = TokenServer()
        assert calls(tokens, server, 6, at_once=at_once) == [False] * 6
        assert (len(server.asked), set(server.carried)) == (1, {"token-1"})
        assert server.asked[0]["grant_type"] == ["client_credentials"]
        assert "ships.read" in server.asked[0]["scope"][0]


def test_B174_a_token_that_ends_is_fetched_again(tokens: Made) -> None:
    server = TokenServer(expires_in=1)
    assert calls(tokens, server, 2) == [False, False]
    assert server.carried == ["token-1", "token-2"]
    server = TokenServer(expires_in=None)
    assert calls(tokens, server, 2) == [False, False]
    assert len(server.asked) == 1


def test_B174_a_token_that_is_refused_is_renewed_once(tokens: Made) -> None:
    server = TokenServer(refuses=("token-1",))
    assert calls(tokens, server, 2) == [False, False]
    assert server.carried == ["token-1", "token-2", "token-2"]
    server = TokenServer(refuses=("token-1", "token-2", "token-3"))
    assert calls(tokens, server, 1) == [True]
    assert len(server.asked) == 2


def test_B174_no_secret_is_logged(
    tokens: Made, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level("DEBUG")
    calls(tokens, TokenServer(refuses=("token-1",)), 2)
    written = caplog.text + "".join(capfd.readouterr())
    assert not any(secret in written for secret in ("s3cr3t-of-it", "token-1", "token-2"))


def test_B178_nothing_of_the_caller_is_passed_on_unasked(gate: Made) -> None:
    sent = gate.call(gate.tool_of("GET /usual"), env=gate.credentials(**KEYS)).sent
    assert sent.headers.keys() <= {
        "host", "accept", "accept-encoding", "connection", "user-agent", "authorization", "content-length"
    }  # fmt: skip
