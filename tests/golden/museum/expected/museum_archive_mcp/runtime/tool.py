"""Marks a function as a tool, with what is known of its answer and the rules of its arguments."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

from .api import Api, Reply
from .values import Json

A = TypeVar("A", bound=Mapping[str, Any])
Names: TypeAlias = Sequence[str]
Function: TypeAlias = Callable[[A, Api], Awaitable[Reply]]


async def _no_function(args: Any, api: Api) -> Reply:
    raise NotImplementedError("tool() decorates a function")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool's function, and what its decorator says. Pointers have `*` for any item or key."""

    name: str = ""
    """Only where it is not the function's own name."""
    function: Function[Any] = _no_function
    string_ids: Names = ()
    """Numbers there are identifiers, and become strings in the result."""
    items: str | None = None
    """Where the items of a page are."""
    next_page: tuple[str, str] | None = None
    """Where the next page's cursor is, and the argument that takes it."""
    secrets: Names = ()
    """What is masked in the result."""
    confirm: str = ""
    """What an empty success says, with arguments in braces."""
    not_found: str = ""
    """What to do when the API answers 404."""
    headers: Names = ()
    """Headers of the answer that are told beside it."""
    together: Sequence[Names] = ()
    """Arguments that are given together or not at all."""
    needs: Sequence[tuple[Names, Names]] = ()
    """When any of the first is given, all of the second have to be."""
    any_of: Sequence[Sequence[Names]] = ()
    """Sets of arguments of which at least one has to be given whole."""
    one_of: Sequence[Sequence[Names]] = ()
    """Sets of arguments of which exactly one has to be given."""
    check_body: Callable[[str, str], Callable[[Json], None]] | None = None
    """Makes the check of the body by bodies.json; None where the input schema says it all."""
    check_arguments: Callable[[str, str], Callable[[Mapping[str, Json]], None]] | None = None
    """The same of arguments outside the body."""
    check_places: Callable[[str, str], Callable[[Mapping[str, Any]], None]] | None = None
    """The same of values outside the body that are objects, or hold some: as they are sent."""

    def __call__(self, function: Function[A]) -> Tool:
        """The decorated function, as a tool."""
        return replace(self, name=self.name or function.__name__, function=function)


tool = Tool
"""The decorator: `@tool(confirm="Deleted book {book_id}.")`."""


def steps_of(pointer: str) -> list[str]:
    """The steps of a JSON pointer (RFC 6901)."""
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def find(module: ModuleType, name: str) -> Tool:
    """The tool of that name in a module of tools/."""
    for value in vars(module).values():
        if isinstance(value, Tool) and value.name == name:
            return value
    raise LookupError(f"{module.__name__} has no tool {name}")
