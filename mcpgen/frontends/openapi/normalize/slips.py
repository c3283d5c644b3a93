"""What a schema says that no meta-schema objects to, and that cannot be meant; it is read all the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from mcpgen.diagnostics import Origin
from mcpgen.frontends.openapi.keywords import SCALAR_TYPES, fit, json_type, types_of
from mcpgen.model.json import UNSET, Json

_OF_PARTS = ("properties", "required", "items", "additionalProperties")
"""Keywords that say nothing of a scalar (JSON Schema 2020-12, Core, section 7.6.1)."""
_LETS_OTHERS_DECLARE = frozenset(
    ("allOf", "anyOf", "oneOf", "if", "not", "$ref", "patternProperties", "additionalProperties", "discriminator")
)
_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip: the kind that it is counted with, what is wrong, what to do, and where."""

    kind: str
    message: str
    hint: str
    at: Origin

    @property
    def is_lost(self) -> bool:
        """Whether something that was written does not count; else it only is read otherwise."""
        return self.kind != "default-read"


def slips(raw: dict[str, Json], at: Origin, *, part: bool) -> Iterator[Slip]:
    """The slips of a schema, not of those within it. `part`: other schemas apply to the same value."""
    types = types_of(raw["type"])[0] if raw.get("type") is not None else ()
    listed = raw.get("enum")
    values = listed if isinstance(listed, list) else []
    if listed == []:
        yield Slip("enum-empty", "The enum lists no value; it does not count.", "List one, or remove it.", at / "enum")
    yield from _default(raw, values, types, at)
    for text, count in Counter(map(_json, values)).items():
        if count > 1:
            yield Slip("enum-twice", f"The enum lists {_cut(text)} {_times(count)}.", "List it once.", at / "enum")
    if types and all(type in (*SCALAR_TYPES, "null") for type in types):
        foreign = [keyword for keyword in _OF_PARTS if isinstance(raw.get(keyword), dict | list)]
        if foreign:
            message = f"{' and '.join(map(repr, foreign))} say{'s' * (len(foreign) == 1)} nothing of a {types[0]}."
            yield Slip("scalar-parts", message, "Correct the type, or remove what does not count.", at / foreign[0])
    if not part and not _LETS_OTHERS_DECLARE & raw.keys():
        yield from _undeclared(raw, at)


def _undeclared(raw: dict[str, Json], at: Origin) -> Iterator[Slip]:
    declared, required = raw.get("properties"), raw.get("required")
    if not isinstance(declared, dict) or not declared or isinstance(declared.get("$ref"), str):
        return
    for name in required if isinstance(required, list) else ():
        if isinstance(name, str) and name not in declared:
            message = f"{name!r} is required and not declared; any value is taken for it."
            yield Slip("undeclared", message, "Declare it under properties, or do not require it.", at / "required")


def _default(raw: dict[str, Json], values: list[Json], types: tuple[str, ...], at: Origin) -> Iterator[Slip]:
    written = raw.get("default")
    if written is None or isinstance(written, dict | list):
        return
    default = fit(written, types)
    text = _cut(_json(written))
    if default is UNSET:
        message = f"The default {text} is not of type {' or '.join(types)}; it does not count."
        yield Slip("default-type", message, "Give one of that type.", at / "default")
    elif values and default not in [fit(value, types) for value in values]:
        message = f"The default {text} is none of the values of the enum; it does not count."
        yield Slip("default-value", message, "Name one of them, or list it.", at / "default")
    elif json_type(default) != json_type(written) and not isinstance(written, float):
        message = f"The default {text} is not of type {types[0]}; it is read as {_cut(_json(default))}."
        yield Slip("default-read", message, "Write it so.", at / "default")


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"
