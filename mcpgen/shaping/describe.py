"""What the model reads about a tool (DES001–DES008): what it does, its scope, what comes back, and its rules."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mcpgen.model.api import Operation
from mcpgen.shaping.extensions import own_text
from mcpgen.shaping.kinds import Kind
from mcpgen.shaping.leads import lead_and_prose, owned, spelled_out
from mcpgen.shaping.renaming import NO_NAMES, WireNames
from mcpgen.shaping.text import added_words, cut, sentence_case

TOOL_BUDGET = 1024
TELLING = 3
"""Content words that a description adds to its tool's name at least."""

_CONSTRAINT = re.compile(
    r"\b(?:must|only|cannot|can't|never|at most|at least|maximum|minimum|max|up to|limit|required?s?|needs?|"
    r"not allowed|before|unless|irreversible|"
    r"permanent(?:ly)?|cannot be undone|warning|note|deprecated|rate)\b",
    re.I,
)
_USE = re.compile(r", use (\w+)\.")
_RETURNS = re.compile(r"\b(?:returns?|returned|responds?|response)\b", re.I)


def tool_description(
    operation: Operation,
    *,
    name: str,
    returns: str = "",
    holds: str = "",
    arguments: WireNames = NO_NAMES,
    notes: Sequence[str] = (),
    owner: str = "",
    more: Sequence[str] = (),
    last: str = "",
    kind: Kind | None = None,
    budget: int = TOOL_BUDGET,
) -> str:
    """The description of a tool: what it does, its scope, what comes back, and the rules of its use.

    `arguments` maps wire names to argument names, so that the source's text names what exists (DES007); `returns` is
    a sentence from the answer's schema, `holds` the one in its place where the source tells what comes back; `notes`
    are sentences that stay whatever is cut (presence rules, limits); `owner` is the resource that the
    tool's thing belongs to, and `more` are sentences, for a text that would say little beyond the name, as many as it
    takes; `last` stands behind everything; `kind` is the branch of a split operation: what its siblings do is left
    unsaid.
    """
    own = own_text(operation)
    lead, prose = (own[0], own[1:]) if own else lead_and_prose(operation, name, arguments, kind)
    rules = [note for note in notes if note and not _sends_there(note, (lead, *prose))]
    said = any(_RETURNS.search(s) for s in (lead, *prose))
    back = holds if said else returns
    fixed = [lead, *([back] if back else []), *rules, *([last] if last else [])]
    kept = _within(prose, budget - len(" ".join(fixed)) - 1)
    text = [spelled_out(lead, operation), *kept, *([back] if back else []), *rules]
    if owner and len(added_words(" ".join(text), name)) < TELLING:
        text[0] = owned(text[0], owner)
    for sentence in more:
        if len(added_words(" ".join(text), name)) >= TELLING:
            break
        if added_words(sentence, f"{name} {' '.join(text)}"):
            text.append(sentence_case(sentence))
    return cut(" ".join((*text, last) if last else text), TOOL_BUDGET)


def _sends_there(note: str, prose: Sequence[str]) -> bool:
    """Whether the source's own text sends to the tool that a note says to use in its place."""
    found = _USE.search(note)
    return found is not None and re.search(rf"\b{found[1]}\b", " ".join(prose)) is not None


def _within(prose: Sequence[str], room: int) -> list[str]:
    """The sentences that fit: constraints before the rest, in the source's order."""
    chosen: set[int] = set()
    for constraint in (True, False):
        for i, sentence in enumerate(prose):
            if bool(_CONSTRAINT.search(sentence)) is constraint and i not in chosen:
                if len(sentence) + 1 > room:
                    if not constraint:
                        break
                    continue
                chosen.add(i)
                room -= len(sentence) + 1
    return [sentence for i, sentence in enumerate(prose) if i in chosen]
