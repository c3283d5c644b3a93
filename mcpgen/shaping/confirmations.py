"""What an empty success says: a text made from names (RES002)."""

from __future__ import annotations

from mcpgen.model.vocabulary import verb_and_noun
from mcpgen.shaping.draft import Draft

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
    verb, noun = verb_and_noun(draft.name)
    needed = [a for a in draft.arguments if a.required]
    ids = [a.name for a in needed if a.wire.startswith("path:")] or [a.name for a in needed if a.name == f"{noun}_id"]
    done = f"{past_tense(verb)} {noun.replace('_', ' ')}"
    if len(ids) == 1 and ids[0].rpartition("_")[0] in (noun, noun.rpartition("_")[2]):
        return f"{done} {{{ids[0]}}}."
    return f"{done} ({', '.join(f'{i} {{{i}}}' for i in ids)})." if ids else f"{done}."
