"""Wire names in texts, called as the arguments are (DES007): one pass over a text, however many names there are."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

_RUN = re.compile(r"[\w@$.:\[\]-]+")
"""What most names are made of; those with other characters are looked for one by one."""
_COMPARED = r"(?! (?:eq|ne|gt|ge|lt|le) ['\"{\d])"
"""A field in an expression that the API reads, which has to keep its name: `shelfId eq '1'`."""
_BARE = re.compile(rf"(?<![\w`/{{.\[-])[\w-]+(?![\w`/}}\[-]){_COMPARED}")
_COMPOUND = re.compile(r"(?<![\w`/{.\[-])[\w@$-]++(?:[\w@$.:\[\]-]{0,200}[\w\]$-])?(?![\w`/}\[-])" + _COMPARED)
"""A name with brackets or dots in it (`filter[name]`), without punctuation after it; bounded, as texts may be long."""
_CODE = re.compile(r"`([^`]+)`|<code>([^<]+)</code>")


class WireNames:
    """What each wire name is called: by a tool's own arguments, else by those of `common`, but for `hidden` ones."""

    def __init__(
        self, own: Mapping[str, str], common: WireNames | None = None, hidden: Collection[str] = frozenset()
    ) -> None:
        self._own = {wire: name for wire, name in own.items() if wire and wire not in hidden}
        self._common = common
        self._hidden = frozenset(hidden)
        self._odd = tuple(sorted((w for w in self._own if not _RUN.fullmatch(w)), key=lambda w: (-len(w), w)))

    def get(self, wire: str) -> str | None:
        """The argument of a wire name, None where there is none."""
        if wire in self._hidden:
            return None
        found = self._own.get(wire)
        return found if found is not None or self._common is None else self._common.get(wire)

    def apart_from(self, words: Collection[str]) -> bool:
        """Whether none of the words is a wire name."""
        own = self._own.keys().isdisjoint(words)
        return own and (self._common is None or self._common.apart_from(words))

    def odd(self) -> Iterator[str]:
        """The names that cannot be told from the text around them (`page size`), the longest first."""
        yield from self._odd
        if self._common is not None:
            yield from (wire for wire in self._common.odd() if wire not in self._own and wire not in self._hidden)


def _is_plain(word: str) -> bool:
    """Whether a name is also a word of some language: letters alone, no capital after the first; or short for some."""
    return (word.isalpha() and word[1:] == word[1:].lower()) or (word.isalnum() and word == word.upper())


NO_NAMES = WireNames({})


def renamed(text: str, names: WireNames) -> str:
    """The text with arguments for wire names: in code marks always, bare only where no plain word is meant."""

    def in_code(match: re.Match[str]) -> str:
        name = names.get(match[1] or match[2])
        return match[0] if name is None else f"`{name}`"

    def bare(match: re.Match[str]) -> str:
        return match[0] if _is_plain(match[0]) else names.get(match[0]) or match[0]

    text = _CODE.sub(in_code, text)
    for wire in names.odd():
        if wire in text:
            argument = names.get(wire) or wire
            text = re.sub(
                rf"(?<![\w`/{{.\[-]){re.escape(wire)}(?![\w`/}}\[-])", lambda _, name=argument: name, text  # type: ignore[misc]
            )
    if names.apart_from(_BARE.findall(text)) and names.apart_from(_COMPOUND.findall(text)):
        return text
    return _BARE.sub(bare, _COMPOUND.sub(bare, text))
