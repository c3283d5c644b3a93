"""The function that the README shows, taken from a golden package.

The line before the block says which: `<!-- from: PATH FUNCTION -->`.
"""

from __future__ import annotations

import ast
import re
from typing import Final

from tests.golden.walker import REPOSITORY

README: Final = REPOSITORY / "README.md"
_BLOCK: Final = re.compile(r"(<!-- from: (\S+) (\w+) -->\n```python\n)(.*?)(```)", re.DOTALL)


def current() -> str:
    """The README as it should be."""
    return _BLOCK.sub(lambda m: m[1] + _function(m[2], m[3]) + m[5], README.read_text(encoding="utf-8"))


def rewrite() -> bool:
    """Mends the README; answers whether it changed."""
    text = current()
    changed = text != README.read_text(encoding="utf-8")
    if changed:
        README.write_text(text, encoding="utf-8", newline="\n")
    return changed


def _function(path: str, name: str) -> str:
    source = (REPOSITORY / path).read_text(encoding="utf-8")
    found = next(n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.AsyncFunctionDef) and n.name == name)
    first = min([found.lineno, *(decorator.lineno for decorator in found.decorator_list)])
    return "\n".join(source.splitlines()[first - 1 : found.end_lineno]) + "\n"
