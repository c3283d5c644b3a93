"""Tools for media."""

from ..runtime.api import Api, Reply
from ..runtime.files import binary, file, files
from ..runtime.multipart import multipart, part
from ..runtime.tool import tool
from ..runtime.wire import body, space
from ..types.media import AddPaper, SetLabel, SetModel, SetPicture


@tool(not_found="Check object_id with search_objects.")
async def add_paper(args: AddPaper, api: Api) -> Reply:
    """Add paper: POST /objects/{objectId}/papers."""
    return await api.post(
        "/objects/{objectId}/papers",
        path={"objectId": args["object_id"]},
        content=multipart(
            body(
                {
                    "title": args["title"],
                    "scan": part(
                        file(args["scan"], api, "application/pdf, image/tiff"),
                        headers={"X-Scan-Profile": "archive"},
                    ),
                    "pages": files(args.get("pages"), api, "image/png"),
                    "seal": file(args.get("seal"), api, "image/png", base64=True),
                    "public": args.get("public"),
                    "keywords": space(args.get("keywords")),
                    "origin": {"house": args.get("origin_house"), "year": args.get("origin_year")},
                }
            )
        ),
    )


@tool(
    confirm="Set picture (object_id {object_id}).", not_found="Check object_id with search_objects."
)
async def set_picture(args: SetPicture, api: Api) -> Reply:
    """Set picture: PUT /objects/{objectId}/picture."""
    return await api.put(
        "/objects/{objectId}/picture",
        path={"objectId": args["object_id"]},
        content=binary(file(args["image"], api, "image/png, image/jpeg")),
    )


@tool(
    confirm="Set model (object_id {object_id}).", not_found="Check object_id with search_objects."
)
async def set_model(args: SetModel, api: Api) -> Reply:
    """Set model: PUT /objects/{objectId}/model."""
    return await api.put(
        "/objects/{objectId}/model",
        path={"objectId": args["object_id"]},
        content=binary(file(args.get("file"), api, "application/octet-stream")),
    )


@tool(
    confirm="Set label (object_id {object_id}).", not_found="Check object_id with search_objects."
)
async def set_label(args: SetLabel, api: Api) -> Reply:
    """Set label: PUT /objects/{objectId}/label."""
    return await api.put(
        "/objects/{objectId}/label",
        path={"objectId": args["object_id"]},
        text=args["text"],
        media_type="text/plain; charset=iso-8859-1",
    )
