"""Arguments of the tools in ../tools/trips.py."""

from typing import Literal, NotRequired, TypedDict

ListPositions = TypedDict(
    "ListPositions",
    {
        "vehicle_id": str,
        "from": str,
        "to": NotRequired[str],
        "signals": NotRequired[
            list[Literal["speed", "fuelLevel", "batteryLevel", "cargoTemperature"]]
        ],
    },
)


class ListTrips(TypedDict):
    vehicle_id: NotRequired[list[str]]
    labels: NotRequired[list[str]]
    started_since: NotRequired[str]
    page: NotRequired[int]
    per_page: NotRequired[int]


class GetTrip(TypedDict):
    trip_id: str


class RecordTelemetryReading(TypedDict):
    key: str
    value: float


class RecordTelemetry(TypedDict):
    vehicle_id: str
    position_recorded_at: str
    position_latitude: float
    position_longitude: float
    readings: list[RecordTelemetryReading]


class GetVehicleLocation(TypedDict):
    vehicle_id: str
