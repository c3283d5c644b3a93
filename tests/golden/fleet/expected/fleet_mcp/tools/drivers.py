"""Tools for drivers."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import body, integer, pairs, pipe
from ..types.drivers import AddDriver, ListDrivers, SendDriverMessage


@tool(string_ids=["/drivers/*/id", "/drivers/*/depotId"], items="/drivers")
async def list_drivers(args: ListDrivers, api: Api) -> Reply:
    """List drivers: GET /drivers."""
    return await api.get(
        "/drivers",
        query={
            "licences": pipe(args.get("licences")),
            "onDuty": args.get("on_duty"),
            "page": args.get("page"),
            "perPage": args.get("per_page"),
        },
    )


@tool(string_ids=["/id", "/depotId"])
async def add_driver(args: AddDriver, api: Api) -> Reply:
    """Add driver: POST /drivers."""
    return await api.post(
        "/drivers",
        json=body(
            {
                "name": args["name"],
                "phone": args["phone"],
                "licences": args["licences"],
                "depotId": integer(args["depot_id"]),
                "emergencyContacts": pairs(args.get("emergency_contacts")),
            }
        ),
        auth=[["staff"]],
    )


@tool(string_ids=["/messageId"], not_found="Check driver_id with list_drivers.")
async def send_driver_message(args: SendDriverMessage, api: Api) -> Reply:
    """Send driver message: POST /drivers/{driverId}/messages."""
    return await api.post(
        "/drivers/{driverId}/messages",
        path={"driverId": integer(args["driver_id"])},
        form=body(
            {"text": args["text"], "channel": args.get("channel"), "urgent": args.get("urgent")}
        ),
        auth=[["staff"]],
    )
