"""The only stage that touches the output folder."""

from mcpgen.write.changes import Changes, OutputError, compare, lock_of
from mcpgen.write.folder import WriteReport, write
from mcpgen.write.lock import LOCK_NAME, read_lock

__all__ = ["LOCK_NAME", "Changes", "OutputError", "WriteReport", "compare", "lock_of", "read_lock", "write"]
