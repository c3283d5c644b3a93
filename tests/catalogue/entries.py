"""A catalogue of faults that people met with other tools: its entries, and what is checked of each.

The catalogue is not part of this repository: it is looked for in $MCPGEN_CASES, else in ../shared/cases/catalogue.yaml. Each
entry has an id, a form (how to read `repro`) and the right behaviour in words, which functions called like the id say in code.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import yaml

from mcpgen.diagnostics import Diagnostic
from tests.catalogue.harness import Made, Source
from tests.golden import walker

CATALOGUE: Final = Path(
    os.environ.get("MCPGEN_CASES", walker.REPOSITORY.parent / "shared" / "cases" / "catalogue.yaml")
)
FILE: Final = "#### file: "

Entry = dict[str, str]
Check = Callable[[Made], None]
Refusal = Callable[[list[Diagnostic]], None]
CHECKS: dict[str, Check] = {}
REFUSALS: dict[str, Refusal] = {}


@cache
def entries() -> list[Entry]:
    """Those that are a description; scenarios are tests of their own, and manifests are tried as manifests."""
    if not CATALOGUE.is_file():
        return []
    found: list[Entry] = yaml.safe_load(CATALOGUE.read_bytes())
    return [each for each in found if each["form"].startswith("openapi")]


def source_of(entry: Entry) -> Source:
    """What the entry gives to the generator: a text, bytes, or files of which the first has the paths."""
    repro = entry["repro"]
    match entry["form"]:
        case "openapi-base64":
            return base64.b64decode(repro)
        case "openapi-files":
            parts = (part.partition("\n") for part in repro.split(FILE) if part.strip())
            files = {name.strip(): text for name, _, text in parts}
            [first] = [name for name, text in files.items() if "paths" in yaml.safe_load(text)]
            return {first: files.pop(first), **files}
        case _:
            return repro


def check(function: Check) -> Check:
    """The function says what the entry expects that it is named after."""
    CHECKS[function.__name__] = function
    return function


def refusal(function: Refusal) -> Refusal:
    """The function says what is said of the entry that it is named after."""
    REFUSALS[function.__name__] = function
    return function
