"""Writes docs/shaping.md from the cases beside this file: `python -m tests.shaping.pages docs/shaping.md`.

A case is `cases/RULES.yaml`: the paths and components of a description, below comment lines that say its title, what
to know about it, and which keys of `tools/list` it shows.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from mcpgen import pipeline
from mcpgen.emit.data import listed_tool
from tests.golden.walker import REPOSITORY

CASES: Final = Path(__file__).parent / "cases"
PAGE: Final = REPOSITORY / "docs" / "shaping.md"
COMMAND: Final = "python -m tests.shaping.pages docs/shaping.md"
FAMILIES: Final = {
    "NAM": "Names",
    "GRA": "Granularity",
    "PAR": "Arguments",
    "DES": "Descriptions",
    "ANN": "Annotations",
}
HEAD: Final = "openapi: 3.1.0\ninfo: {title: Example, version: '1'}\nservers: [{url: 'https://api.example.test'}]\n"
WIDTH: Final = 110
"""Characters of a line of JSON."""
INTRODUCTION: Final = f"""<!-- Written by `{COMMAND}`; edit the cases in tests/shaping/cases instead. -->

# Shaping, rule by rule

What `mcpgen generate` makes of a description so that its tools comply with the [rules](rules/README.md): before, a part
of an OpenAPI description; after, what `tools/list` shows of it. `mcpgen explain SOURCE TOOL` tells which of this
happened to a tool of yours, and from which line; `mcpgen tools SOURCE --stats` counts it. Rules without a page of
their own (NAM005, say) are kept here, and not checked by `mcpgen lint`.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An example of what one or several rules do."""

    rules: tuple[str, ...]
    title: str
    text: str
    shows: tuple[str, ...]
    source: str


def cases() -> tuple[Case, ...]:
    """Every case, by family and number."""
    order = list(FAMILIES)
    files = sorted(CASES.glob("*.yaml"), key=lambda path: (order.index(path.stem[:3]), path.stem))
    return tuple(_case(path) for path in files)


def page() -> str:
    """The whole page."""
    parts = [INTRODUCTION]
    family = ""
    for case in cases():
        if case.rules[0][:3] != family:
            family = case.rules[0][:3]
            parts.append(f"## {FAMILIES[family]}\n")
        parts.append(_section(case))
    return "\n".join(parts)


def after(case: Case) -> str:
    """What becomes of a case: a line of JSON for each key that it shows, then the operations that became no tool."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "example.yaml"
        file.write_text(HEAD + case.source, encoding="utf-8")
        made = pipeline.tools(file)
    blocks = [_json({key: listed[key] for key in case.shows}) for listed in map(listed_tool, made.toolset.tools)]
    text = "```json\n" + "\n".join(blocks) + "\n```\n"
    left = [f"- No tool: `{each.operation}` {each.reason} ({each.rule})." for each in made.left_out]
    return "\n".join([text, *left, *([""] if left else [])])


def _case(path: Path) -> Case:
    lines = path.read_text(encoding="utf-8").splitlines()
    count = next(index for index, line in enumerate(lines) if not line.startswith("#"))
    title, *said = [line.removeprefix("#").strip() for line in lines[:count]]
    shows = next(line.partition(":")[2].split() for line in said if line.startswith("Shows:"))
    text = " ".join(line for line in said if line and not line.startswith("Shows:"))
    return Case(
        rules=tuple(path.stem.split("-")),
        title=title,
        text=text,
        shows=tuple(shows),
        source="\n".join(lines[count:]) + "\n",
    )


def _section(case: Case) -> str:
    text = f"{case.text}\n\n" if case.text else ""
    return (
        f"### {', '.join(case.rules)}: {case.title}\n\n{text}Before:\n\n```yaml\n{case.source}```\n\n"
        f"After:\n\n{after(case)}"
    )


def _json(value: Any, indent: str = "") -> str:
    """JSON with each object and list on one line where it fits."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent) + len(line) <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = indent + "  "
    if isinstance(value, list):
        parts = [inner + _json(item, inner) for item in value]
        return "[\n" + ",\n".join(parts) + f"\n{indent}]"
    parts = [f"{inner}{json.dumps(key)}: {_json(item, inner)}" for key, item in value.items()]
    return "{\n" + ",\n".join(parts) + f"\n{indent}}}"


def main(arguments: list[str]) -> int:
    """The file to write is the one argument; answers the exit code."""
    if len(arguments) != 1:
        sys.stderr.write(f"usage: {COMMAND}\n")
        return 2
    Path(arguments[0]).write_text(page(), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
