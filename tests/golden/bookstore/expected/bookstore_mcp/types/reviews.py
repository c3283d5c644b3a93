"""Arguments of the tools in ../tools/reviews.py."""

from typing import NotRequired, TypedDict


class ListReviews(TypedDict):
    book_id: str
    min_rating: NotRequired[int]
    limit: NotRequired[int]
    cursor: NotRequired[str]


class CreateReview(TypedDict):
    book_id: str
    customer_id: str
    rating: int
    text: NotRequired[str]


class ReplaceReview(TypedDict):
    review_id: str
    customer_id: str
    rating: int
    text: NotRequired[str]
