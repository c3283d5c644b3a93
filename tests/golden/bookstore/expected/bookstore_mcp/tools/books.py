"""Tools for books."""

from ..runtime.api import Api, Reply
from ..runtime.bodies import body_check
from ..runtime.files import file
from ..runtime.multipart import multipart
from ..runtime.tool import tool
from ..runtime.wire import body, clearable, comma, each, integer
from ..types.books import (
    CreateBook,
    DeleteBook,
    GetBook,
    ListBooks,
    SearchBooks,
    UpdateBook,
    UploadCover,
)


@tool(
    string_ids=["/data/*/id", "/data/*/authorIds/*"], items="/data", next_page=("/next", "cursor")
)
async def list_books(args: ListBooks, api: Api) -> Reply:
    """List books: GET /books."""
    return await api.get(
        "/books",
        query={
            "genre": args.get("genre"),
            "tag": args.get("tag"),
            "format": comma(args.get("format")),
            "authorId": integer(args.get("author_id")),
            "publishedSince": args.get("published_since"),
            "inStock": args.get("in_stock"),
            "maxPrice": args.get("max_price"),
            "sort": args.get("sort"),
            "limit": args.get("limit"),
            "cursor": args.get("cursor"),
        },
    )


@tool(string_ids=["/id", "/authorIds/*"])
async def create_book(args: CreateBook, api: Api) -> Reply:
    """Create book: POST /books."""
    return await api.post(
        "/books",
        json=body(
            {
                "title": args["title"],
                "subtitle": args.get("subtitle"),
                "isbn": args["isbn"],
                "authorIds": each(integer, args["author_ids"]),
                "genre": args["genre"],
                "format": args["format"],
                "price": {"amount": args["price_amount"], "currency": args["price_currency"]},
                "blurb": args.get("blurb"),
                "tags": args.get("tags"),
                "publishedOn": args.get("published_on"),
            }
        ),
    )


@tool(string_ids=["/data/*/bookId"], items="/data")
async def search_books(args: SearchBooks, api: Api) -> Reply:
    """Search books: POST /books/search."""
    return await api.post(
        "/books/search",
        json=body(
            {
                "text": args["text"],
                "in": args.get("in"),
                "genres": args.get("genres"),
                "published": {"from": args.get("published_from"), "to": args.get("published_to")},
                "limit": args.get("limit"),
            }
        ),
    )


@tool(string_ids=["/id", "/authorIds/*"], not_found="Check book_id with list_books.")
async def get_book(args: GetBook, api: Api) -> Reply:
    """Get book: GET /books/{bookId}."""
    return await api.get(
        "/books/{bookId}",
        path={"bookId": integer(args["book_id"])},
        headers={"Accept-Language": api.context.locale},
    )


@tool(
    string_ids=["/id", "/authorIds/*"],
    not_found="Check book_id with list_books.",
    together=[["price_amount", "price_currency"]],
    check_body=body_check,
)
async def update_book(args: UpdateBook, api: Api) -> Reply:
    """Update book: PATCH /books/{bookId}."""
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
                "blurb": clearable(args, "blurb"),
                "publishedOn": clearable(args, "published_on"),
            }
        ),
    )


@tool(confirm="Deleted book {book_id}.", not_found="Check book_id with list_books.")
async def delete_book(args: DeleteBook, api: Api) -> Reply:
    """Delete book: DELETE /books/{bookId}."""
    return await api.delete("/books/{bookId}", path={"bookId": integer(args["book_id"])})


@tool(confirm="Uploaded cover (book_id {book_id}).", not_found="Check book_id with list_books.")
async def upload_cover(args: UploadCover, api: Api) -> Reply:
    """Upload cover: PUT /books/{bookId}/cover."""
    return await api.put(
        "/books/{bookId}/cover",
        path={"bookId": integer(args["book_id"])},
        content=multipart(
            body(
                {
                    "image": file(args["image"], api, "image/jpeg, image/png"),
                    "altText": args.get("alt_text"),
                }
            )
        ),
    )
