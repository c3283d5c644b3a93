"""Names that schemas give themselves: `$id`, `$anchor`, `$dynamicAnchor`, and `$self` of a document.

JSON Schema 2020-12, Core, section 8.2; OpenAPI 3.2, "OpenAPI Object". Most documents have none, so the tree is walked
only where the text shows one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import urldefrag, urljoin

from mcpgen.diagnostics import Pointer
from mcpgen.model.json import Json

_SIGN = re.compile(r"\$(?:id|self|anchor|dynamicAnchor)\b")
_ANCHORS = ("$anchor", "$dynamicAnchor")
_VALUES = frozenset(("example", "examples", "default", "const", "enum"))
"""Keywords whose values are data, in which nothing is a keyword."""

_MAPS = frozenset(
    (
        "properties",
        "patternProperties",
        "dependentSchemas",
        "$defs",
        "definitions",
        "schemas",
        "parameters",
        "responses",
    )
)
"""Keywords below which a key is a name and no keyword."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Identifiers:
    """The identifiers of a document: its resources (it is one itself) by absolute URI, and its anchors."""

    resources: dict[str, Pointer] = field(default_factory=dict)
    homes: dict[Pointer, str] = field(default_factory=dict)
    """The other way round: the URI of the resource at a pointer."""
    anchors: dict[tuple[Pointer, str], Pointer] = field(default_factory=dict)
    """By the pointer of the resource around it and the name."""
    named: dict[str, list[Pointer]] = field(default_factory=dict)
    """The anchors of a name, in whichever resource."""

    def around(self, pointer: Pointer) -> tuple[str, Pointer]:
        """The URI and the pointer of the nearest resource around a node."""
        length = len(pointer) if len(self.homes) > 1 else 0
        while pointer[:length] not in self.homes:
            length -= 1
        return self.homes[pointer[:length]], pointer[:length]

    def anchor(self, name: str, resource: Pointer) -> Pointer | None:
        """Where an anchor stands: in the resource, else wherever just one resource has it."""
        own = self.anchors.get((resource, name))
        if own is not None:
            return own
        others = self.named.get(name, [])
        return others[0] if len(others) == 1 else None


def identifiers(data: Json, text: str, uri: str) -> Identifiers:
    """The identifiers of the document with this tree and text, read from `uri`."""
    found = Identifiers(resources={uri: ()}, homes={(): uri})
    if _SIGN.search(text):
        mappings = list(_mappings(data))
        for pointer, node in mappings:
            own = _own_uri(node, pointer)
            if own and (absolute := _absolute(found.around(pointer)[0], own)):
                found.resources.setdefault(absolute, pointer)
                found.homes[pointer] = absolute
        for pointer, node in mappings:
            for keyword in _ANCHORS:
                if isinstance(node.get(keyword), str):
                    found.anchors.setdefault((found.around(pointer)[1], node[keyword]), pointer)
                    found.named.setdefault(node[keyword], []).append(pointer)
    return found


def _absolute(base: str, uri: str) -> str:
    """The URI without its fragment; '' for what is none."""
    try:
        return urldefrag(urljoin(base, uri)).url
    except ValueError:
        return ""


def _own_uri(node: dict[str, Json], pointer: Pointer) -> str:
    for keyword in ("$id",) if pointer else ("$self", "$id"):
        own = node.get(keyword)
        if isinstance(own, str) and own and not own.startswith("#"):
            return own
    return ""


def _mappings(data: Json) -> Iterator[tuple[Pointer, dict[str, Json]]]:
    """Every mapping that may be a schema, those around it first; one that aliases share, where it is met first."""
    seen: set[int] = set()
    waiting: list[tuple[Pointer, Json]] = [((), data)]
    while waiting:
        pointer, node = waiting.pop()
        if not isinstance(node, dict | list) or id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, list):
            waiting += [((*pointer, i), item) for i, item in reversed(list(enumerate(node)))]
            continue
        yield pointer, node
        names = bool(pointer) and pointer[-1] in _MAPS
        waiting += [((*pointer, key), node[key]) for key in reversed(node) if names or key not in _VALUES]
