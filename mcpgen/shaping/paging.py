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
_LAST_IDS = ("starting_after", "after_id", "after")


def paging_sentence(draft: Draft) -> str:
    """`Gives 20 at a time, up to 100 with limit. For more, pass next as cursor.`; '' where all comes at once."""
    if draft.result is None or (draft.result.items is None and draft.result.next is None):
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
        return f"For more, pass {pointer.strip('/').replace('/', '.')} as {argument}."
    for name in _PAGES:
        if name in given and given[name].schema.get("type") == "string":
            return f"For more, pass the answer's mark of the next page as {name}."
        if name in given:
            return f"For more, ask for the next {name}."
    for name in _OFFSETS:
        if name in given and given[name].schema.get("type") in ("integer", "number"):
            by = f"raise {name} by {size.name}" if size is not None else f"raise {name}"
            return f"For more, {by}."
    last = next((name for name in _LAST_IDS if name in given), "")
    return f"For more, pass the id of the last one as {last}." if last == "starting_after" else ""
