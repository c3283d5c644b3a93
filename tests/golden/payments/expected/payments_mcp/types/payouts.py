"""Arguments of the tools in ../tools/payouts.py."""

from typing import Literal, NotRequired, TypedDict


class CreateBankPayout(TypedDict):
    amount_value: int
    amount_currency: str
    iban: str
    holder_name: str
    purpose_code: Literal["1", "2", "3", "9"]
    message: NotRequired[str]


class CreateMobilePayout(TypedDict):
    amount_value: int
    amount_currency: str
    phone: str
    purpose_code: Literal["1", "2", "3", "9"]
    notify: NotRequired[bool]


class GetPayout(TypedDict):
    payout_id: str


ListSettlements = TypedDict("ListSettlements", {"from": str, "to": NotRequired[str]})
