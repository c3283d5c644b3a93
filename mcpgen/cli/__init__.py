"""The command line."""

from mcpgen.cli.commands import main

__all__ = ["main"]
