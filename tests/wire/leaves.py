"""Which leaves of the original parameters and bodies were seen in requests that arrived.

What arrived is read by plain decoders of this module into a tree of names; a leaf is seen where the tree has its path.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any, Final
from urllib.parse import parse_qsl, unquote, urlsplit
from xml.etree import ElementTree

from tests.coverage.original import ENTRY, ITEM, Leaf, Original, Place
from tests.wire.document import IGNORED
from tests.wire.loopback import Captured

FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")


@dataclass(slots=True)
class Tree:
    """Names that were seen, below one another; `[]` is any item."""

    below: dict[str, Tree] = field(default_factory=dict)

    def at(self, step: str) -> Tree:
        """The tree below a name, made where it is new."""
        return self.below.setdefault(step, Tree())

    def note(self, value: Any) -> None:
        """Takes in a JSON value."""
        if isinstance(value, dict):
            for name, inner in value.items():
                self.at(str(name)).note(inner)
        elif isinstance(value, list):
            for inner in value:
                self.at(ITEM).note(inner)

    def has(self, path: tuple[str, ...]) -> bool:
        """Whether something was seen at a path; `{}` is any name."""
        if not path:
            return True
        if path[0] == ENTRY:
            return any(inner.has(path[1:]) for name, inner in self.below.items() if name != ITEM)
        if path[0] in self.below and self.below[path[0]].has(path[1:]):
            return True
        return path[0] == ITEM and not self.below and len(path) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter as the document declares it, with its leaves."""

    place: str
    name: str
    leaves: tuple[Leaf, ...]
    pointers: frozenset[str]
    exploded: bool
    schema: Place


def parameters(original: Original, item: Place, operation: Place) -> Iterator[Parameter]:
    """The parameters of an operation, its own before those of its path; without those that have no meaning."""
    seen: set[tuple[str, str]] = set()
    for holder in (operation, item):
        listed = holder.at("parameters")
        for k in range(len(listed.node) if isinstance(listed.node, list) else 0):
            written = listed.at(k)
            found = original.followed(written)
            if not isinstance(found.node, dict):
                continue
            place, name = str(found.node.get("in")), str(found.node.get("name"))
            known = (place, name) in seen or place not in ("path", "query", "header", "cookie", "querystring")
            if known or (place == "header" and name.lower() in IGNORED):
                continue
            seen.add((place, name))
            yield _parameter(original, found, place, name, frozenset({written.pointer, found.pointer}))


def _parameter(original: Original, found: Place, place: str, name: str, pointers: frozenset[str]) -> Parameter:
    schema, exploded = found.at("schema"), found.node.get("explode")
    content = found.at("content")
    if isinstance(content.node, dict) and content.node:
        schema = original.followed(content.at(next(iter(content.node)))).at("schema")
    elif "schema" not in found.node and "swagger" in original.root.node:
        schema = found
    style = found.node.get("style", "form" if place in ("query", "cookie") else "simple")
    leaves = original.leaves(schema)[0] if schema.node is not None else [Leaf((), frozenset({"any"}), frozenset())]
    return Parameter(
        place=place,
        name=name,
        leaves=tuple(leaves),
        pointers=pointers,
        exploded=style == "form" and exploded is not False and place in ("query", "cookie"),
        schema=schema,
    )


@dataclass(slots=True)
class Seen:
    """What the requests of one operation carried."""

    places: dict[str, Tree] = field(default_factory=dict)
    body: Tree | None = None

    def note(self, request: Captured, template: str) -> None:
        """Takes in a request."""
        target = urlsplit(request.target)
        for name in re.findall(r"\{([^{}]+)\}", template):
            self._at("path").at(name)
        for name, value in parse_qsl(target.query, keep_blank_values=True):
            _note_pair(self._at("query"), name, value)
        if target.query:
            self._at("querystring").note(_parsed(unquote(target.query)))
            for name, value in parse_qsl(target.query, keep_blank_values=True):
                _note_pair(self._at("querystring"), name, value)
        for name, value in request.headers:
            _note_pair(self._at("header"), name.lower(), value)
        for pair in request.header("cookie").split("; "):
            _note_pair(self._at("cookie"), unquote(pair.partition("=")[0]), unquote(pair.partition("=")[2]))
        if request.body or request.header("content-type"):
            self.body = self.body or Tree()
            _note_body(self.body, request)

    def has(self, parameter: Parameter, leaf: Leaf) -> bool:
        """Whether a leaf of a parameter was sent."""
        found = self._at(parameter.place)
        if parameter.place == "querystring":
            return found.has(leaf.path)
        if parameter.exploded and leaf.path and leaf.path[0] != ITEM:
            return found.has(leaf.path) or found.has((parameter.name, *leaf.path))
        name = parameter.name.lower() if parameter.place == "header" else parameter.name
        if name not in found.below:
            return False
        simple = parameter.place in ("path", "header") or not found.below[name].below
        return simple or found.has((name, *leaf.path))

    def _at(self, place: str) -> Tree:
        return self.places.setdefault(place, Tree())


def _note_pair(tree: Tree, name: str, value: str) -> None:
    """A pair of a form or a query: `a[b][]=1` stands below `a` and `b`, a JSON text for what it holds."""
    tree.at(name).note(_parsed(value))
    steps = re.findall(r"\[([^\[\]]*)\]", name)
    if steps and re.fullmatch(r"[^\[\]]+(\[[^\[\]]*\])+", name):
        for step in (name.partition("[")[0], *steps):
            tree = tree.at(ITEM if step == "" or step.isdigit() else step)
        tree.note(_parsed(value))
    elif "." in name:
        for step in name.split("."):
            tree = tree.at(step)


def _note_body(tree: Tree, request: Captured) -> None:
    media, _, _ = request.header("content-type").partition(";")
    text = request.body.decode("utf-8", "replace")
    match media.strip().lower():
        case "application/x-www-form-urlencoded":
            for name, value in parse_qsl(text, keep_blank_values=True):
                _note_pair(tree, name, value)
        case kind if kind.startswith("multipart/"):
            head = f"Content-Type: {request.header('content-type')}\r\n\r\n".encode()
            for part in BytesParser(policy=HTTP).parsebytes(head + request.body).iter_parts():
                name = part.get_param("name", header="content-disposition")
                content = part.get_payload(decode=True)
                _note_pair(tree, str(name), content.decode("utf-8", "replace") if isinstance(content, bytes) else "")
        case kind if "xml" in kind:
            _note_element(tree, ElementTree.fromstring(request.body))
        case kind if "ndjson" in kind or "jsonl" in kind or "json-seq" in kind:
            tree.note([_parsed(line.lstrip("\x1e")) for line in text.splitlines()])
        case _:
            tree.note(_parsed(text))


def _note_element(tree: Tree, element: ElementTree.Element) -> None:
    for name in element.attrib:
        tree.at(name.rpartition("}")[2])
    for child in element:
        name = child.tag.rpartition("}")[2]
        for held in (tree.at(name), tree.at(ITEM), tree.at(name).at(ITEM)):
            _note_element(held, child)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
