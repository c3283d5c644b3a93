"""The manifest: a toolset as YAML that people edit."""

from mcpgen.frontends.manifest.read import ManifestReading, is_manifest, problems, read
from mcpgen.frontends.manifest.write import write

__all__ = ["ManifestReading", "is_manifest", "problems", "read", "write"]
