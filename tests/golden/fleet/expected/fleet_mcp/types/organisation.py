"""Arguments of the tools in ../tools/organisation.py."""

from typing import TypedDict


class GetOrganisation(TypedDict):
    pass


class ExportFuelReport(TypedDict):
    depot_id: str
    month: str
