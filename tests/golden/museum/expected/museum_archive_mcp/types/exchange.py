"""Arguments of the tools in ../tools/exchange.py."""

from typing import NotRequired, TypedDict


class ImportVisitsItem(TypedDict):
    room: int
    at: str


class ImportVisits(TypedDict):
    items: list[ImportVisitsItem]


class ImportInventory(TypedDict):
    text: str


class RequestLoanItem(TypedDict):
    inventory: str
    remark: NotRequired[str]


class RequestLoan(TypedDict):
    number: str
    lender_name: str
    items: list[RequestLoanItem]
    lender_country: NotRequired[str]
    purposes: NotRequired[list[str]]
    until: NotRequired[str]
