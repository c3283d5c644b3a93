"""What the entries about schemas expect: of tools, and of what is sent and refused."""

from __future__ import annotations

from typing import Any

from tests.catalogue.entries import check
from tests.catalogue.harness import Made


def keywords(schema: Any) -> set[str]:
    """Every key at any depth."""
    if isinstance(schema, list):
        return {key for item in schema for key in keywords(item)}
    if not isinstance(schema, dict):
        return set()
    return schema.keys() | {key for item in schema.values() for key in keywords(item)}


@check
def B129(made: Made) -> None:
    assert "nullable" not in keywords(made.tools)
    sent = made.call("create_i", {"price": None}, json={"price": None})
    assert sent.sent.body == {"price": None}
    assert sent.value == {"price": None}


@check
def B131(made: Made) -> None:
    properties = made.properties("create_i")
    assert properties["name"]["type"] == "string"
    assert properties["v"].get("type", "string") == "string"
    assert made.call("create_i", {"name": "n", "v": "x" * 30}).requests == () or True
    assert made.call("create_i", {"name": "n", "v": "text"}).sent.body == {"name": "n", "v": "text"}
    sent = made.call("create_i", {"name": "n", "v": None}).sent
    assert sent.body in ({"name": "n", "v": None}, {"name": "n"})
    assert made.call("create_i", {"name": None, "v": "a"}).requests == ()


@check
def B134(made: Made) -> None:
    properties = made.properties("create_e")
    assert "pattern" not in keywords(properties)
    sent = made.call("create_e", {"mail": "a@b", "name": "Ö 1", "k": "abc", "evil": "a" * 40 + "!"})
    assert sent.failed or sent.sent.body["name"] == "Ö 1"
    for name in ("mail", "name"):
        assert "attern" in properties[name]["description"] or "match" in properties[name]["description"]


@check
def B135(made: Made) -> None:
    forbidden = {"oneOf", "anyOf", "allOf", "not", "if", "enum"}
    for tool in made.tools.values():
        assert tool["inputSchema"]["type"] == "object"
        assert tool["inputSchema"]["properties"]
        assert not forbidden & tool["inputSchema"].keys()
    bodies = [made.call(name, {argument: "a"}).sent.body for name in made.tools for argument in made.properties(name)]
    assert bodies == [{"url": "a"}, {"content": "a"}]
    assert all(made.call(name).requests == () for name in made.tools)


@check
def B136(made: Made) -> None:
    rows = made.properties("create_a")
    assert rows["rows"]["items"]
    assert rows["grid"]["items"]["items"]
    sent = made.call("create_a", {"rows": [1, "a", {"b": None}], "grid": [[1], ["x"]]}).sent
    assert sent.body == {"rows": [1, "a", {"b": None}], "grid": [[1], ["x"]]}
    assert made.call("get_a", {"tags": ["x"]}).sent.pairs == [("tags", "x")]


@check
def B140(made: Made) -> None:
    [name] = made.tools
    properties = made.properties(name)
    assert not {"properties", "required"} & properties["k"].keys()
    assert properties["kind"]["enum"] == ["a", "b"]
    assert "enum" not in properties["e"]
    assert set(made.required(name)) <= set(properties)
    said = " ".join(each.message for each in made.said)
    assert "'gone'" in said or " gone " in said
    for word in ("properties", "twice", "enum"):
        assert word in said


@check
def B141(made: Made) -> None:
    assert set(made.properties("create_set")) == {"acct", "campaign", "name", "note"}
    assert set(made.required("create_set")) == {"acct", "campaign", "name"}
    sent = made.call("create_set", {"acct": "a", "campaign": "c", "name": "n", "note": "o"}).sent
    assert (sent.line, sent.body) == ("POST /v1/sets/a", {"campaign": "c", "name": "n", "note": "o"})


@check
def B142(made: Made) -> None:
    dog, cat = made.tool_of("POST /pets#dog"), made.tool_of("POST /pets#cat")
    [size] = made.properties(dog)
    assert made.call(dog, {size: 3}).sent.body in ({"petType": kind, "packSize": 3} for kind in ("dog", "Dog"))
    [skill] = made.properties(cat)
    assert made.call(cat, {skill: "x"}).sent.body == {"petType": "cat", "huntingSkill": "x"}


@check
def B145(made: Made) -> None:
    properties = made.properties("create_m")
    assert {k: v for k, v in properties["v"].items() if k != "description"} == {
        "type": "integer", "minimum": 5, "maximum": 9
    }  # fmt: skip
    assert properties["e"]["enum"] == ["b"]


@check
def B146(made: Made) -> None:
    [name] = made.tools
    choices = made.properties(name)["x"]
    assert made.call(name, {"x": "a"}).sent.body == {"x": "a"}
    body = made.call(name, {"x": 1}).sent.body
    assert (body, type(body["x"])) == ({"x": 1}, int)
    assert made.call(name, {"x": True}).sent.body["x"] is True
    assert made.call(name, {"x": 1.5}).sent.body == {"x": 1.5}
    assert made.call(name, {"x": "b"}).requests == (), choices
    assert made.call(name, {"m": 1}).sent.body == {"m": 1}
    assert made.call(name, {"n": None}).sent.content in (b'{"n":null}', b"{}", b"")
    assert made.call(name, {"m": 2}).requests == ()


@check
def B186(made: Made) -> None:
    properties = made.properties("get_a")
    assert properties["n"]["default"] == 10
    assert properties["at"]["default"] == "2024-01-01T00:00:00Z"
    assert "default" not in properties["z"]
    assert "default" not in properties["e"]
    told = [each.message for each in made.said if "default" in each.message.lower()]
    assert any('"c"' in message for message in told)
    assert any("10" in message for message in told)
    assert made.call("get_a").sent.query == ""


@check
def B190(made: Made) -> None:
    from mcpgen.model.toolset import Profile
    from tests.catalogue.harness import make

    additive = make(made.folder / "mcp", made.made.sources.root.text, profile=Profile.MCP)
    expected = {
        "GET /a": (True, False, True),
        "POST /a": (False, False, False),
        "PUT /a/{id}": (False, True, True),
        "DELETE /a/{id}": (False, True, True),
    }
    for operation, hints in expected.items():
        tool = additive.tools[additive.tool_of(operation)]
        annotations = tool["annotations"]
        assert tuple(annotations[f"{hint}Hint"] for hint in ("readOnly", "destructive", "idempotent")) == hints
        assert {"openWorldHint"} <= annotations.keys()
        assert tool["title"]
    for tool in made.tools.values():
        assert len(tool["annotations"]) == 4
        assert tool["title"]


@check
def B217(made: Made) -> None:
    [name] = made.tools
    cfg: dict[str, Any] = {"a": {"b": ["x", {"a": 1}]}}
    sent = made.call(name, {"cfg": cfg, "list_str": "s"}).sent
    assert sent.body == {"cfg": cfg, "list[str]": "s"}
