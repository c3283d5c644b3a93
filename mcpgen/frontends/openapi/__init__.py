"""OpenAPI documents of any readable version as one `Api` (Swagger 2.0, OpenAPI 3.0 to 3.2)."""

from mcpgen.frontends.openapi.read import read
from mcpgen.frontends.openapi.version import is_openapi

__all__ = ["is_openapi", "read"]
