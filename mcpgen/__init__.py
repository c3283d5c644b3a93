"""mcpgen turns an OpenAPI document or a tool manifest into a standalone Python MCP server package."""

__version__ = "0.1.0"
