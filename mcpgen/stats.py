"""Counts what a toolset costs a model to read, and what of it is not as the rules want it: a function over values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import median
from typing import Final

from mcpgen.emit.data import listed_tool
from mcpgen.lint import subject_of_toolset
from mcpgen.lint.names import split_words
from mcpgen.lint.parameters import MAX_NODES
from mcpgen.lint.rules.par004_string_id import numeric_ids
from mcpgen.lint.subject import ListedTool
from mcpgen.lint.wording import repeats_name
from mcpgen.model import vocabulary
from mcpgen.model.identity import ANY_KEYS
from mcpgen.model.json import Json, JsonObject
from mcpgen.model.toolset import Tool, Toolset
from mcpgen.report.listing import size
from mcpgen.report.stats import Extreme, Fault, FaultKind, Stats
from mcpgen.shaping.draft import LeftOut
from mcpgen.shaping.text import added_words

LONGEST_NAME: Final = 64
LEAST_ADDED: Final = 3
"""Content words that a description adds to the name."""
OBJECT_BUDGET: Final = 12
"""Properties that an object lists; the entries of a map may have their `key` beside them."""
WEAKENING: Final = frozenset({"PAR002", "always-sent", "null-not-offered", "uncovered"})
"""Rules of decisions after which a value that the API takes can no longer be given."""

_COMBINATORS: Final = frozenset(
    "allOf anyOf oneOf not if then else dependentSchemas dependentRequired prefixItems".split()
)
_REFERENCES: Final = frozenset({"$ref", "$dynamicRef", "$recursiveRef"})
_HINTS: Final = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_NUMBERED: Final = re.compile(r"(.+)_([0-9]+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Input:
    """A schema inside an input schema."""

    name: str
    """The property's name; '' for the items of a list."""
    path: str
    schema: JsonObject
    objects: int
    """How many objects it stands in, the tool's input apart, and it itself where it is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Looked:
    """A tool with every schema inside its input."""

    tool: Tool
    listed: ListedTool
    inputs: tuple[_Input, ...]

    @property
    def arguments(self) -> int:
        """How many inputs it has."""
        return len(_mapping(self.tool.input_schema.get("properties")))


def stats_of(toolset: Toolset, left_out: Sequence[LeftOut] = ()) -> Stats:
    """The figures of a toolset; `left_out` are the operations of its source that became no tool."""
    subject = subject_of_toolset(toolset)
    tools = [
        _Looked(tool=tool, listed=listed, inputs=tuple(_inputs(tool.input_schema)))
        for tool, listed in zip(toolset.tools, subject.tools, strict=True)
    ]
    sizes = {looked.tool.name: size(listed_tool(looked.tool)) for looked in tools}
    operations = Counter((tool.request.method, tool.request.path) for tool in toolset.tools)
    sources = re.compile(rf"\b(?:{'|'.join(re.escape(tool.name) for tool in toolset.tools) or '(?!)'})\b")
    ids = [entry for looked in tools for entry in looked.inputs if _is_id(entry)]
    left = Counter(each.rule for each in left_out)
    return Stats(
        tools=len(tools),
        operations=len(operations) + len(left_out),
        split=sum(count > 1 for count in operations.values()),
        left_out=dict(sorted(left.items(), key=lambda item: (-item[1], item[0]))),
        longest_name=_most(tools, lambda looked: len(looked.tool.name)),
        object_depth=_most(tools, lambda looked: max((entry.objects for entry in looked.inputs), default=0)),
        longest_description=_most(tools, lambda looked: len(looked.tool.description)),
        listing=size({"tools": [listed_tool(tool) for tool in toolset.tools]}),
        median_size=ceil(median(sizes.values())) if sizes else 0,
        largest=_most(tools, lambda looked: sizes[looked.tool.name]),
        median_arguments=ceil(median(looked.arguments for looked in tools)) if tools else 0,
        most_arguments=_most(tools, lambda looked: looked.arguments),
        weakened=sum(decision.rule in WEAKENING for tool in toolset.tools for decision in tool.decisions),
        ids=len(ids),
        sourced_ids=sum(sources.search(_text(entry.schema)) is not None for entry in ids),
        faults=tuple(fault for looked in tools for fault in (*_tool_faults(looked), *_input_faults(looked)))
        + tuple(_namesakes(tools)),
    )


def _tool_faults(looked: _Looked) -> Iterator[Fault]:
    """What is wrong with its name, its description and its hints."""
    tool = looked.tool
    kinds = {
        FaultKind.NOT_VERB_NOUN: not _is_verb_noun(looked.listed.words, tool.name),
        FaultKind.TOO_LONG: len(tool.name) > LONGEST_NAME,
        FaultKind.THIN_DESCRIPTION: len(added_words(tool.description, tool.name)) < LEAST_ADDED,
    }
    hints = looked.listed.annotations
    yield from (Fault(kind=kind, tool=tool.name) for kind, wrong in kinds.items() if wrong)
    yield from (
        Fault(kind=FaultKind.IMPLICIT_HINT, tool=tool.name, place=hint)
        for hint in _HINTS
        if type(hints.get(hint)) is not bool
    )


def _input_faults(looked: _Looked) -> Iterator[Fault]:
    """What is wrong with the schemas inside its input, and with the input as a whole."""
    name = looked.tool.name
    whole = _Input(name="", path="", schema=looked.tool.input_schema, objects=0)
    for entry in (whole, *looked.inputs):
        kinds = {
            FaultKind.COMBINATOR: not _COMBINATORS.isdisjoint(entry.schema),
            FaultKind.REFERENCE: not _REFERENCES.isdisjoint(entry.schema),
            FaultKind.TYPE_LIST: isinstance(entry.schema.get("type"), list),
            FaultKind.UNTYPED: entry is not whole and _is_untyped(entry.schema),
            FaultKind.UNDESCRIBED: bool(entry.name) and not _text(entry.schema).strip(),
            FaultKind.ECHOED: bool(_text(entry.schema).strip()) and repeats_name(_text(entry.schema), entry.name),
            FaultKind.DEEP_OBJECT: entry.objects > 1 and _is_object(entry.schema),
            FaultKind.LARGE_OBJECT: entry is not whole and _listed(entry.schema) > OBJECT_BUDGET,
        }
        yield from (Fault(kind=kind, tool=name, place=entry.path) for kind, wrong in kinds.items() if wrong)
    for node, _ in numeric_ids(looked.listed):
        yield Fault(kind=FaultKind.INTEGER_ID, tool=name, place=node.path)


def _namesakes(tools: Sequence[_Looked]) -> Iterator[Fault]:
    """Names given twice, and names that end in a number which is none of the path's own words."""
    names = Counter(looked.tool.name for looked in tools)
    for name, count in names.items():
        yield from (Fault(kind=FaultKind.NOT_UNIQUE, tool=name) for _ in range(count - 1))
    paths = {looked.tool.name: looked.tool.request.path for looked in tools}
    for name in names:
        numbered = _NUMBERED.fullmatch(name)
        if numbered and numbered[2] not in split_words(paths[name]):
            yield Fault(kind=FaultKind.NUMBERED, tool=name)


