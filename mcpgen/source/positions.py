"""Where each node stands in its text. Built on first need, because most runs show no line at all."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

import yaml

from mcpgen.diagnostics import Pointer, Span
from mcpgen.source.yaml_text import events

Format: TypeAlias = Literal["json", "yaml"]
_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


@dataclass(slots=True)
class Place:
    """A node's place: that of its key in a mapping, of itself elsewhere; `children` by key or index."""

    offset: int
    length: int
    children: dict[str | int, Place] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A key that one mapping names twice; the pointer is that of the key."""

    pointer: Pointer
    first: Span
    second: Span


class Positions:
    """Finds the place of a node of one text. Indexing walks the text once, and only when something is asked."""

    def __init__(self, text: str, file: str, format: Format) -> None:
        self._text = text
        self._file = file
        self._format = format
        self._root: Place | None = None
        self._doubles: list[tuple[Pointer, Place, Place]] = []
        self._lines: list[int] = []

    def span(self, pointer: Pointer) -> Span:
        """The place of the node, or of its nearest ancestor that exists."""
        place = self._index()
        for step in pointer:
            child = place.children.get(step)
            if child is None:
                break
            place = child
        return self._span(place)

    def duplicates(self) -> tuple[Duplicate, ...]:
        """The keys named twice in one mapping, in the order of the text."""
        self._index()
        return tuple(Duplicate(pointer, self._span(a), self._span(b)) for pointer, a, b in self._doubles)

    def _span(self, place: Place) -> Span:
        if not self._lines:
            self._lines = [0, *(m.end() for m in re.finditer("\n", self._text))]
        line = bisect_right(self._lines, place.offset)
        column = place.offset - self._lines[line - 1] + 1
        return Span(file=self._file, line=line, column=column, length=max(place.length, 1))

    def _index(self) -> Place:
        if self._root is None:
            tree = _Tree()
            if self._format == "json":
                _index_json(self._text, tree)
            else:
                _index_yaml(self._text, tree)
            self._root = tree.root
            self._doubles = tree.doubles
        return self._root


class _Tree:
    """Collects places while a text is walked. A pending key waits for its value."""

    def __init__(self) -> None:
        self.root = Place(0, 1)
        self.doubles: list[tuple[Pointer, Place, Place]] = []
        self._open: list[tuple[Place, bool]] = []
        self._steps: list[str | int] = []
        self._key: Place | None = None
        self._name = ""
        self._started = False

    def wants_key(self) -> bool:
        return bool(self._open) and self._open[-1][1] and self._key is None

    def key(self, name: str, offset: int, length: int) -> None:
        place = Place(offset, length)
        parent = self._open[-1][0]
        if name in parent.children and name != "<<":
            self.doubles.append(((*self._steps, name), parent.children[name], place))
        parent.children[name] = place
        self._key = place
        self._name = name

    def value(self, offset: int, length: int) -> Place:
        if not self._open:
            if not self._started:
                self.root = Place(offset, length)
                self._started = True
            return self.root
        parent, is_mapping = self._open[-1]
        if is_mapping:
            place, self._key = self._key or Place(offset, length), None
            return place
        place = Place(offset, length)
        parent.children[len(parent.children)] = place
        return place

    def open(self, offset: int, is_mapping: bool) -> Place:
        if self._open:
            parent, in_mapping = self._open[-1]
            self._steps.append(self._name if in_mapping else len(parent.children))
        place = self.value(offset, 1)
        place.children = {}
        self._open.append((place, is_mapping))
        return place

    def close(self) -> None:
        self._open.pop()
        self._key = None
        if self._steps:
            self._steps.pop()


def _index_json(text: str, tree: _Tree) -> None:
    for match in _JSON_TOKEN.finditer(text):
        token = match.group()
        first = token[0]
        if first in ",:":
            continue
        if first in "{[":
            tree.open(match.start(), first == "{")
        elif first in "}]":
            tree.close()
        elif first == '"' and tree.wants_key():
            name = json.loads(token) if "\\" in token else token[1:-1]
            tree.key(name, match.start(), len(token))
        else:
            tree.value(match.start(), len(token))


def _index_yaml(text: str, tree: _Tree) -> None:
    anchors: dict[str, Place] = {}
    opened: list[Place] = []
    for event in events(text):
        start: int = event.start_mark.index
        end: int = event.end_mark.index
        anchor: str = getattr(event, "anchor", None) or ""
        match event:
            case yaml.ScalarEvent() if tree.wants_key():
                tree.key(event.value, start, end - start)
            case yaml.ScalarEvent():
                anchors[anchor] = tree.value(start, len(event.value.partition("\n")[0]))
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                opened.append(tree.open(start, isinstance(event, yaml.MappingStartEvent)))
                anchors[anchor] = opened[-1]
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                tree.close()
                _add_merged(opened.pop())
            case yaml.AliasEvent() if tree.wants_key():
                tree.key(anchor, start, end - start)
            case yaml.AliasEvent():
                tree.value(start, end - start).children = anchors[anchor].children


def _add_merged(place: Place) -> None:
    merged = place.children.get("<<")
    if merged is None:
        return
    sources = [child for key, child in merged.children.items() if isinstance(key, int)] or [merged]
    for source in sources:
        for key, child in source.children.items():
            place.children.setdefault(key, child)
