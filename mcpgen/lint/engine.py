"""Runs the rules over a subject: selects, grades and excuses, removes doubles, orders the findings as the file does."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from mcpgen.diagnostics import Diagnostic, Origin, Severity
from mcpgen.lint.registry import RULES
from mcpgen.lint.rule import Finding, Rule
from mcpgen.lint.settings import Excuse, LintSettings
from mcpgen.lint.subject import Subject


def lint(subject: Subject, settings: LintSettings | None = None) -> tuple[Diagnostic, ...]:
    """What the rules find in `subject`, after what could not be read or set; the same input gives the same answer."""
    chosen = settings or LintSettings()
    excused = {(excuse.rule, excuse.tool) for excuse in chosen.excuses if excuse.reason.strip()}
    found: dict[tuple[str, Origin | None, str], Diagnostic] = {}
    for rule in RULES:
        if not _applies(rule, chosen):
            continue
        for finding in rule.check(subject):
            if (rule.id, finding.subject) not in excused:
                found.setdefault((rule.id, finding.at, finding.message), _graded(rule, finding, chosen))
    return (*_setting_problems(subject, chosen), *_sorted(subject, (*subject.problems, *found.values())))


def _applies(rule: Rule, settings: LintSettings) -> bool:
    if settings.profile not in rule.profiles or _names(settings.ignore, rule):
        return False
    return not settings.select or _names(settings.select, rule)


def _names(selectors: Iterable[str], rule: Rule) -> bool:
    return any(selector in (rule.id, rule.family) for selector in selectors)


def _graded(rule: Rule, finding: Finding, settings: LintSettings) -> Diagnostic:
    own = finding.severity or rule.severity
    return Diagnostic(
        code=rule.id,
        severity=settings.severity.get(rule.id, settings.severity.get(rule.family, own)),
        message=finding.message,
        hint=finding.hint,
        subject=finding.subject,
        at=finding.at,
    )


def _sorted(subject: Subject, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    position = subject.order()

    def key(diagnostic: Diagnostic) -> tuple[str, tuple[int, ...], str, str]:
        at = diagnostic.at if isinstance(diagnostic.at, Origin) else None
        return (at.file if at else "", position(at), diagnostic.code, diagnostic.message)

    return sorted(diagnostics, key=key)


def _setting_problems(subject: Subject, settings: LintSettings) -> Iterable[Diagnostic]:
    """Settings that would do nothing: a slip of the pen must not leave a rule on, or off, in silence."""
    known = sorted({name for rule in RULES for name in (rule.id, rule.family)})
    excused = (excuse.rule for excuse in settings.excuses)
    for name in dict.fromkeys((*settings.select, *settings.ignore, *settings.severity, *excused)):
        if name not in known:
            near = get_close_matches(name.upper(), known, n=1)
            hint = f"Did you mean {near[0]}?" if near else ""
            yield _setting_problem(f"There is no rule {name!r}.", hint)
    for excuse in settings.excuses:
        yield from _excuse_problems(subject, excuse)


def _excuse_problems(subject: Subject, excuse: Excuse) -> Iterable[Diagnostic]:
    if not excuse.reason.strip():
        yield _setting_problem(
            f"The excuse of {excuse.tool!r} from {excuse.rule} gives no reason, so it does not count.",
            "Say in a few words why the tool may break the rule.",
        )
    names = [tool.name for tool in subject.tools]
    if excuse.tool not in names:
        near = get_close_matches(excuse.tool, names, n=1)
        hint = f"Did you mean {near[0]}?" if near else "Remove the excuse."
        yield _setting_problem(f"{excuse.tool!r} is excused from {excuse.rule}, but there is no such tool.", hint)


def _setting_problem(message: str, hint: str) -> Diagnostic:
    return Diagnostic(code="lint-settings", severity=Severity.WARNING, message=message, hint=hint)
