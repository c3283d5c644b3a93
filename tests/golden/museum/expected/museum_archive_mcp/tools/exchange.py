"""Tools for exchange."""

from ..runtime.api import Api, Reply
from ..runtime.encoding import json_lines
from ..runtime.tool import tool
from ..runtime.wire import Json, body, each
from ..runtime.xml import Element, xml
from ..types.exchange import (
    ImportInventory,
    ImportVisits,
    ImportVisitsItem,
    RequestLoan,
    RequestLoanItem,
)

_LOAN_XML = Element(
    name="loan",
    namespace="urn:example:loans",
    fields={
        "number": Element(kind="attribute"),
        "lender": Element(
            prefix="h",
            namespace="urn:example:houses",
            fields={
                "country": Element(kind="attribute"),
                "name": Element(prefix="h", namespace="urn:example:houses"),
            },
        ),
        "items": Element(
            wrapped=True,
            items=Element(name="item", fields={"inventory": Element(name="inv", kind="attribute")}),
        ),
    },
)


def _import_visits_item(item: ImportVisitsItem) -> Json:
    return body({"room": item["room"], "at": item["at"]})


def _request_loan_item(item: RequestLoanItem) -> Json:
    return body({"inventory": item["inventory"], "remark": item.get("remark")})


@tool(confirm="Imported visits.")
async def import_visits(args: ImportVisits, api: Api) -> Reply:
    """Import visits: POST /imports/visits."""
    return await api.post(
        "/imports/visits",
        content=json_lines(each(_import_visits_item, args["items"]), "application/jsonl"),
    )


@tool(confirm="Imported inventory.")
async def import_inventory(args: ImportInventory, api: Api) -> Reply:
    """Import inventory: POST /imports/inventory."""
    return await api.post("/imports/inventory", text=args["text"], media_type="text/csv")


@tool()
async def request_loan(args: RequestLoan, api: Api) -> Reply:
    """Request loan: POST /loans."""
    return await api.post(
        "/loans",
        content=xml(
            body(
                {
                    "number": args["number"],
                    "lender": {"country": args.get("lender_country"), "name": args["lender_name"]},
                    "items": each(_request_loan_item, args["items"]),
                    "purposes": args.get("purposes"),
                    "until": args.get("until"),
                }
            ),
            _LOAN_XML,
        ),
    )
