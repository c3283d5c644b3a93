"""Plain text from what descriptions are written in: Markdown (CommonMark), HTML, and worse (DES002, DES005, SEC004)."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

from mcpgen.model import vocabulary
from mcpgen.shaping.clauses import whole_phrases, without_open_end
from mcpgen.shaping.words import holds, split_words

REMEMBERED: Final = 20_000
"""Texts whose plain form is kept: descriptions of one API say the same many times."""

_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[@-Z\\-_])")
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
_LINE_SEPARATORS = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")

_HIDDEN = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style|svg|head)\b[^>]*>.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_TAGS = (
    "a abbr address article aside audio b blockquote body br button caption center cite code col colgroup dd del "
    "details dfn div dl dt em figcaption "
    "figure font footer form h1 h2 h3 h4 h5 h6 header hr html i iframe img input ins kbd label li link main mark "
    "meta nav ol option p picture pre q s "
    "samp section select small source span strike strong sub summary sup table tbody td textarea tfoot th thead "
    "time title tr tt u ul var video"
)
_TAG = re.compile(rf"</?(?:{'|'.join(_TAGS.split())})(?:\s[^<>]*)?/?>", re.IGNORECASE)
_BLOCK_TAG = re.compile(
    r"</?(?:p|div|br|ul|ol|table|tr|h[1-6]|blockquote|pre|section|dl|dt|dd|hr)\b[^<>]*>", re.IGNORECASE
)
_CLOSING = re.compile(r"</([a-z][a-z0-9-]{0,30})\s*>")
_POWER = re.compile(
    r"(?<=[\d)])<sup>\s*([+−–-]?\w{1,4})\s*</sup>(?<!st</sup>)(?<!nd</sup>)(?<!rd</sup>)(?<!th</sup>)", re.I
)
"""What a number is raised to: 10<sup>-9</sup>."""
_ITEM_TAG = re.compile(r"<li\b[^<>]*>", re.IGNORECASE)
_CELL_TAG = re.compile(r"</t[dh]\s*>\s*<t[dh]\b[^<>]*>", re.IGNORECASE)

_WRITTEN_BREAK = re.compile(r"(?:\\r)?(?:\\n)+(?=[A-Z*#-]|\s|\Z)")
"""A line break that was written as backslash and n."""
_FENCE = re.compile(r"^[ \t]*+(`{3,}+|~{3,}+)[^\n]*+\n(.*?)(?:^[ \t]*+\1[`~]*+[ \t]*+$|\Z)", re.DOTALL | re.MULTILINE)
_IMAGE = re.compile(r"!\[[^\[\]]*\](?:\([^()\s]*(?:\s+\"[^\"]*\")?\)|\[[^\[\]]*\])")
_LINK = re.compile(
    r"\[([^\[\]]+)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+[\"'][^\"']*[\"'])?\)"
    r"|(?<![\w\]?/])\[([^\[\]]+)\]\[[^\[\]]*\](?![\w\[*+?{])"
)
"""With its target, or by a reference; none in `map[string][]string` and `[a-z][0-9]+`."""
_DEFINITION = re.compile(r"^[ \t]{0,3}\[[^\[\]]+\]:[ \t]*\S+[^\n]*$", re.MULTILINE)
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^<>\s]+)>")
_CODE = re.compile(r"(?<!`)(`{1,2})(?!`)\s?([^`\n]+?)\s?\1(?!`)")
_STRONG = re.compile(r"(?<![\w*\\])(\*{1,3})(?=[^\s*])([^*\n]*?[^\s*\\])\1(?![\w*])")
_UNDERSCORED = re.compile(
    r"\{\{[^{}\n]*\}\}|\{%[^{}\n]*%\}|(?<![\w.])(_{1,3})(?=[^\s_])(?P<text>[^_\n]*?[^\s_])\1(?!\w|[(\[]|\.\w)"
)
"""Emphasis; none in an expression of a template, or of a program: `__name__.x`, `x.__name__`, `__name__()`."""
_STRUCK = re.compile(r"~~([^~\n]+)~~")
_ESCAPE = re.compile(r"\\([!#*()\[\]_`~>|{}+.-])")

_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
"""With its semicolon: `&region=` in a URL is none."""

_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(.*?)[ \t#]*$")
_BULLET = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?=\S)")
_RULE = re.compile(r"^[ \t]*(?:[-*_=][ \t]*){3,}$")
_QUOTE = re.compile(r"^[ \t]*>+[ \t]?(?!=)")
_TABLE_RULE = re.compile(
    r"^[ \t]*+\|?[ \t]*+:?-{2,}+:?[ \t]*+(?:\|[ \t]*+:?-{2,}+:?[ \t]*+)*+\|?[ \t]*+$",
)
_FULL_STOPS = (".", "!", "?", "…", "。", ".)", "!)", "?)", '."', ".'", ".”")
_KEPT: Final = 0xE000
_MOST_KEPT: Final = 6_000
_PRIVATE: Final = re.compile(f"[{chr(_KEPT)}-{chr(0xF8FF)}]")
"""Characters that stand for spans of code, which are said as they are written, while the marks around them go."""
_ROUNDS = 12
"""Marks within marks within marks: what needs more rounds than this is no prose, and loses its marks."""
_MARKS = re.compile(r"[&<>`*_~|#\[\]\\!=-]+")
_ENDS = (".", ";", ":", ",", "!", "?", "…")

_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|ex|eg|ie|etc|vs|approx|incl|excl|resp|cf|no|nr|mr|mrs|ms|dr|st|min|max|fig|sec|z\.B|bzw|u\.s)|\b[A-Za-z])\.$",
    re.I,
)
LONGEST_TEXT = 50_000
_MANY: Final = 6
"""Names that are listed; more are summed up."""
_LONGEST_ABBREVIATION = 12
_LONGEST_BRACKETS = 120
"""Characters within which what stands in brackets is closed."""
_SENTENCE_END = re.compile(r"(?<![.!?…。！？])[.!?…。！？]++[\"')\]]*+(?=\s+[\"'(\[]?[^\sa-z,;:.)])|[。！？]")
_ANY_WORD = re.compile(r"[^\W\d_]{2,}")
_STOP = frozenset(
    "a an the of to in on at for from by with and or not is are be been was were it its this that these those as "
    "you your can may will if when which who "
    "any all each one into over per than then there use used using given specified return returns api endpoint "
    "method operation request call "
    "should must optional required parameter value field object data".split()
)


_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


def visible(text: str) -> str:
    """The text without zero-width, bidirectional, tag and control characters and ANSI sequences (SEC004)."""
    text = _LINE_SEPARATORS.sub("\n", _ANSI.sub("", text))
    if text.isascii():
        return _CONTROLS.sub("", text)
    return "".join(c for c in text if c in "\n\t" or not _invisible(c))


def _invisible(char: str) -> bool:
    if char in _FILLERS or "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef":
        return True
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Cn")


@lru_cache(maxsize=REMEMBERED)
def plain(text: str) -> str:
    """Markdown or HTML as plain text on one line: no tags, entities, marks, images or code blocks; links as their text.

    Nothing is lost that reads as prose: list items and table rows become clauses, a heading the words before a colon.
    Of a text that is longer than any description, no more than the first part is looked at.
    """
    kept = list[str]()

    def keep(code: str) -> str:
        kept.append(code)
        return chr(_KEPT + len(kept) - 1)

    text = _PRIVATE.sub("", visible(_WRITTEN_BREAK.sub("\n", text[:LONGEST_TEXT])))
    text = _FENCE.sub(lambda m: _short_code(m, keep), text)
    text = _CODE.sub(lambda m: keep(m[2]) if len(kept) < _MOST_KEPT and _says(m[2]) else m[0], text)
    return _PRIVATE.sub(lambda m: kept[ord(m[0]) - _KEPT], _marks_gone(text))


def _marks_gone(text: str) -> str:
    for _ in range(_ROUNDS):
        before, text = text, _step(text)
        if text == before:
            return text
    return " ".join(_MARKS.sub(" ", text).split())


def _step(text: str) -> str:
    text = visible(_HIDDEN.sub(" ", visible(text)))
    text = _FENCE.sub("\n", text)
    text = _ITEM_TAG.sub("\n- ", _CELL_TAG.sub(" | ", text))
    text = _own_tags_gone(_TAG.sub("", _BLOCK_TAG.sub("\n", _POWER.sub(r"^\1", text))))
    text = _DEFINITION.sub("", _LINK.sub(_link_text, _IMAGE.sub("", text)))
    text = _CODE.sub(r"\2", _AUTOLINK.sub(r"\1", text))
    text = _UNDERSCORED.sub(_unmarked, _STRONG.sub(r"\2", _STRUCK.sub(r"\1", text)))
    text = visible(_ENTITY.sub(_unescaped, _ESCAPE.sub(r"\1", text)))
    return " ".join(_clauses(text.split("\n"))).strip()


def _own_tags_gone(text: str) -> str:
    """Without the marks of a documentation's own elements, `<note>…</note>`; `<name>`, to be filled in, stays."""
    names = "|".join(sorted(set(_CLOSING.findall(text))))
    if not names:
        return text
    tag = rf"</?(?:{names})(?:\s[^<>]*)?/?>"
    return re.sub(tag, "", re.sub(rf"(?<=\w){tag}(?=\w)", " ", text))


