"""Plain text from what descriptions are written in: Markdown (CommonMark), HTML, and worse (DES002, DES005, SEC004)."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from mcpgen.model import vocabulary
from mcpgen.shaping.words import holds, split_words

LEAST_PHRASE: Final = 24
LEAST_WORDS: Final = 4
"""Less of a sentence says nothing by itself."""
_PHRASE_END: Final = re.compile(
    r"(?:\s*[,;:(–—]|\s-)(?=\s|\()|\s+(?=(?:when|while|if|unless|which|that|where|who|whose|because|since|so|in order|"
    r"such as|using|during|after|before|until|from|with|within|without|for|by|based on|depending on|and|or|but)\b)"
)
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
_ITEM_TAG = re.compile(r"<li\b[^<>]*>", re.IGNORECASE)
_CELL_TAG = re.compile(r"</t[dh]\s*>\s*<t[dh]\b[^<>]*>", re.IGNORECASE)

_WRITTEN_BREAK = re.compile(r"(?:\\r)?(?:\\n)+(?=[A-Z*#-]|\s|\Z)")
"""A line break that was written as backslash and n."""
_FENCE = re.compile(r"^[ \t]*(```+|~~~+)[^\n]*\n(.*?)(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_IMAGE = re.compile(r"!\[[^\[\]]*\](?:\([^()\s]*(?:\s+\"[^\"]*\")?\)|\[[^\[\]]*\])")
_LINK = re.compile(r"\[([^\[\]]+)\](?:\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s+[\"'][^\"']*[\"'])?\)|\[[^\[\]]*\])")
_DEFINITION = re.compile(r"^[ \t]{0,3}\[[^\[\]]+\]:[ \t]*\S+[^\n]*$", re.MULTILINE)
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^<>\s]+)>")
_CODE = re.compile(r"(?<!`)(`{1,2})(?!`)\s?([^`\n]+?)\s?\1(?!`)")
_STRONG = re.compile(r"(?<![\w*\\])(\*{1,3})(?=[^\s*])([^*\n]*?[^\s*\\])\1(?![\w*])")
_UNDERSCORED = re.compile(r"(?<![\w_])(_{1,3})(?=[^\s_])([^_\n]*?[^\s_])\1(?![\w_])")
_STRUCK = re.compile(r"~~([^~\n]+)~~")
_ESCAPE = re.compile(r"\\([!#*()\[\]_`~>|{}+.-])")

_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(.*?)[ \t#]*$")
_BULLET = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(?=\S)")
_RULE = re.compile(r"^[ \t]*(?:[-*_=][ \t]*){3,}$")
_QUOTE = re.compile(r"^[ \t]*>+[ \t]?(?!=)")
_TABLE_RULE = re.compile(
    r"^[ \t]*+\|?[ \t]*+:?-{2,}+:?[ \t]*+(?:\|[ \t]*+:?-{2,}+:?[ \t]*+)*+\|?[ \t]*+$",
)
_FULL_STOPS = (".", "!", "?", "…", "。", ".)", "!)", "?)", '."', ".'", ".”")
_ROUNDS = 12
"""Marks within marks within marks: what needs more rounds than this is no prose, and loses its marks."""
_MARKS = re.compile(r"[&<>`*_~|#\[\]\\!=-]+")
_ENDS = (".", ";", ":", ",", "!", "?", "…")

_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|approx|incl|excl|resp|cf|no|nr|mr|mrs|ms|dr|st|min|max|fig|sec|z\.B|bzw|u\.s)|\b[A-Za-z])\.$",
    re.I,
)
LONGEST_TEXT = 50_000
_LONGEST_ABBREVIATION = 12
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
    text = _WRITTEN_BREAK.sub("\n", text[:LONGEST_TEXT])
    for _ in range(_ROUNDS):
        before, text = text, _step(text)
        if text == before:
            return text
    return " ".join(_MARKS.sub(" ", text).split())


def _step(text: str) -> str:
    text = visible(_HIDDEN.sub(" ", visible(text)))
    text = _FENCE.sub(_short_code, text)
    text = _ITEM_TAG.sub("\n- ", _CELL_TAG.sub(" | ", text))
    text = _TAG.sub("", _BLOCK_TAG.sub("\n", text))
    text = _DEFINITION.sub("", _LINK.sub(r"\1", _IMAGE.sub("", text)))
    text = _CODE.sub(r"\2", _AUTOLINK.sub(r"\1", text))
    text = _UNDERSCORED.sub(r"\2", _STRONG.sub(r"\2", _STRUCK.sub(r"\1", text)))
    text = visible(html.unescape(_ESCAPE.sub(r"\1", text)))
    return " ".join(_clauses(text.split("\n"))).strip()


def _short_code(match: re.Match[str]) -> str:
    """A fenced line of code stays; a block is an example that only a person reads."""
    code = match.group(2).strip()
    return f"\n{code}\n" if code and "\n" not in code and len(code) <= 80 else "\n"


def _clauses(lines: list[str]) -> Iterable[str]:
    for i, line in enumerate(lines):
        following = lines[i + 1] if i + 1 < len(lines) else ""
        clause = _clause(line, following=following)
        if clause:
            more = any(rest.strip() for rest in lines[i + 2 :])
            yield clause if following.strip() or not more or clause.endswith(_ENDS) else f"{clause}."


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
        if not _ABBREVIATION.search(text[max(start, match.end() - _LONGEST_ABBREVIATION) : match.end()]):
            found.append(text[start : match.end()].strip())
            start = match.end()
    rest = text[start:].strip()
    return tuple(s for s in (*found, rest) if s)


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
    if kept or (kept := _whole_phrases(text, budget)):
        return kept
    head = text[: max(budget - 1, 0)]
    words = head.rsplit(" ", 1)[0] if " " in head else head
    return (words.rstrip(" ,;:-") + "…")[:budget]


def _whole_phrases(text: str, budget: int) -> str:
    """As much of a sentence as stands by itself: up to a comma, or to a word that begins an addition; '' for little."""
    ends = [match.start() for match in _PHRASE_END.finditer(text, 0, budget)]
    head = next((text[:end] for end in reversed(ends) if _closed(text[:end])), "")
    return f"{head}." if len(head) >= LEAST_PHRASE and len(head.split()) >= LEAST_WORDS else ""


def _closed(head: str) -> bool:
    """Whether a beginning leaves no bracket or quotation open."""
    return head.count("(") == head.count(")") and head.count('"') % 2 == 0 and head.count("`") % 2 == 0


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
