"""Every code that shaping shows is a rule of lint or has its reason."""

from __future__ import annotations

import re
from pathlib import Path

import mcpgen.shaping
from mcpgen.lint.registry import RULES
from mcpgen.model.reasons import REASONS


def test_every_code_is_explained() -> None:
    folder = Path(mcpgen.shaping.__file__).parent
    source = "".join(path.read_text() for path in sorted(folder.glob("*.py")))
    shown = set(re.findall(r'(?:rule=|_decide\(|_sifted\(drafts, )\s*"([A-Za-z0-9-]+)"', source))
    assert len(shown) > 10
    assert shown <= {rule.id for rule in RULES} | set(REASONS)
