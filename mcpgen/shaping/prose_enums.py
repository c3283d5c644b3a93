"""Fixed sets of values that only a description lists: "One of `open` or `closed`." (PAR003).

Lifted only where the text is exhaustive and quotes the values: an enum must never refuse what the API takes. Any hint
that other values, several at once or other spellings are taken leaves the list to the words.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import fields

from mcpgen.model.json import UNSET
from mcpgen.model.schema import Enum, Scalar, SchemaBase

MOST_VALUES = 60
MOST_TEXT = 2_000
"""Characters of a description that are read."""

_QUOTED = r"(?:`([\w.:/+-]{1,60})`|'([\w.:/+-]{1,60})'|\"([\w.:/+-]{1,60})\"|“([\w.:/+-]{1,60})”)"
_BARE = r"([a-z][a-z0-9_-]{0,40}|[A-Z][A-Z0-9_]{1,40})"
_GLOSS = r"(?:\s*\(([^()]{1,200})\)|\s+(?:[-–—=]|->)\s+([^,;.\n`'\"]{1,80})|\s*[:=]\s+([^,;.\n`'\"]{1,80}))?"
_BETWEEN = r"(?:\s*,\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+|\s*\|\s*|\s*/\s*|\s*\n\s*(?=[`'\"“]))"
_END = (
    r"\s{0,2}(?:\.(?=\s|$)|;|\)|$|\n\n|\(default[^)]*\)|,?\s?(?:and\s+)?(?:defaults?\s+(?:to|is|:)|by\s+default\b|"
    r"default:|the\s+default\b))"
)
_WHICH = r"(?:the\s+)?(?:allowed|possible|valid|permitted|accepted|acceptable|supported)\s+(?:values?|options?)"
_CUE = (
    r"(?:^|(?<=[.,;:!?(\n]))\s?(?:(?:(?:the\s+|this\s+)?(?:values?|it)\s+)?must\s+be\s+(?:set\s+to\s+)?"
    r"(?:(?:one\s+of|either)(?:\s+the\s+following)?(?:\s+values)?)?|one\s+of(?:\s+the\s+following)?(?:\s+values)?|either|"
    rf"{_WHICH}(?:\s+(?:are|is))?(?:\s+(?:one\s+of|either))?)\s?(?P<colon>:)?\s{{0,2}}"
)
"""What announces a list. `_collapsed` leaves no run of blanks longer than two line ends."""
_LISTED = re.compile(rf"{_CUE}(?P<list>{_QUOTED}{_GLOSS}(?:{_BETWEEN}{_QUOTED}{_GLOSS})+){_END}", re.I)
_PLAIN = re.compile(rf"(?i:{_CUE})(?P<list>{_BARE}(?:(?:,\s*(?:or\s+)?|\s+or\s+|\s*\|\s*){_BARE})+){_END}")
_BULLETS = re.compile(
    rf"{_CUE}(?:the\s+following)?\n{{1,2}}(?P<list>(?:\s?[-*•]\s{_QUOTED}[^\n]*(?:\n{{1,2}}|$))+)", re.I
)
_ITEM = re.compile(rf"{_QUOTED}{_GLOSS}")
_BULLET = re.compile(rf"[-*•]\s{_QUOTED}[ \t]?(?:[:=–—-]|->)?[ \t]?([^\n]*)")
_OPEN = re.compile(
    r"\b(?:others?|custom|arbitrary|free[- ]?form|wildcards?|such as|for example|for instance|among|etc|not limited|"
    r"regular expression|regex|prefix|suffix|insensitive|may change|more may|unspecified|empty|blank|null|ids?|name of)"
    r"\b|\be\.g\.|\.\.\.|…|\*",
    re.I,
)
"""What speaks of values beyond the list."""
_SOMETIMES = re.compile(r"\b(?:if|when|unless|for|only|required|at least|exactly|any)\b[^.!?\n]*\Z", re.I)
"""A sentence before the list that says when it holds."""
_LOOSE = re.compile(r"\binsensitive\b|\be\.g\.|\bsuch as\b|\bprefix", re.I)
"""What a meaning may say of how a value is spelled."""
_SEVERAL = re.compile(
    r"\b(?:comma|separated|delimited|lists? of|multiple|several|combin\w+|one or more|any of|set of)\b", re.I
)
_DEFAULT = re.compile(
    r"\bdefaults?(?:\s+(?:value|to|is|=|:)){0,3}[\s:=]\s*[`'\"“]?([\w:/+-]+(?:\.\w+)*)[`'\"”]?\s*(?:[.,;)]|$)", re.I
)
"""What a text says stands where nothing is given."""
_A_CODE = r"(?:`(\d{1,2})`|(?<![\w.-])(\d{1,2}))\s?(?:=|:|->|=>|–|—|\s-\s)\s?([A-Za-z][^,;.\n=:|]{0,60}?)"
_CODE = re.compile(rf"{_A_CODE}(?=\s?(?:[,;.\n|]|\sor\s|\sand\s|\Z))")
_CODES = re.compile(
    rf"(?P<list>(?:\s?[-*•]\s)?{_A_CODE}(?:(?:\s?[,;|]\s?|\s?\n\s?|,?\s(?:or|and)\s)(?:[-*•]\s)?{_A_CODE}){{2,}}?)\s?[.;)]?\s?\Z"
)
"""Three codes and more, each with its meaning, that end a text."""
_COUNTS = re.compile(
    r"\b(?:number|count|times|level|seconds|minutes|hours|days|bits?|flags?|sum|score|rating|rate)\b", re.I
)
"""What speaks of an amount, or of values that are added up."""
_BREAK = re.compile(r"<br\s*/?>", re.I)
_BLANKS = re.compile(r"[^\S\n]++")
_LINE_ENDS = re.compile(r" ?\n(?: |\n)*+")
_NO_VALUES = frozenset(
    "any all none the a an or and true false string number integer boolean object array value".split()
)


def lifted(schema: Scalar, text: str, *, many: bool = False, siblings: Collection[str] = ()) -> Scalar | Enum:
    """The text as an enum of the values that `text`, its description, says are all; else the schema itself.

    `many`: it is an item of a list. `siblings` are the names beside it, which a description may list as alternatives.
    """
    if schema.type != "string" or schema.format or schema.pattern or len(text) > MOST_TEXT:
        return schema
    pairs = _listed(_collapsed(text), many)
    values = tuple(value for value, _ in pairs)
    if any(_LOOSE.search(label) for _, label in pairs):
        return schema
    if not 2 <= len(values) <= MOST_VALUES or len(set(values)) < len(values) or set(values) <= {*siblings}:
        return schema
    known = [v for v in (schema.default, *schema.examples) if v is not UNSET and v is not None]
    known += _DEFAULT.findall(text)
    if any(v not in values for v in known) or not all(_fits(v, schema) for v in values):
        return schema
    labels = tuple(label for _, label in pairs)
    kept = {f.name: getattr(schema, f.name) for f in fields(SchemaBase)}
    return Enum(**kept, type="string", values=values, labels=labels if all(labels) else (), from_text=True)


def lifted_codes(schema: Scalar, text: str) -> Scalar | Enum:
    """The whole number as an enum of the codes that `text` explains one by one, in a row and to its end; else itself.

    "1 = open, 2 = waiting, 3 = closed": a row with gaps is a scale, and words that speak of more leave it to the text.
    """
    found = _CODES.search(_collapsed(text)) if schema.type == "integer" and len(text) <= MOST_TEXT else None
    if found is None or _OPEN.search(text) or _SEVERAL.search(text) or _COUNTS.search(text):
        return schema
    pairs = [(int(m[1] or m[2]), m[3].strip()) for m in _CODE.finditer(found["list"])]
    values = tuple(value for value, _ in pairs)
    known = [v for v in (schema.default, *schema.examples) if v is not UNSET and v is not None]
    bounds = (schema.minimum, schema.maximum)
    in_a_row = values == tuple(range(values[0], values[0] + len(values))) and values[0] in (0, 1)
    if not in_a_row or any(v not in values for v in known) or any(b is not None and b not in values for b in bounds):
        return schema
    kept = {f.name: getattr(schema, f.name) for f in fields(SchemaBase)}
    return Enum(**kept, type="integer", values=values, labels=tuple(label for _, label in pairs), from_text=True)


def _collapsed(text: str) -> str:
    """The text with no run of blanks longer than one, and no more line ends than the two of a paragraph's end."""
    text = _BLANKS.sub(" ", _BREAK.sub("\n", text))
    return _LINE_ENDS.sub(lambda run: "\n" * min(run[0].count("\n"), 2), text)


