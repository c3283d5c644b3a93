"""Where the parameters of a path stand in its template: in the path, in a query that the template has, or nowhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import unquote, unquote_plus

METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")


def placed(root: dict[str, Any], template: str, item: dict[str, Any]) -> dict[str, Any]:
    """A path item, with its operations in it, whose parameters of the path are those of its template; what a query in
    that has is of the query.
    """
    item = {**_followed(root, item), **{key: inner for key, inner in item.items() if key != "$ref"}}
    path, _, query = template.partition("#")[0].partition("?")
    pairs = [(unquote_plus(n), value) for n, _, value in (pair.partition("=") for pair in query.split("&")) if n]
    shared = [p for each in _listed(item) for p in _led(root, path, pairs, each)]

    def operation(written: Any) -> Any:
        node = _followed(root, written)
        if not isinstance(node, dict):
            return node
        own = [p for each in _listed(node) for p in _led(root, path, pairs, each)]
        known = {_followed(root, each).get("name") for each in (*own, *shared)}
        return {**node, "parameters": [*own, *(_of_the_query(n, value) for n, value in pairs if n not in known)]}

    made = {key: operation(node) if key in METHODS else node for key, node in item.items()}
    if isinstance(extra := item.get("additionalOperations"), dict):
        made["additionalOperations"] = {method: operation(node) for method, node in extra.items()}
    return {**made, "parameters": shared}


def _listed(holder: dict[str, Any]) -> list[Any]:
    found = holder.get("parameters")
    return found if isinstance(found, list) else []


def _led(root: dict[str, Any], path: str, pairs: list[tuple[str, str]], written: Any) -> Iterator[Any]:
    """A parameter where it stands; one of the path that has no place is left out."""
    parameter = _followed(root, written)
    name = parameter.get("name") if isinstance(parameter, dict) and parameter.get("in") == "path" else None
    if name is None or any(name in (held, held.strip(".;*")) for held in re.findall(r"\{([^{}]+)\}", path)):
        yield written
        return
    for key, value in pairs:
        if value == f"{{{name}}}":
            yield {k: v for k, v in parameter.items() if k not in ("style", "explode")} | {"name": key, "in": "query"}


def _of_the_query(name: str, value: str) -> dict[str, Any]:
    """A pair that no parameter tells of: a constant, or any text in the place of a name in braces."""
    schema = {"type": "string"} if "{" in value else {"type": "string", "enum": [unquote_plus(value)]}
    return {"name": name, "in": "query", "required": True, "schema": schema}


def _followed(root: Any, node: Any) -> Any:
    """What a reference leads to in the same file."""
    for _ in range(20):
        ref = node.get("$ref") if isinstance(node, dict) else None
        if not isinstance(ref, str):
            return node
        node = root
        for step in ref.split("/")[1:]:
            key = unquote(step).replace("~1", "/").replace("~0", "~")
            node = node.get(key, {}) if isinstance(node, dict) else {}
    return {}
