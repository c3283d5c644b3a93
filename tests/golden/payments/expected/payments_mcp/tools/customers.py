"""Tools for customers."""

from ..runtime.api import Api, Reply
from ..runtime.bodies import body_check
from ..runtime.tool import tool
from ..runtime.wire import Json, body, integer, rest, shape
from ..types.customers import CreateCustomer, CreateCustomerAttributes, ListCustomerPayments


def _create_customer_attributes(attributes: CreateCustomerAttributes) -> Json:
    return rest(
        attributes,
        {"source": attributes.get("source"), "birthday": attributes.get("birthday")},
        read=("source", "birthday"),
    )


@tool(
    string_ids=["/id"],
    needs=[
        (
            [
                "shipping_recipient",
                "address_line1",
                "address_line2",
                "address_postal_code",
                "address_city",
                "address_region",
                "address_country",
            ],
            [
                "shipping_recipient",
                "address_line1",
                "address_postal_code",
                "address_city",
                "address_country",
            ],
        )
    ],
    any_of=[[["email"], ["phone"]]],
    check_body=body_check,
)
async def create_customer(args: CreateCustomer, api: Api) -> Reply:
    """Create customer: POST /customers."""
    return await api.post(
        "/customers",
        json=body(
            {
                "name": args["name"],
                "email": args.get("email"),
                "phone": args.get("phone"),
                "shipping": {
                    "recipient": args.get("shipping_recipient"),
                    "address": {
                        "line1": args.get("address_line1"),
                        "line2": args.get("address_line2"),
                        "postalCode": args.get("address_postal_code"),
                        "city": args.get("address_city"),
                        "region": args.get("address_region"),
                        "country": args.get("address_country"),
                    },
                },
                "attributes": shape(_create_customer_attributes, args.get("attributes")),
            }
        ),
    )


@tool(
    string_ids=["/payments/*/customerId"],
    items="/payments",
    not_found="Check customer_id with create_customer.",
)
async def list_customer_payments(args: ListCustomerPayments, api: Api) -> Reply:
    """List customer payments: GET /customers/{customerId}/payments."""
    return await api.get(
        "/customers/{customerId}/payments",
        path={"customerId": integer(args["customer_id"])},
        query={"limit": args.get("limit"), "startingAfter": args.get("starting_after")},
    )
