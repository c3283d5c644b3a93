"""Tools for inventory."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import Json, body, each, integer
from ..types.inventory import GetStockReport, ImportStock, ImportStockCount


def _import_stock_count(count: ImportStockCount) -> Json:
    return body(
        {
            "bookId": integer(count["book_id"]),
            "onHand": count["on_hand"],
            "condition": count.get("condition"),
        }
    )


@tool(string_ids=["/unknownBookIds/*"])
async def import_stock(args: ImportStock, api: Api) -> Reply:
    """Import stock: POST /inventory/import."""
    return await api.post(
        "/inventory/import",
        json=body(
            {
                "warehouse": args["warehouse"],
                "countedAt": args["counted_at"],
                "counts": each(_import_stock_count, args["counts"]),
            }
        ),
        auth=[["warehouseKey"]],
    )


@tool()
async def get_stock_report(args: GetStockReport, api: Api) -> Reply:
    """Get stock report: GET /inventory/report."""
    return await api.get(
        "/inventory/report",
        query={"warehouse": args["warehouse"], "below": args.get("below")},
        accept="text/csv",
    )
