"""Arguments of the tools in ../tools/objects.py."""

from typing import Literal, NotRequired, TypedDict


class CreateObject(TypedDict):
    title: str
    materials: NotRequired[list[str]]
    room: NotRequired[int]


class SearchObjects(TypedDict):
    text: NotRequired[str]
    materials: NotRequired[list[str]]
    rooms: NotRequired[list[int]]
    period_from: NotRequired[int]
    period_to: NotRequired[int]
    near_lat: NotRequired[float]
    near_lon: NotRequired[float]


class UpdateObjectExtraField(TypedDict):
    key: str
    value: str


class UpdateObject(TypedDict):
    object_id: str
    title: NotRequired[str]
    room: NotRequired[int]
    extra_fields: NotRequired[list[UpdateObjectExtraField]]
    clear_fields: NotRequired[list[Literal["room"]]]


class DeleteObject(TypedDict):
    object_id: str
    reason: NotRequired[str]


ApplyChangesOperation = TypedDict(
    "ApplyChangesOperation",
    {
        "op": Literal["add", "remove", "replace", "move", "copy", "test"],
        "path": str,
        "value": NotRequired[str],
        "from": NotRequired[str],
    },
)


class ApplyChanges(TypedDict):
    object_id: str
    operations: list[ApplyChangesOperation]
