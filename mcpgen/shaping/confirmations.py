"""What an empty success says, and where an identifier comes from: texts made from names (RES002, ERR004, PAR009)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mcpgen.model.binding import Placed, Take
from mcpgen.model.json import JsonObject
from mcpgen.shaping.argument_names import collection_of
from mcpgen.shaping.draft import Draft
from mcpgen.shaping.words import plural, singular

IRREGULAR = dict(pair.split(":") for pair in """
        begin:began bind:bound build:built buy:bought do:did draw:drew find:found forget:forgot
        freeze:froze get:got give:gave hide:hid hold:held keep:kept leave:left make:made overwrite:overwrote pay:paid
        put:put quit:quit read:read rebuild:rebuilt redo:redid rerun:reran resend:resent reset:reset rewrite:rewrote
        run:ran sell:sold send:sent set:set shut:shut spend:spent split:split take:took tell:told unbind:unbound
        undo:undid unfreeze:unfroze unset:unset withdraw:withdrew write:wrote
        ban:banned cancel:cancelled drop:dropped pin:pinned plan:planned ship:shipped skip:skipped star:starred
        stop:stopped submit:submitted swap:swapped tag:tagged unban:unbanned unpin:unpinned unstar:unstarred
        untag:untagged
        """.split())


def past_tense(verb: str) -> str:
    """The simple past of a tool's verb, capitalised: `Deleted`, `Sent`, `Cancelled`."""
    if verb in IRREGULAR:
        return IRREGULAR[verb].capitalize()
    if verb.endswith("e"):
        return f"{verb}d".capitalize()
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ied".capitalize()
    return f"{verb}ed".capitalize()


def confirmation(draft: Draft) -> str:
    """`Deleted book {book_id}.`: the verb, the thing, the identifiers of the call; the server fills them in.

    Empty where the answer is documented to hold something, or where nothing is changed.
    """
    if draft.hints is None or draft.hints.read_only or (draft.result is not None and draft.result.media_type):
        return ""
    verb, _, noun = draft.name.partition("_")
    needed = [a for a in draft.arguments if a.required]
    ids = [a.name for a in needed if a.wire.startswith("path:")] or [a.name for a in needed if a.name == f"{noun}_id"]
    done = f"{past_tense(verb)} {noun.replace('_', ' ')}"
    if len(ids) == 1 and ids[0].rpartition("_")[0] in (noun, noun.rpartition("_")[2]):
        return f"{done} {{{ids[0]}}}."
    return f"{done} ({', '.join(f'{i} {{{i}}}' for i in ids)})." if ids else f"{done}."


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """Which tool returns what: by the path of a collection, and by the plural of a resource."""

    by_path: Mapping[str, str]
    by_noun: Mapping[str, str]

    @classmethod
    def of(cls, drafts: tuple[Draft, ...]) -> Links:
        """The lists and searches among the tools; a list is preferred to a search, a shorter name to a longer."""
        finders = [d for d in drafts if d.name.startswith(("list_", "search_", "find_"))]
        by_path = {d.operation.path.rstrip("/"): d.name for d in finders if d.operation.method == "GET"}
        by_noun: dict[str, str] = {}
        for draft in sorted(finders, key=lambda d: (not d.name.startswith("list_"), len(d.name), d.name)):
            by_noun.setdefault(draft.name.partition("_")[2], draft.name)
        return cls(by_path=by_path, by_noun=by_noun)

    def source_of(self, argument: str, schema: JsonObject, wire: str = "", path: str = "") -> str:
        """The tool that returns values for an identifier, '' where none is known."""
        place, _, wire_name = wire.partition(":")
        if place == "path":
            collection = path.partition(f"{{{wire_name}}}")[0].rstrip("/")
            if collection in self.by_path:
                return self.by_path[collection]
            owner = collection_of(path, wire_name)
            if owner and not argument.endswith("_id"):
                return self.by_noun.get(owner.replace("-", "_"), "")
        name = argument.removesuffix("s") if schema.get("type") == "array" else argument
        noun, _, last = name.rpartition("_")
        if last not in ("id", "uuid", "key", "slug", "number") or not noun:
            return ""
        words = noun.split("_")
        many = [*words[:-1], plural(singular(words[-1]))]
        return next((found for k in range(len(many)) if (found := self.by_noun.get("_".join(many[k:])))), "")


def linked(draft: Draft, links: Links) -> Draft:
    """The draft with the source of each identifier said, and what to do when it is not found."""
    arguments, hints = [], list[str]()
    for argument in draft.arguments:
        argument = replace(argument, schema=_linked_inside(argument.schema, links))
        source = links.source_of(argument.name, argument.schema, argument.wire, draft.operation.path)
        if not source or source == draft.name:
            arguments.append(argument)
            continue
        arguments.append(replace(argument, source=source))
        if argument.wire.startswith("path:"):
            hints.append(f"{argument.name} with {source}")
    if draft.result is None:
        return replace(draft, arguments=tuple(arguments))
    needed = [n for p in draft.request.parameters if (n := _path_argument(p))] if draft.request is not None else []
    text = f"Check {' and '.join(hints)}." if hints else (f"Check {' and '.join(needed)}." if needed else "")
    return replace(draft, arguments=tuple(arguments), result=replace(draft.result, not_found=text))


def _linked_inside(schema: JsonObject, links: Links) -> JsonObject:
    """The schema with the source of identifiers in its objects said too."""
    if "items" in schema:
        return {**schema, "items": _linked_inside(schema["items"], links)}
    properties = schema.get("properties")
    if not isinstance(properties, Mapping):
        return schema
    linked_properties = {}
    for name, inner in properties.items():
        source = links.source_of(name, inner)
        text = inner.get("description", "")
        said = {"description": f"{text} From {source}."} if source and source not in text else {}
        linked_properties[name] = {**_linked_inside(inner, links), **said}
    return {**schema, "properties": linked_properties}


def _path_argument(placed: Placed) -> str:
    return placed.value.argument if placed.place == "path" and isinstance(placed.value, Take) else ""
