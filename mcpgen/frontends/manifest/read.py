"""Manifest → Toolset, with everything that is wrong reported in one run."""

from __future__ import annotations

from dataclasses import dataclass, replace

from mcpgen.diagnostics import Diagnostic, Origin, Severity, SourceError
from mcpgen.frontends.manifest.credentials import check_variable, read_credential
from mcpgen.frontends.manifest.nodes import Entries, Node
from mcpgen.frontends.manifest.references import check_references
from mcpgen.frontends.manifest.requests import read_base_url, read_security
from mcpgen.frontends.manifest.tools import read_tool, report_unbound
from mcpgen.frontends.manifest.vocabulary import (
    DOCUMENT_KEYS,
    SERVER_KEYS,
    UPSTREAM_KEYS,
    VARIABLE_KEYS,
    VERSION,
    default_security,
)
from mcpgen.model.json import Json, JsonObject
from mcpgen.model.toolset import Profile, ServerInfo, Tool, Toolset, Upstream, Variable
from mcpgen.source import Sources


@dataclass(frozen=True, slots=True, kw_only=True)
class ManifestReading:
    """A toolset, and the warnings that came up while it was read."""

    toolset: Toolset
    diagnostics: tuple[Diagnostic, ...] = ()


def is_manifest(data: Json) -> bool:
    """Whether a document is a list of tools: a manifest, a `tools/list` result, or such a result in its envelope."""
    return isinstance(data, dict) and ("mcpgen" in data or _tool_list(data) is not None)


def problems(sources: Sources) -> tuple[Diagnostic, ...]:
    """What `read` says of a manifest, errors among it; nothing of a `tools/list` dump, which has no requests."""
    if "mcpgen" not in sources.root.data:
        return ()
    try:
        return read(sources).diagnostics
    except SourceError as error:
        return error.diagnostics


def read(sources: Sources) -> ManifestReading:
    """The toolset that the root document describes.

    Raises SourceError with everything found where there is an error. Errors: manifest-version, manifest-unknown-key,
    manifest-missing, manifest-type, manifest-value, manifest-tool-name, manifest-duplicate, manifest-no-binding,
    manifest-input-schema, manifest-unknown-argument, manifest-request, manifest-path, manifest-pointer,
    manifest-bound-twice, manifest-convert, manifest-rule, manifest-too-deep, source-duplicate-key. Warnings:
    manifest-unbound-argument, manifest-style, manifest-not-carried, manifest-unknown-credential,
    manifest-credential-place, manifest-unknown-definition; manifest-unknown-argument in a text, manifest-request for a
    path without a slash, manifest-convert where the schema says too little.
    """
    document = sources.root
    found = [
        replace(diagnostic, severity=Severity.ERROR)
        for diagnostic in document.diagnostics
        if diagnostic.code == "source-duplicate-key"
    ]
    root = Node(value=document.data, origin=Origin(file=document.file), found=found)
    if "mcpgen" not in root.json_object():
        _report_foreign(root)
        raise SourceError(*found, locator=sources)
    toolset = _toolset(root)
    diagnostics = tuple(dict.fromkeys(found))
    if any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics):
        raise SourceError(*diagnostics, locator=sources)
    return ManifestReading(toolset=toolset, diagnostics=diagnostics)


def _tool_list(data: JsonObject) -> list[str] | None:
    """The keys that lead to the tools, or None where there are none."""
    if isinstance(data.get("tools"), list):
        return ["tools"]
    result = data.get("result")
    return ["result", "tools"] if isinstance(result, dict) and isinstance(result.get("tools"), list) else None


def _report_foreign(root: Node) -> None:
    """Says of a document without version why nothing can be generated from it."""
    tools = root.below(*(_tool_list(root.value) or ["tools"])) if isinstance(root.value, dict) else None
    unbound = [item for item in (tools.items() if tools else ()) if isinstance(item.value, dict)]
    for item in unbound:
        if "http" not in item.value:
            report_unbound(item)
    if not unbound or any("http" in item.value for item in unbound):
        root.error(
            "manifest-version", "The document does not say which version of the format it has.", "Add: mcpgen: 1"
        )


def _toolset(root: Node) -> Toolset:
    entries = root.keys(DOCUMENT_KEYS, needed=("server", "tools"))
    version = entries["mcpgen"]
    if version.value != VERSION or not isinstance(version.value, int) or isinstance(version.value, bool):
        version.error("manifest-version", f"Version {version.value!r} of the format is not known.", "Write: mcpgen: 1")
    toolset = Toolset(
        profile=entries.choice("profile", tuple(Profile), Profile.CONNECTED_APPS),
        server=_server(entries),
        upstream=_upstream(entries["upstream"]) if "upstream" in entries else Upstream(url=""),
        tools=_tools(entries["tools"]) if "tools" in entries else (),
        definitions=_definitions(entries["definitions"]) if "definitions" in entries else {},
        source=entries.text("source"),
    )
    check_references(root, toolset)
    return toolset


def _server(document: Entries) -> ServerInfo:
    entries = document["server"].keys(SERVER_KEYS, needed=("name",)) if "server" in document else Entries()
    name = entries.text("name")
    return ServerInfo(
        name=name,
        title=entries.text("title", name),
        version=entries.text("version"),
        instructions=entries.text("instructions"),
    )


def _upstream(node: Node) -> Upstream:
    entries = node.keys(UPSTREAM_KEYS)
    auth = tuple(read_credential(item) for item in (entries["auth"].items() if "auth" in entries else ()))
    security = default_security(credential.key for credential in auth)
    variables = _variables(entries["variables"]) if "variables" in entries else ()
    return Upstream(
        url=read_base_url(entries, variables),
        variables=variables,
        auth=auth,
        security=read_security(entries["security"]) if "security" in entries else security,
    )


def _variables(node: Node) -> tuple[Variable, ...]:
    """The parts of the base URL that the operator can set."""
    found = []
    for name, item in node.entries().items():
        entries = item.keys(VARIABLE_KEYS, needed=("env",))
        if "env" in entries:
            check_variable(entries["env"])
        found.append(
            Variable(
                name=name,
                env=entries.text("env"),
                default=entries.text("default") if "default" in entries else None,
                values=entries.texts("values"),
                description=entries.text("description"),
            )
        )
    return tuple(found)


def _tools(node: Node) -> tuple[Tool, ...]:
    tools: dict[str, Tool] = {}
    for item in node.items():
        tool = read_tool(item)
        if tool and tool.name in tools:
            item.about(tool.name).error("manifest-duplicate", f"There are two tools {tool.name!r}.", "Rename one.")
        elif tool:
            tools[tool.name] = tool
    return tuple(tools.values())


def _definitions(node: Node) -> JsonObject:
    for schema in node.entries().values():
        if not isinstance(schema.value, bool):
            schema.json_object()
    return node.json_object()
