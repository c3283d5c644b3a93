"""Every text of a server that a model reads, with its place and a name for it in messages (family SEC)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from mcpgen.diagnostics import Origin, Pointer
from mcpgen.lint.subject import ListedTool, Subject, printable, quoted
from mcpgen.model.json import Json

_PARTS: Final = ("title", "description", "inputSchema", "outputSchema", "annotations")
_NOT_PROSE: Final = frozenset({"$ref", "$schema", "$id", "$anchor", "type", "format", "pattern", "required"})
_MAX_TEXTS: Final = 20_000
_MAX_DEPTH: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text that reaches the model: where it stands in its tool, or in the server where `tool` is None."""

    value: str
    steps: Pointer
    owner: Subject
    tool: ListedTool | None = None
    is_key: bool = False
    """True where it is the name of a parameter."""

    @property
    def at(self) -> Origin | None:
        """Its place."""
        return self.tool.at(*self.steps) if self.tool else self.owner.at(*self.steps)

    @property
    def subject(self) -> str:
        """The name of the tool that it belongs to, '' for the server's own."""
        return self.tool.name if self.tool else ""

    @property
    def what(self) -> str:
        """How a message begins that is about it: `The description of parameter `x` of `get_book``."""
        if self.tool is None:
            return f"The server's {self.steps[-1]}"
        if self.steps == ("name",):
            return "A tool's name"
        what = "The name of a parameter" if self.is_key else _what(self.steps)
        return f"{what} of {self.tool.label}"


def texts(subject: Subject) -> Iterator[Text]:
    """The server's title and instructions, then all texts of each tool."""
    for key, value in (("title", subject.title), ("instructions", subject.instructions)):
        if value:
            yield Text(value=value, steps=(*subject.list_steps[:-1], "server", key), owner=subject)
    for tool in subject.tools:
        yield from _tool_texts(tool, subject)


def _tool_texts(tool: ListedTool, subject: Subject) -> Iterator[Text]:
    """The tool's name, then every string in what `tools/list` shows of it, in order; names of properties as well.

    Each object is visited once, so that aliases and circles in the tree end.
    """
    if tool.name:
        yield Text(value=tool.name, steps=("name",), owner=subject, tool=tool)
    stack: list[tuple[Json, Pointer]] = [(tool.facts[key], (key,)) for key in reversed(_PARTS) if key in tool.facts]
    seen: set[int] = set()
    left = _MAX_TEXTS
    while stack and left:
        value, steps = stack.pop()
        if isinstance(value, str):
            left -= 1
            yield Text(value=value, steps=steps, owner=subject, tool=tool)
        elif isinstance(value, Mapping | list) and id(value) not in seen and len(steps) < _MAX_DEPTH:
            seen.add(id(value))
            inner = list(value.items() if isinstance(value, Mapping) else enumerate(value))
            stack.extend((item, (*steps, key)) for key, item in reversed(inner) if _is_prose(steps, key))
            if isinstance(value, Mapping) and steps[-1] == "properties":
                for name in value:
                    yield Text(value=str(name), steps=(*steps, name), owner=subject, tool=tool, is_key=True)


def _is_prose(steps: Pointer, key: str | int) -> bool:
    return steps[-1] == "properties" or key not in _NOT_PROSE


def _what(steps: Pointer) -> str:
    """`The description of parameter `x``, from the way to the text."""
    holder = max((i for i in range(len(steps) - 2) if steps[i] == "properties"), default=-1)
    name = str(steps[holder + 1]) if holder >= 0 else ""
    keyword = next((step for step in reversed(steps[holder + 2 if name else 0 :]) if isinstance(step, str)), "")
    kinds = {"enum": "A value", "const": "The value", "default": "The default", "examples": "An example"}
    kind = kinds.get(keyword, f"The {printable(keyword, 40)}")
    owner = "the result's" if steps[0] == "outputSchema" else "parameter"
    return f"{kind} of {owner} {quoted(name)}" if name else kind
