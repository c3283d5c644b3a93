"""Arguments of the tools in ../tools/disputes.py."""

from typing import Literal, NotRequired, TypedDict


class ListDisputes(TypedDict):
    reason_code: NotRequired[Literal["10", "20", "30", "40"]]
    open: NotRequired[bool]
    limit: NotRequired[int]


class SubmitEvidence(TypedDict):
    dispute_id: str
    statement: str
    carrier: NotRequired[str]
    tracking_code: NotRequired[str]
    delivered_at: NotRequired[str]
