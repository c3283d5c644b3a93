"""Arguments of the tools in ../tools/appointments.py."""

from typing import Literal, NotRequired, TypedDict


class ListAppointments(TypedDict):
    patient_id: NotRequired[str]
    practitioner_id: NotRequired[str]
    day: NotRequired[str]
    status: NotRequired[list[Literal["booked", "arrived", "done", "cancelled", "missed"]]]
    limit: NotRequired[int]
    cursor: NotRequired[str]


class BookAppointment(TypedDict):
    patient_id: str
    practitioner_id: str
    start: str
    minutes: Literal["15", "30", "60"]
    reason: NotRequired[str]
    remote: NotRequired[bool]


class GetAppointment(TypedDict):
    appointment_id: str


class RescheduleAppointment(TypedDict):
    appointment_id: str
    start: str
    practitioner_id: NotRequired[str]


class CancelAppointment(TypedDict):
    appointment_id: str
    called_off_by: NotRequired[Literal["patient", "clinic"]]
    note: NotRequired[str]