def _is_verb_noun(words: Sequence[str], name: str) -> bool:
    """Whether a name is a verb of the vocabulary, and goes on; a prefix that all tools share is passed over."""
    verb = next(iter(words), "")
    manner = verb in vocabulary.manners() and vocabulary.is_verb(next(iter(words[1:]), ""))
    return (manner or vocabulary.verb(verb) is not None) and "_" in name


def _inputs(schema: JsonObject) -> Iterator[_Input]:
    """Every property and every `items` below a schema, outer ones first; it ends, whatever refers to itself."""
    waiting = [_Input(name="", path="", schema=schema, objects=-1)]
    for _ in range(MAX_NODES):
        if not waiting:
            return
        outer = waiting.pop(0)
        inside = [
            (str(key), value, f"{outer.path}.{key}") for key, value in _mapping(outer.schema.get("properties")).items()
        ]
        if "items" in outer.schema and outer.path:
            inside.append(("", outer.schema["items"], f"{outer.path}[]"))
        for name, value, path in inside:
            inner = _mapping(value)
            around = outer.objects + _is_object(inner) + (not outer.path)
            waiting.append(_Input(name=name, path=path.removeprefix("."), schema=inner, objects=around))
            yield waiting[-1]


def _is_object(schema: JsonObject) -> bool:
    return schema.get("type") == "object" or "properties" in schema


def _is_untyped(schema: JsonObject) -> bool:
    match schema.get("type"):
        case "object":
            return not _mapping(schema.get("properties"))
        case "array":
            return not _mapping(schema.get("items"))
        case str() | list():
            return False
        case _:
            return True


def _listed(schema: JsonObject) -> int:
    """How many properties a schema lists, the key of a map's entry apart."""
    properties = _mapping(schema.get("properties"))
    return len(properties) - ("key" in properties)


def _is_id(entry: _Input) -> bool:
    kind = entry.schema.get("type")
    single = _mapping(entry.schema.get("items")) if kind == "array" else entry.schema
    return entry.name.rpartition("_")[2].lower() in ANY_KEYS and single.get("type") == "string"


def _text(schema: JsonObject) -> str:
    found = schema.get("description")
    return found if isinstance(found, str) else ""


def _mapping(value: Json) -> JsonObject:
    return value if isinstance(value, Mapping) else {}


def _most(tools: Sequence[_Looked], figure: Callable[[_Looked], int]) -> Extreme:
    """The largest figure, and the first tool that has it."""
    found = max(tools, key=figure, default=None)
    return Extreme(value=figure(found), tool=found.tool.name) if found else Extreme()
