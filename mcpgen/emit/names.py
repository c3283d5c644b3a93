"""Names in the generated package: the package itself, its modules, functions and classes.

Names are made from untrusted text, so each function here returns a plain ASCII identifier (or slug) whatever goes in.
"""

from __future__ import annotations

import builtins
import keyword
import re
from dataclasses import dataclass

from mcpgen.model.toolset import ServerInfo

_LONGEST = 64
_IRREGULAR = {
    "people": "person",
    "children": "child",
    "men": "man",
    "women": "woman",
    "indices": "index",
    "media": "medium",
}
TAKEN_IN_TOOLS = frozenset(
    """Api Element Json NULL Reply api args argument_check as_json binary blank body body_check clearable comma
    comma_pairs deep each extra file files fresh_uuid integer json_lines keep keyed label matrix multipart
    null_as_blank number optional_body pairs parsed part pipe place_check required_signal reserved rest segments shape
    space spread tabbed tool unescaped xml""".split()
)
"""What a tools module may import, so that no function there may be called so."""
TAKEN_IN_TYPES = frozenset("Any Literal NotRequired TypeAlias TypedDict Api Reply Json NULL".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageNames:
    """What a slug gives: `bookstore` → package `bookstore_mcp`, distribution `bookstore-mcp`, prefix `BOOKSTORE`."""

    slug: str
    package: str
    distribution: str
    prefix: str


def package_names(server: ServerInfo) -> PackageNames:
    """The names of the package for a server; a slug that cannot start an identifier gets `api-` before it."""
    slug = re.sub(r"[^a-z0-9]+", "-", server.name.lower()).strip("-")[:_LONGEST].strip("-")
    if not slug or slug[0].isdigit():
        slug = f"api-{slug}".strip("-")
    underscored = slug.replace("-", "_")
    return PackageNames(slug=slug, package=f"{underscored}_mcp", distribution=f"{slug}-mcp", prefix=underscored.upper())


def identifier(text: str, *, fallback: str) -> str:
    """`text` as an identifier that is neither keyword nor builtin; `fallback` stands for what has no letter."""
    name = re.sub(r"[^A-Za-z0-9_]+", "_", text).strip("_")
    if not name:
        return fallback
    if name[0].isdigit():
        name = f"{fallback}_{name}"
    if keyword.iskeyword(name) or keyword.issoftkeyword(name) or hasattr(builtins, name):
        name += "_"
    return name


def module_name(group: str) -> str:
    """The module a group of tools lives in; never a name that Windows keeps for a device."""
    name = identifier(group.lower()[:_LONGEST], fallback="tools")
    return f"{name}_" if re.fullmatch(r"con|prn|aux|nul|(com|lpt)\d", name) else name


def function_name(tool_name: str, taken: set[str]) -> str:
    """The function of a tool: its own name wherever Python allows it. Added to `taken`."""
    return unique(identifier(tool_name, fallback="tool"), taken | TAKEN_IN_TOOLS, taken, "_")


def class_name(words: str, taken: set[str]) -> str:
    """`create_order` → `CreateOrder`. Added to `taken`."""
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", words) if part]
    name = "".join(part[0].upper() + part[1:] for part in parts)
    if not name or name[0].isdigit():
        name = f"Tool{name}"
    if hasattr(builtins, name) or keyword.iskeyword(name):
        name += "Arguments"
    return unique(name, taken | TAKEN_IN_TYPES, taken, "")


def unique(name: str, taken: set[str], chosen: set[str], joint: str) -> str:
    """`name`, or `name` with the first number from 2 that is free; added to `chosen`."""
    candidate, number = name, 2
    while candidate in taken:
        candidate, number = f"{name.rstrip('_')}{joint}{number}", number + 1
    chosen.add(candidate)
    return candidate


def snake(name: str) -> str:
    """`CreateOrderLine` → `create_order_line`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def singular(word: str) -> str:
    """The English singular of an array's name, for the class of its items; `word` itself where it is no plural."""
    head, _, last = word.rpartition("_")
    return f"{head}_{_singular(last)}".lstrip("_")


def _singular(word: str) -> str:
    lower = word.lower()
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if lower.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if lower.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if lower.endswith("s") and not lower.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
