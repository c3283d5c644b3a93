"""Whether an operation is about several things at once, by its body and its text."""

from __future__ import annotations

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.schema import Array, Schemas
from mcpgen.shaping.asked import body_properties
from mcpgen.shaping.evidence import json_media
from mcpgen.shaping.openings import base_form
from mcpgen.shaping.route import is_identifier
from mcpgen.shaping.words import same_word, split_words

_OPENING = 160
"""Letters of a description that say what is done."""
_CHANGES = frozenset({"create", "add", "update", "delete", "remove"})
_REMOVES = frozenset({"delete", "remove"})


def takes_list(operation: Operation) -> bool:
    """True when the JSON body is a list."""
    media = json_media(operation.body.content) if operation.body else None
    return media is not None and isinstance(media.schema, Array)


def takes_several(operation: Operation, head: str, schemas: Schemas | None) -> bool:
    """True when the JSON body is a list, or has one under the plural of a noun with that head: label_ids of labels."""
    lists = [p for p in body_properties(operation, schemas) if isinstance(p.schema, Array)]
    names = [tuple(w for w in split_words(p.name) if not is_identifier(w)) for p in lists]
    return takes_list(operation) or any(words and same_word(words[-1], head) for words in names)


def asks_by_ids(operation: Operation, schemas: Schemas | None) -> bool:
    """True when what is read is chosen by a required list of identities, and by nothing in the path.

    What is posted may be below one thing: /shops/{shop}/orders/lookup.
    """
    item = operation.path.rstrip("/").endswith("}")
    if "{" in operation.path and (operation.method != "POST" or item):
        return False
    if operation.method == "GET":
        return any(p.place == "query" and p.required and p.name.lower() == "ids" for p in operation.parameters)
    return any(p.required and p.name.lower() == "ids" for p in body_properties(operation, schemas))


def several_changes(operation: Operation) -> bool:
    """True where a text names several changes, to remove among them: "Bulk create, update, and delete pools"."""
    text = f"{operation.summary} {operation.description[:_OPENING]}"
    said = {vocabulary.preferred(base_form(word)) for word in split_words(text)}
    return len(said & _CHANGES) > 1 and bool(said & _REMOVES)


def says_bulk(operation: Operation) -> bool:
    """True where a text opens with how many things are changed at once: "Bulk enable products"."""
    return any(split_words(text[:_OPENING])[:1] == ("bulk",) for text in (operation.summary, operation.description))
