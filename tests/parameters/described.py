"""A description with one operation for each place, style, explode and type, and the package that is made of it."""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mcpgen import pipeline
from mcpgen.model.toolset import Tool
from tests.parameters.decoder import Described

NAMES = {"path": "p-q", "query": "filter[näme]", "header": "X-Odd'Name", "cookie": "c;k é"}
SCHEMAS: dict[str, dict[str, Any]] = {
    "scalar": {"type": "string"},
    "array": {"type": "array", "items": {"type": "string"}},
    "object": {"type": "object", "additionalProperties": {"type": "string"}},
    "nested": {
        "type": "object",
        "properties": {
            "@type": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "in ner": {
                "type": "object",
                "properties": {"from": {"type": "number"}, "deep": {"type": "boolean"}},
            },
        },
    },
}
STYLES = {
    "path": ("simple", "label", "matrix"),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "header": ("simple",),
    "cookie": ("form", "cookie"),
}
COLLECTIONS = {"csv": "simple", "ssv": "spaceDelimited", "tsv": "tabDelimited", "pipes": "pipeDelimited"}


def described() -> list[Described]:
    """Every combination of OpenAPI 3 that its table of styles does not leave undefined."""
    found = []
    for place, styles in STYLES.items():
        for style in styles:
            for explode in (False, True):
                for kind in ("scalar", "array", "object"):
                    delimited = style.endswith("Delimited")
                    if (delimited and (explode or kind == "scalar")) or (style == "deepObject" and kind != "object"):
                        continue
                    name = "c-k" if style == "cookie" else NAMES[place]
                    found.append(Described(place, name, style, explode, kind))
    reserved = [replace(one, reserved=True) for one in found if one.place == "path" or one.style == "form"]
    json = [replace(one, json=True) for one in found if (one.style, one.explode) in (("simple", False), ("form", True))]
    nested = Described("query", "filter", "deepObject", True, "nested")
    return [*found, *(one for one in reserved if one.place != "cookie"), *json, nested]


def collected() -> list[Described]:
    """Every combination of Swagger 2.0 that is an array, and arrays of arrays."""
    found = []
    for place in ("path", "query", "header"):
        for style in (*COLLECTIONS.values(), *(("multi",) if place == "query" else ())):
            usual = "form" if place == "query" else "simple"
            written = usual if style in ("multi", "simple") else style
            explode = style == "multi"
            found.append(Described(place, NAMES[place], written, explode, "array"))
            if style != "simple":
                found.append(Described(place, NAMES[place], written, explode, "array", ","))
    return found


def _path(index: int, one: Described) -> str:
    return f"/op{index}" + (f"/{{{one.name}}}" if one.place == "path" else "")


def _parameter(one: Described) -> dict[str, Any]:
    about = {"name": one.name, "in": one.place, "required": one.place == "path"}
    if one.json:
        return {**about, "content": {"application/json": {"schema": SCHEMAS[one.kind]}}}
    about |= {"style": one.style, "explode": one.explode, "schema": SCHEMAS[one.kind]}
    return {**about, **({"allowReserved": True} if one.reserved else {})}


def openapi(combinations: list[Described]) -> dict[str, Any]:
    """An OpenAPI 3.2 description of them."""
    paths = {
        _path(index, one): {
            "get": {
                "operationId": f"read_thing_{index}",
                "parameters": [_parameter(one)],
                "responses": {"204": {"description": "Done."}},
            }
        }
        for index, one in enumerate(combinations)
    }
    return {"openapi": "3.2.0", "info": {"title": "Styles", "version": "1"}, "paths": paths}


def swagger(combinations: list[Described]) -> dict[str, Any]:
    """A Swagger 2.0 description of them."""
    names = {style: name for name, style in COLLECTIONS.items()} | {"form": "csv"}
    paths = {}
    for index, one in enumerate(combinations):
        items: dict[str, Any] = {"type": "string"}
        if one.inner:
            items = {"type": "array", "items": items, "collectionFormat": "csv"}
        parameter = {
            "name": one.name,
            "in": one.place,
            "required": one.place == "path",
            "type": "array",
            "items": items,
            "collectionFormat": "multi" if one.explode else names[one.style],
        }
        responses = {"204": {"description": "Done."}}
        paths[_path(index, one)] = {
            "get": {"operationId": f"read_thing_{index}", "parameters": [parameter], "responses": responses}
        }
    return {"swagger": "2.0", "info": {"title": "Collections", "version": "1"}, "host": "h.test", "paths": paths}


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """The tool of one operation: how it was bound, and its function with the check of its arguments."""

    tool: Tool
    request: Callable[[Mapping[str, Any]], Any]
    """The request that leaves for these arguments; raises `refusal`."""
    refusal: type[Exception]
    checked: Callable[[Mapping[str, Any]], Any]
    """Raises `refusal` where the arguments do not fit the input schema."""

    @property
    def argument(self) -> str:
        """The only argument."""
        (name,) = self.tool.input_schema["properties"]
        return str(name)


class _Capture:
    """Stands for `runtime.api.Api`: keeps the request that would leave."""

    def __init__(self, build: Callable[..., Any], applied: Any, check: Callable[..., None] | None) -> None:
        self._build, self._applied, self._check = build, applied, check
        self.request: Any = None

    async def get(self, template: str, /, **parts: Any) -> None:
        if self._check is not None:
            self._check(parts)
        self.request = self._build("GET", "https://h.test", template, parts, self._applied, {}, 5.0)


def made(document: dict[str, Any], folder: Path, name: str) -> list[Made]:
    """The tools of a description, in its order, out of a package that is generated into `folder`."""
    source = folder / f"{name}.json"
    source.write_text(json.dumps(document))
    generated = pipeline.generate(source, folder / name, pipeline.Options(name=name))
    sys.path.insert(0, str(folder / name))
    try:
        return _imported(generated.made.toolset.tools, next((folder / name).glob("*/catalog.json")).parent.name)
    finally:
        sys.path.remove(str(folder / name))


def _imported(tools: tuple[Tool, ...], package: str) -> list[Made]:
    runtime = {
        part: importlib.import_module(f"{package}.runtime.{part}")
        for part in ("request", "auth", "errors", "arguments", "tool")
    }
    modules = [importlib.import_module(f"{package}.tools.{path.stem}") for path in _modules(package)]
    found = {
        value.name: value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, runtime["tool"].Tool)
    }

    def one(tool: Tool) -> Made:
        function = found[tool.name]
        arguments = runtime["arguments"].Arguments(tool.input_schema)

        def checked(given: Mapping[str, Any]) -> Any:
            args = arguments.checked(given, function)
            if function.check_arguments:
                function.check_arguments(package, tool.name)(args)
            return args

        def request(given: Mapping[str, Any]) -> Any:
            check = function.check_places(package, tool.name) if function.check_places else None
            capture = _Capture(runtime["request"].build_request, runtime["auth"].Applied(), check)
            asyncio.run(function.function(checked(given), capture))
            return capture.request

        return Made(tool=tool, request=request, refusal=runtime["errors"].ArgumentError, checked=checked)

    return [one(tool) for tool in tools]


def _modules(package: str) -> list[Path]:
    folder = Path(str(importlib.import_module(package).__file__)).parent / "tools"
    return [path for path in sorted(folder.glob("*.py")) if path.stem != "__init__"]


def without_inner(one: Described) -> Described:
    """The same of a list of texts."""
    return replace(one, inner="")
