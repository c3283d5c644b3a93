"""Arguments of the tools in ../tools/checkout.py."""

from typing import Literal, NotRequired, TypedDict


class CreateCheckoutLine(TypedDict):
    name: str
    sku: NotRequired[str]
    quantity: int
    price_value: int
    price_currency: str
    tax_rate_percent: NotRequired[float]
    tax_included: NotRequired[bool]
    category_code: NotRequired[str]


class CreateCheckoutField(TypedDict):
    key: str
    label: str
    type: Literal["text", "number", "checkbox"]
    required: NotRequired[bool]


class CreateCheckoutLabel(TypedDict):
    key: str
    value: str


class CreateCheckout(TypedDict):
    lines: list[CreateCheckoutLine]
    return_url: str
    customer_id: NotRequired[str]
    language: NotRequired[str]
    delivery_method: NotRequired[Literal["post", "courier", "collect"]]
    cost_value: NotRequired[int]
    cost_currency: NotRequired[str]
    recipient_name: NotRequired[str]
    recipient_phone: NotRequired[str]
    address_line1: NotRequired[str]
    address_line2: NotRequired[str]
    address_postal_code: NotRequired[str]
    address_city: NotRequired[str]
    address_region: NotRequired[str]
    address_country: NotRequired[str]
    window_from: NotRequired[str]
    window_to: NotRequired[str]
    fields: NotRequired[list[CreateCheckoutField]]
    labels: NotRequired[list[CreateCheckoutLabel]]


class CreatePaymentLink(TypedDict):
    amount: int
    currency: str
    title: str
    methods: NotRequired[list[Literal["card", "bankTransfer", "wallet"]]]
    max_uses: NotRequired[int]
