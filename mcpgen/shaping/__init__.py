"""From one API to the tools a model uses: what to leave out, name, split, flatten, describe and annotate."""

from mcpgen.shaping.draft import LeftOut
from mcpgen.shaping.options import Options
from mcpgen.shaping.shape import Shaped, shape

__all__ = ["LeftOut", "Options", "Shaped", "shape"]
