"""One document: its tools are called, their requests judged, and the leaves counted that they carried."""

from __future__ import annotations

import asyncio
import re
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

import jsonschema_rs

from mcpgen import pipeline
from mcpgen.diagnostics import Diagnostic, Origin, SourceError
from mcpgen.model.toolset import Tool
from tests.coverage.measure import TELL_NO_LOSS, lent, representation, tells
from tests.coverage.original import Leaf, Original, Place
from tests.coverage.reach import expresses, reached
from tests.coverage.samples import calls
from tests.packages import package_in
from tests.wire.calling import Caller, running
from tests.wire.credentials import fitting
from tests.wire.document import base_path, operations
from tests.wire.figures import Figures
from tests.wire.judging import Judge
from tests.wire.leaves import Parameter, Seen, parameters
from tests.wire.loopback import Captured
from tests.wire.reaching import with_argument, with_leaf
from tests.wire.sampling import Sample, samples

MOST: Final = 12
"""Samples of a tool that are drawn from its input schema."""
MOST_LENT: Final = 5
"""Calls of a tool whose values are those of a valid body, so that what its schema does not list is given too."""
MOST_REACHED: Final = 60
"""Calls of an operation that are made for leaves that no sample carried."""
MOST_REACHED_IN_ALL: Final = 2_000
"""The same of a document."""
WAYS: Final = 3
"""Calls that are tried for each such leaf."""
LARGE: Final = 300
"""Tools from which on a document's tools are called fewer times each."""


def judged(named: tuple[str, Path], most: int = MOST) -> Figures:
    """The figures of a document, given by its name and its file; `most` samples are drawn from a tool's schema."""
    name, file = named
    found = Figures(name)
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mcpgen-wire-") as temporary:
        folder = Path(temporary) / "package"
        try:
            made = pipeline.generate(file, folder).made
        except SourceError as problem:
            found.error = problem.diagnostics[0].message
            if _has_nothing_to_call(file):
                found.nothing, found.error = f"refused: {found.error}", ""
            return found
        if made.toolset.tools:
            try:
                original = Original(file.resolve())
                run = _Run(found, original, made.toolset.tools, most, made.diagnostics)
                asyncio.run(run.through(folder, fitting(original, made.toolset.upstream.auth)))
            except Exception as fault:  # one document costs no other
                found.error = f"the judge failed: {_innermost(fault)!r}"[:300]
    found.seconds = time.monotonic() - start
    return found


def _has_nothing_to_call(file: Path) -> bool:
    """Whether a document can be read, and describes no call to the API, or none without a reference that leads nowhere.

    mcpgen is right to refuse such a document, and nothing of it can be judged.
    """
    try:
        original = Original(file.resolve())
        return not any(_is_whole(original, operation) for _, _, operation in operations(original))
    except Exception:  # what cannot be read is no document without operations
        return False


def _is_whole(original: Original, operation: Place) -> bool:
    """Whether the body and the parameters of an operation are where its references lead."""
    listed = operation.at("parameters")
    parameters = [listed.at(k) for k in range(len(listed.node) if isinstance(listed.node, list) else 0)]
    written = [each for each in (operation.at("requestBody"), *parameters) if each.node is not None]
    return all(original.followed(each).node is not None for each in written)


def _innermost(fault: BaseException) -> BaseException:
    """What went wrong inside the groups of the tasks around it."""
    while isinstance(fault, BaseExceptionGroup):
        fault = fault.exceptions[0]
    return fault


