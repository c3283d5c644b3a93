"""Arguments of the tools in ../tools/inventory.py."""

from typing import Literal, NotRequired, TypedDict


class ImportStockCount(TypedDict):
    book_id: str
    on_hand: int
    condition: NotRequired[Literal["new", "shelfWorn", "damaged"]]


class ImportStock(TypedDict):
    warehouse: Literal["porto", "lisbon", "madrid"]
    counted_at: str
    counts: list[ImportStockCount]


class GetStockReport(TypedDict):
    warehouse: Literal["porto", "lisbon", "madrid"]
    below: NotRequired[int]
