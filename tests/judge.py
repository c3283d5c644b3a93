"""Whether a request is one that an OpenAPI document accepts: read from the raw document, sharing no code with mcpgen.

JSON Schema is judged by openapi-schema-validator. A text is given the benefit of every type its schema names.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import yaml
from openapi_schema_validator import OAS30WriteValidator, OAS31Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

SEPARATORS = {"form": ",", "simple": ",", "pipeDelimited": "|", "spaceDelimited": " "}


@dataclass(frozen=True)
class Judge:
    """A document, and what it says of requests."""

    document: dict[str, Any]

    @classmethod
    def of(cls, path: Path) -> Judge:
        text = path.read_text()
        judge = cls(json.loads(text) if path.suffix == ".json" else yaml.safe_load(text))
        judge._forget_read_only(judge.document)
        return judge

    def faults(self, request: dict[str, Any]) -> Iterator[str]:
        """What the document would not accept in a request as `cases.json` writes it."""
        path = request["path"].removeprefix(urlsplit(self.document["servers"][0]["url"]).path.rstrip("/"))
        found = self._operation(request["method"], path)
        if found is None:
            yield f"no operation for {request['method']} {path}"
            return
        operation, parameters, values = found
        yield from self._path(parameters, values)
        yield from self._query(parameters, [tuple(pair) for pair in request["query"]])
        yield from self._headers(parameters, {name.lower(): value for name, value in request["headers"].items()})
        yield from self._body(operation, request)

    def _forget_read_only(self, node: Any) -> None:
        """What a request must not carry is not required of it (OpenAPI 3.1, Schema Object, `readOnly`)."""
        if isinstance(node, dict):
            properties, required = node.get("properties"), node.get("required")
            if isinstance(properties, dict) and isinstance(required, list):
                shown = {n for n, p in properties.items() if p.get("readOnly") or self._resolved(p).get("readOnly")}
                node["required"] = [name for name in required if name not in shown]
        for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
            self._forget_read_only(inner)

    def _operation(self, method: str, path: str) -> tuple[dict[str, Any], list[dict[str, Any]], dict[str, str]] | None:
        """The operation that a raw path belongs to; a literal segment is nearer than a placeholder."""
        for template in sorted(self.document["paths"], key=lambda t: t.count("{")):
            item = self.document["paths"][template]
            pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(template))
            matched = re.fullmatch(pattern, path)
            operation = item.get(method.lower()) if method.isupper() else None
            operation = item.get("additionalOperations", {}).get(method, operation)
            if matched and operation is not None:
                own = [self._resolved(p) for p in operation.get("parameters", [])]
                names = {(p["in"], p["name"]) for p in own}
                shared = [self._resolved(p) for p in item.get("parameters", [])]
                shared = [p for p in shared if (p["in"], p["name"]) not in names]
                return operation, [*shared, *own], {k: unquote(v) for k, v in matched.groupdict().items()}
        return None

    def _path(self, parameters: list[dict[str, Any]], values: dict[str, str]) -> Iterator[str]:
        for parameter in parameters:
            if parameter["in"] == "path":
                text, schema = values[parameter["name"]], self._resolved(parameter["schema"])
                separator = SEPARATORS[parameter.get("style", "simple")]
                for part in text.split(separator) if schema.get("type") == "array" else [text]:
                    yield from self._text(f"path {parameter['name']}", part, schema.get("items", schema))

    def _query(self, parameters: list[dict[str, Any]], pairs: list[tuple[str, str]]) -> Iterator[str]:
        left = list(pairs)
        for parameter in (p for p in parameters if p["in"] == "query"):
            name, schema = parameter["name"], self._resolved(parameter["schema"])
            style = parameter.get("style", "form")
            if style == "deepObject":
                mine = [pair for pair in left if pair[0].startswith(f"{name}[")]
                for key, text in mine:
                    yield from self._text(f"query {key}", text, schema["properties"][key[len(name) + 1 : -1]])
            else:
                mine = [pair for pair in left if pair[0] == name]
                texts = [text for _, text in mine]
                if schema.get("type") == "array":
                    separator = SEPARATORS[style]
                    if not parameter.get("explode", style == "form"):
                        texts = [part for text in texts for part in text.split(separator)]
                    schema = schema["items"]
                elif len(mine) > 1:
                    yield f"query {name} is given {len(mine)} times"
                for text in texts:
                    yield from self._text(f"query {name}", text, schema)
            if parameter.get("required") and not mine:
                yield f"query {name} is missing"
            left = [pair for pair in left if pair not in mine]
        yield from (f"query {name} is not declared" for name, _ in left)

    def _headers(self, parameters: list[dict[str, Any]], headers: dict[str, str]) -> Iterator[str]:
        for parameter in parameters:
            if parameter["in"] == "header" and parameter.get("required") and parameter["name"].lower() not in headers:
                yield f"header {parameter['name']} is missing"

    def _body(self, operation: dict[str, Any], request: dict[str, Any]) -> Iterator[str]:
        declared = self._resolved(operation.get("requestBody", {}))
        if "parts" in request:
            yield from self._parts(declared, request)
            return
        if "body" not in request and "form" not in request:
            if declared.get("required"):
                yield "the body is missing"
            return
        media = request["headers"]["content-type"]
        if media not in declared.get("content", {}):
            yield f"a body of {media} is not declared"
            return
        if "body" in request:
            yield from self._value("body", request["body"], declared["content"][media]["schema"])
            return
        schema = self._resolved(declared["content"][media]["schema"])
        for name, text in request["form"]:
            inner = self._resolved(schema["properties"][name])
            items = text.split(",") if inner.get("type") == "array" else [text]
            for item in items:
                yield from self._text(f"form {name}", item, inner.get("items", inner))
        yield from (f"form {n} is missing" for n in schema.get("required", []) if n not in dict(request["form"]))

    def _parts(self, declared: dict[str, Any], request: dict[str, Any]) -> Iterator[str]:
        media = request["multipart"]
        if media not in declared.get("content", {}):
            yield f"a body of {media} is not declared"
            return
        schema = self._resolved(declared["content"][media]["schema"])
        sent = {part["name"] for part in request["parts"]}
        yield from (f"part {name} is not declared" for name in sorted(sent - set(schema["properties"])))
        yield from (f"part {name} is missing" for name in schema.get("required", []) if name not in sent)

    def _text(self, place: str, text: str, schema: Any) -> Iterator[str]:
        """A text fits when it does as any of the values it may stand for."""
        readings: list[Any] = [text]
        if re.fullmatch(r"-?\d+", text):
            readings.append(int(text))
        elif re.fullmatch(r"-?\d+\.\d+", text):
            readings.append(float(text))
        elif text in ("true", "false"):
            readings.append(text == "true")
        complaints = [list(self._value(place, reading, schema)) for reading in readings]
        if all(complaints):
            yield from complaints[0]

    def _value(self, place: str, value: Any, schema: Any) -> Iterator[str]:
        kind = OAS30WriteValidator if self.document["openapi"].startswith("3.0") else OAS31Validator
        resource: Resource[Any] = Resource(contents=self.document, specification=DRAFT202012)
        validator = kind(_absolute(schema), registry=Registry().with_resource("doc:", resource))
        yield from (f"{place}: {error.message}" for error in validator.iter_errors(value))

    def _resolved(self, node: Any) -> Any:
        while isinstance(node, dict) and "$ref" in node:
            target: Any = self.document
            for step in node["$ref"].removeprefix("#/").split("/"):
                target = target[step.replace("~1", "/").replace("~0", "~")]
            node = target
        return node


def _absolute(schema: Any) -> Any:
    """The schema with its references led to the whole document."""
    if isinstance(schema, dict):
        return {
            key: f"doc:{value}" if key == "$ref" and isinstance(value, str) else _absolute(value)
            for key, value in schema.items()
        }
    return [_absolute(item) for item in schema] if isinstance(schema, list) else schema
