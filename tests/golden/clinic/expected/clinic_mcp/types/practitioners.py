"""Arguments of the tools in ../tools/practitioners.py."""

from typing import Literal, NotRequired, TypedDict


class ListPractitioners(TypedDict):
    specialty: NotRequired[
        Literal["generalPractice", "cardiology", "dermatology", "paediatrics", "physiotherapy"]
    ]
    accepts_new_patients: NotRequired[bool]


ListFreeSlots = TypedDict(
    "ListFreeSlots", {"practitioner_id": str, "from": str, "days": NotRequired[int]}
)
