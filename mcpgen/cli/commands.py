"""The commands: arguments in, exit code out."""

from __future__ import annotations

import gc
import sys
from enum import StrEnum
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, assert_never

import typer

from mcpgen import __version__
from mcpgen.cli.choices import answered
from mcpgen.cli.outcome import DONE, FINDINGS, console, guarded, progress, show, show_json
from mcpgen.diagnostics import Severity
from mcpgen.model.reach import Reach
from mcpgen.model.toolset import Profile
from mcpgen.shaping.options import Options

if TYPE_CHECKING:
    from mcpgen.report.listing import ListedTool
    from mcpgen.report.stats import Stats


class Format(StrEnum):
    """How findings are written."""

    TEXT = "text"
    JSON = "json"


app = typer.Typer(
    name="mcpgen",
    help="Turn an OpenAPI document or a tool manifest into a standalone Python MCP server.",
    epilog="Exit codes: 0 done; 1 findings with lint or --strict, or no tools; 2 bad input or usage.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Source = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        help="An OpenAPI document or a manifest: a file, a URL, or - for standard input.",
        show_default=False,
    ),
]


def main() -> None:
    """Runs the command line and ends the process with its exit code."""
    gc.disable()  # a run leaves few cycles and ends soon; looking for them would cost a quarter of a large one
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    app(prog_name="mcpgen")


def _place(text: str) -> Path:
    """A path that was given; an empty one would be the current folder."""
    if not text.strip():
        raise typer.BadParameter("name a place, such as myserver.")
    return Path(text)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"mcpgen {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Turn an OpenAPI document or a tool manifest into a standalone Python MCP server."""


@app.command()
@answered
def generate(
    source: Source,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="DIR", parser=_place, help="Folder of the package.")
    ],
    options: Options,
    reach: Reach,
    strict: Annotated[bool, typer.Option("--strict", help="With any warning, write nothing and exit with 1.")] = False,
    json: Annotated[bool, typer.Option("--json", help="What was done, and all diagnostics, as JSON.")] = False,
) -> int:
    """Write the package of a server into a folder."""
    run = partial(_generate, source, output, options, reach, strict=strict, json=json)
    return guarded(run, show_json) if json else run()


def _generate(source: str, output: Path, options: Options, reach: Reach, *, strict: bool, json: bool) -> int:
    from mcpgen import pipeline
    from mcpgen.report.closing import print_closing
    from mcpgen.report.closing_json import closing_json

    with progress() as step:
        done = pipeline.generate(source, output, options, reach=reach, strict=strict, step=step)
    made = done.made
    if json:
        closing = pipeline.closing(done, str(output))
        sys.stdout.write(closing_json(closing, made.diagnostics, made.sources))
    else:
        show(made.diagnostics, made.sources)
        if done.report:
            print_closing(console(), pipeline.closing(done, str(output)), made.sources)
    return DONE if done.report else FINDINGS


@app.command()
@answered
def tools(
    source: Source,
    options: Options,
    reach: Reach,
    stats: Annotated[bool, typer.Option("--stats", help="Figures of the whole in place of the tools.")] = False,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> int:
    """List the tools that would come out, and what each costs a model to read."""
    from mcpgen import pipeline

    with progress() as step:
        made = pipeline.tools(source, options, reach=reach, step=step)
    show(made.diagnostics, made.sources)
    if not made.toolset.tools:
        show((pipeline.nothing_made(made),), made.sources)
    if stats:
        _show_stats(pipeline.stats(made), json=json)
    else:
        _show_tools(pipeline.listed(made.toolset), json=json)
    return DONE if made.toolset.tools else FINDINGS


def _show_tools(rows: tuple[ListedTool, ...], *, json: bool) -> None:
    from mcpgen.report.listing import print_tools, tools_json

    if json:
        sys.stdout.write(tools_json(rows))
    elif rows:
        print_tools(console(), rows)


def _show_stats(stats: Stats, *, json: bool) -> None:
    from mcpgen.report.stats import print_stats, stats_json

    if json:
        sys.stdout.write(stats_json(stats))
    else:
        print_stats(console(), stats)


@app.command()
@answered
def explain(
    source: Source,
    tool: Annotated[
        str, typer.Argument(metavar="TOOL", help="A tool's name, or an operation: 'GET /books', listBooks.")
    ],
    options: Options,
    reach: Reach,
) -> int:
    """Say why a tool is as it is: each decision with its rule and the line it rests on."""
    from mcpgen import pipeline
    from mcpgen.report.listing import print_explanation

    with progress() as step:
        explained = pipeline.explain(source, tool, options, reach=reach, step=step)
    out = console()
    for number, found in enumerate(explained):
        if number:
            out.print()
        print_explanation(
            out,
            subject=found.subject,
            operation=found.operation,
            at=found.at,
            tool=found.tool,
            inputs=found.inputs,
            decisions=found.decisions,
        )
    return DONE


@app.command()
@answered
def manifest(
    source: Source,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", parser=_place, help="The file to write.")],
    options: Options,
    reach: Reach,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> int:
    """Write the tools as a manifest, to edit and to generate from."""
    from mcpgen import pipeline

    with progress() as step:
        made = pipeline.manifest(source, output, options, reach=reach, force=force, step=step)
    show(made.diagnostics, made.sources)
    console().out(f"{len(made.toolset.tools)} tools → {output}", highlight=False)
    return DONE


@app.command()
@answered
def lint(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="A manifest, a tools/list dump, or an OpenAPI document")
    ],
    reach: Reach,
    format: Annotated[Format, typer.Option(help="How the findings are written.")] = Format.TEXT,
    select: Annotated[list[str] | None, typer.Option(metavar="RULES", help="Only these: NAM001, or all NAM.")] = None,
    ignore: Annotated[list[str] | None, typer.Option(metavar="RULES", help="All but these.")] = None,
    profile: Annotated[Profile | None, typer.Option(help="Which rules apply; the manifest's own unless given.")] = None,
) -> int:
    """Hold tools against the rules; exits with 1 where an error or a warning was found."""
    from mcpgen import pipeline
    from mcpgen.lint import LintSettings
    from mcpgen.report import json_report, write_text

    settings = LintSettings(select=_listed(select), ignore=_listed(ignore))
    with progress() as step:
        found = pipeline.lint(source, settings, profile=profile, reach=reach, step=step)
    match format:
        case Format.TEXT:
            write_text(found.findings, found.sources, console(), tools=found.tools)
        case Format.JSON:
            sys.stdout.write(json_report(found.findings, found.sources, tools=found.tools))
        case _:
            assert_never(format)
    return FINDINGS if any(finding.severity is not Severity.INFO for finding in found.findings) else DONE


@app.command()
@answered
def rules(
    rule: Annotated[str, typer.Argument(metavar="RULE", help="An id (NAM001) or a name.", show_default=False)] = "",
) -> int:
    """List the rules, or show the page of one."""
    from mcpgen import pipeline
    from mcpgen.model.reasons import REASONS
    from mcpgen.report.listing import print_page, print_rules

    if rule:
        print_page(console(), pipeline.page(rule))
    else:
        checked = [(each.id, each.name, str(each.severity), each.summary) for each in pipeline.rules()]
        applied = [(code, "", "generate", text) for code, text in REASONS.items()]
        print_rules(console(), sorted([*checked, *applied]))
    return DONE


def _listed(given: list[str] | None) -> tuple[str, ...]:
    """Values of a repeatable option, each of which may be several with commas between them."""
    return tuple(part.strip() for value in given or () for part in value.split(",") if part.strip())
