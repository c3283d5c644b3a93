"""A choice of exactly one that nothing can make, told by its branches alone (JSON Schema 2020-12, 10.2.1.3)."""

from __future__ import annotations

from typing import Any

import pytest

from mcpgen.model.overlap import MAX_LOOKED_AT, Definition, excludes_all
from tests.coverage.witnesses import excludes_all as tried

TEXT = {"type": "string"}


def fields(*required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, **({"required": list(required)} if required else {})}


CAT, DOG = fields(hunts={"type": "boolean"}), fields(bark={"type": "boolean"})
DEFS: dict[str, Any] = {
    "Cat": CAT,
    "Dog": DOG,
    "Tagged": {"allOf": [{"$ref": "#/$defs/Cat"}, fields("tag", tag=TEXT)]},
    "Other": {"allOf": [{"$ref": "#/$defs/Dog"}, fields("tag", tag=TEXT)]},
    "Deep": fields(inner=fields(a=TEXT)),
    "Loop": {"$ref": "#/$defs/Loop"},
}


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def definition(target: str) -> Any:
    return DEFS[target.removeprefix("#/$defs/")]


@pytest.mark.parametrize(
    "branches",
    [
        [CAT, DOG],
        [CAT, DOG, {"type": "null"}],
        [CAT, DOG, {"const": None}],
        [ref("Cat"), ref("Dog")],
        [ref("Cat"), ref("Cat")],
        [ref("Tagged"), ref("Other")],
        [ref("Deep"), fields(inner=fields(b=TEXT))],
        [TEXT, TEXT],
        [{"description": "one"}, {"title": "two"}],
        [{"enum": ["a", "b"]}, {"enum": ["b", "a"]}],
        [{"type": ["string", "null"]}, {"type": ["null", "string"]}],
        [{"type": "array", "items": TEXT}, {"type": "array", "items": TEXT, "description": "again"}],
        [CAT, DOG, {"oneOf": [fields("kind", kind=TEXT), fields("kind", kind=TEXT, age={"type": "integer"})]}],
        [{**CAT, "additionalProperties": False}, CAT],
        [fields("a", a=TEXT), fields("a", a=TEXT, b=TEXT)],
    ],
)
def test_a_choice_whose_branches_all_overlap_excludes_all(branches: list[Any]) -> None:
    assert excludes_all({"oneOf": branches}, definition)
    assert tried(branches, DEFS)


@pytest.mark.parametrize(
    "branches",
    [
        [TEXT],
        [TEXT, {"type": "integer"}],
        [{"type": "integer"}, {"type": "number"}],
        [fields("a", a=TEXT), fields("b", b=TEXT)],
        [fields("a", a=TEXT), fields("a", "b", a=TEXT, b=TEXT)],
        [fields(kind={"const": "cat"}), fields("kind", kind={"const": "dog"})],
        [{**CAT, "additionalProperties": False}, {**DOG, "additionalProperties": False}],
        [fields(a=TEXT), fields(a={"type": "integer"})],
        [{"enum": ["a", "b"]}, {"enum": ["b", "c"]}],
        [TEXT, {**TEXT, "maxLength": 3}],
        [{"type": "array", "items": TEXT}, {"type": "array", "items": {"type": "integer"}}],
        [ref("Cat"), ref("Dog"), {}],
        [ref("Cat"), {"type": "object", "additionalProperties": True}, {}],
    ],
)
def test_a_choice_that_something_can_make_is_none(branches: list[Any]) -> None:
    assert not excludes_all({"oneOf": branches}, definition)
    assert not tried(branches, DEFS)


def test_what_is_no_such_choice() -> None:
    overlapping: list[Any] = [CAT, DOG]
    assert not excludes_all({"anyOf": overlapping}, definition)
    assert not excludes_all({"oneOf": overlapping, "discriminator": {"propertyName": "kind"}}, definition)
    assert not excludes_all(True, definition)
    assert not excludes_all({"oneOf": [False, TEXT]}, definition)
    assert not excludes_all({"oneOf": [ref("Loop"), fields("a", a=TEXT)]}, definition)
    assert not excludes_all({"oneOf": [CAT] * 33}, definition)


def counted(defs: dict[str, Any]) -> tuple[list[str], Definition]:
    """The references that are followed, and what follows them."""
    followed: list[str] = []

    def follow(target: str) -> Any:
        followed.append(target)
        return defs[target.removeprefix("#/$defs/")]

    return followed, follow


def test_branches_that_lead_back_are_compared_in_bounded_time() -> None:
    def tree(name: str, least: int) -> dict[str, Any]:
        here = {"x": ref(name), "y": ref(name)}
        return {"anyOf": [fields("x", **here, **{f"k{i}": {**TEXT, "maxLength": i + least}}) for i in range(30)]}

    defs = {"A": tree("A", 0), "B": tree("B", 100)}
    followed, follow = counted(defs)
    assert not excludes_all({"oneOf": [ref("A"), ref("B")]}, follow)
    assert len(followed) <= MAX_LOOKED_AT
    tried([ref("A"), ref("B")], defs)


def test_a_part_that_is_named_again_and_again_is_looked_at_once() -> None:
    defs: dict[str, Any] = {f"S{i}": {"allOf": [ref(f"S{i + 1}")] * 10} for i in range(6)}
    defs["S6"] = CAT
    followed, follow = counted(defs)
    assert excludes_all({"oneOf": [ref("S0"), DOG]}, follow)
    assert len(followed) < 50
    assert tried([ref("S0"), DOG], defs)


def test_a_long_way_to_a_part_is_gone() -> None:
    defs: dict[str, Any] = {f"S{i}": ref(f"S{i + 1}") for i in range(4_000)} | {"S4000": CAT}
    assert not excludes_all({"oneOf": [ref("S0"), DOG, {}]}, counted(defs)[1])
    assert not excludes_all({"oneOf": [ref("S0"), ref("S1")]}, counted(defs)[1])
    assert excludes_all({"oneOf": [ref("S3000"), DOG]}, counted(defs)[1])
