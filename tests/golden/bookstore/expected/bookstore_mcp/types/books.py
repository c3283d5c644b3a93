"""Arguments of the tools in ../tools/books.py."""

from typing import Literal, NotRequired, TypedDict


class ListBooks(TypedDict):
    genre: NotRequired[
        Literal[
            "fiction", "crime", "fantasy", "poetry", "history", "science", "cookery", "children"
        ]
    ]
    tag: NotRequired[list[str]]
    format: NotRequired[list[Literal["hardcover", "paperback", "ebook", "audiobook"]]]
    author_id: NotRequired[str]
    published_since: NotRequired[str]
    in_stock: NotRequired[bool]
    max_price: NotRequired[float]
    sort: NotRequired[Literal["newest", "title", "price", "rating"]]
    limit: NotRequired[int]
    cursor: NotRequired[str]


class CreateBook(TypedDict):
    title: str
    isbn: str
    author_ids: list[str]
    genre: Literal[
        "fiction", "crime", "fantasy", "poetry", "history", "science", "cookery", "children"
    ]
    format: Literal["hardcover", "paperback", "ebook", "audiobook"]
    price_amount: float
    price_currency: Literal["EUR", "GBP", "USD"]
    subtitle: NotRequired[str]
    blurb: NotRequired[str]
    tags: NotRequired[list[str]]
    published_on: NotRequired[str]


SearchBooks = TypedDict(
    "SearchBooks",
    {
        "text": str,
        "in": NotRequired[list[Literal["title", "blurb", "author"]]],
        "genres": NotRequired[
            list[
                Literal[
                    "fiction",
                    "crime",
                    "fantasy",
                    "poetry",
                    "history",
                    "science",
                    "cookery",
                    "children",
                ]
            ]
        ],
        "published_from": NotRequired[str],
        "published_to": NotRequired[str],
        "limit": NotRequired[int],
    },
)


class GetBook(TypedDict):
    book_id: str


class UpdateBook(TypedDict):
    book_id: str
    title: NotRequired[str]
    subtitle: NotRequired[str]
    price_amount: NotRequired[float]
    price_currency: NotRequired[Literal["EUR", "GBP", "USD"]]
    blurb: NotRequired[str]
    published_on: NotRequired[str]
    clear_fields: NotRequired[list[Literal["subtitle", "blurb", "published_on"]]]


class DeleteBook(TypedDict):
    book_id: str


class UploadCover(TypedDict):
    book_id: str
    image: str
    alt_text: NotRequired[str]
