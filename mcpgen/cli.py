"""The command line: arguments in, exit code out.

0: done, warnings are shown. 1: findings with `lint` or `--strict`, or no tools. 2: bad input or usage, or a fault of
mcpgen itself. 130: interrupted. 141: nobody reads the output any more.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import partial, wraps
from inspect import Parameter, Signature, signature
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, assert_never

import typer

from mcpgen import __version__
from mcpgen.diagnostics import Diagnostic, Locator, Origin, Severity, SourceError, Span
from mcpgen.model.toolset import Profile
from mcpgen.shaping.options import Options
from mcpgen.write import OutputError

if TYPE_CHECKING:
    from rich.console import Console

    from mcpgen.report.progress import Progress

DONE: Final = 0
FINDINGS: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141

NO_OPERATIONS: Final = "openapi-no-operations"
"""The code of a document that is sound, but makes no tools."""
MOST_FILES: Final = 6
"""How many files in the way are named."""


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

Source = Annotated[str, typer.Argument(metavar="SOURCE", help="An OpenAPI document or a manifest.", show_default=False)]


def main() -> None:
    """Runs the command line and ends the process with its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    app(prog_name="mcpgen")


def _place(text: str) -> Path:
    """A path that was given; an empty one would be the current folder."""
    if not text.strip():
        raise typer.BadParameter("name a place, such as myserver.")
    return Path(text)


def _choices(
    name: Annotated[str, typer.Option(metavar="NAME", help="Name of the server, instead of one from the title.")] = "",
    profile: Annotated[
        Profile | None,
        typer.Option(help="How errors, hints and results are shaped.", show_default=Profile.CONNECTED_APPS.value),
    ] = None,
    tag: Annotated[list[str] | None, typer.Option(metavar="TAG", help="Only operations with it. Repeatable.")] = None,
    exclude_tag: Annotated[
        list[str] | None, typer.Option(metavar="TAG", help="No operations with it. Repeatable.")
    ] = None,
    operation: Annotated[
        list[str] | None,
        typer.Option(metavar="GLOB", help="Only these: 'GET /books*', or an operationId. Repeatable."),
    ] = None,
    base_url: Annotated[str, typer.Option(metavar="URL", help="Address of the API, instead of the document's.")] = "",
    max_arguments: Annotated[
        int, typer.Option(min=1, metavar="N", help="Inputs a tool has before parts of a body become objects.")
    ] = 24,
) -> Options:
    """What may be asked of shaping, by every command that shapes."""
    return Options(
        profile=profile,
        name=name,
        tags=tuple(tag or ()),
        exclude_tags=tuple(exclude_tag or ()),
        operations=tuple(operation or ()),
        base_url=base_url,
        max_arguments=max_arguments,
    )


def answered(command: Callable[..., int]) -> Callable[..., None]:
    """Makes a command of a function: its number is the exit code, its errors are diagnostics.

    A parameter `options` stands for all the options of `_choices`.
    """
    own = signature(command, eval_str=True).parameters
    choices = signature(_choices, eval_str=True).parameters if "options" in own else {}

    @wraps(command)
    def run(**given: Any) -> None:
        if choices:
            given["options"] = _choices(**{name: given.pop(name) for name in choices})
        raise typer.Exit(_guarded(partial(command, **given)))

    taken = [*(own[name] for name in own if name != "options"), *choices.values()]
    run.__signature__ = Signature([each.replace(kind=Parameter.KEYWORD_ONLY) for each in taken])  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in taken}
    del run.__wrapped__
    return run


def _guarded(command: Callable[[], int]) -> int:
    """The exit code of a command, whatever happens in it."""
    try:
        code = command()
        sys.stdout.flush()
        return code
    except SourceError as error:
        _show(error.diagnostics, error.locator)
        return FINDINGS if any(found.code == NO_OPERATIONS for found in error.diagnostics) else BAD_INPUT
    except OutputError as error:
        _show(error.diagnostics, most=MOST_FILES)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return BROKEN_PIPE
    except Exception as error:
        if os.environ.get("MCPGEN_DEBUG"):
            raise
        _show((_internal(error),))
        return BAD_INPUT


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
    strict: Annotated[bool, typer.Option("--strict", help="With any warning, write nothing and exit with 1.")] = False,
) -> int:
    """Write the package of a server into a folder."""
    from mcpgen import pipeline
    from mcpgen.report.closing import print_closing

    with _progress() as step:
        done = pipeline.generate(source, output, options, strict=strict, step=step)
    _show(done.made.diagnostics, done.made.sources)
    if done.report is None:
        return FINDINGS
    print_closing(_console(), pipeline.closing(done, source, str(output)))
    return DONE


