"""Every entry of the catalogue that is a description, run as it stands there."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcpgen.diagnostics import Severity, SourceError, Span, located
from mcpgen.source import Reach
from tests.catalogue import (  # noqa: F401
    checks_answers,
    checks_auth,
    checks_bodies,
    checks_names,
    checks_parameters,
    checks_reading,
    checks_schemas,
    checks_texts,
)
from tests.catalogue.entries import CATALOGUE, CHECKS, REFUSALS, Entry, entries, source_of
from tests.catalogue.harness import make
from tests.packages import package_in
from tests.portable import complaints

pytestmark = pytest.mark.skipif(not CATALOGUE.is_file(), reason=f"no catalogue in {CATALOGUE}")

TRIED = CHECKS | REFUSALS


@pytest.mark.parametrize("entry", [pytest.param(each, id=each["id"]) for each in entries()])
def test_entry(tmp_path: Path, entry: Entry) -> None:
    reach = Reach(folder=tmp_path / "source") if entry["form"] == "openapi-files" else None
    try:
        made = make(tmp_path, source_of(entry), reach=reach)
    except SourceError as error:
        said = [located(each, error.locator) if error.locator else each for each in error.diagnostics]
        assert said[0].severity is Severity.ERROR
        assert all(isinstance(each.at, Span) for each in said)
        assert entry["id"] not in CHECKS, said[0].message
        REFUSALS.get(entry["id"], lambda _: None)(said)
        return
    assert entry["form"] != "openapi-invalid-yaml"
    assert entry["id"] not in REFUSALS
    assert complaints(package_in(made.package).tools) == []
    with made.imported() as server:
        assert callable(server.make_server)
    CHECKS.get(entry["id"], lambda _: None)(made)


def test_each_check_has_its_entry() -> None:
    assert TRIED.keys() <= {entry["id"] for entry in entries()}
