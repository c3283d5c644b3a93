"""Arguments of the tools in ../tools/customers.py."""

from typing import NotRequired, TypedDict


class ListCustomers(TypedDict):
    email: NotRequired[str]
    limit: NotRequired[int]
    cursor: NotRequired[str]


class ListCustomerOrders(TypedDict):
    customer_id: str