@app.command()
@answered
def tools(
    source: Source,
    options: Options,
    json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> int:
    """List the tools that would come out, and what each costs a model to read."""
    from mcpgen import pipeline
    from mcpgen.report.listing import print_tools, tools_json

    with _progress() as step:
        made = pipeline.tools(source, options, step=step)
    _show(made.diagnostics, made.sources)
    rows = pipeline.listed(made.toolset)
    if json:
        sys.stdout.write(tools_json(rows))
    else:
        print_tools(_console(), rows)
    return DONE if rows else FINDINGS


@app.command()
@answered
def explain(
    source: Source,
    tool: Annotated[str, typer.Argument(metavar="TOOL", help="A tool's name, or an operation: 'GET /books/{bookId}'.")],
    options: Options,
) -> int:
    """Say why a tool is as it is: each decision with its rule and the line it rests on."""
    from mcpgen import pipeline
    from mcpgen.report.listing import print_explanation

    with _progress() as step:
        found = pipeline.explain(source, tool, options, step=step)
    print_explanation(
        _console(),
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
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> int:
    """Write the tools as a manifest, to edit and to generate from."""
    from mcpgen import pipeline

    with _progress() as step:
        made = pipeline.manifest(source, output, options, force=force, step=step)
    _show(made.diagnostics, made.sources)
    _console().out(f"{len(made.toolset.tools)} tools → {output}", highlight=False)
    return DONE


@app.command()
@answered
def lint(
    source: Annotated[
        str, typer.Argument(metavar="SOURCE", help="A manifest, a tools/list dump, or an OpenAPI document")
    ],
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
    with _progress() as step:
        found = pipeline.lint(source, settings, profile=profile, step=step)
    match format:
        case Format.TEXT:
            write_text(found.findings, found.sources, _console(), tools=found.tools)
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
        print_page(_console(), pipeline.page(rule))
    else:
        checked = [(each.id, each.name, str(each.severity), each.summary) for each in pipeline.rules()]
        applied = [(code, "", "generate", text) for code, text in REASONS.items()]
        print_rules(_console(), sorted([*checked, *applied]))
    return DONE


def _listed(given: list[str] | None) -> tuple[str, ...]:
    """Values of a repeatable option, each of which may be several with commas between them."""
    return tuple(part.strip() for value in given or () for part in value.split(",") if part.strip())


def _console(*, stderr: bool = False) -> Console:
    from mcpgen.report.console import StandardConsole

    return StandardConsole(stderr=stderr)


def _progress() -> Progress:
    from mcpgen.report.progress import Progress

    return Progress(_console(stderr=True))


def _show(diagnostics: Sequence[Diagnostic], locator: Locator | None = None, *, most: int | None = None) -> None:
    """Prints diagnostics on stderr, no more than `most`; nothing where there are none."""
    if diagnostics:
        from mcpgen.report import write_text

        shown = diagnostics[:most]
        write_text(shown, locator or _Nowhere(), _console(stderr=True))
        if len(shown) < len(diagnostics):
            sys.stderr.write(f"… and {len(diagnostics) - len(shown)} more\n")


class _Nowhere:
    """The locator of diagnostics that are not about a source."""

    def span(self, origin: Origin) -> Span | None:
        return None

    def text(self, file: str) -> str | None:
        return None


def _internal(error: Exception) -> Diagnostic:
    """A fault of mcpgen: the kind of the error and the line that raised it."""
    last = error.__traceback__
    while last is not None and last.tb_next is not None:
        last = last.tb_next
    place = f" at {Path(last.tb_frame.f_code.co_filename).name}:{last.tb_lineno}" if last else ""
    return Diagnostic(
        code="internal-error",
        severity=Severity.ERROR,
        message=f"mcpgen failed: {type(error).__name__}{place}. This is a fault of mcpgen, not of the input.",
        hint="Please report it, with the command and the document if you can; MCPGEN_DEBUG=1 shows the traceback.",
    )
