"""Tools for books."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import body, clearable, comma, deep, integer
from ..types.books import DeleteBook, GetBook, ListBooks, UpdateBook


@tool(
    string_ids=["/data/*/id", "/data/*/authorIds/*"],
    items="/data",
    next_page=("/next", "cursor"),
)
async def list_books(args: ListBooks, api: Api) -> Reply:
    """List books: GET /books."""
    return await api.get(
        "/books",
        query={
            "genre": args.get("genre"),
            "tag": args.get("tags"),
            "format": comma(args.get("formats")),
            "authorId": integer(args.get("author_id")),
            "inStock": args.get("in_stock"),
            "price": deep({"from": args.get("price_from"), "to": args.get("price_to")}),
            "limit": args.get("limit"),
            "cursor": args.get("cursor"),
        },
    )


@tool(
    string_ids=["/id", "/authorIds/*"],
    secrets=["/supplier/accessKey"],
    not_found="Check book_id with list_books.",
)
async def get_book(args: GetBook, api: Api) -> Reply:
    """Get a book: GET /books/{bookId}."""
    return await api.get(
        "/books/{bookId}",
        path={"bookId": integer(args["book_id"])},
        headers={"Accept-Language": api.context.locale},
    )


@tool(string_ids=["/id", "/authorIds/*"], not_found="Check book_id with list_books.")
async def update_book(args: UpdateBook, api: Api) -> Reply:
    """Update a book: PATCH /books/{bookId}."""
    return await api.patch(
        "/books/{bookId}",
        path={"bookId": integer(args["book_id"])},
        json=body(
            {
                "title": args.get("title"),
                "subtitle": clearable(args, "subtitle"),
                "price": {
                    "amount": args.get("price_amount"),
                    "currency": args.get("price_currency"),
                },
            }
        ),
        media_type="application/merge-patch+json",
    )


@tool(confirm="Deleted book {book_id}.", not_found="Check book_id with list_books.")
async def delete_book(args: DeleteBook, api: Api) -> Reply:
    """Delete a book: DELETE /books/{bookId}."""
    return await api.delete(
        "/books/{bookId}",
        path={"bookId": integer(args["book_id"])},
        accept="",
    )
