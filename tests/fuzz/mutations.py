"""Damage to a description: strategies for mutants of a source."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from hypothesis import strategies as st
from hypothesis.vendor.pretty import RepresentationPrinter

from tests.fuzz import oddities
from tests.fuzz.documents import Files, Json, Source, copied, parts
from tests.fuzz.keywords import PARAMETER, SCHEMA, keywords
from tests.fuzz.texts import contents

_MOST_SHOWN: Final = 10_000
"""Characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A description that something was done to: the bytes of its files, and which of them is the root.

    `before` and `after` are the trees that its mutations were given, and those that they left.
    """

    root: str
    files: Mapping[str, bytes]
    before: Files
    after: Files

    def _repr_pretty_(self, printer: RepresentationPrinter, _: bool) -> None:
        """For Hypothesis, which shows it so where a test fails."""
        printer.text(f"{self}\n")

    def __str__(self) -> str:
        """What was done to the trees, as differences between the texts they have as JSON."""
        names = [name for name in self.after if self.after[name] != self.before[name]]
        lines = (line for name in names for line in _difference(name, self.before[name], self.after[name]))
        return "\n".join(lines)[:_MOST_SHOWN] or "Only the text of a file was changed."

    def write(self, folder: Path) -> Path:
        """Lays its files out in `folder`; answers the path of the root."""
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return folder / self.root


def _difference(name: str, before: Json, after: Json) -> Iterator[str]:
    old, new = (json.dumps(tree, indent=1).split("\n") for tree in (before, after))
    return unified_diff(old, new, name, name, lineterm="")


@st.composite
def mutants(draw: st.DrawFn, source: Source) -> Mutant:
    """A part of the source after some mutations of its trees, and now and then of its version or its text.

    A mutation chooses by a number of its own, so that each can be left out without a change to the others.
    """
    files = draw(parts(source))
    before = {name: copied(tree) for name, tree in files.items()}
    most = _MOST_IN_MANIFEST if source.is_manifest else _MOST
    for mutate, number in draw(st.lists(st.tuples(st.sampled_from(_MUTATIONS), _numbers), min_size=1, max_size=most)):
        random = Random(number)
        mutate(random, files, random.choice(list(files)))
    if draw(st.integers(0, 7)) == 7:
        _change_version(files, source.root, *draw(st.sampled_from(oddities.VERSIONS)))
    if draw(st.integers(0, 39)) == 39:
        files[source.root] = copied(draw(st.sampled_from(oddities.VALUES)))
    texts = {name: draw(contents(name, tree)) for name, tree in files.items()}
    return Mutant(root=source.root, files=texts, before=before, after=files)


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
    """Every node below the root in the order of the document, except for what is inside of examples."""
    found: list[Place] = []

    def visit(holder: Json, pointer: str) -> None:
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            step = str(key).replace("~", "~0").replace("/", "~1")
            found.append(Place(holder, key, f"{pointer}/{step}"))
            if isinstance(holder[key], dict | list) and key not in ("example", "examples"):
                visit(holder[key], f"{pointer}/{step}")

    if isinstance(tree, dict | list):
        visit(tree, "#")
    return found


def _place(random: Random, tree: Json, wanted: Callable[[Place], bool] = lambda _: True) -> Place | None:
    """A node of the tree, None where there is none such."""
    found = [place for place in _places(tree) if wanted(place)]
    return random.choice(found) if found else None


def _is_named(place: Place) -> bool:
    return isinstance(place.holder, dict)


def _is_mapping(place: Place) -> bool:
    return isinstance(place.value, dict)


def _is_text(place: Place) -> bool:
    return isinstance(place.value, str)


def _has_keywords(place: Place) -> bool:
    return isinstance(place.value, dict) and bool(keywords(place.value))


def _is_schema(place: Place) -> bool:
    return isinstance(place.value, dict) and keywords(place.value) is SCHEMA


def _odd(random: Random) -> Json:
    """A value or a text that is seldom seen."""
    return copied(random.choice(random.choice([oddities.VALUES, oddities.TEXTS])))


# --- mutations: each changes one file of `files`


def _remove(random: Random, files: Files, file: str) -> None:
    if place := _place(random, files[file]):
        del place.holder[place.key]


def _replace(random: Random, files: Files, file: str) -> None:
    if place := _place(random, files[file]):
        place.holder[place.key] = _odd(random)


def _graft(random: Random, files: Files, file: str) -> None:
    """Puts a copy of one node in the place of another, or beside it."""
    place, grafted = _place(random, files[file]), _place(random, files[file])
    if place is None or grafted is None:
        return
    copy = copied(grafted.value)
    if isinstance(place.holder, list) and random.random() < 0.5:
        place.holder.append(copy)
    elif isinstance(place.value, dict) and isinstance(grafted.key, str) and random.random() < 0.5:
        place.value[grafted.key] = copy
    else:
        place.holder[place.key] = copy


def _write_odd_text(random: Random, files: Files, file: str) -> None:
    """Puts an odd text in the place of a text, or into it."""
    if place := _place(random, files[file], _is_text):
        odd, before = random.choice(oddities.TEXTS), place.value
        place.holder[place.key] = random.choice([odd, before + odd, odd + before, before.upper()])


def _rename(random: Random, files: Files, file: str) -> None:
    """Gives a key another name: its own in another case, one for extensions, that of another, an odd one."""
    place, other = _place(random, files[file], _is_named), _place(random, files[file], _is_named)
    if place is None or other is None:
        return
    own = str(place.key)
    names = [own.upper(), own.title(), f"x-{own}", f"{own} ", "$ref", other.key, *[random.choice(oddities.TEXTS)] * 6]
    name = random.choice([*names, 200, None, True, 1.5])
    items = [(name if key == place.key else key, value) for key, value in place.holder.items()]
    place.holder.clear()
    place.holder.update(items)


def _add_keyword(random: Random, files: Files, file: str) -> None:
    """Gives a mapping a keyword of its kind with a value that it seldom has; the root is one of them."""
    place = _place(random, {"root": files[file]}, _has_keywords)
    if place is not None:
        known = keywords(place.value)
        keyword = random.choice(sorted(known))
        place.value[keyword] = copied(random.choice(known[keyword])) if random.random() < 0.8 else _odd(random)


def _refer(random: Random, files: Files, file: str) -> None:
    """Puts a reference in the place of a node, or into it: to itself, its parent, another node, or to nowhere."""
    place, other = _place(random, files[file]), _place(random, files[file])
    if place is None or other is None:
        return
    here = [place.pointer, place.pointer.rpartition("/")[0], other.pointer, f"{file}{other.pointer}"]
    ref = random.choice([*here, other.pointer.replace("e", "%65"), *[random.choice(oddities.REFS)] * 6, _odd(random)])
    if isinstance(place.value, dict) and random.random() < 0.5:
        place.value["$ref"] = ref
    else:
        place.holder[place.key] = {"$ref": ref}


def _go_round(random: Random, files: Files, file: str) -> None:
    """Lets a schema come back to itself, or to another one."""
    place, other = _place(random, files[file], _is_schema), _place(random, files[file], _is_schema)
    if place is None or other is None:
        return
    back = {"$ref": random.choice([place.pointer, other.pointer])}
    for _ in range(random.choice([0, 0, 1, 2])):
        back = _held(random.choice(_HOLDERS), back)
    place.value.update(_held(random.choice(_HOLDERS), back, *random.choice([(), (back,), ({},)])))


def _name_twice(random: Random, files: Files, file: str) -> None:
    """Doubles an item of a list, under the same name or one that reads the same, in the same place or another."""
    place = _place(random, files[file], lambda place: isinstance(place.holder, list) and _is_mapping(place))
    if place is None:
        return
    double = copied(place.value)
    name = double.get("name")
    if isinstance(name, str):
        double["name"] = random.choice([name, name.upper(), f"{name}[]", f"{name}_", f" {name}"])
    if "in" in double:
        double["in"] = random.choice([double["in"], *PARAMETER["in"]])
    place.holder.append(double)


def _bury(random: Random, files: Files, file: str) -> None:
    """Wraps a node many times over."""
    if place := _place(random, files[file]):
        keyword, value = random.choice(_HOLDERS), place.value
        for _ in range(random.choice([1, 3, 12, 60])):
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


_MUTATIONS: Final[tuple[Callable[[Random, Files, str], None], ...]] = (
    *(_add_keyword,) * 6,
    *(_write_odd_text,) * 3,
    *(_rename, _graft, _refer, _go_round) * 2,
    *(_remove, _replace, _name_twice, _bury),
)
"""What is done more often stands here more than once."""

_MOST: Final = 14
_MOST_IN_MANIFEST: Final = 3
"""A manifest is refused for one fault, where a description loses what has it."""

_numbers: Final = st.integers(0, 2**24 - 1)
"""From a larger range small numbers would be drawn more often."""


def _change_version(files: Files, file: str, key: str, version: Json) -> None:
    """Gives a root another version, beside its own where the key is another one."""
    if isinstance(files[file], dict):
        files[file][key] = copied(version)
