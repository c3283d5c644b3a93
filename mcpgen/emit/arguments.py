"""Which arguments the contract tests call a tool with: the required ones, all of them, and some that are refused."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl

import jsonschema_rs

from mcpgen.emit.data import body_check, reached
from mcpgen.emit.encode import check_place, divided, placeholders
from mcpgen.emit.evaluate import NoValueError, body_value, conversions, evaluate
from mcpgen.emit.sample import Conversions, sample
from mcpgen.emit.wire_bodies import expected_body
from mcpgen.model.binding import Build, Context, Placed, Request, Take
from mcpgen.model.formats import is_base64
from mcpgen.model.json import UNSET, Json, JsonObject
from mcpgen.model.media import body_kind
from mcpgen.model.toolset import Tool

_CLEAR = "clear_fields"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """The calls of a tool, each with what it is about; `why` says why there are none."""

    calls: tuple[tuple[str, JsonObject], ...] = ()
    why: str = ""


class Rules:
    """What the arguments of one tool have to hold, so that a call is one the API would take."""

    def __init__(self, tool: Tool, definitions: JsonObject) -> None:
        self.tool = tool
        self.inputs = _validator(tool.input_schema)
        check = body_check(tool)
        self.body = None if check is None else _validator({**check, "$defs": reached(check, definitions)})
        self.values = {
            (placed.place, placed.name): _validator({**placed.check, "$defs": reached(placed.check, definitions)})
            for placed in tool.request.parameters
            if placed.check is not None
        }
        self.taken = names_by_place(tool.request)

    def hold(self, arguments: JsonObject) -> bool:
        """True when the arguments are valid, keep the rules between them, and make a body that the API accepts."""
        try:
            return (
                self.inputs.is_valid(arguments)
                and kept(self.tool.request, arguments)
                and self._can_be_sent(arguments)
                and self._body_fits(arguments)
            )
        except NoValueError:
            return False

    def _body_fits(self, arguments: JsonObject) -> bool:
        body = self.tool.request.body
        value = UNSET if body is None else body_value(body, arguments)
        if body is None or value is UNSET:
            return True
        expected_body(body, value)
        in_fields = body_kind(body.media_type) in ("form", "multipart")
        return self.body is None or self.body.is_valid(_told(value) if in_fields else value)

    def _can_be_sent(self, arguments: JsonObject) -> bool:
        """True when each placeholder of the path has a value, and the API takes each value.

        Raises:
            NoValueError: an argument cannot be converted, or a value not be written at its place.
        """
        request = self.tool.request
        found = [(placed, evaluate(placed.value, arguments)) for placed in request.parameters]
        sent = [(placed, value) for placed, value in found if value is not UNSET]
        for placed, value in sent:
            check_place(placed, value, self.taken[placed.place])
        filled = {placed.name for placed, _ in sent if placed.place == "path"}
        taken = all(self._is_taken(placed, value) for placed, value in sent)
        return taken and all(name in filled for name in placeholders(request.path))

    def _is_taken(self, placed: Placed, value: Json) -> bool:
        validator = self.values.get((placed.place, placed.name))
        return validator is None or validator.is_valid(_meant(value, placed.check))


def names_by_place(request: Request) -> dict[str, list[str]]:
    """The names that parameters, and the query in the path itself, have in each place."""
    found: dict[str, list[str]] = {placed.place: [] for placed in request.parameters}
    for placed in request.parameters:
        found[placed.place].append(placed.name)
    found.setdefault("query", []).extend(name for name, _ in parse_qsl(divided(request.path)[1], True))
    return found


def _told(value: Json) -> Json:
    """What a form says of an object: nothing of a list or object without parts."""
    if isinstance(value, Mapping):
        told = {key: _told(item) for key, item in value.items()}
        return {key: item for key, item in told.items() if item not in ({}, [])}
    return value


def _validator(schema: JsonObject) -> jsonschema_rs.Validator:
    try:
        return jsonschema_rs.validator_for(dict(schema), validate_formats=True, formats={"byte": is_base64})
    except (ValueError, jsonschema_rs.ReferencingError):
        return jsonschema_rs.validator_for(False)


def _meant(value: Json, schema: Json) -> Json:
    """A value outside the body as the API reads it: a text is the number that it says, where a number is wanted."""
    kind = schema.get("type") if isinstance(schema, Mapping) else None
    if isinstance(kind, list):
        kind = "string" if "string" in kind else next((one for one in kind if one != "null"), None)
    if isinstance(value, list) and kind == "array":
        first = schema.get("prefixItems", [])
        return [_meant(v, first[i] if i < len(first) else schema.get("items")) for i, v in enumerate(value)]
    if isinstance(value, str) and kind in ("integer", "number", "boolean"):
        try:
            return json.loads(value)
        except ValueError:
            return value
    return value


def kept(request: Request, arguments: JsonObject) -> bool:
    """True when the rules of presence and the alternatives hold."""
    for rule in request.presence:
        if any(name in arguments for name in rule.given) and not all(name in arguments for name in rule.needs):
            return False
    for alternatives in request.alternatives:
        whole = sum(all(name in arguments for name in names) for names in alternatives.sets)
        if whole == 0 or (alternatives.exclusive and whole != 1):
            return False
    return True


def choose(tool: Tool, definitions: JsonObject) -> Chosen:
    """The calls: required arguments, every argument that fits, and one that clears a field where that is possible."""
    needed = [p.value.signal for p in tool.request.parameters if p.required and isinstance(p.value, Context)]
    if needed:
        return Chosen(why=f"needs {needed[0]}, which only a host application sends")
    samples = _samples(tool)
    missing = [name for name in tool.input_schema.get("required", []) if name not in samples]
    if missing:
        return Chosen(why=f"no sample value of {missing[0]} was found")
    rules = Rules(tool, definitions)
    least = next((given for given in _least(tool, samples) if rules.hold(given)), None)
    if least is None:
        return Chosen(why="no sample arguments were found that the API's own rules accept")
    most = _most(rules, least, samples)
    calls = (
        [("required arguments", least), ("every argument", most)] if most != least else [("required arguments", least)]
    )
    return Chosen(calls=(*calls, *_clearing(tool, rules, least)))


def _samples(tool: Tool) -> dict[str, Json]:
    """A value of each argument for which one is found, in the schema's order."""
    request, properties = tool.request, tool.input_schema.get("properties", {})
    values = [placed.value for placed in request.parameters] + ([request.body.value] if request.body else [])
    converted: Conversions = {path: convert for value in values for path, convert in conversions(value)}
    found = {name: sample(schema, converted, (name,)) for name, schema in properties.items() if name != _CLEAR}
    return {name: value for name, value in found.items() if value is not UNSET}


