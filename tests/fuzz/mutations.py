"""Damage to a description as a tree, and to the text of its files: strategies for mutants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st

from tests.fuzz import oddities
from tests.fuzz.documents import Files, Json, Source, copied, parts
from tests.fuzz.keywords import PARAMETER, keywords
from tests.fuzz.texts import contents

Draw = st.DrawFn


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A description that something was done to: the bytes of its files, and which of them is the root."""

    root: str
    files: Mapping[str, bytes] = field(repr=False)

    def write(self, folder: Path) -> Path:
        """Lays its files out in `folder`; answers the path of the root."""
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return folder / self.root


@st.composite
def mutants(draw: Draw, source: Source) -> Mutant:
    """A part of the source after up to four mutations of its tree, and now and then one of its text."""
    files = draw(parts(source))
    for _ in range(draw(st.integers(0, 4))):
        file = draw(st.sampled_from(list(files)))
        draw(st.sampled_from(_MUTATIONS))(draw, files, file)
    return Mutant(root=source.root, files={name: draw(contents(name, tree)) for name, tree in files.items()})


class Place(NamedTuple):
    """A node of a tree by what holds it: a mapping or list, and its key there."""

    holder: Any
    key: Any
    pointer: str
    """As a reference within the file says it (RFC 6901)."""

    @property
    def value(self) -> Json:
        return self.holder[self.key]


def _places(tree: Json) -> list[Place]:
    """Every node below the root, in the order of the document."""
    found: list[Place] = []

    def visit(holder: Json, pointer: str) -> None:
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            step = str(key).replace("~", "~0").replace("/", "~1")
            found.append(Place(holder, key, f"{pointer}/{step}"))
            if isinstance(holder[key], dict | list):
                visit(holder[key], f"{pointer}/{step}")

    if isinstance(tree, dict | list):
        visit(tree, "#")
    return found


def _place(draw: Draw, tree: Json, wanted: Callable[[Place], bool] = lambda _: True) -> Place | None:
    """A node of the tree, None where there is none such."""
    found = [place for place in _places(tree) if wanted(place)]
    return draw(st.sampled_from(found)) if found else None


def _is_named(place: Place) -> bool:
    return isinstance(place.holder, dict)


def _is_mapping(place: Place) -> bool:
    return isinstance(place.value, dict)


def _is_text(place: Place) -> bool:
    return isinstance(place.value, str)


def _is_schema(place: Place) -> bool:
    return isinstance(place.value, dict) and bool(place.value.keys() & _SCHEMA_SIGNS)


_SCHEMA_SIGNS: Final = {"type", "properties", "items", "allOf", "oneOf", "anyOf", "enum", "format"}

_values: Final = st.sampled_from(oddities.VALUES) | st.sampled_from(oddities.TEXTS)


# --- mutations: each changes one file of `files`


def _remove(draw: Draw, files: Files, file: str) -> None:
    if place := _place(draw, files[file]):
        del place.holder[place.key]


def _replace(draw: Draw, files: Files, file: str) -> None:
    if place := _place(draw, files[file]):
        place.holder[place.key] = copied(draw(_values))


def _replace_all(draw: Draw, files: Files, file: str) -> None:
    files[file] = copied(draw(_values))


def _graft(draw: Draw, files: Files, file: str) -> None:
    """Puts a copy of one node in the place of another, or beside it."""
    place, grafted = _place(draw, files[file]), _place(draw, files[file])
    if place is None or grafted is None:
        return
    copy = copied(grafted.value)
    if isinstance(place.holder, list) and draw(st.booleans()):
        place.holder.append(copy)
    elif isinstance(place.value, dict) and isinstance(grafted.key, str) and draw(st.booleans()):
        place.value[grafted.key] = copy
    else:
        place.holder[place.key] = copy


def _write_odd_text(draw: Draw, files: Files, file: str) -> None:
    """Puts an odd text in the place of a text, or into it."""
    if place := _place(draw, files[file], _is_text):
        odd, before = draw(st.sampled_from(oddities.TEXTS)), place.value
        place.holder[place.key] = draw(st.sampled_from([odd, before + odd, odd + before, before.upper()]))


