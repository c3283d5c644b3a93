"""Tools for payouts."""

from ..runtime.api import Api, Reply
from ..runtime.bodies import body_check
from ..runtime.tool import tool
from ..runtime.wire import body, fresh_uuid, integer
from ..types.payouts import CreateBankPayout, CreateMobilePayout, GetPayout, ListSettlements


@tool(string_ids=["/id"], check_body=body_check)
async def create_bank_payout(args: CreateBankPayout, api: Api) -> Reply:
    """Create bank payout: POST /payouts."""
    return await api.post(
        "/payouts",
        headers={"Idempotency-Key": fresh_uuid()},
        json=body(
            {
                "amount": {"value": args["amount_value"], "currency": args["amount_currency"]},
                "iban": args["iban"],
                "holderName": args["holder_name"],
                "purposeCode": integer(args["purpose_code"]),
                "message": args.get("message"),
            }
        ),
    )


@tool(string_ids=["/id"], check_body=body_check)
async def create_mobile_payout(args: CreateMobilePayout, api: Api) -> Reply:
    """Create mobile payout: POST /payouts."""
    return await api.post(
        "/payouts",
        headers={"Idempotency-Key": fresh_uuid()},
        json=body(
            {
                "amount": {"value": args["amount_value"], "currency": args["amount_currency"]},
                "phone": args["phone"],
                "purposeCode": integer(args["purpose_code"]),
                "notify": args.get("notify"),
            }
        ),
    )


@tool(string_ids=["/id"], not_found="Check payout_id.")
async def get_payout(args: GetPayout, api: Api) -> Reply:
    """Get payout: GET /payouts/{payoutId}."""
    return await api.get("/payouts/{payoutId}", path={"payoutId": integer(args["payout_id"])})


@tool(items="/settlements")
async def list_settlements(args: ListSettlements, api: Api) -> Reply:
    """List settlements: GET /settlements."""
    return await api.get(
        "/settlements",
        query={"from": args["from"], "to": args.get("to")},
        auth=[["accountingLogin"]],
    )
