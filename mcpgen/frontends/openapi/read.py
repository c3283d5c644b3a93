"""An OpenAPI document as an `Api`."""

from __future__ import annotations

from dataclasses import replace

from mcpgen.diagnostics import Diagnostic, Severity, SourceError
from mcpgen.frontends.openapi.node import Node, Reading
from mcpgen.frontends.openapi.normalize import objects as normal
from mcpgen.frontends.openapi.operations import Operations
from mcpgen.frontends.openapi.parts import Context
from mcpgen.frontends.openapi.references import References
from mcpgen.frontends.openapi.schemas import SchemaTable
from mcpgen.frontends.openapi.security import report_unknown, requirements, security_schemes
from mcpgen.frontends.openapi.servers import default_servers, servers
from mcpgen.frontends.openapi.slips import told_slips
from mcpgen.frontends.openapi.validate import violations
from mcpgen.frontends.openapi.version import Versions, version_of
from mcpgen.model.api import Api, Tag
from mcpgen.source import Sources


def read(sources: Sources) -> Api:
    """The API that the document behind `sources` describes, with what was found wrong in `Api.diagnostics`.

    Raises `SourceError`: `openapi-unknown` (no OpenAPI document), `openapi-version` (one that cannot be read),
    `openapi-no-operations` (nothing to make tools of, with the reasons).
    """
    version, notes = version_of(sources)
    reading = Reading(sources, Versions(version))
    root = normal.document(reading.root)
    schemas = SchemaTable(References(sources, normal.schemas_at(version)), root)
    context = Context(reading, schemas)
    schemes = security_schemes(root, context)
    keys = frozenset(scheme.key for scheme in schemes)
    report_unknown(root, keys, context)
    reader = Operations(context, keys)
    operations = reader.read(root)
    info = root.member("info") or root.made({})
    license, documentation = info.member("license"), root.member("externalDocs")
    api = Api(
        title=info.text("title").strip() or sources.root.name,
        version=info.text("version").strip(),
        description=info.text("description"),
        servers=servers(root) or default_servers(root),
        tags=tuple(
            Tag(name=n.text("name"), description=n.text("description")) for n in root.items("tags") if n.text("name")
        ),
        security=requirements(root) or (),
        security_schemes=schemes,
        operations=operations,
        unread=tuple(reader.unread),
        schemas=schemas,
        origin=root.origin,
        license=(license.text("identifier") or license.text("name")) if license else "",
        external_docs=documentation.text("url") if documentation else "",
    )
    wrong = (*violations(reading.root, version), *told_slips(schemas.all_slips()))
    found = (*sources.diagnostics, *notes, *wrong, *reading.findings.all())
    if not operations:
        raise SourceError(_no_operations(root, api), *found, locator=sources)
    return replace(api, diagnostics=found)


def _no_operations(root: Node, api: Api) -> Diagnostic:
    webhooks = len(list(root.mapping("webhooks")))
    message = "The document has no operation, so there is nothing to make tools of."
    hint = "Check that paths lists at least one path with a method such as get."
    if api.unread:
        message, hint = "No operation of the document can be read.", "Mend what the errors name."
    elif webhooks:
        message = f"The document has no operation: its webhooks ({webhooks}) are calls that the API itself makes."
        hint = "Use the description of the API that the webhooks belong to."
    return Diagnostic(
        code="openapi-no-operations", severity=Severity.ERROR, message=message, hint=hint, at=root.origin / "paths"
    )
