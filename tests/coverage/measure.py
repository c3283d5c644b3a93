"""One document: whether what its tools send is valid, and whether all that its bodies take can be given."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import jsonschema_rs

from mcpgen import pipeline
from mcpgen.diagnostics import SourceError
from mcpgen.model.toolset import Decision, Tool, Toolset
from tests.coverage.original import ENTRY, ITEM, Leaf, Original, Place
from tests.coverage.reach import expresses, reached
from tests.coverage.samples import arguments_like, calls, instance
from tests.shaping.rebuild import ABSENT, RefusedError, allowed, rebuilt

TELL_NO_LOSS: Final = frozenset(
    "ANN002 ANN003 ANN004 GRA001 GRA005 NAM001 PAR004 PAR009 PAR013 "
    "always-sent media-type same-operation server-choice unchecked".split()
)
"""Rules whose decisions say nothing of what a parameter or a body can hold."""


@dataclass(slots=True)
class Figures:
    """What was found in one document."""

    name: str
    tools: int = 0
    """Tools with a body."""
    pairs: int = 0
    """Sample calls that pass the tool's checks, each with the body it makes."""
    refused: int = 0
    """Sample calls that the check of the whole body refuses."""
    invalid: list[str] = field(default_factory=list)
    """Bodies that the original schema does not accept."""
    unchecked: list[str] = field(default_factory=list)
    """Bodies with a text whose pattern cannot be checked, or without a credential that the server sends elsewhere;
    the report says so."""
    unproved: list[str] = field(default_factory=list)
    """Tools no sample call of which passes."""
    leaves: int = 0
    given: int = 0
    """Leaves that some argument gives."""
    listed: list[str] = field(default_factory=list)
    """Leaves that none gives, and the report says so; the credentials that the server sends among them."""
    missing: list[str] = field(default_factory=list)
    """Leaves that none gives, in silence."""
    narrowed: int = 0
    """Leaves that are given, but not as every kind of value that they may hold, and the report says so."""
    narrow: list[str] = field(default_factory=list)
    """Those of which it does not."""
    bounded: int = 0
    """Bodies of which only the first leaves were looked at."""
    left_out: int = 0
    """Bodies of operations that became no tool, each with its reason."""
    error: str = ""

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return asdict(self)


def measured(named: tuple[str, Path]) -> Figures:
    """The figures of a document, given by its name and its file."""
    name, file = named
    found = Figures(name)
    try:
        made = pipeline.tools(file)
    except SourceError as problem:
        found.error = problem.diagnostics[0].message
        return found
    original = Original(file.resolve())
    bodies = dict(original.bodies())
    tools: dict[str, list[Tool]] = {}
    for tool in made.toolset.tools:
        if tool.request.body is not None:
            tools.setdefault(f"{tool.request.method} {tool.request.path}", []).append(tool)
    with_tool = {f"{t.request.method} {t.request.path}" for t in made.toolset.tools}
    found.left_out = len([key for key in bodies if key not in with_tool])
    for key, own in tools.items():
        place = representation(bodies.get(key, {}), own[0])
        if place is None:
            found.invalid.append(f"{key}: a body is sent, and none of this kind declared")
            continue
        found.tools += len(own)
        _cover(found, key, own, made.toolset, original, place)
        schema = original.schema(place)
        check = _validator(schema)
        if check is None:
            found.unproved.append(f"{key}: the original schema cannot be compiled")
            continue
        for tool in own:
            _prove(found, tool, made.toolset, schema, check)
    return found


def representation(content: dict[str, Place], tool: Tool) -> Place | None:
    assert tool.request.body is not None
    name = tool.request.body.media_type
    return next((content[n] for n in (name, "", "*/*", "application/*") if n in content), None)


