"""OpenAPI documents of any readable version as one `Api` (OpenAPI 3.0 and 3.1)."""

from mcpgen.frontends.openapi.read import read
from mcpgen.frontends.openapi.version import is_openapi

__all__ = ["is_openapi", "read"]
