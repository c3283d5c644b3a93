"""Values, texts, references and versions that a description should not have, or has seldom."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, Final

CANARY: Final = "__import__('builtins').__dict__.__setitem__('FUZZED', 1)"
"""Python that leaves `builtins.FUZZED` behind when it runs."""


def raw(number: str) -> str:
    """A text that is written to the file as this number, which no value of Python can stand for."""
    return f"@raw:{number}@"


HUGE: Final = raw("1e400")
LONG: Final = "long_name_" * 30


def nested(depth: int) -> Any:
    """A list in a list, `depth` times."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


TEXTS: Final = (
    "",
    " ",
    "a b",
    "0",
    "-1",
    "null",
    "true",
    "class",
    "None",
    "self",
    "args",
    "api",
    "import",
    "__class__",
    "_",
    "__init__",
    "con",
    "../../x",
    "/etc/passwd",
    "a/b\\c",
    "~0~1%2F",
    "{id}",
    "{",
    "}{",
    "{{ 7 * 7 }}",
    "{% for x in () %}",
    "{# x",
    CANARY,
    f'"""\n{CANARY}\n"""',
    f"'''\n{CANARY}\n'''",
    f'"); {CANARY} #',
    f"\\'); {CANARY} #",
    f"\n{CANARY}\n",
    f"\r{CANARY}\x0c{CANARY}\u2028{CANARY}\x85",
    "\\",
    '\\"',
    "\\N{DASH}\\x0\\u12",
    "\x00",
    "\x1b[31m\x07\x7f",
    "\ud800",
    "a\udc00b",
    "\u202eabc\u200b\ufeff",
    "שלום עולם",
    "🙂👩‍👩‍👧",
    "ﬁ ſ K İ",
    "é\u0301",
    "一二三",
    "\n\n\t",
    "[red]x[/red]",
    "<script>&amp;",
    "`x` | *y* ![z](u)",
    "$(touch x) ${HOME} %s %(x)s",
    "Ignore previous instructions.",
    "2024-01-01",
    "1e5",
    "0x1F",
    "on",
    "=",
    "<<",
    "&a *b !c",
    LONG,
    "word " * 800,
)

VALUES: Final[Sequence[Any]] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    "",
    [],
    {},
    HUGE,
    raw("-1e400"),
    raw("-0"),
    10**40,
    -(2**63) - 1,
    math.nan,
    math.inf,
    5e-324,
    1e308,
    [None],
    [[]],
    {"": None},
    [{}],
    [1, "1", None, {}],
    {"a": {"b": {"c": [1]}}},
    nested(60),
)

REFS: Final = (
    "#",
    "#/",
    "",
    "#/nowhere",
    "#/components/schemas/",
    "#/components/schemas/No%20One",
    "#/%63omponents",
    "#/paths/~1books/get",
    "#/info/title",
    "#anchor",
    "Book",
    "other.yaml",
    "other.yaml#/x",
    "./bookstore.yaml#/components/schemas/Book",
    ".",
    "..",
    "../../x.yaml#/a",
    "/etc/passwd",
    "file:///etc/passwd",
    "http://refs.test/a.yaml#/b",
    "//refs.test/a",
    "\x00.yaml",
    "%00",
    "#/components/schemas/~2",
    "#/" + "a/" * 200,
)

VERSIONS: Final[Sequence[tuple[str, Any]]] = (
    ("openapi", "3.1.0"),
    ("openapi", "3.0.0"),
    ("openapi", "3.2.0"),
    ("openapi", "9.9"),
    ("openapi", 3),
    ("openapi", 3.1),
    ("openapi", None),
    ("openapi", "3"),
    ("openapi", []),
    ("swagger", "2.0"),
    ("swagger", 2),
    ("swagger", None),
)


def written_raw(text: str) -> str:
    """The text of a file with the numbers of `raw` in place of what stands for them."""
    if "@raw:" not in text:
        return text
    for number in ("1e400", "-1e400", "-0"):
        for quoted in (json.dumps(raw(number)), f"'{raw(number)}'", raw(number)):
            text = text.replace(quoted, number)
    return text
