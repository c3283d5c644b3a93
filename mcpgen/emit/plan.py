"""Which files a package has, and what each is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mcpgen.emit.cases import cases
from mcpgen.emit.data import answers, bodies, listed_tool
from mcpgen.emit.format import format_python
from mcpgen.emit.literals import Docker, Dotenv, Markdown, Python, Toml, json_rows, json_text
from mcpgen.emit.names import PackageNames, package_names
from mcpgen.emit.patterns import slow_patterns
from mcpgen.emit.project import container_view, package_view, project_view
from mcpgen.emit.readme import client_config, readme_view, registry_entry
from mcpgen.emit.render import render, static, static_files
from mcpgen.emit.settings import environment_view, settings_view
from mcpgen.emit.types import types_modules
from mcpgen.emit.views import GroupView, NamedGroup, group_view, modules_view, named_groups
from mcpgen.model.json import Json, JsonObject
from mcpgen.model.toolset import Toolset


def emit(toolset: Toolset, *, manifest: str = "") -> dict[str, str]:
    """Every file of the package: path in the output folder (with `/`) → text, sorted by path.

    `manifest` is the text of `tools.yaml`, which is left out where it is empty. The lock is not among the files.
    """
    names = package_names(toolset.server)
    groups = named_groups(toolset)
    checks = _checks(toolset)
    views = {group.module: group_view(group, names, toolset.upstream.security) for group in groups}
    found = dict(_project(toolset, names))
    if manifest:
        found["tools.yaml"] = manifest
    found |= _data(toolset, names, checks)
    found |= _static(toolset, names, views, checks)
    found |= format_python(dict(_python(toolset, names, groups, views)))
    return dict(sorted(found.items()))


def written_once(toolset: Toolset) -> tuple[str, ...]:
    """The files among them that belong to the user once they are written."""
    return (f"{package_names(toolset.server).package}/hooks.py",)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Checks:
    """What values are held against beside the input schemas, and the patterns that Python's `re` must not run."""

    inputs: tuple[JsonObject, ...]
    bodies: JsonObject | None
    slow: JsonObject


def _checks(toolset: Toolset) -> _Checks:
    inputs, checked = tuple(tool.input_schema for tool in toolset.tools), bodies(toolset)
    return _Checks(inputs=inputs, bodies=checked, slow=slow_patterns((inputs, checked)))


def _project(toolset: Toolset, names: PackageNames) -> Iterator[tuple[str, str]]:
    yield "README.md", render("README.md.jinja", readme_view(toolset, names), Markdown)
    yield "pyproject.toml", render("pyproject.toml.jinja", project_view(toolset, names), Toml)
    yield ".env.example", render("env.example.jinja", environment_view(toolset, names), Dotenv)
    yield "Dockerfile", render("Dockerfile.jinja", container_view(names), Docker)
    yield ".mcp.json", json_text(client_config(toolset, names))
    yield "server.json", json_text(registry_entry(toolset, names))


def _data(toolset: Toolset, names: PackageNames, checks: _Checks) -> Iterator[tuple[str, str]]:
    yield f"{names.package}/catalog.json", json_rows({"tools": [listed_tool(tool) for tool in toolset.tools]})
    yield f"{names.package}/answers.json", json_rows(answers(toolset))
    if checks.bodies is not None:
        yield f"{names.package}/bodies.json", json_rows(checks.bodies)
    if checks.slow:
        yield f"{names.package}/patterns.json", json_rows(checks.slow)
    yield "tests/cases.json", json_rows(cases(toolset, names))


_IMPORTED = {"bodies": ("bodies",), "files": ("files", "multipart"), "multipart": ("multipart",), "xml": ("xml",)}
"""Modules of the runtime that only some packages have, with those of which a tools module imports one."""
_BY_CREDENTIAL = {"tls": "mutualTLS", "tokens": "clientCredentials"}
"""Those that a kind of credential needs."""
_MAP = "package/runtime/__init__.py"
"""What tells the modules of the runtime: those that only some packages have on a line each."""


def _left_out(toolset: Toolset, views: Mapping[str, GroupView], checks: _Checks) -> Iterator[str]:
    """The modules of the runtime that the package has no use for."""
    imported = {str(each.module) for view in views.values() for each in view.imports}
    yield from (name for name, users in _IMPORTED.items() if imported.isdisjoint(users))
    kinds = {auth.type for auth in toolset.upstream.auth}
    yield from (name for name, kind in _BY_CREDENTIAL.items() if kind not in kinds)
    if not _has_formats((checks.inputs, checks.bodies)):
        yield "formats"
    if not checks.slow:
        yield "automaton"


def _has_formats(schemas: Json) -> bool:
    match schemas:
        case Mapping():
            return isinstance(schemas.get("format"), str) or any(map(_has_formats, schemas.values()))
        case list() | tuple():
            return any(map(_has_formats, schemas))
        case _:
            return False


def _static(
    toolset: Toolset, names: PackageNames, views: Mapping[str, GroupView], checks: _Checks
) -> Iterator[tuple[str, str]]:
    left_out = set(_left_out(toolset, views, checks))
    unneeded = {_MAP, *(f"package/runtime/{name}.py" for name in left_out)}
    told = tuple(f"- {name} " for name in left_out)
    yield ".gitignore", static("gitignore")
    yield f"{names.package}/py.typed", ""
    for template in (
        "package/hooks.py",
        "package/types/__init__.py",
        *static_files("package/runtime", ".py"),
    ):
        if template not in unneeded:
            yield template.replace("package", names.package, 1), static(template)
    lines = static(_MAP).splitlines(keepends=True)
    yield _MAP.replace("package", names.package, 1), "".join(line for line in lines if not line.startswith(told))
    for template in static_files("tests", ".py"):
        if "tokens" not in left_out or template != "tests/test_tokens.py":
            yield template, static(template)


def _python(
    toolset: Toolset, names: PackageNames, groups: Sequence[NamedGroup], views: Mapping[str, GroupView]
) -> Iterator[tuple[str, str]]:
    package = names.package
    small = package_view(toolset, names)
    for module in ("__init__", "__main__", "server"):
        yield f"{package}/{module}.py", render(f"package/{module}.py.jinja", small, Python)
    yield f"{package}/settings.py", render("package/settings.py.jinja", settings_view(toolset, names), Python)
    yield f"{package}/tools/__init__.py", render(
        "package/tools/__init__.py.jinja", modules_view(groups, toolset), Python
    )
    for module, view in views.items():
        yield f"{package}/tools/{module}.py", render("package/tools/group.py.jinja", view, Python)
    for types in types_modules({group.module: [named.record for named in group.tools] for group in groups}):
        yield f"{package}/types/{types.module}.py", render("package/types/module.py.jinja", types, Python)
