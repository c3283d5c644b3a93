"""Calls that carry one leaf each, for what no sample carried: a typed object takes more than its schema lists.

A body is made that the original schema is likely to accept and that has the leaf; its values are given to the tool's
arguments by the binding, as a person would who read the descriptions.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import chain, islice, product, zip_longest
from typing import Any, Final

from mcpgen.model.binding import Build, Convert, Same, Take, Value
from mcpgen.model.toolset import Tool
from tests.coverage.original import ENTRY, ITEM
from tests.coverage.samples import Edge, arguments_like, instance, value
from tests.wire.sampling import Sample, edge_values, plain_value

Path = tuple[str, ...]
_MOST_WAYS: Final = 24
"""Ways to choose among the branches of a schema that are tried."""
_DEEPEST: Final = 16


def with_argument(
    tool: Tool, place: str, name: str, declared: Mapping[tuple[str, str], Any], known: Mapping[str, Any] | None
) -> Iterator[Sample]:
    """Calls with the arguments of one parameter beside those of a call that went well, else beside the required ones.

    Their values are ordinary ones of their own schemas, then such as the parameters' declared schemas take, which are
    given by place and name (a text may be told to be a date), then the edges.
    """
    names = [
        argument
        for p in tool.request.parameters
        if (p.place, p.name) == (place, name)
        for argument, _ in taken(p.value)
    ]
    if not names:
        return
    about = f"{place} {name}"
    schemas = tool.input_schema.get("properties", {})
    plain = _plain(tool, names)
    own = {n: plain[n] for n in names if n in plain}
    base = plain if known is None else known
    yield Sample(about=about, arguments={**base, **own})
    given = {}
    for parameter in tool.request.parameters:
        schema = declared.get((parameter.place, parameter.name))
        if schema is None:
            continue
        converts = dict(taken(parameter.value))
        lent = arguments_like(parameter.value, instance(schema, schema.get("$defs", {}), full=True))
        given |= {n: value(schemas[n], converts.get(n, Same()), Edge.LIKE, held) for n, held in lent if n in plain}
    yield Sample(
        about=f"{about} as declared", arguments={**base, **own, **(given if known is None else _of(given, own))}
    )
    for argument in own:
        for edge in edge_values(schemas[argument]):
            yield Sample(about=about, arguments={**base, **own, argument: edge})


def _of(given: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {name: held for name, held in given.items() if name in names}


def with_leaf(tool: Tool, schema: Mapping[str, Any], path: Path, known: Mapping[str, Any] | None) -> Iterator[Sample]:
    """Calls whose bodies have something at a path, by each way to choose among the branches on it.

    First a whole body, which carries much else; then only the arguments that give the place, beside those of a call
    that went well (`known`); then bodies with less and by other ways.
    """
    body = tool.request.body
    if body is None:
        return
    converts = dict(taken(body.value))
    schemas = tool.input_schema.get("properties", {})
    definitions = schema.get("$defs", {})

    def given(made: Any) -> dict[str, Any]:
        lent = dict(arguments_like(body.value, made))
        return {n: value(schemas[n], converts.get(n, Same()), Edge.LIKE, v) for n, v in lent.items() if n in schemas}

    full, lean = (bodies(schema, definitions, path, full=full) for full in (True, False))
    plain, about = _plain(tool, []), f"body /{'/'.join(path)}"
    yield from (Sample(about=about, arguments={**plain, **given(made)}) for made in islice(full, 1))
    least = list(islice(lean, 1))
    if known is not None:
        beside = (given(_only(made, path)) for made in least)
        yield from (Sample(about=f"{about} beside", arguments={**known, **own}) for own in beside)
    for made in chain(least, chain.from_iterable(zip_longest(full, lean))):
        if made is not None:
            yield Sample(about=about, arguments={**plain, **given(made)})


def _only(made: Any, path: Path) -> Any:
    """A body with nothing but what is on a path."""
    if not path or not isinstance(made, dict):
        return made
    return {step: _only(made[step], path[1:]) for step in (path[0],) if step in made}


def bodies(schema: Any, defs: Mapping[str, Any], path: Path, *, full: bool, depth: int = 0) -> Iterator[Any]:
    """Values of a schema that have something at a path; `full` with optional properties beside it."""
    if depth > _DEEPEST:
        return
    for flat in islice(_ways(schema, defs, 0), _MOST_WAYS):
        if not path:
            yield instance(flat, defs, full=full)
            continue
        step, rest = path[0], path[1:]
        for inner in _inner(flat, step):
            for below in islice(bodies(inner, defs, rest, full=full, depth=depth + 1), 3):
                yield _around(flat, defs, step, below, full=full)


def _around(flat: Mapping[str, Any], defs: Mapping[str, Any], step: str, below: Any, *, full: bool) -> Any:
    if step == ITEM:
        return [below] * max(int(flat.get("minItems", 1)), 1)
    made = instance({**flat, "type": "object"}, defs, full=full)  # what has names below it is one, said or not
    return {**(made if isinstance(made, dict) else {}), "alpha" if step == ENTRY else step: below}


def _inner(flat: Mapping[str, Any], step: str) -> Iterator[Any]:
    if step == ITEM:
        yield from flat.get("prefixItems") or ([flat["items"]] if isinstance(flat.get("items"), dict) else [])
    elif step == ENTRY:
        if isinstance(flat.get("additionalProperties"), dict):
            yield flat["additionalProperties"]
        yield from flat.get("patternProperties", {}).values()
    elif step in flat.get("properties", {}):
        yield flat["properties"][step]


def _ways(schema: Any, defs: Mapping[str, Any], depth: int) -> Iterator[dict[str, Any]]:
    """A schema with references followed and `allOf` joined, once for each way to choose among its branches."""
    if not isinstance(schema, dict) or depth > _DEEPEST:
        yield {}
        return
    own = {k: v for k, v in schema.items() if k not in ("$ref", "allOf", "oneOf", "anyOf", "$defs")}
    groups: list[list[Any]] = []
    if "$ref" in schema:
        groups.append([defs[schema["$ref"].removeprefix("#/$defs/")]])
    groups += [[part] for part in schema.get("allOf", ())]
    groups += [list(schema[key]) for key in ("oneOf", "anyOf") if schema.get(key)]
    ways = [[way for part in group for way in islice(_ways(part, defs, depth + 1), _MOST_WAYS)] for group in groups]
    for chosen in islice(product(*ways), _MOST_WAYS):
        yield _joined(own, chosen)


def _joined(own: Mapping[str, Any], parts: tuple[Mapping[str, Any], ...]) -> dict[str, Any]:
    out = dict(own)
    for part in parts:
        held, own = part.get("properties", {}), out.get("properties", {})
        both = {name: {"allOf": [own[name], held[name]]} for name in own if name in held and own[name] != held[name]}
        properties = {**held, **own, **both}
        required = list(dict.fromkeys([*out.get("required", ()), *part.get("required", ())]))
        out = {**part, **out}
        if properties:
            out["properties"] = properties
        if required:
            out["required"] = required
    return out


def taken(bound: Value) -> Iterator[tuple[str, Convert]]:
    """The arguments that a value takes, with what becomes of each."""
    match bound:
        case Take(argument=name, convert=convert):
            yield name, convert
        case Build(fields=fields):
            for each in fields:
                yield from taken(each.value)
        case _:
            return


def _plain(tool: Tool, names: list[str]) -> dict[str, Any]:
    schemas = tool.input_schema.get("properties", {})
    wanted = [*tool.input_schema.get("required", ()), *(n for n in names if n in schemas)]
    return {name: plain_value(schemas[name]) for name in wanted}
