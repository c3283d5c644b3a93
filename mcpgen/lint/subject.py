"""What lint works on: a server's texts, and its tools as `tools/list` shows them, each node with its place.

A subject takes whatever a document holds: a rule reads a field through the properties of `ListedTool`, which answer
with an empty value where the document has something else, and the rule that owns the field reports it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from mcpgen.diagnostics import Diagnostic, Origin, Pointer, Severity
from mcpgen.lint.names import words_without_prefix
from mcpgen.model.json import Json, JsonObject
from mcpgen.model.toolset import Hints, Tool, Toolset

_NOTHING: Final[JsonObject] = {}


class Readable(Protocol):
    """A loaded document: the file as its user named it, and the tree that was read from it."""

    @property
    def file(self) -> str: ...

    @property
    def data(self) -> Any: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTool:
    """A tool as listed. Where `derived` is set, what the document leaves out comes from an operation of its source."""

    facts: JsonObject
    index: int
    origin: Origin | None
    origins: Mapping[str, Origin] = field(default_factory=dict)
    """Where each parameter comes from, by its name, where `exact` is False."""
    exact: bool = True
    """True when `origin` leads to the tool itself, so that a node in it has a place of its own."""
    derived: bool = False
    words: tuple[str, ...] = ()
    """The words of the name, without a prefix that all of the server's tools share or that is the server's name."""
    method: str = ""
    """The HTTP method behind the tool, upper case; '' where it is not known."""

    @property
    def name(self) -> str:
        """The tool's name, '' where it has none."""
        return _text(self.facts.get("name"))

    @property
    def description(self) -> str:
        """The tool's description, '' where it has none."""
        return _text(self.facts.get("description"))

    @property
    def annotations(self) -> JsonObject:
        """The tool's annotations, empty where it has none."""
        return _mapping(self.facts.get("annotations"))

    @property
    def input_schema(self) -> JsonObject:
        """The tool's input schema, empty where it has none."""
        return _mapping(self.facts.get("inputSchema"))

    @property
    def sources(self) -> Mapping[str, str]:
        """Which tool returns the value of a parameter, by its name, as far as a manifest says."""
        return {name: text for name, text in _mapping(self.facts.get("sources")).items() if isinstance(text, str)}

    @property
    def label(self) -> str:
        """How a message calls the tool: its name in backquotes, or its number in the list."""
        return quoted(self.name) if self.name else f"tool {self.index + 1}"

    def leaves_out(self, key: str) -> bool:
        """True when the tool should say `key` and does not: it is absent, and nothing else could tell it."""
        return key not in self.facts and not self.derived

    def at(self, *steps: str | int) -> Origin | None:
        """The place of the node that `steps` lead to, or of its nearest ancestor that exists."""
        if self.origin is None:
            return None
        if not self.exact:
            parameter = steps[2] if steps[:2] == ("inputSchema", "properties") and len(steps) > 2 else ""
            return self.origins.get(str(parameter), self.origin)
        return self.origin.at(*_existing(self.facts, steps))


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """Everything the rules look at, and what of the document could not be read as tools (`problems`)."""

    name: str = ""
    title: str = ""
    instructions: str = ""
    url: str = ""
    """The base URL of the API behind the tools, '' where it is not known."""
    tools: tuple[ListedTool, ...] = ()
    problems: tuple[Diagnostic, ...] = ()
    origin: Origin | None = None
    """The root of the document."""
    list_steps: Pointer = ()
    """The way from the root to the list of tools."""
    data: Json = field(default=None, repr=False)
    """The document's tree, None where it is not the tools' own."""

    def at(self, *steps: str | int) -> Origin | None:
        """The place of the node that `steps` lead to from the root, or of its nearest ancestor that exists."""
        return self.origin and self.origin.at(*_existing(self.data, steps))

    def order(self) -> Callable[[Origin | None], tuple[int, ...]]:
        """A key to sort places by: document order where the tree is known, else the order of the tools."""
        if self.data is not None:
            return lambda at: _position(self.data, at.pointer) if at else ()
        index_of: dict[Origin | None, int] = {}
        for tool in self.tools:
            for place in (tool.origin, *tool.origins.values()):
                index_of.setdefault(place, tool.index)
        return lambda at: (index_of.get(at, -1),)


def subject_of_document(document: Readable) -> Subject:
    """What a manifest or a `tools/list` dump holds, bare or in a JSON-RPC envelope. Never raises.

    Garbage is tolerated: what cannot be read as a tool becomes a diagnostic (`tools-not-a-list`, `tool-not-an-object`).
    """
    origin, data = Origin(file=document.file), document.data
    holder, steps = _holder(data)
    server, upstream = _mapping(holder.get("server")), _mapping(holder.get("upstream"))
    tools, problems = _listed(holder, origin.at(*steps, "tools"), _text(server.get("name")))
    return Subject(
        name=_text(server.get("name")),
        title=_text(server.get("title")),
        instructions=_text(server.get("instructions")),
        url=_text(upstream.get("url")),
        tools=tools,
        problems=problems,
        origin=origin,
        list_steps=(*steps, "tools"),
        data=data,
    )


