"""One meaning, whatever version it was written in. The only package that knows how the versions differ.

`schemas` turns the schemas of any version into JSON Schema 2020-12; `objects` the other parts of a description into
those of OpenAPI 3. What comes out is new; the loaded tree is never changed.
"""

from mcpgen.frontends.openapi.normalize.schemas import (
    ANNOTATIONS,
    DOUBTFUL_NULL,
    Moved,
    Normal,
    Normalizer,
    OrNull,
)
from mcpgen.frontends.openapi.normalize.slips import Slip

__all__ = ["ANNOTATIONS", "DOUBTFUL_NULL", "Moved", "Normal", "Normalizer", "OrNull", "Slip"]
