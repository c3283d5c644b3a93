"""What mcpgen does, as functions over values: nothing is printed, and only `generate` touches a folder.

Stages are imported where they are used, because some cost a second to import and no command needs them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mcpgen import __version__
from mcpgen.complaints import (
    check_options,
    check_selectors,
    no_tools,
    output_problem,
    refused_options,
    unknown,
    unknown_source,
    unmatched,
)
from mcpgen.diagnostics import Diagnostic, Severity, SourceError
from mcpgen.explanation import Explained, explained
from mcpgen.model.json import JsonObject
from mcpgen.model.reach import Reach
from mcpgen.model.reasons import REASONS
from mcpgen.model.toolset import Profile, Toolset
from mcpgen.pins import names_in_file, names_in_folder
from mcpgen.report.closing import Closing, Note, SplitUp
from mcpgen.report.listing import ListedTool
from mcpgen.shaping.draft import LeftOut
from mcpgen.shaping.options import Options
from mcpgen.source import Sources, load
from mcpgen.source.url import shown
from mcpgen.write import OutputError, WriteReport

if TYPE_CHECKING:
    from mcpgen.lint import LintSettings
    from mcpgen.lint.rule import Rule
    from mcpgen.report.stats import Stats

Step = Callable[[str], None]
"""Told what is being done, before it is done."""

MANIFEST: Final = "tools.yaml"
UNREAD: Final = "openapi-operation"
"""The reason by which an operation is left out that cannot be read."""

_ORDINARY: Final = frozenset({"NAM001", "ANN002", "ANN003", "GRA003", "PAR004", "PAR009", "PAR013"})
"""Rules that decide something about nearly every tool: `explain` tells of them, the closing lines do not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What a source becomes: its tools, the operations that became none, and what a person should know."""

    toolset: Toolset
    left_out: tuple[LeftOut, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: Sources
    options: Options = field(default_factory=Options)
    """What was asked for."""
    tags: tuple[str, ...] = ()
    """The tags of the document's operations."""
    operation_ids: Mapping[str, str] = field(default_factory=dict)
    """The operation of each operationId."""

    @property
    def warnings(self) -> int:
        """How many of the diagnostics are warnings or worse."""
        return sum(diagnostic.severity is not Severity.INFO for diagnostic in self.diagnostics)


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """A run of `generate`. `report` is None where nothing was written: there are no tools, or `strict` met warnings."""

    made: Made
    report: WriteReport | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Linted:
    """What lint found, in the order of the file."""

    findings: tuple[Diagnostic, ...]
    tools: int
    sources: Sources


def _quiet(_: str) -> None:
    pass


def tools(
    source: str | Path, options: Options | None = None, *, reach: Reach | None = None, step: Step = _quiet
) -> Made:
    """The tools that an OpenAPI document or a manifest describes; `reach` is what its references may lead to.

    Raises `SourceError`: the source cannot be read (see `source.load` and the frontends), is neither of the two
    (`source-unknown`), or is a manifest and an option asks for what the manifest itself says (`manifest-option`); or
    the file of names cannot be read (see `names_in_file`).
    """
    return _made(source, options or Options(), reach, step)


def _made(source: str | Path, options: Options, reach: Reach | None, step: Step, folder: Path | None = None) -> Made:
    """As `tools`; names that tools of the package in `folder` have stay, where the options name no other file."""
    from mcpgen.frontends import manifest

    check_options(options)
    step(f"Reading {shown(str(source))}")
    sources = load(source, reach)
    if manifest.is_manifest(sources.root.data):
        return _made_of_manifest(sources, options)
    made = _made_of_openapi(sources, options, step, folder)
    return replace(made, diagnostics=(*made.diagnostics, *_unsafe(made.toolset)))


def generate(
    source: str | Path,
    folder: str | Path,
    options: Options | None = None,
    *,
    reach: Reach | None = None,
    strict: bool = False,
    step: Step = _quiet,
) -> Generated:
    """Writes the package of a source into `folder`.

    Raises `SourceError` as `tools` does, and `OutputError`: the folder cannot be written, or holds what is not ours.
    """
    made = _made(source, options or Options(), reach, step, Path(folder))
    if not made.toolset.tools:
        return Generated(made=replace(made, diagnostics=(*made.diagnostics, nothing_made(made))), report=None)
    if strict and made.warnings:
        return Generated(made=made, report=None)

    from mcpgen.emit import emit, written_once
    from mcpgen.write import write

    step(f"Making a package of {len(made.toolset.tools)} tools")
    files = emit(made.toolset, manifest=_manifest_text(made))
    step(f"Writing {len(files)} files")
    report = write(
        files,
        Path(folder),
        tool_version=__version__,
        once=written_once(made.toolset),
        source=MANIFEST if _is_manifest_of(made, Path(folder)) else "",
        names={tool.operation: tool.name for tool in made.toolset.tools},
    )
    return Generated(made=made, report=report)


