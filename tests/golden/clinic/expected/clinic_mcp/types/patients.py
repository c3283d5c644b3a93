"""Arguments of the tools in ../tools/patients.py."""

from typing import Literal, NotRequired, TypedDict


class ListPatients(TypedDict):
    family_name: NotRequired[str]
    born_on: NotRequired[str]
    limit: NotRequired[int]
    cursor: NotRequired[str]


class RegisterPatient(TypedDict):
    given_name: str
    family_name: str
    birth_date: str
    sex: NotRequired[Literal["female", "male", "other", "unknown"]]
    language: NotRequired[str]
    contact_email: NotRequired[str]
    contact_phone: NotRequired[str]
    contact_preferred: NotRequired[Literal["email", "phone", "letter"]]
    allergies: NotRequired[list[str]]
    guardian_id: NotRequired[str]


class GetPatient(TypedDict):
    patient_id: str


class UpdatePatient(TypedDict):
    patient_id: str
    family_name: NotRequired[str]
    sex: NotRequired[Literal["female", "male", "other", "unknown"]]
    contact_email: NotRequired[str]
    contact_phone: NotRequired[str]
    contact_preferred: NotRequired[Literal["email", "phone", "letter"]]
    allergies: NotRequired[list[str]]
    guardian_id: NotRequired[str]
    clear_fields: NotRequired[list[Literal["guardian_id"]]]


SearchRecords = TypedDict(
    "SearchRecords",
    {
        "text": str,
        "in": NotRequired[list[Literal["patients", "appointments", "prescriptions", "labResults"]]],
        "between": NotRequired[list[str]],
        "limit": NotRequired[int],
    },
)
