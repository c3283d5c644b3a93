"""Tools for callbacks."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import body, comma, deep
from ..types.callbacks import RequestCallback


@tool(confirm="A callback to {phone} is requested.")
async def request_callback(args: RequestCallback, api: Api) -> Reply:
    """Request a callback: POST /callbacks."""
    return await api.post(
        "/callbacks",
        form=body(
            {
                "phone": args["phone"],
                "topic": args.get("topics"),
                "days": comma(args.get("days")),
                "between": deep({"from": args.get("from_hour"), "to": args.get("to_hour")}),
                "urgent": args.get("urgent"),
            }
        ),
        accept="",
        auth=[["tillKey"]],
    )