def explain(
    source: str | Path,
    name: str,
    options: Options | None = None,
    *,
    reach: Reach | None = None,
    step: Step = _quiet,
) -> tuple[Explained, ...]:
    """The decisions behind a tool, given by its name or its operation, or behind an operation that became none.

    An operation is `GET /books/{bookId}` or an operationId; one that was split gives all of its tools.
    Raises `SourceError` as `tools` does, and `unknown-tool`.
    """
    made = tools(source, options, reach=reach, step=step)
    return explained(name, made.toolset, made.left_out, made.operation_ids, made.sources)


def lint(
    source: str | Path,
    settings: LintSettings,
    *,
    profile: Profile | None = None,
    reach: Reach | None = None,
    step: Step = _quiet,
) -> Linted:
    """Holds a manifest, a `tools/list` dump, or the tools that an OpenAPI document would become, against the rules.

    What keeps a manifest from being generated is among the findings. `profile` is the manifest's own, or the default,
    where it is None. Raises `SourceError` where nothing can be read, and where `settings` select or ignore a rule that
    there is not (`unknown-rule`).
    """
    from mcpgen import lint as linting
    from mcpgen.frontends import manifest

    check_selectors((*settings.select, *settings.ignore))
    step(f"Reading {shown(str(source))}")
    sources = load(source, reach)
    settings = replace(settings, profile=profile or _own_profile(sources.root.data))
    if manifest.is_manifest(sources.root.data):
        subject = linting.subject_of_document(sources.root)
        subject = replace(subject, problems=(*subject.problems, *manifest.problems(sources)))
    else:
        made = _made_of_openapi(sources, Options(profile=settings.profile), step)
        subject = linting.subject_of_toolset(made.toolset, file=sources.root.file)
    return Linted(findings=linting.lint(subject, settings), tools=len(subject.tools), sources=sources)


def manifest(
    source: str | Path,
    file: str | Path,
    options: Options | None = None,
    *,
    reach: Reach | None = None,
    force: bool = False,
    step: Step = _quiet,
) -> Made:
    """Writes the manifest of a source into `file`; answers what it was made from.

    Raises `SourceError` as `tools` does, and `OutputError`: there is such a file already and it says something else
    (`output-exists`, unless `force`), or it cannot be written (`output-not-writable`).
    """
    made = tools(source, options, reach=reach, step=step)
    target, text = Path(file), _manifest_text(made).encode("utf-8")
    try:
        if target.exists() and not force and target.read_bytes() != text:
            hint = "Name another file, or replace it with --force."
            raise OutputError(output_problem("output-exists", f"{target} is there already.", hint))
        target.write_bytes(text)
    except OSError as error:
        message = f"{target} cannot be written: {error.strerror}."
        raise OutputError(output_problem("output-not-writable", message, "Name another file.")) from error
    return made


def rules() -> tuple[Rule, ...]:
    """Every rule of lint, in the order of the ids."""
    from mcpgen.lint.registry import RULES

    return tuple(sorted(RULES, key=lambda rule: rule.id))


def page(name: str) -> str:
    """The page of a rule of lint, or of a code that `generate` shows, by id or name in any case.

    Raises `SourceError` (`unknown-rule`).
    """
    found = next((rule for rule in rules() if name.lower() in (rule.id.lower(), rule.name)), None)
    if found is not None:
        return f"# {found.id} {found.name}\n\n{found.page}\n"
    code = next((code for code in REASONS if code.lower() == name.lower()), None)
    if code is not None:
        return f"# {code}\n\n{REASONS[code]}\n"
    known = [*(key for rule in rules() for key in (rule.id, rule.name)), *REASONS]
    raise SourceError(unknown("unknown-rule", "rule", name, known, "mcpgen rules lists them."))


def listed(toolset: Toolset) -> tuple[ListedTool, ...]:
    """The tools, each with what `tools/list` shows of it."""
    from mcpgen.emit.data import listed_tool

    return tuple(ListedTool(tool=tool, listed=listed_tool(tool)) for tool in toolset.tools)


def stats(made: Made) -> Stats:
    """The figures of the tools: what they cost a model to read, and what of them is not as the rules want it."""
    from mcpgen.stats import stats_of

    return stats_of(made.toolset, made.left_out)


def nothing_made(made: Made) -> Diagnostic:
    """What there is to say where no operation became a tool."""
    return no_tools(made.left_out, made.tags, made.sources.root.file, made.options)


