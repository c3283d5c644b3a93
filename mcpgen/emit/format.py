"""Layout of generated Python: what black makes of it, at the line length of the generated project."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor

import black
from black.mode import Mode, TargetVersion

from mcpgen.emit.layout import LINE_LENGTH, NotForBreaking, break_lines

_WORTH_PROCESSES = 3000
"""Lines above which starting other processes costs less than it saves."""
_MODE = Mode(line_length=LINE_LENGTH, target_versions={TargetVersion.PY311})


def format_python(files: Mapping[str, str]) -> dict[str, str]:
    """The files laid out, in the same order; black sees only those that `break_lines` leaves to it."""
    done: dict[str, str] = {}
    left: dict[str, str] = {}
    for path, text in files.items():
        try:
            done[path] = break_lines(text)
        except NotForBreaking:
            left[path] = text
    done |= _by_black(left)
    return {path: done[path] for path in files}


def laid_out(text: str) -> str:
    """One module as black lays it out.

    Raises:
        black.InvalidInput: the text is not Python.
    """
    return black.format_str(text, mode=_MODE)


def _by_black(files: Mapping[str, str]) -> dict[str, str]:
    if sum(text.count("\n") for text in files.values()) < _WORTH_PROCESSES or len(files) < 2:
        return {path: laid_out(text) for path, text in files.items()}
    with ProcessPoolExecutor() as pool:
        return dict(zip(files, pool.map(laid_out, files.values()), strict=True))
