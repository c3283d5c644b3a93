"""Which operations a person asked for."""

from __future__ import annotations

from fnmatch import fnmatchcase

from mcpgen.model.api import Operation
from mcpgen.shaping.options import Options


def unselected(operation: Operation, options: Options) -> str | None:
    """Why an operation was not asked for, or None where it was. Tags are compared without regard to case."""
    tags = {t.casefold() for t in operation.tags}
    if options.tags and not tags & {t.casefold() for t in options.tags}:
        return "it carries none of the tags asked for"
    excluded = tags & {t.casefold() for t in options.exclude_tags}
    if excluded:
        return f"its tag {min(excluded)} is excluded"
    if options.operations and not any(matches(operation, pattern) for pattern in options.operations):
        return "it matches none of the operations asked for"
    return None


def matches(operation: Operation, pattern: str) -> bool:
    """A glob over the key (`GET /books*`) or the operationId; a pattern without glob characters is taken literally."""
    return (
        pattern in (operation.key, operation.id)
        or fnmatchcase(operation.key, pattern)
        or bool(operation.id and fnmatchcase(operation.id, pattern))
    )
