"""Arguments of the tools for callbacks."""

from typing import Literal, NotRequired, TypedDict


class RequestCallback(TypedDict):
    phone: str
    topics: NotRequired[list[str]]
    days: NotRequired[list[Literal["mon", "tue", "wed"]]]
    from_hour: NotRequired[int]
    to_hour: NotRequired[int]
    urgent: NotRequired[bool]
