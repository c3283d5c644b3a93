"""How much a list gives at once, and how to get the next page (DES003, PAR007)."""

from __future__ import annotations

from mcpgen.shaping.draft import Argument, Draft
from mcpgen.shaping.formats import shown_value

_SIZES = (
    "limit", "page_size", "per_page", "max_results", "max_items", "page_limit", "size", "count", "top", "first", "max",
    "number_of_results", "results_per_page", "take", "pagesize", "maxresults", "page_per",
)  # fmt: skip
_PAGES = ("page", "page_number", "pagenumber", "page_no", "page_index", "current_page", "pageno")
_OFFSETS = ("offset", "skip", "start", "start_index", "start_at", "first_result", "page_offset")
MARK = "its mark in the answer"
"""What is passed on where the answer's field is not known for sure: its fields are named."""
_LAST_IDS = ("starting_after", "after_id", "after")
_PAGING_ARGUMENTS = frozenset(
    {*_SIZES, *_PAGES, *_OFFSETS, *_LAST_IDS, "cursor", "page_token", "next_token", "ending_before", "before_id"}
)


def is_paging(name: str) -> bool:
    """Whether an argument only says how much is read at once, and from where on."""
    return name in _PAGING_ARGUMENTS


def paging_sentence(draft: Draft) -> str:
    """`Gives 20 at a time, up to 100 with limit. Next page: pass next as cursor.`; '' where all comes at once.

    Nothing is said of a tool that changes what it goes through: reading on would change more.
    """
    if draft.result is None or (draft.result.items is None and draft.result.next is None):
        return ""
    if draft.hints is not None and not draft.hints.read_only:
        return ""
    given = {a.name: a for a in draft.arguments if a.wire.startswith("query:")}
    size = next((given[name] for name in _SIZES if name in given), None)
    return " ".join(s for s in (_amount(size), _onward(draft, given, size)) if s)


def _amount(size: Argument | None) -> str:
    if size is None:
        return ""
    default, most = size.schema.get("default"), size.schema.get("maximum")
    parts = [f"{shown_value(default)} at a time"] if isinstance(default, int) else []
    if isinstance(most, int) and most < 2**31 - 1:
        parts.append(f"up to {shown_value(most)} with {size.name}")
    return f"Gives {', '.join(parts)}." if parts else ""


def _onward(draft: Draft, given: dict[str, Argument], size: Argument | None) -> str:
    """How to read on: by a cursor of the answer, the page's number, an offset, or the last item."""
    if draft.result is not None and draft.result.next is not None:
        pointer, argument = draft.result.next
        return f"Next page: pass {pointer.strip('/').replace('/', '.')} as {argument}."
    for name in _PAGES:
        if name in given and given[name].schema.get("type") == "string":
            return f"Next page: pass {MARK} as {name}."
        if name in given:
            return f"Next page: raise {name} by 1."
    for name in _OFFSETS:
        if name in given and given[name].schema.get("type") in ("integer", "number"):
            by = f"raise {name} by {size.name}" if size is not None else f"raise {name}"
            return f"Next page: {by}."
    last = next((name for name in _LAST_IDS if name in given), "")
    return f"Next page: pass the id of the last one as {last}." if last == "starting_after" else ""
