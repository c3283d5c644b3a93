"""Operations that a text names by their title or id, called as the tools are (DES007), and what replaces a tool."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from mcpgen.shaping.draft import Draft
from mcpgen.shaping.text import plain, sentences
from mcpgen.shaping.words import split_words

_Key = TypeVar("_Key", str, tuple[str, ...])

_LONGEST: Final = 9
"""Words of the longest title that is looked for."""
_LEAST: Final = 2
"""Words of the shortest: one alone may mean anything."""
_CALLS: Final = re.compile(
    r"\b(?:use|using|see|call|calling|try|prefer|with|by|via|through|switch to|migrate to|moved to|favou?r of|"
    r"replaced by|superseded by|refer to)\s+(?:the\s+)?(?:new(?:er)?\s+)?[\"'`“‘]?",
    re.I,
)
_WORD: Final = re.compile(r"[^\s\"'`”’.,;:!?()]+(?:['’.-][^\s\"'`”’.,;:!?()]+)*")
_KIND: Final = re.compile(
    r"[\"'`”’]?(?: (?:api )?(?:endpoints?|methods?|operations?|calls?|api|requests?|functions?)\b)?", re.I
)
_ID: Final = re.compile(
    r"(?:\b[Tt]he\s+)?`?(?<![\w/.-])([A-Za-z]\w*(?:[.-]\w+)*)(?![\w/-])`?(?:\s+(?:endpoint|method|operation)\b)?"
)
_THE: Final = re.compile(r"\s+the\s+(?:new(?:er)?\s+)?\Z", re.I)
_ODD: Final = re.compile(r"[a-z][A-Z]|\w\.\w|\w_\w")
"""What sets an operation's id apart from a word."""
_DEPRECATED: Final = re.compile(r"\bdeprecated\b|\bno longer (?:supported|recommended|maintained)\b", re.I)
_OF_ITSELF: Final = re.compile(
    r"\W{0,8}(?:(?:note|warning|important|attention|please note)\b\W{0,8}(?:that )?){0,3}"
    r"(?:(?:this|the)(?: \w+){0,3}? (?:endpoint|api|method|operation|call|request|resource|route|function|path|tool)\b"
    r"|(?:this|it) (?:is|has been|was)\b|(?:is |now )?deprecated\b|no longer\b)",
    re.I,
)
_REPLACES: Final = re.compile(
    r"\b(?:use|using|see|call|calling|try|prefer|switch to|migrate to|moved to|favou?r of|replaced by|superseded by|"
    r"refer to)\s+(?:the\s+)?(?:new(?:er)?\s+)?(?P<tool>[a-z][a-z0-9]*(?:_[a-z0-9]+)+)\b",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class References:
    """What operations are called in texts: their titles in words, and their ids."""

    titles: Mapping[tuple[str, ...], str]
    ids: Mapping[str, str]

    @classmethod
    def of(cls, drafts: Sequence[Draft]) -> References:
        """The titles and ids that stand for one tool alone."""
        whole = [d for d in drafts if not d.variant]
        titles = [(_words(plain(d.operation.summary)), d.name) for d in whole]
        ids = [(form, d.name) for d in whole for form in _forms(d.operation.id)]
        return cls(
            titles=_single((t, name) for t, name in titles if _LEAST <= len(t) <= _LONGEST),
            ids=_single((i, name) for i, name in ids if _ODD.search(i)),
        )

    def named(self, text: str, own: str) -> str:
        """The text with other tools in the place of operations; the tool's `own` stays as it is written."""
        if self.ids and _ODD.search(text):
            text = _ID.sub(lambda m: self._tool(self.ids.get(m[1], ""), m[0], own), text)
        return self._by_title(text, own) if self.titles else text

    @staticmethod
    def _tool(name: str, written: str, own: str) -> str:
        return name if name and name != own else written

    def _by_title(self, text: str, own: str) -> str:
        done, start = list[str](), 0
        for call in _CALLS.finditer(text):
            if call.end() < start:
                continue
            found = self._title_at(text, call.end())
            if found is not None and found[0] != own:
                name, end = found
                done += [_THE.sub(" ", text[start : call.end()].rstrip("\"'`“‘")), name]
                kind = _KIND.match(text, end)
                start = kind.end() if kind else end
        return "".join((*done, text[start:]))

    def _title_at(self, text: str, start: int) -> tuple[str, int] | None:
        """The tool whose title stands there, the longest there is, and where it ends."""
        ends, said, at = list[int](), list[str](), start
        while len(ends) < _LONGEST and (match := _WORD.match(text, at)):
            ends.append(match.end())
            said.append(match[0])
            at = match.end() + 1 if text[match.end() : match.end() + 1] == " " else len(text)
        for count in range(len(ends), _LEAST - 1, -1):
            name = self.titles.get(_words(" ".join(said[:count])))
            if name and said[0][:1].isupper():
                return name, ends[count - 1]
        return None


NO_REFERENCES: Final = References(titles={}, ids={})


@dataclass(frozen=True, slots=True, kw_only=True)
class Deprecation:
    """A text without what it says of its operation's end, and that in one sentence of its own."""

    text: str
    notice: str = ""


def deprecation(text: str, names: Iterable[str], *, deprecated: bool) -> Deprecation:
    """Take from a text that its operation is deprecated; `names` are the tools that may be named in its place."""
    kept, said = list[str](), list[str]()
    tools = frozenset(names)
    for sentence in sentences(text):
        of_end = _DEPRECATED.search(sentence) and _OF_ITSELF.match(sentence)
        instead = said and not of_end and re.search(r"\binstead\b", sentence, re.I) and _replacement(sentence, tools)
        (said if of_end or instead else kept).append(sentence)
    if not said and not deprecated:
        return Deprecation(text=text)
    tool = next((t for s in said if (t := _replacement(s, tools))), "")
    if not tool and deprecated:
        other = [s for s in kept if re.search(r"\binstead\b", s, re.I) and _replacement(s, tools)]
        tool = _replacement(other[0], tools) if other else ""
        kept = [s for s in kept if s not in other[:1]]
    more = [] if tool else [s for s in said if len(split_words(s)) > _LONGEST]
    notice = f"Deprecated: use {tool}." if tool else more[0] if more else "Deprecated."
    return Deprecation(text=" ".join(kept), notice=notice)


def _replacement(sentence: str, tools: frozenset[str]) -> str:
    return next((m["tool"] for m in _REPLACES.finditer(sentence) if m["tool"] in tools), "")


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", text.replace("’", "'").replace("'", "").lower()))


def _forms(operation_id: str) -> tuple[str, ...]:
    """An id as it is written, and without the API's own name before two more parts."""
    parts = operation_id.split(".")
    return (operation_id, ".".join(parts[1:])) if len(parts) > _LEAST else (operation_id,)


def _single(pairs: Iterable[tuple[_Key, str]]) -> Mapping[_Key, str]:
    """The keys that stand for one tool."""
    listed = list(pairs)
    times = Counter(key for key, _ in listed)
    return {key: name for key, name in listed if times[key] == 1}