def _unescaped(match: re.Match[str]) -> str:
    return html.unescape(match[0])


def _unmarked(match: re.Match[str]) -> str:
    return match["text"] or match[0]


def _says(code: str) -> bool:
    """Whether a span of code is more than marks, and holds no comment that nobody would see."""
    return any(map(str.isalnum, code)) and "<!--" not in code


def _link_text(match: re.Match[str]) -> str:
    return match[1] or match[2]


def _short_code(match: re.Match[str], keep: Callable[[str], str]) -> str:
    """A fenced line of code stays; a block is an example that only a person reads."""
    code = match.group(2).strip()
    return f"\n{keep(code)}\n" if code and "\n" not in code and len(code) <= 80 else "\n"


def _clauses(lines: list[str]) -> Iterable[str]:
    last = max((i for i, line in enumerate(lines) if line.strip()), default=0)
    for i, line in enumerate(lines):
        following = lines[i + 1] if i + 1 < len(lines) else ""
        clause = _clause(line, following=following)
        if clause:
            yield clause if following.strip() or i >= last or clause.endswith(_ENDS) else f"{clause}."


def _clause(line: str, *, following: str) -> str:
    """One line without the marks of its kind."""
    line = _QUOTE.sub("", line)
    if _RULE.match(line) or _TABLE_RULE.match(line):
        return ""
    heading = _HEADING.match(line)
    if heading:
        words = " ".join(heading.group(1).split())
        return words if not words or words.endswith(_ENDS) else f"{words}:"
    if line.count("|") > 1 and line.strip().startswith("|"):
        return "" if _TABLE_RULE.match(following) else _row(line)
    bullet = _BULLET.match(line)
    if bullet:
        item = " ".join(line[bullet.end() :].split())
        end = "" if item.endswith(_ENDS) else ";" if _BULLET.match(following) else "."
        return item + end if item else ""
    return " ".join(line.split())


