"""Tools for vehicles."""

from ..runtime.api import Api, Reply
from ..runtime.bodies import body_check
from ..runtime.files import file
from ..runtime.multipart import multipart
from ..runtime.tool import tool
from ..runtime.wire import body, clearable, comma, each, integer, pairs
from ..types.vehicles import (
    AttachTrailer,
    GetVehicle,
    ListChargingStations,
    ListVehicles,
    RegisterTrailerVehicle,
    RegisterTruckVehicle,
    RegisterVanVehicle,
    RetireVehicle,
    UpdateVehicle,
    UploadVehicleDocument,
)


@tool(string_ids=["/**/id", "/**/depotId", "/**/driverId"], items="/vehicles")
async def list_vehicles(args: ListVehicles, api: Api) -> Reply:
    """List vehicles: GET /vehicles."""
    return await api.get(
        "/vehicles",
        query={
            "status": comma(args.get("status")),
            "depotId": each(integer, args.get("depot_id")),
            "plate": args.get("plate"),
            "page": args.get("page"),
            "perPage": args.get("per_page"),
        },
    )


@tool(string_ids=["/**/id", "/**/depotId", "/**/driverId"])
async def register_van_vehicle(args: RegisterVanVehicle, api: Api) -> Reply:
    """Register van vehicle: POST /vehicles."""
    return await api.post(
        "/vehicles",
        json=body(
            {
                "kind": "Van",
                "plate": args["plate"],
                "vin": args.get("vin"),
                "depotId": integer(args["depot_id"]),
                "driverId": integer(args.get("driver_id")),
                "note": args.get("note"),
                "tags": pairs(args.get("tags")),
                "cargoVolumeM3": args["cargo_volume_m3"],
                "fuel": args["fuel"],
            }
        ),
    )


@tool(string_ids=["/**/id", "/**/depotId", "/**/driverId"])
async def register_truck_vehicle(args: RegisterTruckVehicle, api: Api) -> Reply:
    """Register truck vehicle: POST /vehicles."""
    return await api.post(
        "/vehicles",
        json=body(
            {
                "kind": "Truck",
                "plate": args["plate"],
                "vin": args.get("vin"),
                "depotId": integer(args["depot_id"]),
                "driverId": integer(args.get("driver_id")),
                "note": args.get("note"),
                "tags": pairs(args.get("tags")),
                "axles": args["axles"],
                "maxPayloadKg": args["max_payload_kg"],
            }
        ),
    )


@tool(string_ids=["/**/id", "/**/depotId", "/**/driverId"])
async def register_trailer_vehicle(args: RegisterTrailerVehicle, api: Api) -> Reply:
    """Register trailer vehicle: POST /vehicles."""
    return await api.post(
        "/vehicles",
        json=body(
            {
                "kind": "Trailer",
                "plate": args["plate"],
                "vin": args.get("vin"),
                "depotId": integer(args["depot_id"]),
                "driverId": integer(args.get("driver_id")),
                "note": args.get("note"),
                "tags": pairs(args.get("tags")),
                "maxLoadKg": args["max_load_kg"],
                "cooled": args.get("cooled"),
            }
        ),
    )


@tool(
    string_ids=["/**/id", "/**/depotId", "/**/driverId"],
    not_found="Check vehicle_id with list_vehicles.",
)
async def get_vehicle(args: GetVehicle, api: Api) -> Reply:
    """Get vehicle: GET /vehicles/{vehicleId}."""
    return await api.get("/vehicles/{vehicleId}", path={"vehicleId": integer(args["vehicle_id"])})


@tool(
    string_ids=["/**/id", "/**/depotId", "/**/driverId"],
    not_found="Check vehicle_id with list_vehicles.",
    check_body=body_check,
)
async def update_vehicle(args: UpdateVehicle, api: Api) -> Reply:
    """Update vehicle: PATCH /vehicles/{vehicleId}."""
    return await api.patch(
        "/vehicles/{vehicleId}",
        path={"vehicleId": integer(args["vehicle_id"])},
        json=body(
            {
                "plate": args.get("plate"),
                "depotId": integer(args.get("depot_id")),
                "driverId": integer(clearable(args, "driver_id")),
                "status": args.get("status"),
                "note": clearable(args, "note"),
            }
        ),
        media_type="application/merge-patch+json",
        auth=[["staff"]],
    )


@tool(confirm="Retired vehicle {vehicle_id}.", not_found="Check vehicle_id with list_vehicles.")
async def retire_vehicle(args: RetireVehicle, api: Api) -> Reply:
    """Retire vehicle: DELETE /vehicles/{vehicleId}."""
    return await api.delete(
        "/vehicles/{vehicleId}", path={"vehicleId": integer(args["vehicle_id"])}, auth=[["staff"]]
    )


@tool(
    string_ids=["/**/id", "/**/depotId", "/**/driverId"],
    not_found="Check vehicle_id with list_vehicles.",
)
async def attach_trailer(args: AttachTrailer, api: Api) -> Reply:
    """Attach trailer: PUT /vehicles/{vehicleId}/trailer."""
    return await api.put(
        "/vehicles/{vehicleId}/trailer",
        path={"vehicleId": integer(args["vehicle_id"])},
        json=body({"trailerId": integer(args["trailer_id"]), "coupledAt": args.get("coupled_at")}),
        auth=[["staff"]],
    )


@tool(string_ids=["/id"], not_found="Check vehicle_id with list_vehicles.")
async def upload_vehicle_document(args: UploadVehicleDocument, api: Api) -> Reply:
    """Upload vehicle document: POST /vehicles/{vehicleId}/documents."""
    return await api.post(
        "/vehicles/{vehicleId}/documents",
        path={"vehicleId": integer(args["vehicle_id"])},
        content=multipart(
            body(
                {
                    "file": file(args["file"], api),
                    "type": args["type"],
                    "validUntil": args.get("valid_until"),
                }
            )
        ),
        auth=[["staff"]],
    )


@tool(items="/stations")
async def list_charging_stations(args: ListChargingStations, api: Api) -> Reply:
    """List charging stations: GET /charging-stations."""
    return await api.get(
        "/charging-stations",
        query={
            "latitude": args["latitude"],
            "longitude": args["longitude"],
            "radiusKm": args.get("radius_km"),
            "plugs": comma(args.get("plugs")),
        },
        auth=[],
    )
