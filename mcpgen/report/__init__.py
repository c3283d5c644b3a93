"""Shows diagnostics to people (`text`) and to programs (`json`)."""

from mcpgen.report.json import json_report
from mcpgen.report.summary import Summary, summarize
from mcpgen.report.text import write_text

__all__ = ["Summary", "json_report", "summarize", "write_text"]
