"""Arguments of the tools in ../tools/prescriptions.py."""

from typing import Literal, NotRequired, TypedDict


class ListPrescriptions(TypedDict):
    patient_id: str
    only_valid: NotRequired[bool]


class CreatePrescription(TypedDict):
    patient_id: str
    medicine: str
    dose_amount: float
    dose_unit: Literal["mg", "ml", "tablet", "drop", "puff"]
    refills: int
    practitioner_id: str
    times_per_day: NotRequired[int]
    instructions: NotRequired[str]


class RenewPrescription(TypedDict):
    prescription_id: str
