"""Files that a tool sends: a `data:` URI, a text, or one of the folder that the operator allows."""

import os
import re
import stat
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from dataclasses import dataclass, field, replace
from functools import cache
from mimetypes import MimeTypes
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Protocol
from urllib.parse import unquote_to_bytes

from .encoding import utf8
from .errors import ArgumentError
from .values import Content, Json

LARGEST_FILE = 25_000_000
"""Bytes that are read of a file."""
_UNKNOWN = ("", "application/octet-stream")
"""Media types that say nothing of what is in a file."""
_NO_TEXT = re.compile(
    r"image/(?!svg)|audio/|video/|font/|application/(?:pdf|zip|gzip|x-tar|x-7z|x-bzip)"
    r"|application/vnd\.(?:ms-|openxml)"
)
"""Media types of what is never text."""
_STRUCTURES = ("json", "xml", "yaml")
_URI = re.compile(
    r"data:(?P<type>[\w!#$&^.+-]+/[\w!#$&^.+-]+)?(?P<parameters>(?:;[\w!#$&^.+-]+=[^;,]*)*)"
    r"(?P<base64>;base64)?,(?P<data>.*)",
    re.DOTALL | re.IGNORECASE,
)


class Folder(Protocol):
    """Where files may be read: `Api`."""

    @property
    def files_dir(self) -> str:
        """The folder; '' where the operator allows none."""

    def variable(self, name: str) -> str:
        """The environment variable of a setting."""


@dataclass(frozen=True, slots=True)
class File:
    """What is in a file; `name` is '' where it has none."""

    content: bytes = field(repr=False)
    media_type: str = ""
    name: str = ""
    is_base64: bool = False


def file(given: Json, folder: Folder, accepts: str = "", *, base64: bool = False) -> Json:
    """A file: a `data:` URI, `file:` and a path in the folder, or the text itself.

    `accepts` lists the media types it may have, with `*` where any does; `base64` marks one that
    is sent as base64 text. Raises ArgumentError for what cannot be read.
    """
    if not isinstance(given, str):
        return given
    scheme = given[:5].lower()
    if scheme == "data:":
        found = _from_uri(given)
    elif scheme == "file:":
        found = _from_folder(given[5:], folder)
    else:
        found = File(utf8(given), "text/plain")
    if len(found.content) > LARGEST_FILE:
        raise ArgumentError(f"The file has more than {LARGEST_FILE:,} bytes; give a smaller one.")
    media_type = _accepted(found.media_type, accepts)
    name = found.name or f"file{_ending(media_type)}"
    return replace(found, media_type=media_type, name=name, is_base64=base64)


def files(given: Json, folder: Folder, accepts: str = "", *, base64: bool = False) -> Json:
    """A list of files."""
    if not isinstance(given, list):
        return given
    return [file(one, folder, accepts, base64=base64) for one in given]


def binary(one: Json) -> Content | None:
    """A body that is one file."""
    if not isinstance(one, File):
        return None
    return Content(one.media_type, b64encode(one.content) if one.is_base64 else one.content)


def _from_uri(uri: str) -> File:
    """RFC 2397; a `name` among its parameters is the file's."""
    parts = _URI.fullmatch(uri)
    if parts is None:
        raise ArgumentError("Give the file as data:<media type>;base64,<base64 text>.")
    content = unquote_to_bytes(utf8(parts["data"]))
    if parts["base64"]:
        try:
            bare = re.sub(rb"\s", b"", content).rstrip(b"=")  # many leave out what fills it up
            content = b64decode(bare + b"=" * (-len(bare) % 4), validate=True)
        except NoBase64:
            text = "What follows ;base64, is no base64 text; give it in A-Z, a-z, 0-9, + and /."
            raise ArgumentError(text) from None
    name = re.search(r";(?:file)?name=([^;,]*)", parts["parameters"], re.IGNORECASE)
    named = unquote_to_bytes(utf8(name[1])).decode(errors="replace") if name else ""
    untold = "" if parts["base64"] else "text/plain"
    return File(content, (parts["type"] or untold).lower(), re.split(r"[/\\]", named)[-1])


def _from_folder(path: str, folder: Folder) -> File:
    """A regular file below the folder, whatever links there are on the way."""
    if not folder.files_dir:
        raise ArgumentError(
            "Files cannot be read from a folder here: the operator of this server has to set"
            f" {folder.variable('FILES_DIR')}. Give a data: URI or text instead."
        )
    if _leaves(path):
        raise ArgumentError("Give file: and a path below the server's folder, without '..'.")
    root = os.path.realpath(folder.files_dir)
    found = os.path.realpath(os.path.join(root, path))
    if os.path.commonpath([root, found]) != root:
        raise ArgumentError("Give file: and a path that stays below the server's folder.")
    return File(_read(found), _media_type(path), PurePosixPath(path).name)


def _leaves(path: str) -> bool:
    """True for what is no path below a folder, on any system."""
    windows = PureWindowsPath(path)
    parts = {*PurePosixPath(path).parts, *windows.parts}
    return (
        not path.isprintable()
        or not parts
        or ".." in parts
        or path.startswith(("/", "\\"))
        or bool(windows.drive)
    )


def _read(path: str) -> bytes:
    """The content of a regular file; one byte more than allowed tells that it is too large."""
    flags = os.O_RDONLY
    for flag in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, flag, 0)
    try:
        descriptor = os.open(path, flags)
        try:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise FileNotFoundError
            with open(descriptor, "rb", closefd=False) as opened:
                return opened.read(LARGEST_FILE + 1)
        finally:
            os.close(descriptor)
    except (OSError, ValueError):
        raise ArgumentError("There is no such file in the server's folder.") from None


def _accepted(own: str, accepts: str) -> str:
    """The media type that a file is sent as: its own, or the one that it is another name of.

    What a file of an unknown kind is sent as, the API says. Raises ArgumentError for another kind.
    """
    wanted = {one.strip().lower().partition(";")[0]: one.strip() for one in accepts.split(",")}
    around = (own, f"{own.partition('/')[0]}/*", "*/*", "")
    if not wanted.keys().isdisjoint(around):
        return wanted.get(own) or own or "application/octet-stream"
    for name, said in wanted.items():
        if "*" not in name and _may_be(own, name):
            return said
    if own == "text/plain":
        raise ArgumentError(f"It has to be {accepts}. Give a data: URI, or file: and a path.")
    raise ArgumentError(f"It is {own or 'of an unknown kind'}, and has to be {accepts}.")


def _may_be(own: str, wanted: str) -> bool:
    """Whether a file of one media type can be sent as another one."""
    if own in _UNKNOWN or wanted in _UNKNOWN:
        return True
    return _kind(own) == _kind(wanted) or (own == "text/plain" and not _NO_TEXT.match(wanted))


def _kind(media_type: str) -> str:
    """A media type without what is said of it in more than one way: `image/x-png`, `text/xml`."""
    main, _, name = media_type.partition("/")
    last = name.removeprefix("x-").rpartition("+")[2].replace("jpg", "jpeg")
    return last if last in _STRUCTURES else f"{main}/{last}"


@cache
def _types() -> MimeTypes:
    """The media types that Python knows, whatever is installed beside it."""
    return MimeTypes()


def _media_type(path: str) -> str:
    guessed, compressed = _types().guess_type(Path(path).name)
    if compressed:
        return "application/gzip" if compressed == "gzip" else f"application/x-{compressed}"
    return guessed or ""


def _ending(media_type: str) -> str:
    if media_type == "text/plain":
        return ".txt"
    return _types().guess_extension(media_type.partition(";")[0]) or ""