class _Run:
    """A document's tools, called one after the other, and what their requests carried."""

    def __init__(
        self,
        found: Figures,
        original: Original,
        tools: tuple[Tool, ...],
        most: int,
        said: Iterable[Diagnostic] = (),
    ) -> None:
        self._found = found
        self._original = original
        self._tools = tools
        self._judge = Judge(original)
        self._bodies = dict(original.bodies())
        self._operations = {key: (item, operation) for key, item, operation in operations(original)}
        self._most = most
        self._left_out = {_pointer(each.at) for each in said if isinstance(each.at, Origin) and each.at.pointer}
        """What the report has a sentence about, beside the decisions of the tools."""
        self._seen: dict[str, Seen] = {}
        self._arrived: dict[str, Mapping[str, Any]] = {}
        self._left = MOST_REACHED_IN_ALL
        self._refused: dict[str, str] = {}
        self._counted: dict[str, list[_Leaf]] = {}
        self._known: dict[tuple[Path, str], list[Leaf]] = {}
        self._schemas: dict[tuple[Path, str], dict[str, Any]] = {}
        self._checks: dict[str, Any] = {}
        self._by_operation: dict[str, list[Tool]] = {}
        for tool in tools:
            self._by_operation.setdefault(_operation(tool), []).append(tool)

    async def through(self, folder: Path, credentials: Mapping[str, str]) -> None:
        """Calls every tool, with these credentials by the ends of their settings' names, then counts the leaves."""
        self._found.tools = len(self._tools)
        async with running(package_in(folder), base_path(self._original), credentials) as caller:
            for tool in self._tools:
                await self._called(caller, tool)
            for key, tools in self._by_operation.items():
                await self._reached(caller, key, tools)
        silent = [tool for tool in self._tools if tool.name not in self._arrived]
        self._found.silent += [f"{tool.name} ({tool.operation}): {self._refused.get(tool.name, '')}" for tool in silent]
        for key, tools in self._by_operation.items():
            for leaf in self._leaves(key, tools):
                self._sort(leaf)

    async def _called(self, caller: Caller, tool: Tool) -> None:
        for sample in self._samples(tool):
            await self._call(caller, tool, sample)

    async def _call(self, caller: Caller, tool: Tool, sample: Sample) -> None:
        called = await caller.call(tool.name, sample.arguments, signals=sample.about == "everything")
        self._found.calls += 1
        self._refused.setdefault(tool.name, called.words)
        if called.requests:
            self._arrived.setdefault(tool.name, sample.arguments)
            self._found.sent += 1
            self._weigh(tool, sample, called.requests[-1])

    async def _reached(self, caller: Caller, key: str, tools: list[Tool]) -> None:
        """Calls that are made for the leaves that no sample carried; where a tool was never called, for any of them."""
        left = min(MOST_REACHED, self._left)
        for leaf in self._leaves(key, tools):
            seen = self._seen.setdefault(key, Seen())
            silent = [tool for tool in tools if tool.name not in self._arrived]
            if not silent and (leaf.told or leaf.seen(seen) or not leaf.given):
                continue
            for tool in silent or tools:
                for sample in islice(self._towards(tool, leaf), WAYS):
                    if left == 0 or (not silent and leaf.seen(seen)):
                        break
                    left -= 1
                    self._left -= 1
                    await self._call(caller, tool, sample)

    def _towards(self, tool: Tool, leaf: _Leaf) -> Iterator[Sample]:
        place = self._place(tool)
        found: Iterator[Sample] = iter(())
        if leaf.parameter is not None:
            known = self._arrived.get(tool.name)
            found = with_argument(tool, leaf.parameter.place, leaf.parameter.name, self._declared(leaf.key), known)
        elif place is not None:
            found = with_leaf(tool, self._schema(place), leaf.leaf.path, self._arrived.get(tool.name))
        tried: list[Mapping[str, Any]] = []
        for sample in found:
            if sample.arguments not in tried and self._check(tool).is_valid(sample.arguments):
                tried.append(sample.arguments)
                yield sample

    def _declared(self, key: str) -> dict[tuple[str, str], Any]:
        """The schemas of an operation's parameters by place and name."""
        found = [(p.place, p.name, p.schema) for p in parameters(self._original, *self._operations[key])]
        return {(place, name): self._schema(schema) for place, name, schema in found if schema.node is not None}

    def _samples(self, tool: Tool) -> Iterator[Sample]:
        few = len(self._tools) >= LARGE
        yield from samples(tool.input_schema, self._most // 2 if few else self._most)
        place = self._place(tool)
        if place is None:
            return
        left = MOST_LENT // 2 if few else MOST_LENT
        for arguments in calls(tool, lent(tool, self._schema(place))):
            if left and self._check(tool).is_valid(arguments):
                left -= 1
                yield Sample(about="as a valid body", arguments=arguments)

    def _check(self, tool: Tool) -> Any:
        if tool.name not in self._checks:
            self._checks[tool.name] = jsonschema_rs.validator_for(dict(tool.input_schema))
        return self._checks[tool.name]

    def _place(self, tool: Tool) -> Place | None:
        return representation(self._bodies.get(_operation(tool), {}), tool) if tool.request.body else None

    def _weigh(self, tool: Tool, sample: Sample, request: Captured) -> None:
        key = _operation(tool)
        self._seen.setdefault(key, Seen()).note(request, tool.request.path)
        verdict = self._judge.verdict(key, request)
        if verdict.decoder:
            self._found.decoded[verdict.decoder] += 1
        elif not verdict.faults:
            self._found.accepted += 1
        elif verdict.excuse:
            self._found.excused[verdict.excuse] += 1
        else:
            self._found.misses.append(_miss(tool, sample, request, verdict.faults))

    # --- leaves

    def _leaves(self, key: str, tools: list[Tool]) -> list[_Leaf]:
        """The leaves of an operation's parameters and of its body, and what is known of each."""
        if key not in self._counted:
            self._counted[key] = list(self._found_leaves(key, tools))
        return self._counted[key]

    def _found_leaves(self, key: str, tools: list[Tool]) -> Iterator[_Leaf]:
        item, operation = self._operations[key]
        for parameter in parameters(self._original, item, operation):
            for leaf in parameter.leaves:
                told = any(_tells_parameter(t, parameter.name, parameter.pointers | leaf.way) for t in tools)
                told = told or not self._left_out.isdisjoint(parameter.pointers)
                given = _gives(tools, parameter, leaf)
                yield _Leaf(key=key, leaf=leaf, parameter=parameter, told=told, given=given)
        place = next((p for t in tools if (p := self._place(t)) is not None), None)
        if place is None:
            return
        roots = {place.pointer, self._original.followed(place).pointer}
        for leaf in self._body_leaves(place):
            told = any(tells(decision, leaf, roots) for tool in tools for decision in tool.decisions)
            yield _Leaf(key=key, leaf=leaf, told=told, given=_gives_in_body(tools, leaf))

    def _body_leaves(self, place: Place) -> list[Leaf]:
        at = (place.file, place.pointer)
        if at not in self._known:
            self._known[at] = self._original.leaves(place)[0]
        return self._known[at]

    def _schema(self, place: Place) -> dict[str, Any]:
        at = (place.file, place.pointer)
        if at not in self._schemas:
            self._schemas[at] = self._original.schema(place)
        return self._schemas[at]

    def _sort(self, leaf: _Leaf) -> None:
        found = self._found
        found.leaves += 1
        if leaf.seen(self._seen.get(leaf.key, Seen())):
            found.seen += 1
        elif leaf.told:
            found.listed.append(leaf.words)
        elif leaf.given:
            found.unseen.append(leaf.words)
        else:
            found.missing.append(leaf.words)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Leaf:
    """A leaf of an operation: of a parameter, else of the body."""

    key: str
    leaf: Leaf
    parameter: Parameter | None = None
    told: bool
    """The report says that it cannot be given as it is declared."""
    given: bool
    """An argument gives it."""

    def seen(self, seen: Seen) -> bool:
        """Whether a request carried it."""
        if self.parameter is not None:
            return seen.has(self.parameter, self.leaf)
        return seen.body is not None and seen.body.has(self.leaf.path)

    @property
    def words(self) -> str:
        """Where it is."""
        path = "/".join(self.leaf.path)
        if self.parameter is None:
            return f"{self.key} body /{path}"
        return f"{self.key} {self.parameter.place} {self.parameter.name} {path}".rstrip()


def _operation(tool: Tool) -> str:
    return f"{tool.request.method} {tool.request.path}"


def _miss(tool: Tool, sample: Sample, request: Captured, faults: tuple[str, ...]) -> dict[str, Any]:
    return {
        "tool": tool.name,
        "operation": tool.operation,
        "about": sample.about,
        "arguments": sample.arguments,
        "request": f"{request.method} {request.scheme}://{request.host}{request.target}",
        "media_type": request.header("content-type"),
        "body": request.body[:2000].decode("utf-8", "replace"),
        "faults": list(faults),
    }


def _tells_parameter(tool: Tool, name: str, pointers: frozenset[str]) -> bool:
    """Whether a decision of a tool tells of a loss of a parameter: it rests on it, or has its name in quotes."""
    quoted = re.compile(rf"([`'\"]){re.escape(name)}\1")
    for decision in tool.decisions:
        if decision.rule in TELL_NO_LOSS:
            continue
        rests = decision.origin is not None and _pointer(decision.origin) in pointers
        if rests or quoted.search(decision.text):
            return True
    return False


def _pointer(origin: Origin) -> str:
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in origin.pointer)


def _gives(tools: list[Tool], parameter: Any, leaf: Leaf) -> bool:
    placed = [
        (p, t) for t in tools for p in t.request.parameters if (p.place, p.name) == (parameter.place, parameter.name)
    ]
    return any(expresses(leaf.kinds, reached(p.value, _schemas(t), leaf.path)) for p, t in placed)


def _gives_in_body(tools: list[Tool], leaf: Leaf) -> bool:
    bodies = [(t.request.body, t) for t in tools if t.request.body]
    return any(expresses(leaf.kinds, reached(b.value, _schemas(t), leaf.path)) for b, t in bodies)


def _schemas(tool: Tool) -> Mapping[str, Any]:
    properties: Mapping[str, Any] = tool.input_schema.get("properties", {})
    return properties
