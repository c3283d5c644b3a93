"""Tools for trips."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import body, comma, each, integer, pairs, space, tabbed
from ..types.trips import GetTrip, GetVehicleLocation, ListPositions, ListTrips, RecordTelemetry


@tool(items="", not_found="Check vehicle_id with list_vehicles.")
async def list_positions(args: ListPositions, api: Api) -> Reply:
    """List positions: GET /vehicles/{vehicleId}/positions."""
    return await api.get(
        "/vehicles/{vehicleId}/positions",
        path={"vehicleId": integer(args["vehicle_id"])},
        query={"from": args["from"], "to": args.get("to"), "signals": space(args.get("signals"))},
    )


@tool(string_ids=["/trips/*/id", "/trips/*/vehicleId", "/trips/*/driverId"], items="/trips")
async def list_trips(args: ListTrips, api: Api) -> Reply:
    """List trips: GET /trips."""
    return await api.get(
        "/trips",
        query={
            "vehicleId": comma(each(integer, args.get("vehicle_id"))),
            "labels": tabbed(args.get("labels")),
            "startedSince": args.get("started_since"),
            "page": args.get("page"),
            "perPage": args.get("per_page"),
        },
    )


@tool(string_ids=["/id", "/vehicleId", "/driverId"], not_found="Check trip_id with list_trips.")
async def get_trip(args: GetTrip, api: Api) -> Reply:
    """Get trip: GET /trips/{tripId}."""
    return await api.get("/trips/{tripId}", path={"tripId": integer(args["trip_id"])})


@tool(confirm="Recorded telemetry.")
async def record_telemetry(args: RecordTelemetry, api: Api) -> Reply:
    """Record telemetry: POST /telemetry."""
    return await api.post(
        "/telemetry",
        json=body(
            {
                "vehicleId": integer(args["vehicle_id"]),
                "position": {
                    "recordedAt": args["position_recorded_at"],
                    "latitude": args["position_latitude"],
                    "longitude": args["position_longitude"],
                },
                "readings": pairs(args["readings"]),
            }
        ),
        auth=[["boxKey"]],
    )


@tool(not_found="Check vehicle_id with list_vehicles.")
async def get_vehicle_location(args: GetVehicleLocation, api: Api) -> Reply:
    """Get vehicle location: GET /vehicles/{vehicleId}/location."""
    return await api.get(
        "/vehicles/{vehicleId}/location", path={"vehicleId": integer(args["vehicle_id"])}
    )