def _rename(draw: Draw, files: Files, file: str) -> None:
    """Gives a key another name: its own in another case, one for extensions, that of another, an odd one."""
    place, other = _place(draw, files[file], _is_named), _place(draw, files[file], _is_named)
    if place is None or other is None:
        return
    own = str(place.key)
    odd = st.sampled_from(oddities.TEXTS) | st.sampled_from([200, None, True, 1.5])
    name = draw(st.sampled_from([own.upper(), own.title(), f"x-{own}", f"{own} ", "$ref", other.key]) | odd)
    items = [(name if key == place.key else key, value) for key, value in place.holder.items()]
    place.holder.clear()
    place.holder.update(items)


def _add_keyword(draw: Draw, files: Files, file: str) -> None:
    """Gives a mapping a keyword of its kind with a value that it seldom has; the root counts as a mapping."""
    place = _place(draw, {"root": files[file]}, _is_mapping)
    if place is not None:
        known = keywords(place.value)
        keyword = draw(st.sampled_from(sorted(known)))
        place.value[keyword] = copied(draw(st.sampled_from(known[keyword]) | _values))


def _refer(draw: Draw, files: Files, file: str) -> None:
    """Puts a reference in the place of a node, or into it: to itself, its parent, another node, or to nowhere."""
    place, other = _place(draw, files[file]), _place(draw, files[file])
    if place is None or other is None:
        return
    here = [place.pointer, place.pointer.rpartition("/")[0], other.pointer, f"{file}{other.pointer}"]
    ref = draw(st.sampled_from([*here, other.pointer.replace("e", "%65")]) | st.sampled_from(oddities.REFS) | _values)
    if isinstance(place.value, dict) and draw(st.booleans()):
        place.value["$ref"] = copied(ref)
    else:
        place.holder[place.key] = {"$ref": copied(ref)}


def _go_round(draw: Draw, files: Files, file: str) -> None:
    """Lets a schema come back to itself, or to another one."""
    place, other = _place(draw, files[file], _is_schema), _place(draw, files[file], _is_schema)
    if place is None or other is None:
        return
    back = {"$ref": draw(st.sampled_from([place.pointer, other.pointer]))}
    for keyword in draw(st.lists(st.sampled_from(_HOLDERS), max_size=2)):
        back = _held(keyword, back)
    place.value.update(_held(draw(st.sampled_from(_HOLDERS)), back, *draw(st.sampled_from([(), (back,), ({},)]))))


def _change_version(draw: Draw, files: Files, file: str) -> None:
    if isinstance(files[file], dict):
        key, version = draw(st.sampled_from(oddities.VERSIONS))
        if draw(st.booleans()):
            files[file].pop("openapi", None)
            files[file].pop("swagger", None)
        files[file][key] = copied(version)


def _name_twice(draw: Draw, files: Files, file: str) -> None:
    """Doubles an item of a list, under the same name or one that reads the same, in the same place or another."""
    place = _place(draw, files[file], lambda place: isinstance(place.holder, list) and _is_mapping(place))
    if place is None:
        return
    double = copied(place.value)
    name = double.get("name")
    if isinstance(name, str):
        double["name"] = draw(st.sampled_from([name, name.upper(), f"{name}[]", f"{name}_", f" {name}"]))
    if "in" in double:
        double["in"] = draw(st.sampled_from([double["in"], *PARAMETER["in"]]))
    place.holder.append(double)


def _bury(draw: Draw, files: Files, file: str) -> None:
    """Wraps a node many times over."""
    if place := _place(draw, files[file]):
        keyword, value = draw(st.sampled_from(_HOLDERS)), place.value
        for _ in range(draw(st.sampled_from([1, 3, 12, 60]))):
            value = _held(keyword, value)
        place.holder[place.key] = value


_HOLDERS: Final = (
    *("properties", "items", "additionalProperties", "allOf", "oneOf", "anyOf"),
    *("not", "if", "prefixItems", "contains", "$defs"),
)
"""Keywords with schemas below them."""


def _held(keyword: str, schema: Json, *more: Json) -> Json:
    """A schema that holds others in a keyword, in one that takes several all of them."""
    if keyword in ("allOf", "oneOf", "anyOf", "prefixItems"):
        return {keyword: [schema, *map(copied, more)]}
    return {keyword: {"again": schema} if keyword in ("properties", "$defs") else schema}


_MUTATIONS: Final[tuple[Callable[[Draw, Files, str], None], ...]] = (
    _remove,
    _replace,
    _add_keyword,
    _add_keyword,
    _add_keyword,
    _graft,
    _write_odd_text,
    _rename,
    _refer,
    _go_round,
    _name_twice,
    _bury,
    _change_version,
    _replace_all,
)
