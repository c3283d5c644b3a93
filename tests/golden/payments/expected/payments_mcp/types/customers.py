"""Arguments of the tools in ../tools/customers.py."""

from typing import Literal, NotRequired, TypedDict


class CreateCustomerAttributes(TypedDict):
    source: NotRequired[Literal["website", "shop", "phone", "import"]]
    birthday: NotRequired[str]


class CreateCustomer(TypedDict):
    name: str
    email: NotRequired[str]
    phone: NotRequired[str]
    shipping_recipient: NotRequired[str]
    address_line1: NotRequired[str]
    address_line2: NotRequired[str]
    address_postal_code: NotRequired[str]
    address_city: NotRequired[str]
    address_region: NotRequired[str]
    address_country: NotRequired[str]
    attributes: NotRequired[CreateCustomerAttributes]


class ListCustomerPayments(TypedDict):
    customer_id: str
    limit: NotRequired[int]
    starting_after: NotRequired[str]
