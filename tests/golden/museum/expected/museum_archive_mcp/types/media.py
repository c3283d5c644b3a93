"""Arguments of the tools in ../tools/media.py."""

from typing import NotRequired, TypedDict


class AddPaper(TypedDict):
    object_id: str
    title: str
    scan: str
    pages: NotRequired[list[str]]
    seal: NotRequired[str]
    public: NotRequired[bool]
    keywords: NotRequired[list[str]]
    origin_house: NotRequired[str]
    origin_year: NotRequired[int]


class SetPicture(TypedDict):
    object_id: str
    image: str


class SetModel(TypedDict):
    object_id: str
    file: NotRequired[str]


class SetLabel(TypedDict):
    object_id: str
    text: str