def _listed(text: str, many: bool) -> list[tuple[str, str]]:
    """Each value with what it is said to mean; nothing where the list may not be the whole."""
    for pattern, pairs_of in ((_BULLETS, _bullets), (_LISTED, _quoted), (_PLAIN, _bare)):
        found = pattern.search(text)
        if found is not None:
            before, after = text[: found.start("list")], text[found.end("list") :]
            around = f"{before} {after}"
            open_ = _OPEN.search(around) or _SOMETIMES.search(before) or (not many and _SEVERAL.search(around))
            return [] if open_ or (pattern is _PLAIN and not found["colon"]) else pairs_of(found["list"])
    return []


def _bullets(text: str) -> list[tuple[str, str]]:
    return [(_first(m.groups()[:4]), (m.group(5) or "").strip(" .:-")) for m in _BULLET.finditer(text)]


def _quoted(text: str) -> list[tuple[str, str]]:
    return [(_first(m.groups()[:4]), _first(m.groups()[4:]).strip()) for m in _ITEM.finditer(text)]


def _bare(text: str) -> list[tuple[str, str]]:
    values = [value for value in re.findall(_BARE, text) if value != "or"]
    return [] if _NO_VALUES.intersection(map(str.lower, values)) else [(value, "") for value in values]


def _first(groups: tuple[str | None, ...]) -> str:
    return next((group for group in groups if group), "")


def _fits(value: str, schema: Scalar) -> bool:
    return (
        (schema.min_length or 0) <= len(value) <= (schema.max_length if schema.max_length is not None else len(value))
    )
