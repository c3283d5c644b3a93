"""Following references to the parts of a description: parameters, bodies, responses, examples, path items."""

from __future__ import annotations

from dataclasses import dataclass

from mcpgen.frontends.openapi.node import Findings, Node, Unreadable
from mcpgen.frontends.openapi.references import References
from mcpgen.frontends.openapi.schemas import SchemaTable
from mcpgen.model.json import UNSET, Json, Unset
from mcpgen.source import UnresolvedRef

_MAX_HOPS = 20


@dataclass(frozen=True, slots=True)
class Context:
    """What the readers of operations share."""

    references: References
    schemas: SchemaTable
    findings: Findings

    def part(self, node: Node) -> Node:
        """The mapping at `node`, or the one it refers to. Raises `Unreadable`."""
        for _ in range(_MAX_HOPS):
            if not isinstance(node.value, dict):
                raise Unreadable("This is not a mapping.", "Write it as OpenAPI asks, or remove it.", node.origin)
            ref = node.value.get("$ref")
            if not isinstance(ref, str):
                return node
            try:
                target = self.references.sources.resolve(ref, node.document)
            except UnresolvedRef as problem:
                raise Unreadable(problem.reason, problem.hint, (node.origin / "$ref")) from None
            node = Node(target.document, target.pointer, target.value)
        raise Unreadable("The references from here go round in a circle.", "Break the circle.", node.origin)

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
            value = self.part(entry).value
        except Unreadable as reason:
            self.findings.add("openapi-reference", f"{reason.message} The example is left out.", reason.hint, reason.at)
            return UNSET
        if "value" in value or "externalValue" in value:
            return value.get("value", UNSET)
        return value.get("dataValue", UNSET) if {"summary", "dataValue"} & value.keys() else value
