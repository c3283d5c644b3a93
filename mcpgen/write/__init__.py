"""The only stage that touches the output folder."""

from mcpgen.write.changes import Changes, OutputError, compare
from mcpgen.write.folder import WriteReport, write

__all__ = ["Changes", "OutputError", "WriteReport", "compare", "write"]
