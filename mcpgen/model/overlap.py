"""Choices that nothing can make: a `oneOf` refuses what fits two of its branches (JSON Schema 2020-12, Core 10.2.1.3).

Where whatever one branch describes fits another one as well, and that for each of them, no value is left. No API is
meant so: its author wrote `oneOf` for `anyOf`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mcpgen.model.json import Json, JsonObject

Definition = Callable[[str], Json]
"""The schema behind a reference."""

MAX_BRANCHES: Final = 32
MAX_DEPTH: Final = 8
MAX_LOOKED_AT: Final = 5_000
"""Schemas that are looked at for one choice; what takes more is not sure."""
_PROSE: Final = frozenset(
    ("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "xml", "externalDocs")
)
_FOLLOWED: Final = frozenset(("$ref", "allOf"))
_NARROWER: Final = {"integer": "number"}


def excludes_all(choice: Json, definition: Definition) -> bool:
    """Whether a schema is a `oneOf` without discriminator that no value but null fulfils, as its branches are written.

    What a branch does not describe counts as not given: a value that only breaks another branch by a field that its
    own does not know is nobody's.
    """
    if not isinstance(choice, dict) or "discriminator" in choice:
        return False
    listed = choice.get("oneOf")
    branches = [branch for branch in listed if not _is_null(branch)] if isinstance(listed, list) else []
    if not 2 <= len(branches) <= MAX_BRANCHES:
        return False
    comparison = _Comparison(definition)
    try:
        return all(
            any(other != one and comparison.covers(wide, narrow, 0) for other, wide in enumerate(branches))
            for one, narrow in enumerate(branches)
        )
    except _NotSureError:
        return False


def _is_null(branch: Json) -> bool:
    if not isinstance(branch, dict):
        return False
    return branch.get("type") in ("null", ["null"]) or _values(branch) == [None]


class _NotSureError(Exception):
    """A choice takes too long to be compared."""


class _Comparison:
    """Compares the branches of one choice."""

    def __init__(self, definition: Definition) -> None:
        self._definition = definition
        self._left = MAX_LOOKED_AT

    def _look(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _NotSureError

    def covers(self, wide: Json, narrow: Json, depth: int) -> bool:
        """Whether what `narrow` describes fits `wide`; False where that is not sure."""
        if depth > MAX_DEPTH or wide is False:
            return False
        self._look()
        if wide is True or wide == narrow or narrow is False:
            return True
        if not isinstance(wide, dict):
            return False
        own = self._parts(narrow)
        choices = [part[key] for part in own for key in ("oneOf", "anyOf") if isinstance(part.get(key), list)]
        if any(all(self.covers(wide, one, depth + 1) for one in listed) for listed in choices):
            return True
        return all(
            self._holds(part, key, own, depth)
            for part in self._parts(wide)
            for key in part
            if key not in _PROSE and key not in _FOLLOWED and not key.startswith("x-")
        )

    def _parts(self, schema: Json) -> list[JsonObject]:
        """A schema and all that always holds beside it, by reference and `allOf`, each reference once."""
        parts: list[JsonObject] = []
        seen: set[str] = set()
        waiting = [schema]
        while waiting:
            part = waiting.pop()
            if not isinstance(part, dict):
                continue
            self._look()
            parts.append(part)
            waiting += reversed(part["allOf"]) if isinstance(part.get("allOf"), list) else ()
            target = part.get("$ref")
            if isinstance(target, str) and target not in seen:
                seen.add(target)
                waiting.append(self._definition(target))
        return parts

    def _holds(self, wide: JsonObject, key: str, narrow: list[JsonObject], depth: int) -> bool:
        """Whether a keyword of a schema refuses nothing that the parts of another one describe."""
        wanted = wide[key]
        said = [part[key] for part in narrow if key in part]
        properties = {name: inner for part in narrow for name, inner in (part.get("properties") or {}).items()}
        match key:
            case "type":
                kinds = set(_listed(wanted))
                return any(all(kind in kinds or _NARROWER.get(kind) in kinds for kind in _listed(one)) for one in said)
            case "required":
                return {*wanted} <= {name for names in said for name in names}
            case "properties":
                shared = [(inner, properties[name]) for name, inner in wanted.items() if name in properties]
                return all(self.covers(inner, own, depth + 1) for inner, own in shared)
            case "additionalProperties" if wanted is False:
                return properties.keys() <= (wide.get("properties") or {}).keys() and not any(
                    said_so not in (False, None) for said_so in said
                )
            case "items" | "additionalProperties":
                return any(self.covers(wanted, one, depth + 1) for one in said)
            case "enum":
                listed = [one for part in narrow for one in _values(part)]
                return bool(listed) and all(one in wanted for one in listed)
            case "const":
                listed = [one for part in narrow for one in _values(part)]
                return bool(listed) and all(one == wanted for one in listed)
            case "oneOf":
                return wanted in said
            case "anyOf":
                whole = {"allOf": narrow}
                return wanted in said or any(self.covers(one, whole, depth + 1) for one in wanted)
            case _:
                return wanted in said


def _listed(kinds: Json) -> list[str]:
    return [kinds] if isinstance(kinds, str) else list(kinds)


def _values(schema: JsonObject) -> list[Json]:
    """The values of a fixed set."""
    return [schema["const"]] if "const" in schema else list(schema.get("enum") or ())
