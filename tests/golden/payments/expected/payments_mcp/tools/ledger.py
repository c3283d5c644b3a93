"""Tools for ledger."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import body, deep, fresh_uuid, integer
from ..types.ledger import (
    CreateLedgerEntry,
    ListLedgerEntries,
    OpenEscrowAccount,
    OpenReserveAccount,
    OpenSettlementAccount,
)


@tool(string_ids=["/entries/*/id", "/entries/*/accountId"], items="/entries")
async def list_ledger_entries(args: ListLedgerEntries, api: Api) -> Reply:
    """List ledger entries: GET /ledger/entries."""
    return await api.get(
        "/ledger/entries",
        query={
            "filter": deep(
                {
                    "accountId": integer(args.get("filter_account_id")),
                    "type": args.get("filter_type"),
                    "bookedFrom": args.get("filter_booked_from"),
                    "bookedTo": args.get("filter_booked_to"),
                }
            ),
            "limit": args.get("limit"),
            "startingAfter": args.get("starting_after"),
        },
    )


@tool(string_ids=["/id", "/accountId"])
async def create_ledger_entry(args: CreateLedgerEntry, api: Api) -> Reply:
    """Create ledger entry: POST /ledger/entries."""
    return await api.post(
        "/ledger/entries",
        headers={"Idempotency-Key": fresh_uuid()},
        json=body(
            {
                "accountId": integer(args["account_id"]),
                "type": args["type"],
                "amount": {"value": args["amount_value"], "currency": args["amount_currency"]},
                "text": args["text"],
            }
        ),
    )


@tool(string_ids=["/id"])
async def open_settlement_account(args: OpenSettlementAccount, api: Api) -> Reply:
    """Open settlement account: POST /accounts."""
    return await api.post(
        "/accounts",
        headers={"Idempotency-Key": fresh_uuid()},
        json=body(
            {
                "kind": "settlement",
                "currency": args["currency"],
                "label": args["label"],
                "bankAccount": {
                    "iban": args["bank_account_iban"],
                    "holderName": args["bank_account_holder_name"],
                },
                "payoutInterval": args.get("payout_interval"),
            }
        ),
    )


@tool(string_ids=["/id"])
async def open_reserve_account(args: OpenReserveAccount, api: Api) -> Reply:
    """Open reserve account: POST /accounts."""
    return await api.post(
        "/accounts",
        headers={"Idempotency-Key": fresh_uuid()},
        json=body(
            {
                "kind": "reserve",
                "currency": args["currency"],
                "label": args["label"],
                "sharePercent": args["share_percent"],
                "heldForDays": args.get("held_for_days"),
            }
        ),
    )


@tool(string_ids=["/id"])
async def open_escrow_account(args: OpenEscrowAccount, api: Api) -> Reply:
    """Open escrow account: POST /accounts."""
    return await api.post(
        "/accounts",
        headers={"Idempotency-Key": fresh_uuid()},
        json=body(
            {
                "kind": "escrow",
                "currency": args["currency"],
                "label": args["label"],
                "beneficiaryName": args["beneficiary_name"],
                "releaseOn": args["release_on"],
            }
        ),
    )
