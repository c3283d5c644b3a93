"""Arguments of the tools in ../tools/laboratory.py."""

from typing import Literal, NotRequired, TypedDict


class ListLabResults(TypedDict):
    patient_id: str
    kind: NotRequired[Literal["measurement", "finding", "culture", "panel"]]
    limit: NotRequired[int]
    cursor: NotRequired[str]


class RecordMeasurementLabResult(TypedDict):
    patient_id: str
    test: str
    taken_at: str
    value_amount: float
    value_unit: str
    range: NotRequired[list[float]]


class RecordFindingLabResult(TypedDict):
    patient_id: str
    test: str
    taken_at: str
    outcome: Literal["positive", "negative", "unclear"]


class RecordCultureLabResultSensitivity(TypedDict):
    key: str
    value: Literal["sensitive", "intermediate", "resistant"]


class RecordCultureLabResult(TypedDict):
    patient_id: str
    test: str
    taken_at: str
    organism: NotRequired[str]
    sensitivities: NotRequired[list[RecordCultureLabResultSensitivity]]


class GetLabResult(TypedDict):
    lab_result_id: str
