"""A small manifest that reads without complaint, for tests to break, and how to read a tree or a text."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from mcpgen.diagnostics import Diagnostic, Origin, SourceError
from mcpgen.frontends.manifest import ManifestReading, read
from mcpgen.source import load

GOOD: dict[str, Any] = {
    "mcpgen": 1,
    "server": {"name": "shop"},
    "upstream": {"url": "https://api.shop.test", "auth": [{"key": "token", "type": "bearer", "env": "TOKEN"}]},
    "tools": [
        {
            "name": "create_order",
            "description": "Creates an order.",
            "group": "orders",
            "inputSchema": {
                "type": "object",
                "required": ["shop_id", "lines"],
                "properties": {
                    "shop_id": {"type": "string"},
                    "cursor": {"type": "string"},
                    "note": {"type": "string"},
                    "clear_fields": {"type": "array", "items": {"type": "string", "enum": ["note"]}},
                    "lines": {
                        "type": "array",
                        "items": {"type": "object", "properties": {"sku": {"type": "string"}}},
                    },
                },
            },
            "annotations": {"readOnlyHint": False},
            "http": {
                "request": "POST /shops/{shopId}/orders",
                "security": [["token"]],
                "path": {"shopId": {"from": "shop_id", "as": "integer"}},
                "query": {"cursor": {"from": "cursor"}},
                "body": {
                    "fields": {
                        "/order/lines": {"from": "lines", "each": {"fields": {"/sku": {"from": "sku"}}}},
                        "/order/note": {"from": "note", "clearable": True},
                        "/config": {"fields": {}},
                    },
                    "keep": ["/order", "/config"],
                    "check": {"$ref": "#/$defs/Order"},
                },
                "rules": [{"together": ["note", "cursor"]}, {"any_of": [["note"], ["lines"]]}],
            },
            "result": {"next": {"from": "/next", "to": "cursor"}, "confirm": "Ordered in {shop_id}."},
        }
    ],
    "definitions": {"Order": {"type": "object"}},
}
TOOL = ("tools", 0)
HTTP = (*TOOL, "http")
REMOVED = object()


def changed(*changes: tuple[tuple[str | int, ...], Any]) -> dict[str, Any]:
    """The good manifest with values put in at paths, or taken out where the value is `REMOVED`."""
    data = copy.deepcopy(GOOD)
    for path, value in changes:
        node: Any = data
        for step in path[:-1]:
            node = node[step]
        if value is REMOVED:
            del node[path[-1]]
        else:
            node[path[-1]] = value
    return data


def read_data(data: Any, folder: Path) -> ManifestReading:
    """Reads a tree, written as JSON."""
    return read_text(json.dumps(data), folder)


def read_text(text: str, folder: Path) -> ManifestReading:
    """Reads a YAML or JSON text."""
    file = folder / "tools.yaml"
    file.write_text(text, encoding="utf-8")
    return read(load(file))


def complaints(data: Any, folder: Path) -> tuple[Diagnostic, ...]:
    """What is said about a tree, whether it can be read or not."""
    try:
        return read_data(data, folder).diagnostics
    except SourceError as error:
        return error.diagnostics


def pointer(diagnostic: Diagnostic) -> tuple[str | int, ...]:
    """Where the diagnostic stands."""
    assert isinstance(diagnostic.at, Origin)
    return diagnostic.at.pointer
