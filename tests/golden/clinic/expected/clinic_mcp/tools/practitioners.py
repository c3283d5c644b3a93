"""Tools for practitioners."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import integer
from ..types.practitioners import ListFreeSlots, ListPractitioners


@tool(string_ids=["/*/id"], items="")
async def list_practitioners(args: ListPractitioners, api: Api) -> Reply:
    """List practitioners: GET /practitioners."""
    return await api.get(
        "/practitioners",
        query={
            "specialty": args.get("specialty"),
            "acceptsNewPatients": args.get("accepts_new_patients"),
        },
    )


@tool(string_ids=["/practitionerId"], not_found="Check practitioner_id with list_practitioners.")
async def list_free_slots(args: ListFreeSlots, api: Api) -> Reply:
    """List free slots: GET /practitioners/{practitionerId}/free-slots."""
    return await api.get(
        "/practitioners/{practitionerId}/free-slots",
        path={"practitionerId": integer(args["practitioner_id"])},
        query={"from": args["from"], "days": args.get("days")},
    )