def _row(line: str) -> str:
    cells = [" ".join(cell.split()) for cell in line.strip().strip("|").split("|")]
    cells = [cell for cell in cells if cell]
    return f"{cells[0]}: {', '.join(cells[1:])};" if len(cells) > 1 else "".join(cells)


# --- sentences and budgets


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a plain text; abbreviations do not end one."""
    found: list[str] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        end = match.end()
        if not _ABBREVIATION.search(text[max(start, end - _LONGEST_ABBREVIATION) : end]) and not _inside(
            text, start, end
        ):
            found.append(text[start:end].strip())
            start = end
    rest = text[start:].strip()
    return tuple(s for s in (*found, rest) if s)


def _inside(text: str, start: int, end: int) -> bool:
    """Whether a full stop stands in brackets that are closed soon behind it."""
    near = text[max(start, end - _LONGEST_BRACKETS) : end]
    if near.count("(") <= near.count(")"):
        return False
    behind = text[end : end + _LONGEST_BRACKETS]
    return ")" in behind and "(" not in behind.partition(")")[0]


def first_sentence(text: str) -> str:
    """The first sentence of a plain text, '' of none."""
    return next(iter(sentences(text)), "")


def cut(text: str, budget: int) -> str:
    """The text within a budget of characters: whole sentences, else phrases, else words and an ellipsis (DES005)."""
    if len(text) <= budget:
        return text
    kept = ""
    for sentence in sentences(text):
        longer = f"{kept} {sentence}".strip()
        if len(longer) > budget:
            break
        kept = longer
    if kept or (kept := whole_phrases(text, budget)):
        return kept
    head = text[: max(budget - 1, 0)]
    words = without_open_end(head.rsplit(" ", 1)[0]) if " " in head else head
    return (words.rstrip(" ,;:-") + "…")[:budget]


def listed(names: Sequence[str], word: str) -> str:
    """`a, b and c`, with `word` before the last; many are summed up."""
    shown = list(names) if len(names) <= _MANY else [*names[: _MANY - 1], f"{len(names) - _MANY + 1} more"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {word} {shown[-1]}"


def sentence_case(text: str) -> str:
    """With a capital first letter and a full stop; `iPhone` and `user_id` keep their first letter."""
    text = text.strip()
    text = text if text.endswith(_FULL_STOPS) else text.rstrip(" :;,-")
    first = text.split(" ", 1)[0] if text else ""
    if first.islower() and first.strip(",.;:!?").isalpha():
        text = text[:1].upper() + text[1:]
    return text if not text or text.endswith(_FULL_STOPS) else f"{text}."


@lru_cache(maxsize=REMEMBERED)
def content_words(text: str) -> tuple[str, ...]:
    """The words of a text that mean something, lower case, in order and once each; of any script."""
    plain_ones = (word for word in split_words(text) if word not in _STOP and len(word) > 1)
    others = (word.lower() for word in _ANY_WORD.findall(text) if not word.isascii())
    return tuple(dict.fromkeys((*plain_ones, *others)))


@lru_cache(maxsize=REMEMBERED)
def added_words(text: str, name: str) -> tuple[str, ...]:
    """The content words of a text that a name does not say already, whatever their number or verb (DES001, PAR001)."""
    known = split_words(name)
    verbs = {vocabulary.preferred(word) for word in known}
    return tuple(
        word
        for word in content_words(text)
        if not holds(known, word)
        and vocabulary.preferred(word) not in verbs
        and vocabulary.preferred(word.removesuffix("s")) not in verbs
    )
