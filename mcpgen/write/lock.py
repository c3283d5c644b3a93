"""`mcpgen.lock`: which files of a folder mcpgen owns, what it last wrote into each, and the names it gave."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeGuard

from mcpgen.model.json import Json

LOCK_NAME = "mcpgen.lock"
_FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """What a lock holds: `files` maps paths to digests; `once` are paths written once, the user's since then.

    `names` are the names of tools by the operation or variant that they make; they stay when the source changes.
    """

    tool_version: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    once: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)


def digest(content: bytes) -> str:
    """What stands in the lock for a file's content."""
    return hashlib.sha256(content).hexdigest()


def lock_text(lock: Lock) -> str:
    """The lock as a file: sorted JSON."""
    data = {
        "mcpgen": lock.tool_version,
        "format": _FORMAT,
        "files": dict(lock.files),
        "once": sorted(lock.once),
        "names": dict(lock.names),
    }
    return json.dumps(data, ensure_ascii=False, indent=2, sort_keys=True) + "\n"


def read_lock(text: str) -> Lock:
    """The lock that `text` holds.

    Raises:
        ValueError: it is not one, or one of a later format.
    """
    data = json.loads(text)
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        raise ValueError("not a lock of this format")
    version, files, once, names = data.get("mcpgen"), data.get("files"), data.get("once"), data.get("names", {})
    if not isinstance(version, str) or not _is_text_map(files) or not _is_text_list(once) or not _is_text_map(names):
        raise ValueError("not a lock")
    return Lock(tool_version=version, files=files, once=tuple(once), names=names)


def _is_text_map(value: Json) -> TypeGuard[dict[str, str]]:
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())


def _is_text_list(value: Json) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)
