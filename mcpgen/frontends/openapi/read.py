"""An OpenAPI document as an `Api`."""

from __future__ import annotations

from pathlib import Path

from mcpgen.diagnostics import Diagnostic, Severity, SourceError
from mcpgen.frontends.openapi.node import Findings, Node
from mcpgen.frontends.openapi.operations import Operations
from mcpgen.frontends.openapi.parts import Context
from mcpgen.frontends.openapi.references import References
from mcpgen.frontends.openapi.schemas import SchemaTable
from mcpgen.frontends.openapi.security import report_unknown, requirements, security_schemes
from mcpgen.frontends.openapi.servers import servers
from mcpgen.frontends.openapi.validate import violations
from mcpgen.frontends.openapi.version import version_of
from mcpgen.model.api import Api, Tag
from mcpgen.source import Sources, UnresolvedRef


def read(sources: Sources) -> Api:
    """The API that the document behind `sources` describes, with what was found wrong in `Api.diagnostics`.

    Raises `SourceError`: `openapi-unknown` (no OpenAPI document), `openapi-version` (one that cannot be read),
    `openapi-no-operations` (nothing to make tools of, with the reasons).
    """
    findings = Findings()
    root = Node(sources.root, (), sources.root.data)
    version = version_of(root, findings, sources)
    references = References(sources)
    schemas = SchemaTable(references, version)
    context = Context(references, schemas, findings)
    schemes = security_schemes(root, context)
    keys = frozenset(scheme.key for scheme in schemes)
    report_unknown(root, keys, context)
    operations = Operations(context, keys).read(root)
    found = (*sources.diagnostics, *violations(root, version), *findings.all())
    if not operations:
        raise SourceError(_no_operations(root), *found, locator=sources)
    info = root.child("info") or Node(root.document, ("info",), {})
    license = info.child("license")
    documentation = root.child("externalDocs")
    return Api(
        title=info.text("title").strip() or Path(sources.root.file).stem,
        version=info.text("version").strip(),
        description=_description(info, context),
        servers=servers(root),
        tags=tuple(
            Tag(name=n.text("name"), description=n.text("description")) for n in root.items("tags") if n.text("name")
        ),
        security=requirements(root) or (),
        security_schemes=schemes,
        operations=operations,
        schemas=schemas,
        diagnostics=found,
        origin=root.origin,
        license=(license.text("identifier") or license.text("name")) if license else "",
        external_docs=documentation.text("url") if documentation else "",
    )


def _description(info: Node, context: Context) -> str:
    """The description of the whole, which large descriptions keep in a file of its own and refer to."""
    node = info.child("description")
    if node is None or not isinstance(node.value, dict):
        return info.text("description")
    try:
        target = context.references.sources.resolve(str(node.value.get("$ref")), node.document)
    except UnresolvedRef:
        return ""
    return target.value if isinstance(target.value, str) else ""


def _no_operations(root: Node) -> Diagnostic:
    return Diagnostic(
        code="openapi-no-operations",
        severity=Severity.ERROR,
        message="The document has no operation that can be read, so there is nothing to make tools of.",
        hint="Check that paths lists at least one path with a method such as get.",
        at=root.origin / "paths",
    )