def _validator(schema: Any) -> Any:
    try:
        return jsonschema_rs.validator_for({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
    except (ValueError, jsonschema_rs.ValidationError):
        return None


# --- every leaf can be given, or is listed


def _cover(found: Figures, key: str, tools: list[Tool], toolset: Toolset, original: Original, place: Place) -> None:
    leaves, whole = original.leaves(place)
    secrets = [{(name,) for name in secrets_in_body(tool, toolset)} for tool in tools]
    roots = {place.pointer, original.followed(place).pointer}
    found.bounded += not whole
    for leaf in leaves:
        given = frozenset[str]()
        for tool in tools:
            assert tool.request.body is not None
            schemas = tool.input_schema.get("properties", {})
            given |= expresses(leaf.kinds, reached(tool.request.body.value, schemas, leaf.path))
        where = f"{key} /{'/'.join(leaf.path)} ({', '.join(sorted(leaf.kinds))})"
        told = all(leaf.path in sent for sent in secrets) or any(
            tells(decision, leaf, roots) for tool in tools for decision in tool.decisions
        )
        found.leaves += 1
        found.given += bool(given)
        if not given:
            (found.listed if told else found.missing).append(where)
        elif given != leaf.kinds:
            found.narrowed += told
            if not told:
                found.narrow.append(f"{where} only {', '.join(sorted(given))}")


def tells(decision: Decision, leaf: Leaf, roots: set[str]) -> bool:
    """Whether a decision is about a leaf: it rests on a schema on the way, and names it where that is the body's."""
    if decision.rule in TELL_NO_LOSS or decision.origin is None:
        return False
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in decision.origin.pointer)
    pointer = "".join(f"/{step}" for step in steps)
    if pointer not in roots or decision.rule == "given-whole":
        return pointer in leaf.way
    name = next((part for part in reversed(leaf.path) if part not in (ITEM, ENTRY)), "")
    if not name:
        return ENTRY not in leaf.path or "other fields" in decision.text
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", decision.text) is not None


def secrets_in_body(tool: Tool, toolset: Toolset) -> tuple[str, ...]:
    """The fields of the body in which every call sends a credential of the operator; the report says so (SEC011)."""
    security = toolset.upstream.security if tool.request.security is None else tool.request.security
    kept = [auth for auth in toolset.upstream.auth if auth.place == "body"]
    return tuple(auth.name for auth in kept if security and all(auth.key in keys for keys in security))


# --- what passes the tool's checks is valid


def _prove(found: Figures, tool: Tool, toolset: Toolset, schema: dict[str, Any], original: Any) -> None:
    body = tool.request.body
    assert body is not None
    accepts = _validator(tool.input_schema)
    definitions = toolset.definitions
    check = None if body.check is None else _validator({**body.check, "$defs": _used(body.check, definitions)})
    proved = False
    for arguments in _distinct(calls(tool, lent(tool, schema))):
        if not accepts.is_valid(arguments) or not allowed(arguments, tool.request.presence, tool.request.alternatives):
            continue
        try:
            made = rebuilt(body.value, arguments)
        except RefusedError:
            continue
        if made is ABSENT:
            proved = proved or not body.required
            continue
        if check is not None and not check.is_valid(made):
            found.refused += 1
            continue
        found.pairs += 1
        proved = True
        if isinstance(made, dict):
            made |= dict.fromkeys(secrets_in_body(tool, toolset), "secret")
        if not original.is_valid(made):
            fault = next(original.iter_errors(made))
            at = "/".join(map(str, fault.instance_path))
            faults = found.unchecked if _is_told(fault, tool) else found.invalid
            faults.append(f"{tool.name} ({tool.operation}) at /{at}: {fault.message[:160]}")
            break
    if not proved:
        found.unproved.append(f"{tool.name} ({tool.operation})")


def _is_told(fault: Any, tool: Tool) -> bool:
    """Whether the report says what is not held: a pattern, a required credential, the fields of a body given whole."""
    match fault.schema_path[-1]:
        case "type" if not list(fault.instance_path):
            return any(d.rule == "given-whole" for d in tool.decisions)
        case "pattern":
            return any(d.rule == "unchecked" for d in tool.decisions)
        case "required":
            gone = [d.text.split()[0] for d in tool.decisions if d.rule == "PAR016"]
            return any(f'"{name}"' in fault.message for name in gone)
        case _:
            return False


def lent(tool: Tool, schema: dict[str, Any]) -> dict[str, Any]:
    """The values of a valid body by the argument that gives each."""
    assert tool.request.body is not None
    lent: dict[str, Any] = {}
    for full in (True, False):
        lent |= dict(arguments_like(tool.request.body.value, instance(schema, schema["$defs"], full=full)))
    return lent


def _used(check: Any, definitions: Any) -> dict[str, Any]:
    """The definitions that a check refers to."""
    found: dict[str, Any] = {}
    waiting = [check]
    while waiting:
        inner = waiting.pop()
        if isinstance(inner, dict):
            name = inner["$ref"].removeprefix("#/$defs/") if isinstance(inner.get("$ref"), str) else ""
            if name and name not in found:
                found[name] = definitions[name]
                waiting.append(found[name])
            waiting += inner.values()
        elif isinstance(inner, list):
            waiting += inner
    return found


def _distinct(given: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    seen = set()
    for arguments in given:
        key = json.dumps(arguments, sort_keys=True)
        if key not in seen:
            seen.add(key)
            yield arguments
