"""The tools of a runtime converter: one for each operation, with what the document says and nothing else.

The name is the operationId, else method and path; the description is summary and description as they stand; the
arguments are the parameters and the top-level properties of the body, by their names on the wire.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from mcpgen.source import Document, Sources, UnresolvedRef, load

METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace")

_DEEPEST: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What is shown of a tool, and the operation it calls: `GET /books`."""

    operation: str
    name: str
    description: str
    arguments: tuple[str, ...]

    @property
    def text(self) -> str:
        """Name, description and argument names, which retrieval reads."""
        return " ".join((self.name, self.description, *self.arguments))


def converted(path: Path) -> list[Shown]:
    """A tool for each operation of a document, in its order. Raises SourceError as `source.load` does."""
    sources = load(path)
    converter = _Converter(sources)
    return [
        converter.tool(f"{method.upper()} {route}", operation, item, document)
        for route, written in _mapping(_mapping(sources.root.data).get("paths")).items()
        for item, document in (converter.target(written, sources.root),)
        for method, operation in _mapping(item).items()
        if method in METHODS and isinstance(operation, dict)
    ]


class _Converter:
    def __init__(self, sources: Sources) -> None:
        self._sources = sources

    def tool(self, key: str, operation: dict[str, Any], item: Any, document: Document) -> Shown:
        names = dict.fromkeys(self._parameters([*_list(item, "parameters"), *_list(operation, "parameters")], document))
        names |= dict.fromkeys(self._body(operation.get("requestBody"), document))
        return Shown(
            operation=key,
            name=str(operation.get("operationId") or key),
            description="\n\n".join(str(operation[k]) for k in ("summary", "description") if operation.get(k)),
            arguments=tuple(names),
        )

    def target(self, written: Any, document: Document) -> tuple[Any, Document]:
        """What a reference leads to, or the thing itself."""
        if not isinstance(written, dict) or not isinstance(written.get("$ref"), str):
            return written, document
        try:
            found = self._sources.resolve(written["$ref"], document)
        except UnresolvedRef:
            return {}, document
        return found.value, found.document

    def _parameters(self, parameters: list[Any], document: Document) -> Iterator[str]:
        for written in parameters:
            parameter, home = self.target(written, document)
            parameter = _mapping(parameter)
            if parameter.get("in") == "body":
                yield from self._properties(parameter.get("schema"), home)
            elif isinstance(parameter.get("name"), str):
                yield parameter["name"]

    def _body(self, written: Any, document: Document) -> Iterator[str]:
        body, home = self.target(written, document)
        for media in _mapping(_mapping(body).get("content")).values():
            yield from self._properties(_mapping(media).get("schema"), home)
            return

    def _properties(self, written: Any, document: Document, depth: int = 0) -> Iterator[str]:
        schema, home = self.target(written, document)
        yield from _mapping(_mapping(schema).get("properties"))
        if depth < _DEEPEST:
            for keyword in ("allOf", "oneOf", "anyOf"):
                for part in _list(schema, keyword):
                    yield from self._properties(part, home, depth + 1)


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any, key: str) -> list[Any]:
    found = _mapping(value).get(key)
    return found if isinstance(found, list) else []
