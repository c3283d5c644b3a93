"""Tools for appointments."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import body, comma, integer, optional_body
from ..types.appointments import (
    BookAppointment,
    CancelAppointment,
    GetAppointment,
    ListAppointments,
    RescheduleAppointment,
)


@tool(string_ids=["/**/id", "/**/practitionerId"], items="/data", next_page=("/next", "cursor"))
async def list_appointments(args: ListAppointments, api: Api) -> Reply:
    """List appointments: GET /appointments."""
    return await api.get(
        "/appointments",
        query={
            "patientId": args.get("patient_id"),
            "practitionerId": integer(args.get("practitioner_id")),
            "day": args.get("day"),
            "status": comma(args.get("status")),
            "limit": args.get("limit"),
            "cursor": args.get("cursor"),
        },
    )


@tool(string_ids=["/**/id", "/**/practitionerId"])
async def book_appointment(args: BookAppointment, api: Api) -> Reply:
    """Book appointment: POST /appointments."""
    return await api.post(
        "/appointments",
        json=body(
            {
                "patientId": args["patient_id"],
                "practitionerId": integer(args["practitioner_id"]),
                "start": args["start"],
                "minutes": integer(args["minutes"]),
                "reason": args.get("reason"),
                "remote": args.get("remote"),
            }
        ),
    )


@tool(
    string_ids=["/**/id", "/**/practitionerId"],
    not_found="Check appointment_id with list_appointments.",
)
async def get_appointment(args: GetAppointment, api: Api) -> Reply:
    """Get appointment: GET /appointments/{appointmentId}."""
    return await api.get(
        "/appointments/{appointmentId}", path={"appointmentId": integer(args["appointment_id"])}
    )


@tool(
    string_ids=["/**/id", "/**/practitionerId"],
    not_found="Check appointment_id with list_appointments.",
)
async def reschedule_appointment(args: RescheduleAppointment, api: Api) -> Reply:
    """Reschedule appointment: PATCH /appointments/{appointmentId}."""
    return await api.patch(
        "/appointments/{appointmentId}",
        path={"appointmentId": integer(args["appointment_id"])},
        json=body({"start": args["start"], "practitionerId": integer(args.get("practitioner_id"))}),
    )


@tool(
    confirm="Cancelled appointment {appointment_id}.",
    not_found="Check appointment_id with list_appointments.",
)
async def cancel_appointment(args: CancelAppointment, api: Api) -> Reply:
    """Cancel appointment: POST /appointments/{appointmentId}/cancel."""
    return await api.post(
        "/appointments/{appointmentId}/cancel",
        path={"appointmentId": integer(args["appointment_id"])},
        json=optional_body({"calledOffBy": args.get("called_off_by"), "note": args.get("note")}),
    )
