"""Writes the pages of docs/rules from the rules' docstrings: `python -m mcpgen.lint.pages docs/rules`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Final

from mcpgen.lint.registry import RULES
from mcpgen.lint.rule import Rule
from mcpgen.model.reasons import REASONS
from mcpgen.model.toolset import Profile

_FAMILIES: Final = {
    "NAM": "Tool names",
    "GRA": "Granularity",
    "PAR": "Parameters and input schemas",
    "DES": "Descriptions",
    "ANN": "Annotations",
    "SEC": "Safety of what the model reads",
    "SRV": "The server",
}
_NOTICE: Final = "<!-- Written by `python -m mcpgen.lint.pages docs/rules`; edit the rule's docstring instead. -->\n"
_OURS: Final = re.compile(r"[A-Z]{3}[0-9]{3}-[a-z-]+\.md|README\.md")


def pages() -> dict[str, str]:
    """Every page by its file name: one a rule, and the index `README.md`."""
    return {"README.md": _index(), **{_file(rule): _page(rule) for rule in RULES}}


def write(folder: Path) -> None:
    """Writes all pages into `folder` and removes pages of rules that are no more. Raises OSError."""
    wanted = pages()
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted(folder.iterdir()):
        if _OURS.fullmatch(path.name) and path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def _file(rule: Rule) -> str:
    return f"{rule.id}-{rule.name}.md"


def _page(rule: Rule) -> str:
    return f"{_NOTICE}\n# {rule.id} {rule.name}\n\n**{_grade(rule)}.** {rule.page}\n"


def _grade(rule: Rule) -> str:
    word = str(rule.severity).capitalize()
    everywhere = set(rule.profiles) == set(Profile)
    return (
        word if everywhere else f"{word}, in profile {' and '.join(f'`{profile}`' for profile in rule.profiles)} only"
    )


def _index() -> str:
    lines = [
        _NOTICE,
        "# Rules",
        "",
        "What `mcpgen lint` checks. The examples are fragments of a manifest: what they leave out is as it should be.",
        "`--select` and `--ignore` take ids and families.",
    ]
    for family, title in _FAMILIES.items():
        rules = sorted((rule for rule in RULES if rule.family == family), key=lambda rule: rule.id)
        lines += ["", f"## {family}: {title}", "", "| Rule | Severity | |", "|---|---|---|"]
        lines += [
            f"| [{rule.id} {rule.name}]({_file(rule)}) | {_grade(rule).lower()} | {rule.summary} |" for rule in rules
        ]
    lines += ["", "## Applied by generate", "", "Codes that `mcpgen generate` and `mcpgen explain` show.", ""]
    lines += ["| Code | |", "|---|---|", *(f"| {code} | {text} |" for code, text in sorted(REASONS.items()))]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """The folder to write into is the one argument; answers the exit code."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m mcpgen.lint.pages FOLDER\n")
        return 2
    write(Path(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
