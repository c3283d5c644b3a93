"""Which values of a discriminator select each branch of a choice (OpenAPI 3.1, "Discriminator Object").

The schema decides and the discriminator helps: a value that the branch's own schema refuses is never sent (3.2: a
discriminator "cannot change the validation result"), and each has the type that the schema gives it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from mcpgen.frontends.openapi.keywords import fit, json_type
from mcpgen.frontends.openapi.reading import RawSchema, Table, follow, parts
from mcpgen.model.json import UNSET, Json
from mcpgen.model.schema import name_of

_MANY = 8
"""Values of its own that a branch may list; more are no way to tell it."""
_MOST_PARTS = 64
"""Parts of an `allOf` that are looked at; what all of them refer to all others in has no other end."""


@dataclass(frozen=True, slots=True)
class Tags:
    """The values that select one branch, and those that a mapping names for it and its schema refuses."""

    values: tuple[Json, ...] = ()
    refused: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Allowed:
    """What a branch's schema allows for the discriminator: values, None where it names none, of some types."""

    values: tuple[Json, ...] | None
    types: tuple[str, ...]

    def among(self, tags: Iterable[Json]) -> tuple[Json, ...]:
        """Those of `tags` that are allowed, each in the type of the schema."""
        fitted = (fit(tag, self.types) for tag in tags)
        return tuple(tag for tag in fitted if tag is not UNSET and (self.values is None or _is_in(tag, self.values)))


def declared_tags(branches: Sequence[RawSchema], choice: dict[str, Json], table: Table) -> list[Tags]:
    """The values for each of `branches` of a `choice` with a discriminator, as far as the branch allows them.

    By mapping, by what the branch alone fixes, by its component's name, else by the value that its name opens or ends
    with: `cat` of CatPet. None where nothing tells.
    """
    discriminator = choice["discriminator"]
    name: str = discriminator["propertyName"]
    mapping: dict[str, str] = discriminator.get("mapping", {})
    allowed = [_allowed((branch, _beside(choice)), name, table) for branch in branches]
    uses = Counter(_key(value) for each in allowed for value in each.values or ())
    names = [name_of(target) if (target := _target(branch)) else "" for branch in branches]
    alike = _by_likeness(names, allowed)
    found = []
    for branch, own, named, like in zip(branches, allowed, names, alike, strict=True):
        mapped = [tag for tag, key in mapping.items() if key == _target(branch)]
        alone = [value for value in own.values or () if uses[_key(value)] == 1][:_MANY]
        ways = (mapped, _vendor_tag(branch, table), alone, [named] if named else [], like)
        values = next((tags for way in ways if (tags := own.among(way))), ())
        found.append(Tags(values=values, refused=tuple(tag for tag in mapped if not own.among([tag]))))
    return found


def _beside(choice: dict[str, Json]) -> RawSchema:
    """What stands beside the branches and holds for all of them."""
    return {key: choice[key] for key in ("properties", "allOf") if key in choice}


def _target(branch: RawSchema) -> str:
    """The key that a branch refers to, '' when it is written in place."""
    target = branch.get("$ref", "") if isinstance(branch, dict) else ""
    return target if isinstance(target, str) else ""


def _allowed(schemas: Iterable[RawSchema], name: str, table: Table) -> _Allowed:
    values: tuple[Json, ...] | None = None
    types: tuple[str, ...] = ()
    for schema in schemas:
        for part in islice(parts(schema, table), _MOST_PARTS):
            for inner in islice(parts(part.get("properties", {}).get(name, True), table), _MOST_PARTS):
                listed = [inner["const"]] if "const" in inner else inner.get("enum")
                if listed is not None:
                    listed = [v for v in listed if v is not None and not isinstance(v, dict | list)]
                    values = tuple(v for v in listed if values is None or _is_in(v, values))
                written = inner.get("type", ())
                types = types or tuple(t for t in ([written] if isinstance(written, str) else written) if t != "null")
    return _Allowed(values, types or tuple(dict.fromkeys(json_type(value) for value in values or ())))


def _by_likeness(names: list[str], allowed: list[_Allowed]) -> list[list[Json]]:
    """For each name the one allowed value that it opens or ends with, where no other name does."""
    found: list[list[Json]] = []
    for name, own in zip(names, allowed, strict=True):
        texts = [v for v in own.values or () if isinstance(v, str) and (said := _bare(v)) and _is_end(said, name)]
        found.append(sorted(texts, key=len)[-1:])
    claims = Counter(value for texts in found for value in texts)
    return [[value for value in texts if claims[value] == 1] for texts in found]


def _is_end(said: str, name: str) -> bool:
    return _bare(name).startswith(said) or _bare(name).endswith(said)


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text)).casefold()


def _vendor_tag(branch: RawSchema, table: Table) -> list[Json]:
    final, _ = follow(branch, table)
    value = final.get("x-ms-discriminator-value") if isinstance(final, dict) else None
    return [value] if isinstance(value, str) else []


def _is_in(value: Json, values: Sequence[Json]) -> bool:
    return _key(value) in map(_key, values)


def _key(value: Json) -> tuple[str, Json]:
    """A value to compare by, for Python takes `True` for `1`."""
    kind = json_type(value)
    return ("number" if kind == "integer" else kind), value
