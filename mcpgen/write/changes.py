"""What writing would change in a folder, found out before anything is written."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from mcpgen.diagnostics import Diagnostic, Severity
from mcpgen.write.lock import LOCK_NAME, Lock, digest, lock_text, read_lock


class OutputError(Exception):
    """Files that cannot be written as asked; nothing was written. Carries the diagnostics that say why."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        super().__init__("; ".join(d.message for d in diagnostics))
        self.diagnostics = diagnostics


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """The difference between a folder and the files it is to hold; paths are relative, with `/`, and sorted."""

    write: Mapping[str, bytes]
    """New content of files that are missing or differ, the lock among them."""
    unchanged: tuple[str, ...]
    kept: tuple[str, ...]
    """Files of the user: written once before, or edited and no longer generated."""
    remove: tuple[str, ...]
    """Files that mcpgen wrote and no longer generates."""

    @property
    def any(self) -> bool:
        """True when writing would change something."""
        return bool(self.write or self.remove)


def compare(
    files: Mapping[str, str],
    folder: Path,
    *,
    tool_version: str,
    once: Collection[str] = (),
    source: str = "",
    names: Mapping[str, str] = MappingProxyType({}),
) -> Changes:
    """What `write` would do.

    `names` are those of the tools, for the lock (see `Lock`). `once` are paths written once, which belong to the user
    from then on; `source` is the path of the file that the others were made from, where it stands in the folder: the
    person's own text, never counted as mcpgen's.

    Raises:
        OutputError: a path leaves the folder, the folder is none or cannot be read, or a file in it is not mcpgen's
            (`output-foreign-file`) or was edited (`output-edited`). All complaints at once.
    """
    _raise(list(_bad_paths(files)))
    _raise(list(_bad_folder(folder)))
    lock = lock_of(folder)
    locked = Lock(tool_version=tool_version, once=tuple(once), names=names)
    try:
        return _compare(files, folder, lock, locked, source)
    except OSError as error:
        raise OutputError(_not_readable(folder, error)) from error


def _compare(files: Mapping[str, str], folder: Path, lock: Lock, new: Lock, source: str) -> Changes:
    _raise([d for path in sorted({*files, LOCK_NAME}) for d in _bad_place(folder, path)])
    wanted = {path: text.encode("utf-8") for path, text in sorted(files.items())}
    found = {path: _content(folder / path) for path in wanted}
    once = set(new.once) & wanted.keys()
    _raise([d for path in wanted if path not in once for d in _not_ours(path, found[path], wanted[path], lock)])
    stale = [path for path in sorted(lock.files) if path not in files]
    ours = [path for path in stale if _is_ours(folder, path, lock)]
    kept = [path for path in once if found[path] is not None] + [
        path for path in stale if path not in ours and os.path.lexists(folder / path)
    ]
    changed = {path: new for path, new in wanted.items() if new != found[path] and path not in kept}
    digests = {path: digest(content) for path, content in wanted.items() if path not in once and path != source}
    if source in lock.files:
        digests[source] = lock.files[source]
    locked = lock_text(replace(new, files=digests, once=tuple(once))).encode("utf-8")
    if locked != _content(folder / LOCK_NAME):
        changed[LOCK_NAME] = locked
    unchanged = tuple(path for path in wanted if path not in changed and path not in kept)
    return Changes(write=changed, unchanged=unchanged, kept=tuple(sorted(kept)), remove=tuple(ours))


def _content(path: Path) -> bytes | None:
    """The bytes of a file, or None where there is none."""
    return path.read_bytes() if path.is_file() else None


def _is_ours(folder: Path, path: str, lock: Lock) -> bool:
    content = None if list(_bad_place(folder, path)) else _content(folder / path)
    return content is not None and digest(content) == lock.files[path]


def _raise(diagnostics: list[Diagnostic]) -> None:
    if diagnostics:
        raise OutputError(*diagnostics)


# --- complaints


