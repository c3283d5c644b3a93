"""Names of the version before, by the keys that their operations have now (NAM004)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

_PLACEHOLDER = re.compile(r"\{[^{}]*\}")


def kept(names: Mapping[str, str], keys: Iterable[str]) -> Mapping[str, str]:
    """`names`, by operation or variant, with the keys of today; `keys` are today's operations.

    A path that differs in the names of its placeholders alone is the same path (OpenAPI 3.1, "Paths Object").
    """
    named = {operation for name in names for operation in _operations(name)}
    today = frozenset(keys)
    free = {_blank(key): key for key in sorted(today - named)}
    return {name if today & {*_operations(name)} else _moved(name, free): text for name, text in names.items()}


def _moved(name: str, free: Mapping[str, str]) -> str:
    """The key of an operation or variant, with the path of the free operation that it is of."""
    blank = _blank(name)
    return next((free[o] + blank.removeprefix(o) for o in _operations(blank) if o in free), name)


def _operations(name: str) -> Iterator[str]:
    """What the operation of a name can be: it itself, or what stands before the label of a variant."""
    yield name
    yield from (name[: label.start()] for label in re.finditer("#", name))


def _blank(key: str) -> str:
    return _PLACEHOLDER.sub("{}", key)
