"""Arguments of the tools in ../tools/orders.py."""

from typing import Literal, NotRequired, TypedDict


class ListOrders(TypedDict):
    customer_id: NotRequired[str]
    status: NotRequired[Literal["placed", "paid", "shipped", "delivered", "cancelled"]]
    placed_after: NotRequired[str]
    limit: NotRequired[int]
    cursor: NotRequired[str]


class CreateOrderLine(TypedDict):
    book_id: str
    quantity: int
    gift_wrap: NotRequired[bool]


class CreateOrderMetadataItem(TypedDict):
    key: str
    value: str


class CreateOrder(TypedDict):
    customer_id: str
    lines: list[CreateOrderLine]
    shipping_address_name: str
    shipping_address_street: str
    shipping_address_city: str
    shipping_address_postal_code: str
    shipping_address_country: str
    delivery: NotRequired[Literal["standard", "express", "pickup"]]
    gift_message: NotRequired[str]
    metadata: NotRequired[list[CreateOrderMetadataItem]]


class GetOrder(TypedDict):
    order_id: str


class CancelOrder(TypedDict):
    order_id: str
    reason: NotRequired[Literal["changedMind", "foundElsewhere", "tooSlow", "other"]]
    note: NotRequired[str]


class ShipOrder(TypedDict):
    order_id: str
    carrier: str
    tracking_code: str
    weight_grams: NotRequired[int]


class SendReceipt(TypedDict):
    order_id: str
    email: NotRequired[str]
    copy_to_shop: NotRequired[bool]
