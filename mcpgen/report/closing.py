"""The closing lines of `mcpgen generate`: what was written, what was left out or changed and why, what to do next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from rich.console import Console
from rich.text import Text

from mcpgen.diagnostics import Locator, Origin
from mcpgen.report.visible import visible

_EXAMPLES: Final = 3
_WIDTH: Final = 120
_NOT_SELECTED: Final = "not-selected"
"""The rule by which an operation is left out that was not asked for: nobody looks for its line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """What a rule, or a condition, did to a tool or an operation, and the part of the source it rests on."""

    rule: str
    subject: str
    text: str
    at: Origin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitUp:
    """An operation that became several tools, by their names."""

    operation: str
    tools: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """What there is to say about a run. `source` and `folder` are as the user named them."""

    source: str
    folder: str
    module: str
    tools: int
    operations: int
    split: tuple[SplitUp, ...] = ()
    written: int
    unchanged: int
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """Files that were left alone because they are the user's."""
    left_out: tuple[Note, ...] = ()
    changed: tuple[Note, ...] = ()
    settings: tuple[str, ...] = ()
    """Variables without which the server cannot call the API."""


def print_closing(console: Console, closing: Closing, locator: Locator) -> None:
    """Prints it: a dozen lines or two, whatever the size of the API."""
    reasons = tuple(_reasons(closing, locator))
    for line in reasons:
        line.truncate(console.width if console.is_terminal else _WIDTH, overflow="ellipsis")
    for line in (*_headline(closing), *reasons, *_next(closing)):
        console.print(line, soft_wrap=True, highlight=False)


def _headline(closing: Closing) -> Iterator[Text]:
    yield Text.assemble(
        ("✓ ", "green"),
        (_counted(closing.tools, "tool"), "bold"),
        f" from {closing.source} in ",
        (closing.folder, "bold"),
        f" ({_files(closing)})",
    )
    if closing.kept:
        more = " …" if len(closing.kept) > _EXAMPLES else ""
        yield Text(f"  left as it is, since it is yours: {', '.join(closing.kept[:_EXAMPLES])}{more}", "dim")


def _files(closing: Closing) -> str:
    said = [
        f"{_counted(closing.written, 'file')} written" if closing.written else "nothing has changed",
        f"{closing.unchanged} unchanged" if closing.written and closing.unchanged else "",
        f"{len(closing.removed)} removed" if closing.removed else "",
    ]
    return ", ".join(part for part in said if part)


def _reasons(closing: Closing, locator: Locator) -> Iterator[Text]:
    if closing.left_out:
        yield Text()
        yield Text(f"Left out: {len(closing.left_out)} of {_counted(closing.operations, 'operation')}", "bold")
        yield from _grouped(_with_line(note, closing.source, locator) for note in closing.left_out)
    if closing.changed:
        yield Text()
        yield Text("Changed on the way", "bold")
        yield from _grouped(closing.changed)


def _with_line(note: Note, source: str, locator: Locator) -> Note:
    """The note with the line of its operation beside it, and the file where it is not the source itself."""
    span = locator.span(note.at) if note.at and note.rule != _NOT_SELECTED else None
    if span is None:
        return note
    place = f"line {span.line}" if span.file == source else f"{span.file}:{span.line}"
    return replace(note, subject=f"{note.subject}, {place}")


def _grouped(notes: Iterable[Note]) -> Iterator[Text]:
    groups: dict[str, list[Note]] = {}
    for note in notes:
        groups.setdefault(note.rule, []).append(note)
    wide = max(len(rule) for rule in groups)
    count = len(str(max(len(group) for group in groups.values())))
    indent = " " * (wide + count + 7)
    for rule, group in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0])):
        for index, (text, subjects) in enumerate(_by_text(group)):
            head = indent if index else f"  {rule:<{wide}}  {len(group):>{count}}×  "
            yield Text.assemble((head, "cyan"), visible(f"{text.rstrip('.')} ({subjects})"))


def _by_text(group: Iterable[Note]) -> list[tuple[str, str]]:
    """(text, those it is said of), a few of each, the most frequent text first."""
    found: dict[str, list[str]] = {}
    for note in group:
        found.setdefault(note.text, []).append(note.subject)
    ranked = sorted(found.items(), key=lambda item: -len(item[1]))
    lines = [(text, _several(subjects)) for text, subjects in ranked[:_EXAMPLES]]
    left = sum(len(subjects) for _, subjects in ranked[_EXAMPLES:])
    return [*lines, *([("…", f"{left} more")] if left else [])]


def _several(subjects: list[str]) -> str:
    left = len(subjects) - _EXAMPLES
    return ", ".join(subjects[:_EXAMPLES]) + (f" and {left} more" if left > 0 else "")


def _next(closing: Closing) -> Iterator[Text]:
    yield Text()
    yield Text("Next", "bold")
    settings = "".join(f"{name}=… " for name in closing.settings)
    lines = [
        (f"cd {closing.folder} && pip install .", "installs the server"),
        (f"python -m {closing.module} --mock", "answers from examples, without the API"),
        (f"{settings}python -m {closing.module}", "serves the API over stdio"),
    ]
    if closing.source != "-":  # what was piped in cannot be read again
        lines.append((f"mcpgen explain {closing.source} TOOL", "says why a tool is as it is; mcpgen tools lists them"))
    wide = max(len(command) for command, _ in lines)
    for command, purpose in lines:
        yield Text.assemble("  ", (command.ljust(wide), "green"), "  ", (purpose, "dim"))


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
