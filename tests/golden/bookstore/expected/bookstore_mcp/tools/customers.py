"""Tools for customers."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import integer
from ..types.customers import ListCustomerOrders, ListCustomers


@tool(string_ids=["/data/*/id"], items="/data", next_page=("/next", "cursor"))
async def list_customers(args: ListCustomers, api: Api) -> Reply:
    """List customers: GET /customers."""
    return await api.get(
        "/customers",
        query={
            "email": args.get("email"),
            "limit": args.get("limit"),
            "cursor": args.get("cursor"),
        },
    )


@tool(
    string_ids=["/data/*/id", "/data/*/customerId", "/data/*/lines/*/bookId"],
    items="/data",
    secrets=["/data/*/giftMessage"],
    not_found="Check customer_id with list_customers.",
)
async def list_customer_orders(args: ListCustomerOrders, api: Api) -> Reply:
    """List customer orders: GET /customers/{customerId}/orders."""
    return await api.get(
        "/customers/{customerId}/orders", path={"customerId": integer(args["customer_id"])}
    )