def _least(tool: Tool, samples: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
    """Sets of arguments to begin with, the smallest first."""
    required = set(tool.input_schema.get("required", []))
    for alternatives in tool.request.alternatives:
        if not any(required.issuperset(names) for names in alternatives.sets):
            required.update(alternatives.sets[0])
    for rule in tool.request.presence:
        if required.intersection(rule.given):
            required.update(rule.needs)
    base = {name: value for name, value in samples.items() if name in required}
    yield base
    for name in samples:
        if name not in base:
            yield {key: value for key, value in samples.items() if key in base or key == name}
    yield dict(samples)


def _most(rules: Rules, least: JsonObject, samples: Mapping[str, Json]) -> JsonObject:
    """Every argument; where that does not fit, those that can be added to `least` one after the other."""
    if rules.hold(samples):
        return dict(samples)
    chosen = set(least)
    for name in samples:
        tried = _with_needs(rules.tool.request, chosen | {name})
        if name not in chosen and rules.hold({key: value for key, value in samples.items() if key in tried}):
            chosen = tried
    return {key: value for key, value in samples.items() if key in chosen}


def _with_needs(request: Request, names: set[str]) -> set[str]:
    found = set(names)
    for rule in request.presence:
        if found.intersection(rule.given):
            found.update(rule.needs)
    return found


def _clearing(tool: Tool, rules: Rules, least: JsonObject) -> list[tuple[str, JsonObject]]:
    listed = tool.input_schema.get("properties", {}).get(_CLEAR)
    items = listed.get("items") if isinstance(listed, dict) else None
    names = [n for n in items.get("enum", ()) if isinstance(n, str)] if isinstance(items, dict) else []
    body = tool.request.body
    if body is None or not isinstance(body.value, Build):
        return []
    clearable = {f.value.argument for f in body.value.fields if isinstance(f.value, Take) and f.value.clearable}
    for name in names:
        given = {**least, _CLEAR: [name]}
        if name in clearable and name not in least and rules.hold(given):
            return [(f"{name} cleared", given)]
    return []


# --- arguments that are refused


def refused(tool: Tool, chosen: Chosen) -> list[JsonObject]:
    """Calls that must be refused before anything is sent, each with the argument that the answer has to name."""
    base: JsonObject = chosen.calls[0][1] if chosen.calls else {}
    found = [*_missing(tool, base), *_unknown(tool, base), *_wrong(tool, base), *_incomplete(tool, chosen)]
    validator = _validator(tool.input_schema)
    return [
        case for case in found if not (validator.is_valid(case["arguments"]) and kept(tool.request, case["arguments"]))
    ]


def _missing(tool: Tool, base: JsonObject) -> Iterator[JsonObject]:
    for name in tool.input_schema.get("required", [])[:1]:
        without = {key: value for key, value in base.items() if key != name}
        yield {"about": f"{name} missing", "arguments": without, "says": name}


def _unknown(tool: Tool, base: JsonObject) -> Iterator[JsonObject]:
    """An argument that there is not, where the schema refuses one for that alone."""
    name = "no_such_argument"
    while name in tool.input_schema.get("properties", {}):
        name += "_"
    names = {key: value for key, value in tool.input_schema.items() if key != "required"}
    if not _validator(names).is_valid({name: "x"}):
        yield {"about": "an unknown argument", "arguments": {**base, name: "x"}, "says": name}


def _wrong(tool: Tool, base: JsonObject) -> Iterator[JsonObject]:
    """The first argument of each kind with a value of another: none that the server understands all the same."""
    seen: set[str] = set()
    for name, schema in tool.input_schema.get("properties", {}).items():
        if not isinstance(schema, Mapping):
            continue
        kind = "enum" if "enum" in schema else "pattern" if "pattern" in schema else str(schema.get("type"))
        if kind not in seen and kind in ("enum", "pattern", "integer", "number", "boolean", "array", "object"):
            seen.add(kind)
            yield {"about": f"{name} of a wrong kind", "arguments": {**base, name: "\u2020 no"}, "says": name}


def _incomplete(tool: Tool, chosen: Chosen) -> Iterator[JsonObject]:
    """A call with what a rule of presence starts from, and without what it needs."""
    everything = chosen.calls[1][1] if len(chosen.calls) > 1 else {}
    for rule in tool.request.presence[:1]:
        lacking = next((name for name in rule.needs if name in everything), "")
        if lacking and any(name in everything for name in rule.given):
            given = {key: value for key, value in everything.items() if key != lacking}
            yield {"about": f"{lacking} missing beside {rule.given[0]}", "arguments": given, "says": lacking}
