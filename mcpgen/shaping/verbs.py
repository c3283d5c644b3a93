"""Splits of operations whose enum names what they do: start, stop and resize a server.

See "Splitting" in docs/architecture.md, c.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from mcpgen.diagnostics import Origin
from mcpgen.model.api import Parameter
from mcpgen.model.json import UNSET
from mcpgen.model.schema import Enum, Object, Property, Schemas, Union
from mcpgen.shaping.branches import (
    Branch,
    Split,
    always_sent,
    always_shown,
    body_of,
    by_value,
    of_value,
    takes_list,
    texts,
    with_body,
)
from mcpgen.shaping.choices import Choice, writable
from mcpgen.shaping.conditions import fields_by, parameters_by
from mcpgen.shaping.deeds import Deed, Nature
from mcpgen.shaping.draft import Draft
from mcpgen.shaping.kinds import meaning
from mcpgen.shaping.narrowing import only_value, tagged, with_parameter
from mcpgen.shaping.selectors import edits, selects
from mcpgen.shaping.variants import Spoken


def by_verb(draft: Draft, schemas: Schemas, deed: Deed) -> Split | None:
    """(c) an enum that always has a value, or the discriminator of a union, names the verbs that are performed."""
    operation, body = draft.operation, body_of(draft, schemas)
    for parameter in operation.parameters:
        if parameter.place not in ("path", "query") or not (parameter.required or _has_default(parameter, schemas)):
            continue
        chosen = selects(schemas.resolve(parameter.schema), parameter.name, deed, schemas)
        rest = writable(body, schemas) if isinstance(body, Object) else ()
        if chosen is not None and (parameter.place == "path" or _acts_alone(deed, chosen, parameter.name, rest)):
            return _by_parameter(draft, parameter, chosen, schemas)
    if isinstance(body, Union):
        return _by_discriminator(draft, body, schemas, deed)
    return _by_field(draft, body, schemas, deed) if isinstance(body, Object) else None


def _by_parameter(draft: Draft, parameter: Parameter, chosen: Enum, schemas: Schemas) -> Split:
    body, values = body_of(draft, schemas), texts(chosen)
    branches = []
    for value in values:
        own = replace(parameter, schema=only_value(chosen, value), required=True)
        spoken = Spoken(label=value, value=True)
        branch = Branch(spoken=spoken, text=meaning(chosen, value), media=draft.media, operation=draft.operation)
        if isinstance(body, Object):
            fields = fields_by(body, parameter.name, values, schemas)
            branch = of_value(draft, body, chosen, value, fields, schemas)
        branches.append(replace(branch, operation=with_parameter(branch.operation, own)))
    return _chosen(draft, parameter.name, values, branches, parameter.origin, schemas)


def _by_field(draft: Draft, body: Object, schemas: Schemas, deed: Deed) -> Split | None:
    fields = writable(body, schemas)
    for prop in fields:
        chosen = selects(schemas.resolve(prop.schema), prop.name, deed, schemas)
        if chosen is None:
            continue
        if not (prop.required or len(fields) == 1 or chosen.default is not UNSET or always_shown(prop, draft)):
            continue
        of_values = fields_by(body, prop.name, texts(chosen), schemas)
        rest = [p for p in fields if p is not prop and p.name not in of_values.only]
        if _acts_alone(deed, chosen, prop.name, rest):
            many = takes_list(body, schemas)
            branches = by_value(draft, body, prop, chosen, of_values, schemas, many=many)
            split = _chosen(draft, prop.name, texts(chosen), branches, chosen.origin, schemas)
            return always_sent(split, prop, schemas)
    return None


def _by_discriminator(draft: Draft, union: Union, schemas: Schemas, deed: Deed) -> Split | None:
    """(c) for a union one branch of which holds the others: its discriminator is the enum."""
    shapes = [(v.tag, schemas.resolve(v.schema)) for v in union.variants]
    found = [(tag, shape) for tag, shape in shapes if isinstance(tag, str) and isinstance(shape, Object)]
    if len(found) < len(shapes) or not union.discriminator:
        return None
    for _, shape in found:
        prop = shape.property(union.discriminator)
        declared = schemas.resolve(prop.schema) if prop is not None else None
        if declared is None or selects(declared, union.discriminator, deed, schemas) is None:
            return None
    made = [(tag, tagged(Choice(label=tag, union=union, shape=shape, tags=(tag,)))) for tag, shape in found]
    branches = [with_body(draft, body, Spoken(label=tag, value=True), body.description) for tag, body in made]
    return _chosen(draft, union.discriminator, [tag for tag, _ in found], branches, union.origin, schemas)


def _acts_alone(deed: Deed, chosen: Enum, name: str, rest: Sequence[Property]) -> bool:
    """Whether a selector tells what the whole operation does: what changes a thing does nothing else beside it, unless
    the selector says how it is changed."""
    return deed.nature is Nature.ACTS or not rest or edits(texts(chosen), name, deed.operation)


def _has_default(parameter: Parameter, schemas: Schemas) -> bool:
    return schemas.resolve(parameter.schema).default is not UNSET


def _chosen(
    draft: Draft, name: str, values: Sequence[str], branches: Iterable[Branch], origin: Origin, schemas: Schemas
) -> Split:
    """The split by values of what is called `name`, each with the parameters that are for it."""
    given = parameters_by(draft.operation, name, tuple(values), schemas)
    made = (
        replace(branch, operation=given.narrowed_operation(branch.operation, value))
        for value, branch in zip(values, branches, strict=True)
    )
    return Split(reason=f"{name} chooses what is done", origin=origin, acts=True, branches=tuple(made))
