"""Tools for orders."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import Json, body, each, fresh_uuid, integer, optional_body, pairs
from ..types.orders import (
    CancelOrder,
    CreateOrder,
    CreateOrderLine,
    GetOrder,
    ListOrders,
    SendReceipt,
    ShipOrder,
)


def _create_order_line(line: CreateOrderLine) -> Json:
    return body(
        {
            "bookId": integer(line["book_id"]),
            "quantity": line["quantity"],
            "giftWrap": line.get("gift_wrap"),
        }
    )


@tool(
    string_ids=["/data/*/id", "/data/*/customerId", "/data/*/lines/*/bookId"],
    items="/data",
    next_page=("/next", "cursor"),
    secrets=["/data/*/giftMessage"],
)
async def list_orders(args: ListOrders, api: Api) -> Reply:
    """List orders: GET /orders."""
    return await api.get(
        "/orders",
        query={
            "customerId": integer(args.get("customer_id")),
            "status": args.get("status"),
            "placedAfter": args.get("placed_after"),
            "limit": args.get("limit"),
            "cursor": args.get("cursor"),
        },
    )


@tool(string_ids=["/id", "/customerId", "/lines/*/bookId"], secrets=["/giftMessage"])
async def create_order(args: CreateOrder, api: Api) -> Reply:
    """Create order: POST /orders."""
    return await api.post(
        "/orders",
        headers={"Idempotency-Key": fresh_uuid()},
        json=body(
            {
                "customerId": integer(args["customer_id"]),
                "lines": each(_create_order_line, args["lines"]),
                "shippingAddress": {
                    "name": args["shipping_address_name"],
                    "street": args["shipping_address_street"],
                    "city": args["shipping_address_city"],
                    "postalCode": args["shipping_address_postal_code"],
                    "country": args["shipping_address_country"],
                },
                "delivery": args.get("delivery"),
                "giftMessage": args.get("gift_message"),
                "metadata": pairs(args.get("metadata")),
            }
        ),
    )


@tool(
    string_ids=["/id", "/customerId", "/lines/*/bookId"],
    secrets=["/giftMessage"],
    not_found="Check order_id with list_orders.",
)
async def get_order(args: GetOrder, api: Api) -> Reply:
    """Get order: GET /orders/{orderId}."""
    return await api.get("/orders/{orderId}", path={"orderId": integer(args["order_id"])})


@tool(
    string_ids=["/id", "/customerId", "/lines/*/bookId"],
    secrets=["/giftMessage"],
    not_found="Check order_id with list_orders.",
)
async def cancel_order(args: CancelOrder, api: Api) -> Reply:
    """Cancel order: POST /orders/{orderId}/cancel."""
    return await api.post(
        "/orders/{orderId}/cancel",
        path={"orderId": integer(args["order_id"])},
        json=optional_body({"reason": args.get("reason"), "note": args.get("note")}),
    )


@tool(
    string_ids=["/id", "/customerId", "/lines/*/bookId"],
    secrets=["/giftMessage"],
    not_found="Check order_id with list_orders.",
)
async def ship_order(args: ShipOrder, api: Api) -> Reply:
    """Ship order: POST /orders/{orderId}/ship."""
    return await api.post(
        "/orders/{orderId}/ship",
        path={"orderId": integer(args["order_id"])},
        json=body(
            {
                "carrier": args["carrier"],
                "trackingCode": args["tracking_code"],
                "weightGrams": args.get("weight_grams"),
            }
        ),
    )


@tool(not_found="Check order_id with list_orders.")
async def send_receipt(args: SendReceipt, api: Api) -> Reply:
    """Send receipt: POST /orders/{orderId}/receipt."""
    return await api.post(
        "/orders/{orderId}/receipt",
        path={"orderId": integer(args["order_id"])},
        json=optional_body({"email": args.get("email"), "copyToShop": args.get("copy_to_shop")}),
    )
