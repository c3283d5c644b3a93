"""Arguments of the tools in ../tools/vehicles.py."""

from typing import Literal, NotRequired, TypedDict


class ListVehicles(TypedDict):
    status: NotRequired[list[Literal["available", "driving", "workshop", "retired"]]]
    depot_id: NotRequired[list[str]]
    plate: NotRequired[str]
    page: NotRequired[int]
    per_page: NotRequired[int]


class RegisterVanVehicleTag(TypedDict):
    key: str
    value: str


class RegisterVanVehicle(TypedDict):
    plate: str
    depot_id: str
    cargo_volume_m3: float
    fuel: Literal["diesel", "electric", "hydrogen"]
    vin: NotRequired[str]
    driver_id: NotRequired[str]
    note: NotRequired[str]
    tags: NotRequired[list[RegisterVanVehicleTag]]


class RegisterTruckVehicleTag(TypedDict):
    key: str
    value: str


class RegisterTruckVehicle(TypedDict):
    plate: str
    depot_id: str
    axles: int
    max_payload_kg: int
    vin: NotRequired[str]
    driver_id: NotRequired[str]
    note: NotRequired[str]
    tags: NotRequired[list[RegisterTruckVehicleTag]]


class RegisterTrailerVehicleTag(TypedDict):
    key: str
    value: str


class RegisterTrailerVehicle(TypedDict):
    plate: str
    depot_id: str
    max_load_kg: int
    vin: NotRequired[str]
    driver_id: NotRequired[str]
    note: NotRequired[str]
    tags: NotRequired[list[RegisterTrailerVehicleTag]]
    cooled: NotRequired[bool]


class GetVehicle(TypedDict):
    vehicle_id: str


class UpdateVehicle(TypedDict):
    vehicle_id: str
    plate: NotRequired[str]
    depot_id: NotRequired[str]
    driver_id: NotRequired[str]
    status: NotRequired[Literal["available", "workshop"]]
    note: NotRequired[str]
    clear_fields: NotRequired[list[Literal["driver_id", "note"]]]


class RetireVehicle(TypedDict):
    vehicle_id: str


class AttachTrailer(TypedDict):
    vehicle_id: str
    trailer_id: str
    coupled_at: NotRequired[str]


class UploadVehicleDocument(TypedDict):
    vehicle_id: str
    file: str
    type: Literal["registration", "insurance", "inspection", "lease"]
    valid_until: NotRequired[str]


class ListChargingStations(TypedDict):
    latitude: float
    longitude: float
    radius_km: NotRequired[float]
    plugs: NotRequired[list[Literal["type2", "ccs", "mcs"]]]
