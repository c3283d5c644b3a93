"""Reading never fails but with a `SourceError`: real descriptions, and documents with arbitrary damage."""

from __future__ import annotations

import copy
import csv
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.diagnostics import Pointer, SourceError, Span, located
from mcpgen.frontends.openapi import read
from mcpgen.model.api import Api
from mcpgen.model.json import Json
from mcpgen.model.schema import Array, Map, Object, Ref, Schema, Union
from mcpgen.source import load

REPOSITORY = Path(__file__).parents[3]
CORPUS = Path(os.environ.get("MCPGEN_CORPUS", REPOSITORY.parent / "shared" / "corpus"))
BOOKSTORE = yaml.safe_load((REPOSITORY / "examples" / "specs" / "bookstore.yaml").read_text(encoding="utf-8"))


def schemas_of(api: Api) -> Iterator[Schema]:
    for operation in api.operations:
        yield from (parameter.schema for parameter in operation.parameters)
        holders = [operation.body.content] if operation.body else []
        for content in (*holders, *(response.content for response in operation.responses)):
            yield from (media.schema for media in content if media.schema)


def walk(api: Api) -> None:
    """Reads everything that can be reached."""
    seen: set[str] = set()
    waiting = list(schemas_of(api))
    while waiting:
        schema = waiting.pop()
        if isinstance(schema, Ref):
            if schema.target in seen:
                continue
            seen.add(schema.target)
            assert api.schemas.definition(schema.target) is not None
        match api.schemas.resolve(schema):
            case Array() as array:
                waiting.append(array.items)
            case Map() as map_:
                waiting.append(map_.values)
            case Object() as object_:
                waiting += [p.schema for p in object_.properties]
                assert len({p.name for p in object_.properties}) == len(object_.properties)
            case Union() as union:
                waiting += [v.schema for v in union.variants]
                assert len(union.variants) > 1
                assert len({v.label for v in union.variants}) == len(union.variants)


def corpus() -> list[str]:
    manifest = CORPUS / "MANIFEST.tsv"
    if not manifest.exists():
        return []
    with manifest.open(encoding="utf-8", newline="") as lines:
        rows = [
            r for r in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if r["dialect"].startswith("3.")
        ]
    entries = [row["entry"] for row in rows]
    return entries if "MCPGEN_CORPUS" in os.environ else entries[::6]


@pytest.mark.skipif(not corpus(), reason="the corpus is not here (MCPGEN_CORPUS)")
@pytest.mark.parametrize("entry", corpus())
def test_real_descriptions_are_read(entry: str) -> None:
    try:
        sources = load(CORPUS / entry)
        api = read(sources)
    except SourceError as error:
        refused = error
    else:
        refused = None
    if refused is not None:
        assert refused.diagnostics[0].code.startswith("openapi-")
        return
    walk(api)
    assert api.operations
    assert len({operation.key for operation in api.operations}) == len(api.operations)
    for diagnostic in api.diagnostics[:5]:
        assert isinstance(located(diagnostic, sources).at, Span)


def pointers(value: Json, at: Pointer = ()) -> Iterator[Pointer]:
    yield at
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in members:
        yield from pointers(child, (*at, key))


PLACES = [p for p in pointers(BOOKSTORE) if p]
DAMAGE = st.sampled_from(
    [
        None,
        True,
        0,
        -1,
        "",
        "text",
        [],
        {},
        [None],
        {"": None},
        [{}],
        {"$ref": "#/nowhere"},
        {"$ref": 1},
        {"$ref": "#"},
        [[1]],
        1.5,
        {"allOf": [{"$ref": "#/components/schemas/Book"}, None]},
        {"oneOf": [1, {"$ref": "#/paths"}]},
        {"type": ["object", 7]},
    ]
)


@given(
    st.lists(st.tuples(st.sampled_from(PLACES), DAMAGE), min_size=1, max_size=6), st.sampled_from(["3.0.3", "3.1.0"])
)
@settings(max_examples=100, deadline=None)
def test_damaged_documents_are_read_or_refused(damage: list[tuple[Pointer, Json]], version: str) -> None:
    document = copy.deepcopy(BOOKSTORE)
    document["openapi"] = version
    for pointer, value in damage:
        holder: Json = document
        for step in pointer[:-1]:
            inside = isinstance(holder, dict) and step in holder
            within = isinstance(holder, list) and isinstance(step, int) and step < len(holder)
            holder = holder[step] if inside or within else {}
        if isinstance(holder, dict) or (
            isinstance(holder, list) and isinstance(pointer[-1], int) and pointer[-1] < len(holder)
        ):
            holder[pointer[-1]] = copy.deepcopy(value)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "api.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        try:
            api = read(load(path))
        except SourceError as error:
            refused = error.diagnostics
        else:
            walk(api)
            return
    assert refused
