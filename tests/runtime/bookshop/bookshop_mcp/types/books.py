"""Arguments of the tools for books."""

from typing import Literal, NotRequired, TypedDict


class ListBooks(TypedDict):
    genre: NotRequired[Literal["crime", "poetry", "travel"]]
    tags: NotRequired[list[str]]
    formats: NotRequired[list[Literal["paperback", "ebook"]]]
    author_id: NotRequired[str]
    in_stock: NotRequired[bool]
    price_from: NotRequired[float]
    price_to: NotRequired[float]
    limit: NotRequired[int]
    cursor: NotRequired[str]


class GetBook(TypedDict):
    book_id: str


class UpdateBook(TypedDict):
    book_id: str
    title: NotRequired[str]
    subtitle: NotRequired[str]
    price_amount: NotRequired[float]
    price_currency: NotRequired[str]
    clear_fields: NotRequired[list[Literal["subtitle"]]]


class DeleteBook(TypedDict):
    book_id: str
