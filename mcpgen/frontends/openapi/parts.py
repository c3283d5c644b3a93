"""What the readers of the parts of a description share: the table of schemas, findings, examples."""

from __future__ import annotations

from dataclasses import dataclass

from mcpgen.frontends.openapi.node import Findings, Node, Reading, Unreadable
from mcpgen.frontends.openapi.schemas import SchemaTable
from mcpgen.model.json import UNSET, Json, Unset


@dataclass(frozen=True, slots=True)
class Context:
    """What the readers of operations share."""

    reading: Reading
    schemas: SchemaTable

    @property
    def findings(self) -> Findings:
        """What was found wrong so far."""
        return self.reading.findings

    def examples(self, node: Node) -> tuple[Json, ...]:
        """The values of `example` and `examples` of a parameter or media type, references followed."""
        example = node.value.get("example", UNSET)
        found: list[Json] = [] if example is UNSET else [example]
        listed = node.value.get("examples")
        if isinstance(listed, list):  # as a schema would have it
            found += listed
        for _, entry in node.mapping("examples"):
            value = self._example(entry)
            if value is not UNSET:
                found.append(value)
        return tuple(found)

    def _example(self, entry: Node) -> Json | Unset:
        if not isinstance(entry.value, dict):
            return UNSET if entry.value is None else entry.value
        try:
            value = entry.part().value
        except Unreadable as reason:
            self.findings.add("openapi-reference", f"{reason.message} The example is left out.", reason.hint, reason.at)
            return UNSET
        if "value" in value or "externalValue" in value:
            return value.get("value", UNSET)
        return value.get("dataValue", UNSET) if {"summary", "dataValue", "serializedValue"} & value.keys() else value
