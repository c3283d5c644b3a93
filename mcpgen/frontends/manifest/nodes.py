"""A node of a manifest while it is read: knows where it stands, and reports what is wrong instead of raising."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from mcpgen.diagnostics import Diagnostic, Origin, Severity
from mcpgen.model.json import Json, JsonObject

_T = TypeVar("_T", bound=str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A value of the document. What the reading methods return where the value is of another type is an empty one,
    so that one run reports everything that is wrong."""

    value: Json
    origin: Origin
    found: list[Diagnostic] = field(repr=False)
    """Everything reported so far, shared by all nodes of a document."""
    subject: str = ""
    """The tool it belongs to."""

    def error(self, code: str, message: str, hint: str = "") -> None:
        """Reports an error here."""
        self._report(Severity.ERROR, code, message, hint)

    def warn(self, code: str, message: str, hint: str = "") -> None:
        """Reports a warning here."""
        self._report(Severity.WARNING, code, message, hint)

    def _report(self, severity: Severity, code: str, message: str, hint: str) -> None:
        self.found.append(
            Diagnostic(code=code, severity=severity, message=message, hint=hint, subject=self.subject, at=self.origin)
        )

    @property
    def name(self) -> str:
        """What the node is called in messages: its key, or `name[3]` for an item of a list."""
        index = ""
        for step in reversed(self.origin.pointer):
            if isinstance(step, str):
                return f"{step!r}{index}"
            index = f"[{step}]{index}"
        return "The document"

    def about(self, subject: str) -> Node:
        """The same node, whose reports are about a tool."""
        return replace(self, subject=subject)

    def child(self, step: str | int) -> Node:
        """The node below; there must be one."""
        return replace(self, value=self.value[step], origin=self.origin / step)

    def get(self, key: str) -> Node | None:
        """The node below a key, or None where this is no mapping or has no such key."""
        return self.child(key) if isinstance(self.value, Mapping) and key in self.value else None

    def below(self, *keys: str) -> Node | None:
        """The node that `keys` lead to, or None where they lead nowhere."""
        node: Node | None = self
        for key in keys:
            node = node.get(key) if node else None
        return node

    # --- containers

    def entries(self) -> Entries:
        """The entries of a mapping with free keys, in order."""
        return Entries((key, self.child(key)) for key in self.json_object())

    def keys(self, known: Sequence[str], *, needed: Sequence[str] = ()) -> Entries:
        """The entries of a mapping with known keys: others are errors that name the nearest known one, and so are
        those needed and missing."""
        entries = self.entries()
        for key in [key for key in entries if key not in known]:
            entries.pop(key).error("manifest-unknown-key", f"There is no key {key!r} here.", nearest(key, known))
        if isinstance(self.value, Mapping):
            for key in needed:
                if key not in entries:
                    self.error("manifest-missing", f"{self.name} has no {key!r}.")
        return entries

    def items(self) -> list[Node]:
        """The items of a list."""
        if not isinstance(self.value, list):
            self._expected("a list")
            return []
        return [self.child(i) for i in range(len(self.value))]

    def json_object(self) -> JsonObject:
        """A mapping as it is."""
        if not isinstance(self.value, Mapping):
            self._expected("a mapping")
            return {}
        return self.value

    # --- scalars

    def text(self) -> str:
        """A string."""
        if not isinstance(self.value, str):
            self._expected("a string", "Write it in quotes." if isinstance(self.value, bool | int | float) else "")
            return ""
        return self.value

    def flag(self) -> bool:
        """A boolean."""
        if not isinstance(self.value, bool):
            self._expected("true or false")
            return False
        return self.value

    def integer(self) -> int:
        """An integer; true and 1.0 are none."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            self._expected("an integer")
            return 0
        return self.value

    def texts(self) -> tuple[str, ...]:
        """A list of strings."""
        return tuple(item.text() for item in self.items())

    def choice(self, choices: Sequence[_T]) -> _T:
        """One of some words; the first of them where it is none."""
        for choice in choices:
            if self.value == choice:
                return choice
        wanted = ", ".join(choices)
        if isinstance(self.value, str):
            self.error("manifest-value", f"{self.name} cannot be {self.value!r}.", f"Write one of: {wanted}.")
        else:
            self._expected(f"one of: {wanted}")
        return choices[0]

    def _expected(self, what: str, hint: str = "") -> None:
        self.error("manifest-type", f"{self.name} must be {what}, not {_kind(self.value)}.", hint)


class Entries(dict[str, Node]):
    """The entries of a mapping by key; the methods read one of them, or give the default where it is not there."""

    def text(self, key: str, default: str = "") -> str:
        """A string."""
        return self[key].text() if key in self else default

    def flag(self, key: str, default: bool = False) -> bool:
        """A boolean."""
        return self[key].flag() if key in self else default

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of strings."""
        return self[key].texts() if key in self else ()

    def choice(self, key: str, choices: Sequence[_T], default: _T) -> _T:
        """One of some words."""
        return self[key].choice(choices) if key in self else default


def nearest(word: str, known: Sequence[str]) -> str:
    """A hint that names the known word most like `word`, or all of them."""
    close = difflib.get_close_matches(word, known, n=1)
    if close:
        return f"Did you mean {close[0]!r}?"
    return f"Known here: {', '.join(known)}." if known else ""


def _kind(value: Json) -> str:
    match value:
        case None:
            return "empty"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {value}"
        case str():
            return "a string"
        case Mapping():
            return "a mapping"
        case _:
            return "a list"
