"""What a rule is: an id, a name, a severity, a check, and a docstring that is its page.

The page's first line is its summary. Below stand the sections `## What it does`, `## Why`, `## Bad` and `## Good`;
the YAML in the last two is also the rule's test.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from mcpgen.diagnostics import Origin, Severity
from mcpgen.lint.subject import ListedTool, Subject
from mcpgen.model.toolset import Profile

_SECTION: Final = re.compile(r"^## (.+)$", re.MULTILINE)
_YAML: Final = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fault that a rule found; `severity` only where it differs from the rule's own."""

    at: Origin | None
    message: str
    hint: str = ""
    subject: str = ""
    severity: Severity | None = None


Check: TypeAlias = Callable[[Subject], Iterator[Finding]]
ToolCheck: TypeAlias = Callable[[ListedTool, Subject], Iterator[Finding]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule with a stable public id; `profiles` are those it applies to."""

    id: str
    name: str
    severity: Severity
    check: Check
    page: str
    profiles: tuple[Profile, ...] = tuple(Profile)

    @property
    def family(self) -> str:
        """The letters of the id: `NAM`."""
        return self.id.rstrip("0123456789")

    @property
    def summary(self) -> str:
        """The first line of the page."""
        return self.page.split("\n", 1)[0]

    def examples(self, heading: str) -> tuple[str, ...]:
        """The YAML blocks below the section `heading` of the page, in order."""
        parts = _SECTION.split(self.page)
        sections = dict(zip(parts[1::2], parts[2::2], strict=True))
        return tuple(_YAML.findall(sections.get(heading, "")))


def server_rule(
    id: str, name: str, severity: Severity, *, profiles: tuple[Profile, ...] = tuple(Profile)
) -> Callable[[Check], Rule]:
    """Makes a rule of a check that looks at the whole server."""

    def make(check: Check) -> Rule:
        page = inspect.getdoc(check) or ""
        return Rule(id=id, name=name, severity=severity, check=check, page=page, profiles=profiles)

    return make


def tool_rule(
    id: str, name: str, severity: Severity, *, profiles: tuple[Profile, ...] = tuple(Profile)
) -> Callable[[ToolCheck], Rule]:
    """Makes a rule of a check that looks at one tool at a time; its findings are about that tool."""

    def make(check: ToolCheck) -> Rule:
        def over_tools(subject: Subject) -> Iterator[Finding]:
            for tool in subject.tools:
                for finding in check(tool, subject):
                    yield replace(finding, subject=tool.name)

        page = inspect.getdoc(check) or ""
        return Rule(id=id, name=name, severity=severity, check=over_tools, page=page, profiles=profiles)

    return make