def closing(generated: Generated, folder: str) -> Closing:
    """What there is to say at the end of a run, also of one that wrote nothing."""
    from mcpgen.emit.names import package_names

    made, toolset = generated.made, generated.made.toolset
    report = generated.report or WriteReport(written=(), unchanged=(), kept=(), removed=())
    names = package_names(toolset.server)
    operations = _by_operation(toolset)
    return Closing(
        source=made.sources.root.file,
        folder=folder,
        module=names.package,
        tools=len(toolset.tools),
        operations=len(operations) + len(made.left_out),
        split=tuple(
            SplitUp(operation=operation, tools=tuple(tools)) for operation, tools in operations.items() if tools[1:]
        ),
        written=len(report.written),
        unchanged=len(report.unchanged),
        removed=report.removed,
        kept=report.kept,
        left_out=tuple(
            Note(rule=each.rule, subject=each.operation, text=each.reason, at=each.origin) for each in made.left_out
        ),
        changed=tuple(
            Note(rule=decision.rule, subject=tool.name, text=decision.text, at=decision.origin)
            for tool in toolset.tools
            for decision in tool.decisions
            if decision.rule not in _ORDINARY
        ),
        settings=tuple(f"{names.prefix}_{name}" for name in _needed_settings(toolset)),
    )


def _by_operation(toolset: Toolset) -> dict[str, list[str]]:
    """The names of the tools by the operation they make, in the order of the source."""
    found: dict[str, list[str]] = {}
    for tool in toolset.tools:
        found.setdefault(tool.whole_operation, []).append(tool.name)
    return found


def _made_of_manifest(sources: Sources, options: Options) -> Made:
    from mcpgen.frontends import manifest

    reading = manifest.read(sources)
    refused = tuple(refused_options(options, reading.toolset, sources.root.file))
    if refused:
        raise SourceError(*refused, locator=sources)
    found = dict.fromkeys((*sources.diagnostics, *reading.diagnostics))
    return Made(toolset=reading.toolset, diagnostics=tuple(found), sources=sources)


def _made_of_openapi(sources: Sources, options: Options, step: Step, folder: Path | None = None) -> Made:
    from mcpgen.frontends import openapi

    if not openapi.is_openapi(sources.root.data):
        raise SourceError(unknown_source(sources.root.file), locator=sources)
    api = openapi.read(sources)

    from mcpgen.shaping import shape

    step(f"Shaping {len(api.operations)} operations")
    shaped = shape(api, options, _pinned(options, folder))
    tags = tuple(dict.fromkeys(tag for operation in api.operations for tag in operation.tags))
    missed = unmatched(options, api.operations, tags, sources.root.file) if shaped.toolset.tools else ()
    found = dict.fromkeys((*sources.diagnostics, *api.diagnostics, *shaped.diagnostics, *missed))
    unread = tuple(
        LeftOut(operation=each.key, rule=UNREAD, reason=each.reason, origin=each.origin) for each in api.unread
    )
    return Made(
        toolset=shaped.toolset,
        left_out=(*unread, *shaped.left_out),
        diagnostics=tuple(found),
        sources=sources,
        options=options,
        tags=tags,
        operation_ids={each.id: each.key for each in api.operations if each.id},
    )


def _pinned(options: Options, folder: Path | None) -> Mapping[str, str]:
    """The names that tools had before, by operation or variant."""
    if options.names_from is not None:
        return names_in_file(options.names_from)
    return names_in_folder(folder) if folder is not None else {}


def _unsafe(toolset: Toolset) -> tuple[Diagnostic, ...]:
    """What the source says to the model beyond the tools' use (RULES, SEC): reported, since no rewriting is sure."""
    from mcpgen.lint import LintSettings, lint, subject_of_toolset

    found = lint(subject_of_toolset(toolset), LintSettings(profile=toolset.profile, select=("SEC",)))
    return tuple(replace(diagnostic, severity=Severity.WARNING) for diagnostic in found)


def _own_profile(data: JsonObject) -> Profile:
    """The profile that a manifest says, the default where it says none or there is no such profile."""
    said = data.get("profile")
    return next((profile for profile in Profile if profile == said), Options().shaped_for)


def _manifest_text(made: Made) -> str:
    """A manifest is kept to the letter, comments included; another source is written as one."""
    from mcpgen.frontends import manifest

    root = made.sources.root
    if root.format == "yaml" and manifest.is_manifest(root.data):
        return root.text
    return manifest.write(made.toolset)


def _is_manifest_of(made: Made, folder: Path) -> bool:
    """Whether the source is the manifest in the output folder itself."""
    path = made.sources.root.path
    return path is not None and path == (folder / MANIFEST).resolve()


def _needed_settings(toolset: Toolset) -> list[str]:
    """The settings without which no call can be made."""
    from mcpgen.emit.settings import settings

    return [row.name for row in settings(toolset) if row.required]