def subject_of_toolset(toolset: Toolset, *, file: str = "") -> Subject:
    """The tools that were made from another document, `file`; findings point to what each tool was made from."""
    named = file or next((tool.origin.file for tool in toolset.tools if tool.origin), "")
    all_words = words_without_prefix([tool.name for tool in toolset.tools], toolset.server.name)
    return Subject(
        name=toolset.server.name,
        title=toolset.server.title,
        instructions=toolset.server.instructions,
        url=toolset.upstream.filled_url,
        tools=tuple(
            _made(tool, index, words) for index, (tool, words) in enumerate(zip(toolset.tools, all_words, strict=True))
        ),
        origin=Origin(file=named) if named else None,
    )


def quoted(text: str, limit: int = 60) -> str:
    """`text` in backquotes for a message, as `printable` makes it."""
    return f"`{printable(text, limit)}`"


def printable(text: str, limit: int) -> str:
    """`text` cut after `limit` characters, with those that do not print as `U+202E`."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in cut)


def _holder(data: Json) -> tuple[JsonObject, Pointer]:
    root = _mapping(data)
    result = _mapping(root.get("result"))
    if "tools" not in root and "tools" in result:
        return result, ("result",)
    return root, ()


def _listed(holder: JsonObject, origin: Origin, server: str) -> tuple[tuple[ListedTool, ...], tuple[Diagnostic, ...]]:
    """The tools of the mapping that holds them, and what is there in place of tools."""
    tools, is_manifest = holder.get("tools"), "mcpgen" in holder
    if not isinstance(tools, list):
        place = origin if "tools" in holder else Origin(file=origin.file, pointer=origin.pointer[:-1])
        return (), (_problem("tools-not-a-list", f"`tools` is {_kind(tools)}, not a list.", place),)
    names = [_text(_mapping(facts).get("name")) for facts in tools]
    found: list[ListedTool] = []
    problems: list[Diagnostic] = []
    for index, (facts, words) in enumerate(zip(tools, words_without_prefix(names, server), strict=True)):
        if not isinstance(facts, Mapping):
            message = f"Tool {index + 1} is {_kind(facts)}, not an object."
            problems.append(_problem("tool-not-an-object", message, origin / index))
            continue
        found.append(
            ListedTool(
                facts=facts,
                index=index,
                origin=origin / index,
                derived=is_manifest and isinstance(facts.get("operation"), str),
                words=words,
                method=_method(facts),
            )
        )
    return tuple(found), tuple(problems)


def _problem(code: str, message: str, at: Origin) -> Diagnostic:
    return Diagnostic(code=code, severity=Severity.ERROR, message=message, at=at)


def _method(facts: JsonObject) -> str:
    """The method in `http: POST /x`, `http: {request: POST /x}` or `operation: POST /x`."""
    http = facts.get("http")
    for request in (http, _mapping(http).get("request"), facts.get("operation")):
        word = _text(request).partition(" ")[0].upper()
        if word in {"GET", "HEAD", "OPTIONS", "QUERY", "POST", "PUT", "PATCH", "DELETE"}:
            return word
    return ""


def _made(tool: Tool, index: int, words: tuple[str, ...]) -> ListedTool:
    facts: dict[str, Json] = {
        "name": tool.name,
        "title": tool.title,
        "description": tool.description,
        "inputSchema": tool.input_schema,
        "annotations": _annotations(tool.hints),
    }
    if tool.output_schema is not None:
        facts["outputSchema"] = tool.output_schema
    if tool.sources:
        facts["sources"] = tool.sources
    return ListedTool(
        facts=facts,
        index=index,
        origin=tool.origin,
        origins=tool.origins,
        exact=False,
        words=words,
        method=tool.request.method,
    )


def _annotations(hints: Hints) -> JsonObject:
    return {
        "readOnlyHint": hints.read_only,
        "destructiveHint": hints.destructive,
        "idempotentHint": hints.idempotent,
        "openWorldHint": hints.open_world,
    }


def _existing(data: Json, steps: Pointer) -> Pointer:
    """The longest beginning of `steps` that leads to a node of `data`."""
    for length, step in enumerate(steps):
        match data:
            case Mapping() if step in data:
                data = data[step]
            case list() if isinstance(step, int) and step < len(data):
                data = data[step]
            case _:
                return steps[:length]
    return steps


def _position(data: Json, pointer: Pointer) -> tuple[int, ...]:
    found: list[int] = []
    for step in pointer:
        match data:
            case Mapping() if step in data:
                found.append(list(data).index(step))
                data = data[step]
            case list() if isinstance(step, int) and step < len(data):
                found.append(step)
                data = data[step]
            case _:
                break
    return tuple(found)


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _mapping(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else _NOTHING


def _kind(value: Json) -> str:
    match value:
        case None:
            return "missing"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case Sequence():
            return "a list"
        case _:
            return "an object"
