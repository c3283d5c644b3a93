"""Arguments of the tools in ../tools/authors.py."""

from typing import NotRequired, TypedDict


class ListAuthors(TypedDict):
    name: NotRequired[str]
    limit: NotRequired[int]
    cursor: NotRequired[str]
