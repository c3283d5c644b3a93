"""Writes the files of a package into a folder: all of them or none."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from mcpgen.diagnostics import Diagnostic, Severity
from mcpgen.write.changes import Changes, OutputError, compare


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteReport:
    """What was done, by path relative to the folder, sorted. `kept` are files left to the user."""

    written: tuple[str, ...]
    unchanged: tuple[str, ...]
    kept: tuple[str, ...]
    removed: tuple[str, ...]


def write(
    files: Mapping[str, str],
    folder: Path,
    *,
    tool_version: str,
    once: Collection[str] = (),
    source: str = "",
    names: Mapping[str, str] = MappingProxyType({}),
) -> WriteReport:
    """Makes `folder` hold `files` and their lock; a file that is the same already is not touched.

    `once`, `source` and `names` are as for `compare`.

    Raises:
        OutputError: see `compare`; or the system refuses to write (`output-not-writable`). The folder is as it was.
    """
    changes = compare(files, folder, tool_version=tool_version, once=once, source=source, names=names)
    if changes.any:
        try:
            _apply(changes, folder)
        except OSError as error:
            raise OutputError(_refused(folder, error)) from error
    return WriteReport(
        written=tuple(sorted(changes.write)),
        unchanged=changes.unchanged,
        kept=changes.kept,
        removed=changes.remove,
    )


def _apply(changes: Changes, folder: Path) -> None:
    with _made(folder), _staging(folder) as staging:
        for number, content in enumerate(changes.write.values()):
            (staging / f"{number}.new").write_bytes(content)
        with _undone_on_failure() as undo:
            for number, path in enumerate(changes.remove):
                undo.move(folder / path, staging / f"{number}.removed")
            for number, path in enumerate(changes.write):
                target = folder / path
                undo.make_folders(target.parent)
                if target.exists():
                    shutil.copymode(target, staging / f"{number}.new")
                    undo.move(target, staging / f"{number}.old")
                undo.move(staging / f"{number}.new", target)
    for path in changes.remove:
        _remove_empty(folder, (folder / path).parent)


@contextmanager
def _made(folder: Path) -> Iterator[None]:
    """The folder, made where it is missing; taken away again when the block fails."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        for path in missing:
            with suppress(OSError):
                path.rmdir()
        raise


@contextmanager
def _staging(folder: Path) -> Iterator[Path]:
    """A folder beside the files, so that moving them is one step of the file system each."""
    staging = Path(tempfile.mkdtemp(prefix=".mcpgen-", dir=folder))
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


class _Undo:
    """Moves and makes, and remembers how to undo it."""

    def __init__(self) -> None:
        self._moves: list[tuple[Path, Path]] = []
        self._folders: list[Path] = []

    def make_folders(self, folder: Path) -> None:
        missing = [path for path in (folder, *folder.parents) if not path.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        self._folders += reversed(missing)

    def move(self, source: Path, target: Path) -> None:
        os.replace(source, target)
        self._moves.append((source, target))

    def undo(self) -> None:
        for source, target in reversed(self._moves):
            with suppress(OSError):
                os.replace(target, source)
        for folder in reversed(self._folders):
            with suppress(OSError):
                folder.rmdir()


@contextmanager
def _undone_on_failure() -> Iterator[_Undo]:
    undo = _Undo()
    try:
        yield undo
    except BaseException:
        undo.undo()
        raise


def _remove_empty(folder: Path, place: Path) -> None:
    """Removes the folders from `place` up to (not with) `folder` that hold nothing any more."""
    while place != folder:
        try:
            place.rmdir()
        except OSError:
            return
        place = place.parent


def _refused(folder: Path, error: OSError) -> Diagnostic:
    name = Path(str(error.filename or folder)).name
    return Diagnostic(
        code="output-not-writable",
        severity=Severity.ERROR,
        message=f"{name} could not be written: {error.strerror}. Nothing was changed.",
        hint="Check the rights of the output folder and the space left on its disk.",
        subject=str(folder),
    )
