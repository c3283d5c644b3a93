"""Tools for patients."""

from ..runtime.api import Api, Reply
from ..runtime.bodies import body_check
from ..runtime.tool import tool
from ..runtime.wire import body, clearable
from ..types.patients import GetPatient, ListPatients, RegisterPatient, SearchRecords, UpdatePatient


@tool(string_ids=["/**/id", "/**/practitionerId"], items="/data", next_page=("/next", "cursor"))
async def list_patients(args: ListPatients, api: Api) -> Reply:
    """List patients: GET /patients."""
    return await api.get(
        "/patients",
        query={
            "familyName": args.get("family_name"),
            "bornOn": args.get("born_on"),
            "limit": args.get("limit"),
            "cursor": args.get("cursor"),
        },
    )


@tool(string_ids=["/**/id", "/**/practitionerId"])
async def register_patient(args: RegisterPatient, api: Api) -> Reply:
    """Register patient: POST /patients."""
    return await api.post(
        "/patients",
        json=body(
            {
                "givenName": args["given_name"],
                "familyName": args["family_name"],
                "birthDate": args["birth_date"],
                "sex": args.get("sex"),
                "language": args.get("language"),
                "contact": {
                    "email": args.get("contact_email"),
                    "phone": args.get("contact_phone"),
                    "preferred": args.get("contact_preferred"),
                },
                "allergies": args.get("allergies"),
                "guardianId": args.get("guardian_id"),
            }
        ),
    )


@tool(string_ids=["/**/id", "/**/practitionerId"], not_found="Check patient_id with list_patients.")
async def get_patient(args: GetPatient, api: Api) -> Reply:
    """Get patient: GET /patients/{patientId}."""
    return await api.get("/patients/{patientId}", path={"patientId": args["patient_id"]})


@tool(
    string_ids=["/**/id", "/**/practitionerId"],
    not_found="Check patient_id with list_patients.",
    check_body=body_check,
)
async def update_patient(args: UpdatePatient, api: Api) -> Reply:
    """Update patient: PATCH /patients/{patientId}."""
    return await api.patch(
        "/patients/{patientId}",
        path={"patientId": args["patient_id"]},
        json=body(
            {
                "familyName": args.get("family_name"),
                "sex": args.get("sex"),
                "contact": {
                    "email": args.get("contact_email"),
                    "phone": args.get("contact_phone"),
                    "preferred": args.get("contact_preferred"),
                },
                "allergies": args.get("allergies"),
                "guardianId": clearable(args, "guardian_id"),
            }
        ),
    )


@tool(items="", check_body=body_check)
async def search_records(args: SearchRecords, api: Api) -> Reply:
    """Search records: POST /search."""
    return await api.post(
        "/search",
        json=body(
            {
                "text": args["text"],
                "in": args.get("in"),
                "between": args.get("between"),
                "limit": args.get("limit"),
            }
        ),
    )
