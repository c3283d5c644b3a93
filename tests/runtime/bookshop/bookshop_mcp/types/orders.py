"""Arguments of the tools for orders."""

from typing import NotRequired, TypedDict


class CreateOrderLine(TypedDict):
    book_id: str
    quantity: int
    gift_message: NotRequired[str]


class CreateOrderLabel(TypedDict):
    key: str
    value: str


class CreateOrder(TypedDict):
    lines: list[CreateOrderLine]
    customer_id: NotRequired[str]
    email: NotRequired[str]
    address_street: NotRequired[str]
    address_city: NotRequired[str]
    address_country: NotRequired[str]
    labels: NotRequired[list[CreateOrderLabel]]
