"""Tools for objects."""

from ..runtime.api import Api, Reply
from ..runtime.bodies import body_check
from ..runtime.tool import tool
from ..runtime.wire import (
    Json,
    as_json,
    body,
    clearable,
    comma,
    deep,
    each,
    extra,
    optional_body,
    pairs,
    parsed,
    pipe,
)
from ..types.objects import (
    ApplyChanges,
    ApplyChangesOperation,
    CreateObject,
    DeleteObject,
    SearchObjects,
    UpdateObject,
)


def _apply_changes_operation(operation: ApplyChangesOperation) -> Json:
    return body(
        {
            "op": operation["op"],
            "path": operation["path"],
            "value": parsed(operation.get("value")),
            "from": operation.get("from"),
        }
    )


@tool()
async def create_object(args: CreateObject, api: Api) -> Reply:
    """Create object: POST /objects."""
    return await api.post(
        "/objects",
        json=body(
            {"title": args["title"], "materials": args.get("materials"), "room": args.get("room")}
        ),
        media_type="application/vnd.museum.object+json;version=2",
    )


@tool(items="")
async def search_objects(args: SearchObjects, api: Api) -> Reply:
    """Search objects: QUERY /objects."""
    return await api.request(
        "QUERY",
        "/objects",
        form=body(
            {
                "text": args.get("text"),
                "materials": pipe(args.get("materials")),
                "rooms": comma(args.get("rooms")),
                "period": deep({"from": args.get("period_from"), "to": args.get("period_to")}),
                "near": as_json({"lat": args.get("near_lat"), "lon": args.get("near_lon")}),
            }
        ),
    )


@tool(
    confirm="Updated object {object_id}.",
    not_found="Check object_id with search_objects.",
    check_body=body_check,
)
async def update_object(args: UpdateObject, api: Api) -> Reply:
    """Update object: PATCH /objects/{objectId}."""
    return await api.patch(
        "/objects/{objectId}",
        path={"objectId": args["object_id"]},
        json=body(
            extra(
                {"title": args.get("title"), "room": clearable(args, "room")},
                pairs(args.get("extra_fields")),
            )
        ),
        media_type="application/merge-patch+json",
    )


@tool(confirm="Deleted object {object_id}.", not_found="Check object_id with search_objects.")
async def delete_object(args: DeleteObject, api: Api) -> Reply:
    """Delete object: DELETE /objects/{objectId}."""
    return await api.delete(
        "/objects/{objectId}",
        path={"objectId": args["object_id"]},
        json=optional_body({"reason": args.get("reason")}),
    )


@tool(
    confirm="Applied changes (object_id {object_id}).",
    not_found="Check object_id with search_objects.",
    check_body=body_check,
)
async def apply_changes(args: ApplyChanges, api: Api) -> Reply:
    """Apply changes: POST /objects/{objectId}/changes."""
    return await api.post(
        "/objects/{objectId}/changes",
        path={"objectId": args["object_id"]},
        json=each(_apply_changes_operation, args["operations"]),
        media_type="application/json-patch+json",
    )
