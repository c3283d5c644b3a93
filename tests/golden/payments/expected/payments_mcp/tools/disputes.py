"""Tools for disputes."""

from ..runtime.api import Api, Reply
from ..runtime.bodies import body_check
from ..runtime.tool import tool
from ..runtime.wire import body, integer
from ..types.disputes import ListDisputes, SubmitEvidence


@tool(string_ids=["/disputes/*/id"], items="/disputes")
async def list_disputes(args: ListDisputes, api: Api) -> Reply:
    """List disputes: GET /disputes."""
    return await api.get(
        "/disputes",
        query={
            "reasonCode": integer(args.get("reason_code")),
            "open": args.get("open"),
            "limit": args.get("limit"),
        },
    )


@tool(string_ids=["/id"], not_found="Check dispute_id with list_disputes.", check_body=body_check)
async def submit_evidence(args: SubmitEvidence, api: Api) -> Reply:
    """Submit evidence: POST /disputes/{disputeId}/evidence."""
    return await api.post(
        "/disputes/{disputeId}/evidence",
        path={"disputeId": integer(args["dispute_id"])},
        json=body(
            {
                "statement": args["statement"],
                "carrier": args.get("carrier"),
                "trackingCode": args.get("tracking_code"),
                "deliveredAt": args.get("delivered_at"),
            }
        ),
    )
