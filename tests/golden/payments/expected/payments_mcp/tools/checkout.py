"""Tools for checkout."""

from ..runtime.api import Api, Reply
from ..runtime.bodies import body_check
from ..runtime.tool import tool
from ..runtime.wire import Json, body, comma, each, fresh_uuid, integer, keyed, pairs
from ..types.checkout import (
    CreateCheckout,
    CreateCheckoutField,
    CreateCheckoutLine,
    CreatePaymentLink,
)


def _create_checkout_line(line: CreateCheckoutLine) -> Json:
    return body(
        {
            "name": line["name"],
            "sku": line.get("sku"),
            "quantity": line["quantity"],
            "price": {"value": line["price_value"], "currency": line["price_currency"]},
            "tax": {
                "ratePercent": line.get("tax_rate_percent"),
                "included": line.get("tax_included"),
            },
            "categoryCode": line.get("category_code"),
        }
    )


def _create_checkout_field(field: CreateCheckoutField) -> Json:
    return body({"label": field["label"], "type": field["type"], "required": field.get("required")})


@tool(
    together=[["cost_value", "cost_currency"], ["window_from", "window_to"]],
    needs=[
        (
            [
                "delivery_method",
                "cost_value",
                "cost_currency",
                "recipient_name",
                "recipient_phone",
                "address_line1",
                "address_line2",
                "address_postal_code",
                "address_city",
                "address_region",
                "address_country",
                "window_from",
                "window_to",
            ],
            [
                "delivery_method",
                "recipient_name",
                "address_line1",
                "address_postal_code",
                "address_city",
                "address_country",
            ],
        )
    ],
    check_body=body_check,
)
async def create_checkout(args: CreateCheckout, api: Api) -> Reply:
    """Create checkout: POST /checkouts."""
    return await api.post(
        "/checkouts",
        headers={"Idempotency-Key": fresh_uuid()},
        json=body(
            {
                "lines": each(_create_checkout_line, args["lines"]),
                "returnUrl": args["return_url"],
                "customerId": integer(args.get("customer_id")),
                "language": args.get("language"),
                "delivery": {
                    "method": args.get("delivery_method"),
                    "cost": {
                        "value": args.get("cost_value"),
                        "currency": args.get("cost_currency"),
                    },
                    "destination": {
                        "recipient": {
                            "name": args.get("recipient_name"),
                            "phone": args.get("recipient_phone"),
                            "address": {
                                "line1": args.get("address_line1"),
                                "line2": args.get("address_line2"),
                                "postalCode": args.get("address_postal_code"),
                                "city": args.get("address_city"),
                                "region": args.get("address_region"),
                                "country": args.get("address_country"),
                            },
                        },
                        "window": {"from": args.get("window_from"), "to": args.get("window_to")},
                    },
                },
                "fields": keyed(args.get("fields"), _create_checkout_field),
                "labels": pairs(args.get("labels")),
            }
        ),
    )


@tool()
async def create_payment_link(args: CreatePaymentLink, api: Api) -> Reply:
    """Create payment link: POST /payment-links."""
    return await api.post(
        "/payment-links",
        form=body(
            {
                "amount": args["amount"],
                "currency": args["currency"],
                "title": args["title"],
                "methods": comma(args.get("methods")),
                "maxUses": args.get("max_uses"),
            }
        ),
    )
