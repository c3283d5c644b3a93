"""Which numbers are identifiers, and so strings to the model (PAR004; DESIGN, "Identifiers").

`int64` says nothing by itself: most are sizes. Words decide, then position, then how the description opens.
"""

from __future__ import annotations

import re

from mcpgen.model.schema import Scalar
from mcpgen.shaping.words import singular, split_words

ID_WORDS = frozenset({"id", "pk", "uid", "gid", "uuid", "guid"})
POSITION_WORDS = frozenset({"number", "index"})
QUANTITY_WORDS = frozenset(
    "page size count limit offset version total port epoch part track sequence timestamp year month day age rank "
    "position width height length".split()
)
PROCESS_WORDS = frozenset({"user", "group", "process", "run", "owner", "unix", "posix", "container", "fs"})
OPENING = re.compile(
    r"^(?:the |an? )?(?:unique )?(?:numeric(?:al)? |internal |database )?(?:id|identifier)\s+(?:of|for)\b", re.I
)


def is_identifier(schema: Scalar, wire_name: str, *, collection: str = "") -> bool:
    """Whether an integer or number names a thing rather than counting something.

    `collection` is what a path parameter picks from (`issues` in `/issues/{number}`), else ''.
    """
    if schema.type not in ("integer", "number"):
        return False
    words = split_words(wire_name)
    if not words:
        return False
    last = singular(words[-1])
    if last in ID_WORDS:
        return not _unix_account(last, words, schema.description)
    if last in QUANTITY_WORDS:
        return False
    if collection and last in POSITION_WORDS:
        owner = singular(words[-2]) if len(words) > 1 else ""
        return not owner or (owner not in QUANTITY_WORDS and owner == singular(split_words(collection)[-1]))
    return bool(OPENING.match(schema.description.strip()))


def _unix_account(last: str, words: tuple[str, ...], description: str) -> bool:
    """`uid`/`gid` of a process or file owner: a number that the kernel knows, not an id of this API."""
    if last not in ("uid", "gid"):
        return False
    text = f" {description.lower()} "
    return any(w in PROCESS_WORDS for w in words[:-1]) or any(f" {w} " in text for w in ("unix", "posix", "process"))
