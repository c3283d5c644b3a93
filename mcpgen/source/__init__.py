"""Input files as trees: `load` reads one, `Sources` follows references and finds lines."""

from mcpgen.source.document import Document, Sources, Target, UnresolvedRef
from mcpgen.source.load import load

__all__ = ["Document", "Sources", "Target", "UnresolvedRef", "load"]
