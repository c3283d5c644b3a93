"""Tools for authors."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..types.authors import ListAuthors


@tool(string_ids=["/data/*/id"], items="/data", next_page=("/next", "cursor"))
async def list_authors(args: ListAuthors, api: Api) -> Reply:
    """List authors: GET /authors."""
    return await api.get(
        "/authors",
        query={"name": args.get("name"), "limit": args.get("limit"), "cursor": args.get("cursor")},
    )
