"""How bodies are written in XML, from the schemas that describe them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen import pipeline
from mcpgen.model.binding import XmlNode
from mcpgen.model.toolset import Tool

TEXT = {"type": "string"}


def made(tmp_path: Path, schema: dict[str, Any], **schemas: Any) -> Tool:
    operation = {
        "operationId": "sendOrder",
        "requestBody": {"required": True, "content": {"application/xml": {"schema": schema}}},
        "responses": {"204": {"description": "done"}},
    }
    document = {
        "openapi": "3.2.0",
        "info": {"title": "Orders", "version": "1"},
        "servers": [{"url": "https://orders.example.test"}],
        "paths": {"/orders": {"post": operation}},
        "components": {"schemas": schemas},
    }
    source = tmp_path / "api.json"
    source.write_text(json.dumps(document))
    [tool] = pipeline.tools(source).toolset.tools
    return tool


def node_of(tool: Tool) -> XmlNode:
    assert tool.request.body is not None
    assert tool.request.body.xml is not None
    return tool.request.body.xml


def shaped(about: dict[str, Any] | None = None, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **({"xml": about} if about else {})}


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


@pytest.mark.parametrize(
    ("schema", "name"),
    [
        (ref("Named"), "order"),
        (ref("Plain"), "Plain"),
        (shaped({"name": "own"}, a=TEXT), "own"),
        ({**shaped(a=TEXT), "title": "Titled"}, "Titled"),
        (shaped(a=TEXT), "root"),
        ({"type": "array", "items": ref("Plain"), "xml": {"name": "list"}}, "list"),
    ],
)
def test_the_root_has_a_name(tmp_path: Path, schema: dict[str, Any], name: str) -> None:
    tool = made(tmp_path, schema, Named=shaped({"name": "order"}, a=TEXT), Plain=shaped(a=TEXT))
    assert node_of(tool).name == name


def test_what_goes_without_saying_is_not_said(tmp_path: Path) -> None:
    inner = shaped(b=TEXT, c={"type": "array", "items": TEXT})
    assert node_of(made(tmp_path, shaped({"name": "o"}, a=TEXT, inner=inner))) == XmlNode(name="o")


def test_names_attributes_lists_and_kinds(tmp_path: Path) -> None:
    schema = shaped(
        {"name": "o", "namespace": "urn:o", "prefix": "p"},
        a={**TEXT, "xml": {"attribute": True}},
        b={**TEXT, "xml": {"name": "bee"}},
        c={"type": "array", "items": {**TEXT, "xml": {"name": "item"}}, "xml": {"wrapped": True, "name": "all"}},
        d={"type": "array", "items": {**TEXT, "xml": {"name": "dee"}}},
        e={**TEXT, "xml": {"nodeType": "cdata"}},
        f={**TEXT, "xml": {"prefix": "p", "namespace": "urn:o"}},
        g={**TEXT, "xml": {"prefix": "p"}},
        h={"type": "array", "items": TEXT, "xml": {"nodeType": "element"}},
    )
    assert node_of(made(tmp_path, schema)) == XmlNode(
        name="o",
        prefix="p",
        namespace="urn:o",
        fields=(
            ("a", XmlNode(kind="attribute")),
            ("b", XmlNode(name="bee")),
            ("c", XmlNode(name="all", wrapped=True, items=XmlNode(name="item"))),
            ("d", XmlNode(items=XmlNode(name="dee"))),
            ("e", XmlNode(kind="cdata")),
            ("f", XmlNode(prefix="p", namespace="urn:o")),
            ("g", XmlNode(prefix="p", namespace="urn:o")),
            ("h", XmlNode(wrapped=True)),
        ),
    )


def test_what_is_no_name_and_no_prefix_is_written_otherwise_and_told(tmp_path: Path) -> None:
    schema = shaped(
        {"name": "an order<x>"},
        **{"1st": TEXT, "b c": {**TEXT, "xml": {"prefix": "no where"}}, "d": {**TEXT, "xml": {"prefix": "q"}}},
    )
    tool = made(tmp_path, schema)
    assert node_of(tool) == XmlNode(
        name="an_order_x_", fields=(("1st", XmlNode(name="_1st")), ("b c", XmlNode(name="b_c")))
    )
    told = " ".join(d.text for d in tool.decisions if d.rule == "media-type")
    for said in ("'1st'", "'b c'", "'no where'", "The prefix q"):
        assert said in told


def test_lists_of_objects_and_deep_parts_keep_the_order_of_the_schema(tmp_path: Path) -> None:
    line = shaped(
        deep=shaped(z={"type": "array", "items": shaped(q=TEXT)}, y=TEXT),
        sku={**TEXT, "xml": {"attribute": True}},
        n=TEXT,
    )
    lines = dict(node_of(made(tmp_path, shaped({"name": "o"}, lines={"type": "array", "items": line}))).fields)["lines"]
    assert lines.items is not None
    assert lines.items.ordered
    assert [name for name, _ in lines.items.fields] == ["deep", "sku", "n"]
    assert [name for name, _ in dict(lines.items.fields)["deep"].fields] == ["z", "y"]


def test_a_list_is_a_root_around_its_items(tmp_path: Path) -> None:
    tool = made(
        tmp_path, {"type": "array", "items": ref("Order")}, Order=shaped(a={**TEXT, "xml": {"attribute": True}})
    )
    root = node_of(tool)
    assert (root.name, root.wrapped) == ("root", True)
    assert root.items == XmlNode(name="Order", fields=(("a", XmlNode(kind="attribute")),))


def test_what_holds_itself_ends(tmp_path: Path) -> None:
    tool = made(
        tmp_path, ref("Tree"), Tree=shaped({"name": "tree"}, label=TEXT, inside={"type": "array", "items": ref("Tree")})
    )
    assert node_of(tool).name == "tree"


@pytest.mark.parametrize("schema", [TEXT, {}, {"type": "object"}])
def test_what_no_schema_tells_is_given_as_xml(tmp_path: Path, schema: dict[str, Any]) -> None:
    tool = made(tmp_path, schema)
    assert tool.request.body is not None
    assert tool.request.body.xml is None
    assert list(tool.input_schema["properties"]) == ["text"]
