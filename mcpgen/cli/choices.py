"""What commands may be asked, and how a function becomes a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial, wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from mcpgen.cli.outcome import guarded, show
from mcpgen.model.reach import Reach
from mcpgen.model.toolset import Profile
from mcpgen.shaping.options import Options


def shaping_options(
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
    include: Annotated[
        list[str] | None,
        typer.Option(metavar="GLOB", help="Also these, though internal (GRA005) or the same as others. Repeatable."),
    ] = None,
    base_url: Annotated[str, typer.Option(metavar="URL", help="Address of the API, instead of the document's.")] = "",
    max_arguments: Annotated[
        int, typer.Option(min=1, metavar="N", help="Inputs a tool has before parts of a body become objects.")
    ] = 24,
    names_from: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the names of tools in this mcpgen.lock or manifest, instead of those in the output folder.",
        ),
    ] = None,
) -> Options:
    """What may be asked of shaping, by every command that shapes."""
    return Options(
        profile=profile,
        name=name,
        tags=tuple(tag or ()),
        exclude_tags=tuple(exclude_tag or ()),
        operations=tuple(operation or ()),
        include=tuple(include or ()),
        base_url=base_url,
        max_arguments=max_arguments,
        names_from=names_from,
    )


def reach_options(
    ref_folder: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            exists=True,
            file_okay=False,
            help="Read files that the document refers to below DIR, not only in its own folder.",
        ),
    ] = None,
    allow_remote_refs: Annotated[
        bool, typer.Option("--allow-remote-refs", help="Fetch what the document refers to on public hosts.")
    ] = False,
) -> Reach:
    """What references may lead to, by every command that reads."""
    return Reach(folder=ref_folder, remote=allow_remote_refs)


_GROUPS: Final[Mapping[str, Callable[..., Any]]] = {"options": shaping_options, "reach": reach_options}
"""Parameters of commands that stand for several options."""


def answered(command: Callable[..., int]) -> Callable[..., None]:
    """Makes a command of a function: its number is the exit code, its errors are diagnostics.

    Parameters that are called `options` and `reach` stand for all the options of their group.
    """
    own = signature(command, eval_str=True).parameters
    groups = {name: signature(group, eval_str=True).parameters for name, group in _GROUPS.items() if name in own}

    @wraps(command)
    def run(**given: Any) -> None:
        for name, options in groups.items():
            given[name] = _GROUPS[name](**{option: given.pop(option) for option in options})
        raise typer.Exit(guarded(partial(command, **given), show))

    taken = [own[name] for name in own if name not in groups]
    taken += [option for options in groups.values() for option in options.values()]
    run.__signature__ = Signature([each.replace(kind=Parameter.KEYWORD_ONLY) for each in taken])  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in taken}
    del run.__wrapped__
    return run
