"""Toolsets in which every text is hostile."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from mcpgen.model.binding import Field, Placed
from mcpgen.model.json import UNSET
from mcpgen.model.toolset import Auth, Toolset

CANARY = "open('PWNED', 'w').close()"
HOSTILE = (
    '"""\n' + CANARY + '\n"""',
    "'''\n" + CANARY + "\n'''",
    f'"); {CANARY} #',
    f"'); {CANARY} #",
    "\\",
    '\\"',
    'ends with a quote"',
    f"{{{{ {CANARY} }}}}",
    "{% raw %}",
    f"\r\n{CANARY}\r\n",
    f"\x0c{CANARY}",
    f"\u2028{CANARY}\u2029{CANARY}\x85{CANARY}",
    "\x00\x1b[31m\u202e\u200b\ufeff",
    "\ud800",
    "| a | b |\n| --- | --- |\n<script>alert(1)</script> <!-- --> ![x](http://evil.test) ``` & &amp;",
    "# heading\n- list\n1. list\n> quote\n    code",
    "$(touch PWNED) `touch PWNED` ${HOME} %PATH%",
    '"\n[tool.evil]\nx = "1',
    "é ü 漢字 🙂",
    "x" * 3000,
)
_DECIDES = frozenset(
    """place style type kind signal method media_type content profile name group argument url security env key
    token_url_env scopes_env token_env""".split()
)
"""Fields whose value decides what is generated: names, places, kinds."""


def with_texts(toolset: Toolset, change: Callable[[str], str]) -> Toolset:
    """The toolset with every text changed that people read or the wire carries; what is empty stays empty."""
    return _changed(toolset, change)


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        changes = {
            field.name: (
                getattr(value, field.name)
                if field.name in _DECIDES and not _wire_name(value, field.name)
                else _changed(getattr(value, field.name), change)
            )
            for field in dataclasses.fields(value)
        }
        return type(value)(**changes)
    if isinstance(value, tuple):
        return tuple(_changed(item, change) for item in value)
    if isinstance(value, Mapping):
        return {key: _json(key, item, change) for key, item in value.items()}
    if type(value) is str:
        return change(value) if value else value
    return value


def _wire_name(owner: Any, field: str) -> bool:
    named = isinstance(owner, Placed | Field) or (isinstance(owner, Auth) and owner.name != "Authorization")
    return field == "name" and named


def _json(key: str, value: Any, change: Callable[[str], str]) -> Any:
    match value:
        case str() if key in ("type", "format", "pattern", "$ref"):
            return value
        case str():
            return change(value) if value else value
        case Mapping():
            return {name: _json(name, item, change) for name, item in value.items()}
        case list() if key == "required":
            return value
        case list() if key == "enum":
            return [f"{index}{change(item)}" for index, item in enumerate(value)]
        case list():
            return [_json("", item, change) for item in value]
        case _:
            return value if value is not UNSET else UNSET
