"""How much of an operation its tool shows: less for the few whose listing would cost a model too much to read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """Budgets of one tool. Texts are in characters; what is not listed is named, and checked when it is sent."""

    text: int = 300
    """The description of an argument."""
    inner_text: int = 300
    """The description of a property of an object."""
    tool_text: int = 1024
    """The description of the tool."""
    fields: int = 4
    """Fields of the answer that the tool's description names."""
    enum: int = 1_200
    """Characters of an enum's values; a longer one is said by example."""
    examples: bool = True
    listed: int = 12
    """Properties that an object argument lists; 0: the object is given as JSON text."""
    named: int = 12
    """Names of the properties that an object takes beyond those that it lists."""
    arguments: int = 1_000
    """Arguments that a body is flattened to, where a person allows more."""
    whole: bool = False
    """Whether a body of more fields than that becomes one object argument."""


FULL: Final = Detail()
WHOLE: Final = Detail(
    text=50, inner_text=50, tool_text=300, enum=120, examples=False, arguments=12, named=100, whole=True
)
"""A body of many fields is one argument, from here on."""
LEVELS: Final = (
    FULL,
    Detail(text=160, inner_text=110, tool_text=600, examples=False),
    Detail(text=90, inner_text=80, tool_text=400, enum=600, examples=False),
    Detail(text=90, inner_text=70, tool_text=400, enum=300, examples=False, listed=6, named=8),
    Detail(text=80, inner_text=60, tool_text=350, enum=200, examples=False, listed=3, named=8, arguments=20),
    Detail(text=70, inner_text=55, tool_text=350, enum=150, examples=False, listed=2, named=8, arguments=16),
    Detail(text=60, inner_text=50, tool_text=300, enum=120, examples=False, listed=1, named=6, arguments=12),
    Detail(text=50, inner_text=50, tool_text=300, enum=120, examples=False, listed=0, named=4, arguments=12),
    WHOLE,
    replace(WHOLE, text=40, inner_text=40, tool_text=200, enum=60),
    replace(WHOLE, text=30, inner_text=30, tool_text=150, enum=20),
)
"""From everything to the least; each shows less than the one before."""
PRESSED: Final = (
    *LEVELS[1:3],
    Detail(text=80, inner_text=70, tool_text=280, fields=3, enum=400, examples=False),
    Detail(text=70, inner_text=60, tool_text=200, fields=2, enum=300, examples=False),
    Detail(text=63, inner_text=50, tool_text=160, fields=2, enum=250, examples=False),
)
"""What the large tools of a list show where half of its tools are large: shorter texts, and every argument."""
