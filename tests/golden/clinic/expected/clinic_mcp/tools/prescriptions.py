"""Tools for prescriptions."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import body, integer
from ..types.prescriptions import CreatePrescription, ListPrescriptions, RenewPrescription


@tool(string_ids=["/*/practitionerId"], items="", not_found="Check patient_id with list_patients.")
async def list_prescriptions(args: ListPrescriptions, api: Api) -> Reply:
    """List prescriptions: GET /patients/{patientId}/prescriptions."""
    return await api.get(
        "/patients/{patientId}/prescriptions",
        path={"patientId": args["patient_id"]},
        query={"onlyValid": args.get("only_valid")},
    )


@tool(string_ids=["/practitionerId"], not_found="Check patient_id with list_patients.")
async def create_prescription(args: CreatePrescription, api: Api) -> Reply:
    """Create prescription: POST /patients/{patientId}/prescriptions."""
    return await api.post(
        "/patients/{patientId}/prescriptions",
        path={"patientId": args["patient_id"]},
        json=body(
            {
                "medicine": args["medicine"],
                "dose": {"amount": args["dose_amount"], "unit": args["dose_unit"]},
                "timesPerDay": args.get("times_per_day"),
                "refills": args["refills"],
                "instructions": args.get("instructions"),
                "practitionerId": integer(args["practitioner_id"]),
            }
        ),
    )


@tool(string_ids=["/practitionerId"], not_found="Check prescription_id with list_prescriptions.")
async def renew_prescription(args: RenewPrescription, api: Api) -> Reply:
    """Renew prescription: POST /prescriptions/{prescriptionId}/renew."""
    return await api.post(
        "/prescriptions/{prescriptionId}/renew", path={"prescriptionId": args["prescription_id"]}
    )
