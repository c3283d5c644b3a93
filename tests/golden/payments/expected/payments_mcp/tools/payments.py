"""Tools for payments."""

from ..runtime.api import Api, Reply
from ..runtime.bodies import body_check
from ..runtime.tool import tool
from ..runtime.wire import Json, body, clearable, each, fresh_uuid, integer, keep, pairs, pipe, rest
from ..types.payments import (
    CancelPayment,
    CapturePayment,
    CreateBankTransferPayment,
    CreateCardPayment,
    CreateWalletPayment,
    GetPayment,
    ListPayments,
    RefundPayment,
    SearchPayments,
    SearchPaymentsFilterAndItem,
    SearchPaymentsFilterOrItem,
    UpdatePayment,
)


def _search_payments_filter_and_item(item: SearchPaymentsFilterAndItem) -> Json:
    return rest(
        item,
        {"field": item.get("field"), "operator": item.get("operator"), "value": item.get("value")},
        read=("field", "operator", "value"),
    )


def _search_payments_filter_or_item(item: SearchPaymentsFilterOrItem) -> Json:
    return rest(
        item,
        {"field": item.get("field"), "operator": item.get("operator"), "value": item.get("value")},
        read=("field", "operator", "value"),
    )


@tool(string_ids=["/payments/*/customerId"], items="/payments")
async def list_payments(args: ListPayments, api: Api) -> Reply:
    """List payments: GET /payments."""
    return await api.get(
        "/payments",
        query={
            "created[gte]": args.get("created_gte"),
            "created[lt]": args.get("created_lt"),
            "amount[gte]": args.get("amount_gte"),
            "currencies": pipe(args.get("currencies")),
            "status": args.get("status"),
            "action": args.get("action"),
            "limit": args.get("limit"),
            "startingAfter": args.get("starting_after"),
        },
    )


@tool(string_ids=["/customerId"])
async def create_card_payment(args: CreateCardPayment, api: Api) -> Reply:
    """Create card payment: POST /payments."""
    return await api.post(
        "/payments",
        headers={"Idempotency-Key": fresh_uuid()},
        json=body(
            {
                "amount": {"value": args["amount_value"], "currency": args["amount_currency"]},
                "method": {
                    "type": "card",
                    "cardToken": args["method_card_token"],
                    "capture": args.get("method_capture"),
                    "instalments": args.get("method_instalments"),
                },
                "customerId": integer(args.get("customer_id")),
                "reference": args.get("reference"),
                "metadata": pairs(args.get("metadata")),
            }
        ),
    )


@tool(string_ids=["/customerId"])
async def create_bank_transfer_payment(args: CreateBankTransferPayment, api: Api) -> Reply:
    """Create bank transfer payment: POST /payments."""
    return await api.post(
        "/payments",
        headers={"Idempotency-Key": fresh_uuid()},
        json=body(
            {
                "amount": {"value": args["amount_value"], "currency": args["amount_currency"]},
                "method": {
                    "type": "bankTransfer",
                    "holderName": args["method_holder_name"],
                    "country": args["method_country"],
                    "expiresInDays": args.get("method_expires_in_days"),
                },
                "customerId": integer(args.get("customer_id")),
                "reference": args.get("reference"),
                "metadata": pairs(args.get("metadata")),
            }
        ),
    )


@tool(string_ids=["/customerId"])
async def create_wallet_payment(args: CreateWalletPayment, api: Api) -> Reply:
    """Create wallet payment: POST /payments."""
    return await api.post(
        "/payments",
        headers={"Idempotency-Key": fresh_uuid()},
        json=body(
            {
                "amount": {"value": args["amount_value"], "currency": args["amount_currency"]},
                "method": {
                    "type": "wallet",
                    "provider": args["method_provider"],
                    "returnUrl": args["method_return_url"],
                },
                "customerId": integer(args.get("customer_id")),
                "reference": args.get("reference"),
                "metadata": pairs(args.get("metadata")),
            }
        ),
    )


@tool(string_ids=["/payments/*/customerId"], items="/payments", check_body=body_check)
async def search_payments(args: SearchPayments, api: Api) -> Reply:
    """Search payments: POST /payments/search."""
    return await api.post(
        "/payments/search",
        json=body(
            {
                "filter": keep(
                    {
                        "field": args.get("filter_field"),
                        "operator": args.get("filter_operator"),
                        "value": args.get("filter_value"),
                        "and": each(_search_payments_filter_and_item, args.get("filter_and")),
                        "or": each(_search_payments_filter_or_item, args.get("filter_or")),
                    }
                ),
                "limit": args.get("limit"),
            }
        ),
    )


@tool(string_ids=["/customerId"], not_found="Check payment_id with list_payments.")
async def get_payment(args: GetPayment, api: Api) -> Reply:
    """Get payment: GET /payments/{paymentId}."""
    return await api.get("/payments/{paymentId}", path={"paymentId": args["payment_id"]})


@tool(
    string_ids=["/customerId"],
    not_found="Check payment_id with list_payments.",
    together=[["ship_to_line1", "ship_to_city", "ship_to_country"]],
)
async def update_payment(args: UpdatePayment, api: Api) -> Reply:
    """Update payment: PATCH /payments/{paymentId}."""
    return await api.patch(
        "/payments/{paymentId}",
        path={"paymentId": args["payment_id"]},
        json=body(
            {
                "reference": clearable(args, "reference"),
                "receiptEmail": clearable(args, "receipt_email"),
                "customerId": integer(clearable(args, "customer_id")),
                "shipTo": {
                    "line1": args.get("ship_to_line1"),
                    "city": args.get("ship_to_city"),
                    "country": args.get("ship_to_country"),
                },
                "metadata": pairs(args.get("metadata")),
            }
        ),
    )


@tool(string_ids=["/customerId"], not_found="Check payment_id with list_payments.")
async def capture_payment(args: CapturePayment, api: Api) -> Reply:
    """Capture payment: POST /payments/{paymentId}/actions."""
    return await api.post(
        "/payments/{paymentId}/actions",
        path={"paymentId": args["payment_id"]},
        headers={"Idempotency-Key": fresh_uuid()},
        json=body(
            {"action": "capture", "amount": args.get("amount"), "reason": args.get("reason")}
        ),
    )


@tool(string_ids=["/customerId"], not_found="Check payment_id with list_payments.")
async def cancel_payment(args: CancelPayment, api: Api) -> Reply:
    """Cancel payment: POST /payments/{paymentId}/actions."""
    return await api.post(
        "/payments/{paymentId}/actions",
        path={"paymentId": args["payment_id"]},
        headers={"Idempotency-Key": fresh_uuid()},
        json=body({"action": "cancel", "amount": args.get("amount"), "reason": args.get("reason")}),
    )


@tool(string_ids=["/customerId"], not_found="Check payment_id with list_payments.")
async def refund_payment(args: RefundPayment, api: Api) -> Reply:
    """Refund payment: POST /payments/{paymentId}/actions."""
    return await api.post(
        "/payments/{paymentId}/actions",
        path={"paymentId": args["payment_id"]},
        headers={"Idempotency-Key": fresh_uuid()},
        json=body({"action": "refund", "amount": args.get("amount"), "reason": args.get("reason")}),
    )
