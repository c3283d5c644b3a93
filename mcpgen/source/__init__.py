"""Input files as trees: `load` reads one, `Sources` follows references and finds lines."""

from mcpgen.model.reach import Reach
from mcpgen.source.document import Document
from mcpgen.source.load import load
from mcpgen.source.references import Sources, Target, UnresolvedRef

__all__ = ["Document", "Reach", "Sources", "Target", "UnresolvedRef", "load"]
