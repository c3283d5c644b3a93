"""Tools for organisation."""

from ..runtime.api import Api, Reply
from ..runtime.tool import tool
from ..runtime.wire import integer
from ..types.organisation import ExportFuelReport, GetOrganisation


@tool(string_ids=["/**/id"])
async def get_organisation(args: GetOrganisation, api: Api) -> Reply:
    """Get organisation: GET /organisation."""
    return await api.get("/organisation")


@tool()
async def export_fuel_report(args: ExportFuelReport, api: Api) -> Reply:
    """Export fuel report: GET /reports/fuel."""
    return await api.get(
        "/reports/fuel",
        query={"depotId": integer(args["depot_id"]), "month": args["month"]},
        accept="text/csv",
        auth=[["accounting"], ["staff"]],
    )
