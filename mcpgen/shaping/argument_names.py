"""Names of arguments: snake_case, the shortest prefix that tells apart, never a bare `id` (PAR013, NAM002)."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Collection, Sequence

from mcpgen.shaping.tree import Path
from mcpgen.shaping.words import singular, snake_case

MAX_LENGTH = 64
RESERVED = frozenset({"clear_fields"})
_HASHED = re.compile(r"_[0-9a-f]{6}\Z")


def argument_names(paths: Sequence[Path], *, noun: str = "", taken: Collection[str] = ()) -> dict[Path, str]:
    """A name for each place: its last word, its parent's too where it is nested, more where two would read the same.

    `noun` is the resource, for a bare `id`; names in `taken` are given already. The order of `paths` has no influence
    except on names that no word can tell apart: these end in a hash of the wire name.
    """
    inner = {path: _unwrapped(path, paths) for path in paths}
    depth = {path: min(2, len(inner[path])) for path in paths}
    names = {path: _joined(inner[path], depth[path], noun) for path in paths}
    while True:
        counts = Counter(names.values())
        clashing = [p for p in paths if counts[names[p]] > 1 or names[p] in taken or names[p] in RESERVED]
        growing = [p for p in clashing if depth[p] < len(inner[p])]
        if not growing:
            break
        for path in growing:
            depth[path] += 1
            names[path] = _joined(inner[path], depth[path], noun)
    for path in clashing:
        names[path] = f"body_{names[path]}" if counts[names[path]] == 1 else hashed(names[path], path)
    return {path: shortened(name, path) for path, name in names.items()}


def parameter_name(wire_name: str, *, place: str, path: str, noun: str = "") -> str:
    """The name of a parameter; `{id}` below a collection is named after what it picks (`/users/{id}` → `user_id`)."""
    name = snake_case(wire_name)
    if name in ("id", "pk", "uuid", "key"):
        owner = singular(snake_case(collection_of(path, wire_name))) if place == "path" else noun
        name = f"{owner}_{name}" if owner else name
    return shortened(name or hashed("field", (wire_name,)), (wire_name,))


def collection_of(path: str, wire_name: str) -> str:
    """The static segment before a placeholder: `orders` for `/orders/{id}`; '' where there is none."""
    before = path.partition(f"{{{wire_name}}}")[0].rstrip("/").rpartition("/")[2]
    return "" if "{" in before else before


def shortened(name: str, path: Path) -> str:
    """At most 64 characters, cut between words, told apart by a hash."""
    if len(name) <= MAX_LENGTH:
        return name
    digest = hashlib.sha256("/".join(path).encode("utf-8", "surrogatepass")).hexdigest()[:6]
    words, room = name.split("_"), MAX_LENGTH - len(digest) - 1
    while len("_".join(words)) > room and len(words) > 1:
        words.pop(0)
    return f"{'_'.join(words)[:room]}_{digest}"


def called_otherwise(name: str, wire_name: str) -> str:
    """The wire name where the argument's name does not say it: one in another script, or one told apart by a hash."""
    return wire_name if not wire_name.isascii() or _HASHED.search(name) else ""


def _unwrapped(path: Path, paths: Sequence[Path]) -> Path:
    """Without the one object that wraps everything: `{"user": {…}}` gives plain names."""
    depth = 0
    while all(len(p) > depth + 1 for p in paths) and len({p[depth] for p in paths}) == 1:
        depth += 1
    return path[depth:]


def _joined(path: Path, depth: int, noun: str) -> str:
    words: list[str] = []
    for segment in path[len(path) - depth :]:
        following = snake_case(segment).split("_")
        overlap = next((k for k in range(min(len(words), len(following)), 0, -1) if words[-k:] == following[:k]), 0)
        words += following[overlap:]
    name = "_".join(w for w in words if w)
    if name == "id" and noun:
        return f"{noun}_id"
    return name or hashed("field", path)


def hashed(name: str, path: Path) -> str:
    """A name that only a hash of the wire names sets apart."""
    digest = hashlib.sha256("/".join(path).encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return f"{name}_{digest}"
