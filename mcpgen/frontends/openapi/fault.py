"""What is said of a place that breaks the meta-schema: what is wrong there and what to do, without its secrets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from mcpgen.model.json import Json

MASK: Final = "<this>"
"""What the checker writes for a value: values may be long, or secret."""

_SHORT = 40
_MANY_FORMS = 3
_KINDS: Final = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "a mapping",
    "string": "a text",
}
_MISPLACED = "Correct the spelling, move it where it belongs, or start its name with x-."


def told(error: Any, value: Json, *, in_list: bool) -> tuple[str, str]:
    """What is wrong with `value`, and what to do.

    Args:
        error: a `jsonschema_rs.ValidationError` of a validator that masks values with `MASK`.
        value: what stands at the error's place.
        in_list: whether it is an item of a list, else it is that of a key.
    """
    problem, hint = _told(error, value)
    return f"{_name(error.instance_path, in_list)} {problem}.", hint


def _told(error: Any, value: Json) -> tuple[str, str]:
    kind = error.kind
    match kind.name:
        case "enum":
            shown = f"is {value!r}, which" if isinstance(value, str) and len(value) <= _SHORT else "holds what"
            return f"{shown} is none of the allowed values", f"Use {_listed(kind.options, 'or')}."
        case "const":
            return f"is not {kind.expected_value!r}", f"Write {kind.expected_value!r}."
        case "type":
            wanted = " or ".join(_KINDS.get(name, name) for name in kind.types)
            quotes = kind.types == ["string"] and isinstance(value, bool | int | float)
            return f"is {_kind(value)}, not {wanted}", "Put it in quotes." if quotes else f"Write {wanted}."
        case "required":
            return f"lacks {kind.property!r}", f"Add {kind.property!r}."
        case "additionalProperties" | "unevaluatedProperties":
            verb = "is" if len(kind.unexpected) == 1 else "are"
            return f"has {_listed(kind.unexpected, 'and')}, which {verb} not expected there", _MISPLACED
        case "anyOf" | "oneOf":
            return _forms(error, value)
        case _:
            message = error.message.replace(MASK, "", 1).strip()
            return f"is not as it should be: {message}", "Compare it with the OpenAPI specification."


def _forms(error: Any, value: Json) -> tuple[str, str]:
    """What each form asks for, when all of them fail in the same place and are few."""
    branches = [branch for branch in getattr(error.kind, "context", ()) if branch]
    alike = all(len(branch) == 1 and branch[0].instance_path == error.instance_path for branch in branches)
    if not branches or not alike or len(branches) > _MANY_FORMS:
        return "fits none of the forms allowed here", "Compare it with the OpenAPI specification."
    of_its_type = [branch for branch in branches if branch[0].kind.name != "type"]
    said = [_told(branch[0], value) for branch in of_its_type or branches]
    problems = list(dict.fromkeys(problem for problem, _ in said))
    hints = list(dict.fromkeys(hint for _, hint in said))
    return ", and ".join(problems), " Or: ".join(hints)


def _listed(values: Sequence[Json], last: str) -> str:
    names = [repr(value) for value in values]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def _kind(value: Json) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case None:
            return "null"
        case str():
            return "a text"
        case int() | float():
            return f"the number {value}" if len(str(value)) <= _SHORT else "a number"
        case list():
            return "a list"
        case _:
            return "a mapping"


def _name(path: Sequence[str | int], in_list: bool) -> str:
    """How a message calls the node: by its key, an item by the list it is in."""
    if not path:
        return "The document"
    if in_list and len(path) > 1:
        return f"Item {path[-1]} of {path[-2]!r}"
    return repr(str(path[-1]))
