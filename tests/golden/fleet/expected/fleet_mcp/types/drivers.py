"""Arguments of the tools in ../tools/drivers.py."""

from typing import Literal, NotRequired, TypedDict


class ListDrivers(TypedDict):
    licences: NotRequired[list[Literal["B", "BE", "C1", "C", "CE"]]]
    on_duty: NotRequired[bool]
    page: NotRequired[int]
    per_page: NotRequired[int]


class AddDriverEmergencyContact(TypedDict):
    key: str
    value: str


class AddDriver(TypedDict):
    name: str
    phone: str
    licences: list[Literal["B", "BE", "C1", "C", "CE"]]
    depot_id: str
    emergency_contacts: NotRequired[list[AddDriverEmergencyContact]]


class SendDriverMessage(TypedDict):
    driver_id: str
    text: str
    channel: NotRequired[list[Literal["app", "sms", "cab"]]]
    urgent: NotRequired[bool]
