"""Which module has the function of each tool; a module is imported when one of its tools is first called."""

MODULES = {
    "list_vehicles": "vehicles",
    "register_van_vehicle": "vehicles",
    "register_truck_vehicle": "vehicles",
    "register_trailer_vehicle": "vehicles",
    "get_vehicle": "vehicles",
    "update_vehicle": "vehicles",
    "retire_vehicle": "vehicles",
    "attach_trailer": "vehicles",
    "upload_vehicle_document": "vehicles",
    "list_positions": "trips",
    "list_drivers": "drivers",
    "add_driver": "drivers",
    "send_driver_message": "drivers",
    "list_trips": "trips",
    "get_trip": "trips",
    "record_telemetry": "trips",
    "get_organisation": "organisation",
    "export_fuel_report": "organisation",
    "list_charging_stations": "vehicles",
    "get_vehicle_location": "trips",
}
