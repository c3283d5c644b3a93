"""What the templates of `tools/<module>.py` print: one frozen view a module, every part finished text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mcpgen.emit.contents import body_keywords
from mcpgen.emit.data import argument_checks, place_checks
from mcpgen.emit.expressions import Constant, Scope, ShapeFunction, Wires
from mcpgen.emit.literals import Python, dictionary, docstring, finished, sequence, string, tuple_of
from mcpgen.emit.names import PackageNames, function_name, module_name
from mcpgen.emit.places import parameter
from mcpgen.emit.shapes import Record, argument_record
from mcpgen.model.api import Place, Security
from mcpgen.model.binding import Result
from mcpgen.model.toolset import Tool, Toolset

_METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
"""Those that `Api` has a function of its own for; case counts (RFC 9110, section 9.1)."""
_PLACES: tuple[tuple[Place, str], ...] = (
    ("path", "path"),
    ("query", "query"),
    ("header", "headers"),
    ("cookie", "cookies"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedTool:
    """A tool with the names it has in the package."""

    tool: Tool
    function: str
    record: Record


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedGroup:
    """The tools of one module, in the toolset's order."""

    module: str
    tools: tuple[NamedTool, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyword:
    """A keyword argument of the call."""

    name: Python
    expression: Python


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionView:
    """The function of a tool."""

    facts: tuple[Keyword, ...]
    name: Python
    arguments: Python
    docstring: Python
    method: Python
    positional: tuple[Python, ...]
    keywords: tuple[Keyword, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """What a tools module imports of a module of the runtime."""

    module: Python
    names: Python


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupView:
    """A tools module; `imports` by module."""

    docstring: Python
    imports: tuple[Import, ...]
    types_module: Python
    types: Python
    constants: tuple[Constant, ...]
    shapes: tuple[ShapeFunction, ...]
    functions: tuple[FunctionView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModulesView:
    """`tools/__init__.py`: where each tool's function is."""

    modules: tuple[Keyword, ...]


def named_groups(toolset: Toolset) -> tuple[NamedGroup, ...]:
    """The tools by module, modules in the order of their first tool; every name is decided here."""
    by_module: dict[str, list[Tool]] = {}
    for tool in toolset.tools:
        by_module.setdefault(module_name(tool.group), []).append(tool)
    return tuple(_named_group(module, tools) for module, tools in by_module.items())


def _named_group(module: str, tools: Sequence[Tool]) -> NamedGroup:
    functions: set[str] = set()
    classes: set[str] = set()
    named = [
        NamedTool(tool=tool, function=function_name(tool.name, functions), record=argument_record(tool, classes))
        for tool in tools
    ]
    return NamedGroup(module=module, tools=tuple(named))


def modules_view(groups: Sequence[NamedGroup], toolset: Toolset) -> ModulesView:
    """Tool → module, in the toolset's order."""
    where = {named.tool.name: group.module for group in groups for named in group.tools}
    return ModulesView(
        modules=tuple(Keyword(name=string(tool.name), expression=string(where[tool.name])) for tool in toolset.tools)
    )


def group_view(group: NamedGroup, names: PackageNames, default: Security) -> GroupView:
    """The view of one tools module; `default` is the upstream's security."""
    wires = Wires(taken={named.function for named in group.tools})
    functions = tuple(_function(named, default, wires) for named in group.tools)
    types = {named.record.name for named in group.tools}
    types.update(shape.type for shape in wires.functions if shape.type != "Json")
    if wires.functions:
        wires.names.add("Json")
    return GroupView(
        docstring=docstring(f"Tools for {group.module.replace('_', ' ').strip()}", indent=0),
        imports=tuple(_imports(wires)),
        types_module=finished(Python, group.module),
        types=finished(Python, ", ".join(sorted(types, key=_import_order))),
        constants=tuple(wires.constants),
        shapes=tuple(wires.functions),
        functions=functions,
    )


def _imports(wires: Wires) -> Iterator[Import]:
    modules = {"api": {"Api", "Reply"}, "tool": {"tool"}, "wire": wires.names, **wires.others}
    for module, names in sorted(modules.items()):
        if names:
            text = ", ".join(sorted(names, key=_import_order))
            yield Import(module=finished(Python, module), names=finished(Python, text))


def _import_order(name: str) -> tuple[int, list[str | int], str]:
    """Constants, then classes, then functions, each by name without regard to case, numbers by value: isort's order."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[0].isupper() else 2
    return kind, [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name.lower())], name


def _function(named: NamedTool, default: Security, wires: Wires) -> FunctionView:
    tool, request = named.tool, named.tool.request
    known = request.method in _METHODS
    return FunctionView(
        facts=tuple(_facts(named, wires)),
        name=finished(Python, named.function),
        arguments=finished(Python, named.record.name),
        docstring=docstring(tool.title or tool.name, f"{request.method} {request.path}"),
        method=finished(Python, request.method.lower() if known else "request"),
        positional=(string(request.path),) if known else (string(request.method), string(request.path)),
        keywords=tuple(_keywords(tool, named.record, default, wires)),
    )


def _keywords(tool: Tool, record: Record, default: Security, wires: Wires) -> list[Keyword]:
    request, scope = tool.request, Scope(variable="args", record=record)
    found: list[Keyword] = []
    for place, keyword in _PLACES:
        placed = [p for p in request.parameters if p.place == place]
        if placed:
            found.append(_keyword(keyword, dictionary((p.name, parameter(p, scope, wires)) for p in placed)))
    found += [
        _keyword("query_string", parameter(p, scope, wires)) for p in request.parameters if p.place == "querystring"
    ]
    if request.body is not None:
        found += [_keyword(name, text) for name, text in body_keywords(request.body, scope, wires)]
    if tool.result.media_type not in ("", "application/json"):
        found.append(_keyword("accept", string(tool.result.media_type)))
    if request.security is not None and request.security != default:
        found.append(_keyword("auth", sequence(_strings(keys) for keys in request.security)))
    if request.url:
        found.append(_keyword("base_url", string(request.url)))
    return found


def _facts(named: NamedTool, wires: Wires) -> list[Keyword]:
    tool, result, request = named.tool, named.tool.result, named.tool.request
    found: list[Keyword] = []
    if named.function != tool.name:
        found.append(_keyword("name", string(tool.name)))
    found += _result_facts(result)
    together = [_strings(rule.needs) for rule in request.presence if rule.given == rule.needs]
    if together:
        found.append(_keyword("together", sequence(together)))
    needs = [
        tuple_of([_strings(rule.given), _strings(rule.needs)]) for rule in request.presence if rule.given != rule.needs
    ]
    if needs:
        found.append(_keyword("needs", sequence(needs)))
    for keyword, exclusive in (("any_of", False), ("one_of", True)):
        rules = [sequence(map(_strings, a.sets)) for a in request.alternatives if a.exclusive is exclusive]
        if rules:
            found.append(_keyword(keyword, sequence(rules)))
    if request.body is not None and request.body.check is not None:
        found.append(_keyword("check_body", wires.name("body_check", module="bodies")))
    if argument_checks(tool):
        found.append(_keyword("check_arguments", wires.name("argument_check", module="bodies")))
    if place_checks(tool):
        found.append(_keyword("check_places", wires.name("place_check", module="bodies")))
    return found


def _result_facts(result: Result) -> list[Keyword]:
    found: list[Keyword] = []
    if result.string_ids:
        found.append(_keyword("string_ids", _strings(result.string_ids)))
    if result.items is not None:
        found.append(_keyword("items", string(result.items)))
    if result.next is not None:
        found.append(_keyword("next_page", tuple_of(map(string, result.next))))
    if result.secrets:
        found.append(_keyword("secrets", _strings(result.secrets)))
    if result.confirm:
        found.append(_keyword("confirm", string(result.confirm)))
    if result.not_found:
        found.append(_keyword("not_found", string(result.not_found)))
    if result.headers:
        found.append(_keyword("headers", _strings(result.headers)))
    return found


def _keyword(name: str, expression: Python) -> Keyword:
    return Keyword(name=finished(Python, name), expression=expression)


def _strings(texts: Sequence[str]) -> Python:
    return sequence(map(string, texts))
