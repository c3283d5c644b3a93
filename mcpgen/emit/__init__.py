"""From a toolset to the files of a package."""

from mcpgen.emit.plan import emit, written_once

__all__ = ["emit", "written_once"]
