"""Tools for orders."""

from ..runtime.api import Api, Reply
from ..runtime.bodies import body_check
from ..runtime.tool import tool
from ..runtime.wire import Json, body, each, fresh_uuid, integer, pairs
from ..types.orders import CreateOrder, CreateOrderLine


@tool(
    string_ids=["/id", "/lines/*/bookId"],
    needs=[(["address_city", "address_street"], ["address_country"])],
    one_of=[[["customer_id"], ["email"]]],
    check_body=body_check,
)
async def create_order(args: CreateOrder, api: Api) -> Reply:
    """Create an order: POST /orders."""
    return await api.post(
        "/orders",
        headers={"Idempotency-Key": fresh_uuid()},
        json=body(
            {
                "customer": {
                    "id": integer(args.get("customer_id")),
                    "email": args.get("email"),
                },
                "lines": each(_create_order_line, args["lines"]),
                "address": {
                    "street": args.get("address_street"),
                    "city": args.get("address_city"),
                    "country": args.get("address_country"),
                },
                "labels": pairs(args.get("labels")),
                "channel": "assistant",
            }
        ),
    )


def _create_order_line(line: CreateOrderLine) -> Json:
    return {
        "bookId": integer(line["book_id"]),
        "quantity": line["quantity"],
        "gift": {"message": line.get("gift_message")},
    }