def _error(code: str, subject: str, message: str, hint: str) -> Diagnostic:
    return Diagnostic(code=code, severity=Severity.ERROR, message=message, hint=hint, subject=subject)


def _bad_paths(files: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Paths that are not plainly inside the folder, or that some file systems cannot tell apart."""
    seen: dict[str, str] = {LOCK_NAME.casefold(): LOCK_NAME}
    folders = {str(parent).casefold() for path in files for parent in PurePosixPath(path).parents}
    for path in files:
        folded = path.casefold()
        if not is_inside(path):
            yield _error("output-escapes", path, f"{path!r} is no path inside the output folder.", "Rename the tool.")
        elif folded in seen or folded in folders:
            message = f"{path} and {seen.get(folded, 'a folder')} are one and the same where case does not count."
            yield _error("output-duplicate", path, message, "Rename one of the tools or groups they come from.")
        seen.setdefault(folded, path)


def is_inside(path: str) -> bool:
    """True for a relative path with `/` that stays in its folder, on every system."""
    parts = path.split("/")
    return not any(part in ("", ".", "..") or set(part) & set("\\:\0") or part != part.strip() for part in parts)


def _bad_folder(folder: Path) -> Iterator[Diagnostic]:
    existing = next(path for path in (folder, *folder.absolute().parents) if os.path.lexists(path))
    if not existing.is_dir():
        message = f"{existing} is not a folder."
        yield _error("output-not-a-folder", str(folder), message, "Name another output folder.")
    elif not os.access(existing, os.W_OK | os.X_OK):
        message = f"{existing} cannot be written to."
        yield _error("output-not-writable", str(folder), message, "Name another output folder, or change its rights.")


def _bad_place(folder: Path, path: str) -> Iterator[Diagnostic]:
    """A link or a file on the way to `path`, or a folder in its place."""
    parts = path.split("/")
    for depth in range(1, len(parts) + 1):
        place, shown = folder.joinpath(*parts[:depth]), "/".join(parts[:depth])
        if place.is_symlink():
            message = f"{shown} is a symbolic link, which may lead out of the output folder."
            yield _error("output-escapes", path, message, "Remove the link.")
            return
        if place.exists() and place.is_dir() != (depth < len(parts)):
            message = f"{shown} is {'no folder' if depth < len(parts) else 'a folder'}, so {path} cannot be written."
            yield _error("output-foreign-file", path, message, "Move it away, or name another output folder.")
            return


def _not_ours(path: str, found: bytes | None, wanted: bytes, lock: Lock) -> Iterator[Diagnostic]:
    if found is None or found == wanted:
        return
    if path not in lock.files:
        hint = "Move it away, or name another output folder."
        yield _error("output-foreign-file", path, f"{path} is there already, and mcpgen did not write it.", hint)
    elif digest(found) != lock.files[path]:
        hint = (
            "Generate from it, or move it away to have it written anew."
            if path.endswith((".yaml", ".yml"))
            else "Move your change to tools.yaml or hooks.py; then delete the file, and it is written anew."
        )
        yield _error("output-edited", path, f"{path} was edited since mcpgen wrote it.", hint)


def lock_of(folder: Path) -> Lock:
    """The lock of a folder, an empty one where it has none. Raises `OutputError` (`output-lock`) for what is none."""
    path = folder / LOCK_NAME
    if not path.is_file() or path.is_symlink():
        return Lock()
    try:
        lock = read_lock(path.read_text(encoding="utf-8"))
        if all(is_inside(name) for name in (*lock.files, *lock.once)):
            return lock
    except (ValueError, OSError):
        pass
    hint = "Restore it from version control, or move the folder away and generate anew."
    raise OutputError(_error("output-lock", LOCK_NAME, f"{LOCK_NAME} cannot be read.", hint))


def _not_readable(folder: Path, error: OSError) -> Diagnostic:
    name = Path(str(error.filename or folder)).name
    return _error("output-not-writable", str(folder), f"{name}: {error.strerror}.", "Change its rights.")
