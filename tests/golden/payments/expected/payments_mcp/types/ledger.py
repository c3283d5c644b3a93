"""Arguments of the tools in ../tools/ledger.py."""

from typing import Literal, NotRequired, TypedDict


class ListLedgerEntries(TypedDict):
    filter_account_id: NotRequired[str]
    filter_type: NotRequired[Literal["debit", "credit"]]
    filter_booked_from: NotRequired[str]
    filter_booked_to: NotRequired[str]
    limit: NotRequired[int]
    starting_after: NotRequired[str]


class CreateLedgerEntry(TypedDict):
    account_id: str
    type: Literal["debit", "credit"]
    amount_value: int
    amount_currency: str
    text: str


class OpenSettlementAccount(TypedDict):
    currency: str
    label: str
    bank_account_iban: str
    bank_account_holder_name: str
    payout_interval: NotRequired[Literal["daily", "weekly", "monthly"]]


class OpenReserveAccount(TypedDict):
    currency: str
    label: str
    share_percent: float
    held_for_days: NotRequired[int]


class OpenEscrowAccount(TypedDict):
    currency: str
    label: str
    beneficiary_name: str
    release_on: str
