"""Tools for reviews."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import body, integer
from ..types.reviews import CreateReview, ListReviews, ReplaceReview


@tool(
    string_ids=["/data/*/customerId"],
    items="/data",
    next_page=("/next", "cursor"),
    not_found="Check book_id with list_books.",
)
async def list_reviews(args: ListReviews, api: Api) -> Reply:
    """List reviews: GET /books/{bookId}/reviews."""
    return await api.get(
        "/books/{bookId}/reviews",
        path={"bookId": integer(args["book_id"])},
        query={
            "minRating": args.get("min_rating"),
            "limit": args.get("limit"),
            "cursor": args.get("cursor"),
        },
        auth=[],
    )


@tool(string_ids=["/customerId"], not_found="Check book_id with list_books.")
async def create_review(args: CreateReview, api: Api) -> Reply:
    """Create review: POST /books/{bookId}/reviews."""
    return await api.post(
        "/books/{bookId}/reviews",
        path={"bookId": integer(args["book_id"])},
        json=body(
            {
                "customerId": integer(args["customer_id"]),
                "rating": args["rating"],
                "text": args.get("text"),
            }
        ),
    )


@tool(string_ids=["/customerId"], not_found="Check review_id with list_reviews.")
async def replace_review(args: ReplaceReview, api: Api) -> Reply:
    """Replace review: PUT /reviews/{reviewId}."""
    return await api.put(
        "/reviews/{reviewId}",
        path={"reviewId": args["review_id"]},
        json=body(
            {
                "customerId": integer(args["customer_id"]),
                "rating": args["rating"],
                "text": args.get("text"),
            }
        ),
    )
