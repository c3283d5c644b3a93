"""The examples' servers send nothing that their own descriptions do not accept, and lose no field."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire.__main__ import examples
from tests.wire.run import judged
from tests.wire.table import MOST_EXCUSED

SAMPLES = 60
"""Of each tool: the examples are few, and are tried to their edges."""


@pytest.mark.parametrize(("name", "file"), examples(), ids=[name for name, _ in examples()])
def test_every_request_of_an_example_is_accepted_and_every_leaf_carried(name: str, file: Path) -> None:
    found = judged((name, file), SAMPLES)
    assert not found.error
    assert [f"{m['tool']} {m['arguments']}: {m['faults'][0]}" for m in found.misses] == []
    assert (found.silent, found.unseen, found.missing) == ([], [], [])
    assert (found.rate, found.coverage) == (1, 1)
    assert found.excused.total() <= MOST_EXCUSED * found.sent
    assert found.tools >= 12
    assert found.sent >= found.tools * 10
