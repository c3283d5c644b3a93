"""From a toolset to the files of a package."""

from mcpgen.emit.plan import emit

__all__ = ["emit"]
