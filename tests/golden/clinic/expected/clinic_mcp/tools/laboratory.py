"""Tools for laboratory."""

from ..runtime.api import Api, Reply
from ..runtime.bodies import body_check
from ..runtime.tool import tool
from ..runtime.wire import NULL, body, pairs
from ..types.laboratory import (
    GetLabResult,
    ListLabResults,
    RecordCultureLabResult,
    RecordFindingLabResult,
    RecordMeasurementLabResult,
)


@tool(
    items="/data", next_page=("/next", "cursor"), not_found="Check patient_id with list_patients."
)
async def list_lab_results(args: ListLabResults, api: Api) -> Reply:
    """List lab results: GET /patients/{patientId}/lab-results."""
    return await api.get(
        "/patients/{patientId}/lab-results",
        path={"patientId": args["patient_id"]},
        query={"kind": args.get("kind"), "limit": args.get("limit"), "cursor": args.get("cursor")},
    )


@tool(check_body=body_check)
async def record_measurement_lab_result(args: RecordMeasurementLabResult, api: Api) -> Reply:
    """Record measurement lab result: POST /lab-results."""
    return await api.post(
        "/lab-results",
        json=body(
            {
                "patientId": args["patient_id"],
                "test": args["test"],
                "takenAt": args["taken_at"],
                "kind": "measurement",
                "value": {"amount": args["value_amount"], "unit": args["value_unit"]},
                "range": args.get("range"),
            }
        ),
        auth=[["analyserKey"]],
    )


@tool(check_body=body_check)
async def record_finding_lab_result(args: RecordFindingLabResult, api: Api) -> Reply:
    """Record finding lab result: POST /lab-results."""
    return await api.post(
        "/lab-results",
        json=body(
            {
                "patientId": args["patient_id"],
                "test": args["test"],
                "takenAt": args["taken_at"],
                "kind": "finding",
                "outcome": args["outcome"],
            }
        ),
        auth=[["analyserKey"]],
    )


@tool(check_body=body_check)
async def record_culture_lab_result(args: RecordCultureLabResult, api: Api) -> Reply:
    """Record culture lab result: POST /lab-results."""
    return await api.post(
        "/lab-results",
        json=body(
            {
                "patientId": args["patient_id"],
                "test": args["test"],
                "takenAt": args["taken_at"],
                "kind": "culture",
                "organism": args.get("organism", NULL),
                "sensitivities": pairs(args.get("sensitivities")),
            }
        ),
        auth=[["analyserKey"]],
    )


@tool(not_found="Check lab_result_id with list_lab_results.")
async def get_lab_result(args: GetLabResult, api: Api) -> Reply:
    """Get lab result: GET /lab-results/{labResultId}."""
    return await api.get("/lab-results/{labResultId}", path={"labResultId": args["lab_result_id"]})
