"""Breaks long lines as black does, for the few forms of code that the templates print.

black takes most of a run's time on a large API. What the templates print is laid out as black would, but for lines that
are too long; these are calls, displays and subscripts, which are broken at their brackets here. A line that is none of
these is left to black (`format`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

LINE_LENGTH = 100
_STRING = r'"(?:[^"\\]|\\.)*"|' + r"'(?:[^'\\]|\\.)*'"
_TOKEN = re.compile(rf"{_STRING}|[()\[\]{{}},]|[^()\[\]{{}},\"']+")
_PLAIN = re.compile(rf"(?:[A-Za-z_]\w*=)?(?:{_STRING})")
_PAIRS = {"(": ")", "[": "]", "{": "}"}


class NotForBreaking(ValueError):
    """A line that this module does not know how to break."""


@dataclass(frozen=True, slots=True)
class _Split:
    """A line around its last bracket pair."""

    head: str
    body: str
    tail: str


def break_lines(text: str) -> str:
    """A module with its long lines broken.

    Raises:
        NotForBreaking: there is a long line that is left to black.
    """
    return "".join(_broken_module(text.splitlines(keepends=True)))


def _broken_module(lines: list[str]) -> Iterator[str]:
    in_docstring = False
    for line in lines:
        code = line.strip()
        starts = code.startswith('"""')
        if in_docstring or starts or len(line) <= LINE_LENGTH + 1:
            yield line
        else:
            yield "".join(f"{part}\n" for part in _statement(code, " " * (len(line) - len(line.lstrip()))))
        in_docstring = (in_docstring or starts) and not (code.endswith('"""') and (in_docstring or len(code) > 3))


def _statement(code: str, indent: str) -> Iterator[str]:
    if code.startswith("from "):
        head, _, names = code.partition(" import ")
        yield f"{indent}{head} import ("
        yield from (f"{indent}    {name}," for name in names.split(", "))
        yield f"{indent})"
    else:
        whole = code.removesuffix(",")
        yield from _element(whole, indent, code[len(whole) :])


def _element(code: str, indent: str, end: str) -> Iterator[str]:
    """One statement or one element of a display or call; `end` is the comma after it."""
    if len(indent) + len(code) + len(end) <= LINE_LENGTH:
        yield f"{indent}{code}{end}"
        return
    if _PLAIN.fullmatch(code):
        yield f"{indent}{code}{end}"
        return
    split = _last_brackets(code)
    yield f"{indent}{split.head}"
    if re.match(r"(async )?def ", code) and len(_elements(split.body)) == 1:
        yield f"{indent}    {split.body},"
    else:
        yield from _body(split.body, indent + "    ", display=not re.search(r"\w[(\[{]$", split.head))
    yield f"{indent}{split.tail}{end}"


def _body(body: str, indent: str, display: bool) -> Iterator[str]:
    """What stands between brackets: on one line where that fits, unless it is a list, dict or tuple of several."""
    elements = _elements(body)
    if len(indent) + len(body) <= LINE_LENGTH and not (display and len(elements) > 1):
        yield f"{indent}{body}"
        return
    for element in elements:
        yield from _element(element, indent, "," if len(elements) > 1 else "")


def _last_brackets(code: str) -> _Split:
    """The line around the bracket pair that closes last, which has to be at its end and hold something to break."""
    depth, opened, start = 0, -1, -1
    for match in _TOKEN.finditer(code):
        if match.group() in _PAIRS:
            if depth == 0:
                opened = match.start()
            depth += 1
        elif match.group() in _PAIRS.values():
            depth -= 1
            if depth == 0:
                start = opened
    tail = re.search(r"[)\]}](?: -> \w+)?:?$", code)
    if start < 0 or tail is None or depth != 0:
        raise NotForBreaking(code)
    split = _Split(code[: start + 1], code[start + 1 : tail.start()], code[tail.start() :])
    if not split.body or not _may_break(split):
        raise NotForBreaking(code)
    return split


def _may_break(split: _Split) -> bool:
    """False where black weighs one bracket pair against another or breaks at an operator, and for a tuple of one."""
    bare = "".join(match.group() for match in _TOKEN.finditer(split.head) if match.group()[0] not in "\"'")
    before = bare[:-1]
    if split.body.endswith(","):
        return False
    annotated = re.match(r"\w+: ", split.head)
    if split.head.endswith("[") and len(_elements(split.body)) == 1 and "[" not in split.body and not annotated:
        return False
    return not any(sign in before for sign in "()[]{}|") and len(split.head) <= LINE_LENGTH - 20


def _elements(body: str) -> list[str]:
    """What the commas outside all brackets separate."""
    found, current, depth = [], "", 0
    for match in _TOKEN.finditer(body):
        token = match.group()
        depth += (token in _PAIRS) - (token in _PAIRS.values())
        if token == "," and depth == 0:
            found.append(current.strip())
            current = ""
        else:
            current += token
    return [*found, current.strip()] if current.strip() else found
