"""The only stage that touches the output folder."""

from mcpgen.write.changes import Changes, OutputError, compare, lock_of
from mcpgen.write.folder import WriteReport, write

__all__ = ["Changes", "OutputError", "WriteReport", "compare", "lock_of", "write"]
