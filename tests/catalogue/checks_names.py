"""What the entries about names of tools and arguments expect."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import parse_qsl

from tests.catalogue.entries import check
from tests.catalogue.harness import Made, line_of, make
from tests.packages import package_in

ARGUMENT = re.compile(r"[A-Za-z0-9_-]{1,64}")


def assert_arguments(made: Made) -> None:
    for name in made.tools:
        assert all(ARGUMENT.fullmatch(argument) for argument in made.properties(name))


@check
def B15(made: Made) -> None:
    for name in made.tools:
        assert sorted(made.required(name)) == ["agent_id", "project_id"]
        sent = made.call(name, {"project_id": "p", "agent_id": "{agent_id}"}).sent
        assert sent.path == "/v1/projects/p/agents/%7Bagent_id%7D"


@check
def B17(made: Made) -> None:
    [name] = made.tools
    [argument] = made.required(name)
    assert made.properties(name)[argument]["type"] == "string"
    assert made.call(name, {argument: "a"}).sent.line == "DELETE /v1/accounts/a/roles"
    assert made.call(name).requests == ()


@check
def B18(made: Made) -> None:
    [argument] = made.required("activate_widget")
    assert made.call("activate_widget", {argument: "w1"}).sent.line == "POST /v1/widgets/w1:activate"
    assert made.call("get_file", {"name": "a", "ext": "txt"}).sent.line == "GET /v1/files/a.txt"


@check
def B20(made: Made) -> None:
    sent = made.call("get_tenant_user", {"tenant_id": "t", "user_id": "u"}).sent
    assert sent.line == "GET /v1/tenants/t/users/u"


@check
def B21(made: Made) -> None:
    [name] = made.tools
    first, second, third = made.required(name)
    assert {first, second, third} == set(made.properties(name))
    given = {first: "7", second: "8", third: "x"}
    sent = made.call(name, given).sent
    assert (sent.line, sent.body) == ("PUT /v1/users/7", {"id": 8, "name": "x"})


@check
def B22(made: Made) -> None:
    [name] = made.tools
    first, second = made.properties(name)
    assert made.call(name, {first: "a", second: "b"}).sent.line == "GET /v1/pets/a/?name=b"


@check
def B24(made: Made) -> None:
    given: dict[str, Any] = {name: str(n) for n, name in enumerate(made.properties("list_rows"))}
    assert made.call("list_rows", given).sent.pairs == [
        ("page[size]", "0"), ("page_size", "1"), ("userId", "2"), ("user-id", "3"), ("USERID", "4")
    ]  # fmt: skip


@check
def B25(made: Made) -> None:
    given = {name: name.upper() for name in ("ctx", "context", "request", "arguments")}
    sent = made.call("ask_question", given).sent
    assert (sent.pairs, sent.body) == (
        [("ctx", "CTX")],
        {"context": "CONTEXT", "request": "REQUEST", "arguments": "ARGUMENTS"},
    )


@check
def B27(made: Made) -> None:
    package = package_in(made.package)
    get, post = (made.tool_of(f"{method} /clients") for method in ("GET", "POST"))
    assert made.call(get, json=[{"str": "a"}]).value is not None
    sent = made.call(post, dict(zip(made.properties(post), "ab", strict=True))).sent
    assert sent.body == {"Optional": "a", "str": "b"}
    top = [path.stem for path in (*made.package.glob("*.py"), *made.package.glob("tests/*.py"))]
    assert not {"json", "typing", "mcp"} & {package.module, *top}


@check
def B28(made: Made) -> None:
    sent = made.call("list_apps", {"filter_name": "a", "uids": [1, 2]}).sent
    assert sent.query == "filter%5Bname%5D=a&uids%5B%5D=1&uids%5B%5D=2"


@check
def B30(made: Made) -> None:
    given = {"thing_id": "t"} | ({"x_request_id": "r"} if "x_request_id" in made.properties("get_thing") else {})
    sent = made.call("get_thing", given).sent
    assert sent.line == "GET /v1/things/t"
    assert re.fullmatch(r"r|[0-9a-f-]{36}", sent.headers["x-request-id"])


@check
def B31(made: Made) -> None:
    get, post = (made.tool_of(f"{method} /klines") for method in ("GET", "POST"))
    sent = made.call(get, dict(zip(made.properties(get), (1, "c", "n"), strict=True))).sent
    assert sent.pairs == [("from", "1"), ("class", "c"), ("None", "n")]
    sent = made.call(post, dict(zip(made.properties(post), ("l", False), strict=True))).sent
    assert sent.body == {"lambda": "l", "not": False}


@check
def B34(made: Made) -> None:
    assert_arguments(made)
    get, post = (made.tool_of(f"{method} /entities") for method in ("GET", "POST"))
    sent = made.call(get, dict(zip(made.properties(get), ("a", 1), strict=True))).sent
    assert parse_qsl(sent.query) == [("$filter", "a"), ("$top", "1")]
    assert len(made.properties(post)) == 3
    sent = made.call(post, dict(zip(made.properties(post), "abc", strict=True))).sent
    assert sent.body == {"@type": "a", "@odata.id": "b", "type": "c"}


@check
def B37(made: Made) -> None:
    [name] = made.tools
    assert len(name) <= 64
    assert name.startswith("update_")
    assert list(make(made.folder / "again", made.made.sources.root.text).tools) == [name]


@check
def B39(made: Made) -> None:
    assert_arguments(made)
    [argument] = made.properties("create_a")
    sent = made.call("create_a", {argument: "a@b.test"}).sent
    assert sent.body == {
        "organisation_configuration": {
            "notification_preferences": {"weekly_digest_recipient_email_address": "a@b.test"}
        }
    }


@check
def B40(made: Made) -> None:
    assert len(made.tools) == 4
    assert {made.call(name).sent.path for name in made.tools} == {"/v1/a", "/v1/b", "/v1/c", "/v1/d"}


@check
def B42(made: Made) -> None:
    first, second = made.tools
    assert max(len(first), len(second)) <= 60
    assert first[:30] + first[-30:] != second[:30] + second[-30:]


@check
def B43(made: Made) -> None:
    [told] = made.about("openapi-duplicate-operation-id")
    assert "GET /a" in told.message
    assert (told.subject, line_of(made, told)) == ("GET /b", "api.yaml:6")
    a, b = made.tool_of("GET /a"), made.tool_of("GET /b")
    assert ("a" in a.split("_"), "b" in b.split("_")) == (True, True)


@check
def B44(made: Made) -> None:
    media, prompt, root = made.tools
    assert (media, root) == ("get_media_content", "get_root")
    assert re.fullmatch(r"((create|post)_)?prompt_agent", prompt)
    assert made.call(root).sent.path == "/v1/"


@check
def B45(made: Made) -> None:
    assert list(made.tools) == ["get_item", "list_users", "search_users"]


@check
def B47(made: Made) -> None:
    assert len(made.tools) == 2
    sent = made.call(made.tool_of("GET /a")).sent
    assert (sent.host, sent.path) == ("other.example.test", "/a")


@check
def B213(made: Made) -> None:
    assert list(made.tools) == ["fetch_b_rows"]
    text = made.tools["fetch_b_rows"]["description"]
    assert "Better text" in text
    assert "eprecated" in text
    assert [left.reason != "" for left in made.left_out.values()] == [True]


@check
def B214(made: Made) -> None:
    assert list(made.tools) == ["create_sub"]
    assert made.call("create_sub", {"url": "https://x.test"}).sent.body == {"url": "https://x.test"}
