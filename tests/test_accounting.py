"""Nothing vanishes: each operation that stands in a document is a tool, several tools, or is left out with a reason.

What stands in a document is counted here anew, from the raw files. The documents of real APIs are no part of this
repository: they are looked for in $MCPGEN_CORPUS, else in ../shared/corpus.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import pytest
import yaml

from mcpgen import pipeline
from mcpgen.diagnostics import Diagnostic, SourceError
from mcpgen.pipeline import Generated, Made
from tests.corpus.manifest import FOLDER, MANIFEST, entries
from tests.golden import walker

METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
UNREAD: Final = "openapi-operation"
HOPS: Final = 20


class Plain(yaml.CSafeLoader):
    """YAML in which every scalar is text: `on` and `200` are keys as they are written."""

    yaml_implicit_resolvers = {"<": [("tag:yaml.org,2002:merge", re.compile("<<$"))]}  # noqa: RUF012


class Counted:
    """The operations of a document as `METHOD /path`, and the paths that do not lead to a path item."""

    def __init__(self, source: Path) -> None:
        self.operations: Counter[str] = Counter()
        self.lost: list[str] = []
        self._folder = source.resolve().parent
        self._trees: dict[Path, Any] = {}
        root = self._tree(source.resolve())
        assert isinstance(root, dict), "no document"
        *_, (paths, file) = [({}, source), *self._chain(root.get("paths"), source.resolve())]
        for path, item in paths.items():
            if not path.startswith("x-"):
                self._count(path, item, file)

    def _count(self, path: str, item: Any, file: Path) -> None:
        layers = self._chain(item, file)
        if not layers:
            self.lost.append(path)
        methods = dict.fromkeys(key for layer, _ in layers for key in layer if key.lower() in METHODS)
        more = [each for layer, place in layers for each in self._chain(layer.get("additionalOperations"), place)[-1:]]
        spelled = [*map(str.upper, methods), *(method for mapping, _ in more for method in mapping)]
        self.operations.update(f"{method} /{path.removeprefix('/')}" for method in spelled)

    def _chain(self, value: Any, file: Path) -> list[tuple[dict[str, Any], Path]]:
        """A mapping, and those its `$ref` leads to, each with its file; nothing where one of them is no mapping."""
        found: list[tuple[dict[str, Any], Path]] = []
        while isinstance(value, dict) and len(found) < HOPS:
            found.append((value, file))
            ref = value.get("$ref")
            if not isinstance(ref, str):
                return found
            value, file = self._target(ref, file)
        return []

    def _target(self, ref: str, file: Path) -> tuple[Any, Path]:
        location, _, pointer = ref.partition("#")
        file = (file.parent / unquote(location)).resolve() if location else file
        value = self._tree(file)
        for token in pointer.split("/")[1:]:
            *_, (holder, file) = [({}, file), *self._chain(value, file)]
            value = holder.get(unquote(token).replace("~1", "/").replace("~0", "~"))
        return value, file

    def _tree(self, file: Path) -> Any:
        """What a file below the document's folder holds; None where it cannot be read."""
        if file not in self._trees:
            readable = file.is_relative_to(self._folder) and file.is_file()
            self._trees[file] = _parsed(file.read_text(encoding="utf-8-sig")) if readable else None
        return self._trees[file]


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return yaml.load(text, Loader=Plain)


# --- the account


def check(source: Path) -> None:
    """Holds what comes of a document against what stands in it."""
    counted, made = Counted(source), made_of(source)
    if isinstance(made, SourceError):
        assert "openapi-no-operations" in {found.code for found in made.diagnostics}, made
        assert unread(made.diagnostics) == counted.operations + Counter(counted.lost)
        return
    assert Counter(whole_operations(made, counted)) + left_out(made) == counted.operations + Counter(counted.lost)
    assert unread(made.diagnostics) <= left_out(made)
    assert all(left.reason and made.sources.span(left.origin) for left in made.left_out)
    check_sums(made, counted)


def made_of(source: Path) -> Made | SourceError:
    try:
        return pipeline.tools(source)
    except SourceError as error:
        return error


def check_sums(made: Made, counted: Counted) -> None:
    """What the last lines of `generate` say adds up."""
    said = pipeline.closing(Generated(made=made, report=None), "")
    assert said.operations == counted.operations.total() + len(counted.lost)
    assert len({tool.operation for tool in made.toolset.tools}) == said.tools
    assert said.tools == said.operations - len(said.left_out) - len(said.split) + sum(len(s.tools) for s in said.split)


def whole_operations(made: Made, counted: Counted) -> list[str]:
    """The operations of the tools, each once, without the labels of variants."""
    keys = [tool.operation for tool in made.toolset.tools]
    return list(dict.fromkeys(key if key in counted.operations else key.rpartition("#")[0] for key in keys))


def left_out(made: Made) -> Counter[str]:
    return Counter(left.operation for left in made.left_out)


def unread(diagnostics: tuple[Diagnostic, ...]) -> Counter[str]:
    return Counter(found.subject for found in diagnostics if found.code == UNREAD)


SPECS: Final = walker.REPOSITORY / "examples" / "specs"
EXAMPLES: Final = sorted(
    {path for path in SPECS.iterdir() if path.is_file()} | {case.source for case in walker.cases()}
)
CORPUS: Final = {entry.name: FOLDER / entry.path for entry in entries(FOLDER)} if (FOLDER / MANIFEST).exists() else {}


@pytest.mark.parametrize("source", EXAMPLES, ids=lambda source: source.name)
def test_of_an_example(source: Path) -> None:
    check(source)


@pytest.mark.parametrize("name", CORPUS or [pytest.param("", marks=pytest.mark.skip(reason=f"no corpus in {FOLDER}"))])
def test_of_a_real_document(name: str) -> None:
    check(CORPUS[name])


# --- documents made to lose something

HEAD: Final = "openapi: 3.2.0\ninfo: {title: Shop, version: '1'}\nservers: [{url: 'https://shop.test'}]\n"
OK: Final = "responses: {'200': {description: ok}}"


@pytest.mark.parametrize(
    "paths",
    [
        pytest.param(f"/a: {{get: {{{OK}}}, put: null, post: [1], delete: text}}", id="no mappings"),
        pytest.param(f"/a: {{get: {{{OK}}}, GET: {{{OK}}}}}", id="one method twice"),
        pytest.param(f"/a: {{get: {{{OK}}}}}\n  a: {{get: {{{OK}}}}}", id="one path twice"),
        pytest.param(f"/a: {{get: {{{OK}}}}}\n  /b: null\n  /c: [1]\n  x-d: {{get: {{{OK}}}}}", id="no path items"),
        pytest.param(f"/a: {{get: {{{OK}}}}}\n  /b: {{$ref: 'gone.yaml'}}", id="a path item that is not there"),
        pytest.param("/a: {$ref: '#/paths/~1b'}\n  /b: {$ref: '#/paths/~1a'}", id="a circle"),
        pytest.param("/a: {$ref: 'gone.yaml'}", id="nothing but a path item that is not there"),
        pytest.param("/a: {get: null}", id="nothing but an operation that cannot be read"),
        pytest.param(f"/a: {{$ref: 'parts.yaml#/item', put: {{{OK}}}}}", id="operations beside a reference"),
        pytest.param(f"/a: {{$ref: 'parts.yaml#/twice', put: {{{OK}}}}}", id="a reference to a reference"),
        pytest.param(
            f"/a: {{query: {{{OK}}}, additionalOperations: {{COPY: {{{OK}}}, 'a b': {{}}}}}}", id="more methods"
        ),
        pytest.param(
            f"/a: {{$ref: 'parts.yaml#/item', additionalOperations: {{LOCK: {{{OK}}}}}}}", id="more beside one"
        ),
        pytest.param(f"/#Action=A: {{get: {{{OK}}}}}\n  /#Action=B: {{get: {{{OK}}}}}", id="a fragment"),
        pytest.param(f"/a: {{get: {{{OK}, parameters: [{{$ref: '#/gone'}}]}}, put: {{{OK}}}}}", id="a lost parameter"),
        pytest.param("/a: {get: {$ref: 'parts.yaml#/item/get'}, put: {$ref: 'gone.yaml'}}", id="operations elsewhere"),
    ],
)
def test_of_an_odd_document(tmp_path: Path, paths: str) -> None:
    (tmp_path / "api.yaml").write_text(f"{HEAD}paths:\n  {paths}\n", encoding="utf-8")
    parts = f"item: {{get: {{{OK}}}, post: {{{OK}}}}}\ntwice: {{$ref: '#/item', delete: {{{OK}}}}}\n"
    (tmp_path / "parts.yaml").write_text(parts, encoding="utf-8")
    check(tmp_path / "api.yaml")


def test_of_paths_that_stand_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "api.yaml").write_text(f"{HEAD}paths: {{$ref: 'all/paths.yaml'}}\n", encoding="utf-8")
    (tmp_path / "all").mkdir()
    (tmp_path / "all" / "paths.yaml").write_text("/a: {$ref: a.yaml}\n/b: {$ref: ../../b.yaml}\n", encoding="utf-8")
    (tmp_path / "all" / "a.yaml").write_text(f"get: {{{OK}}}\n", encoding="utf-8")
    check(tmp_path / "api.yaml")


def test_the_counter_misses_nothing(tmp_path: Path) -> None:
    """It is held against a document that was counted by eye."""
    paths = f"""
  x-note: {{get: {{{OK}}}}}
  /a: {{get: {{{OK}}}, Put: null, summary: text, x-post: {{}}, parameters: []}}
  b: {{$ref: 'parts.yaml#/c~1d', trace: {{}}}}
  /e: {{$ref: 'https://shop.test/e.yaml'}}
  /f: {{query: {{}}, additionalOperations: {{COPY: {{}}, copy: {{}}}}}}
"""
    (tmp_path / "api.yaml").write_text(f"{HEAD}paths: {paths}", encoding="utf-8")
    (tmp_path / "parts.yaml").write_text("c/d: {post: {}, options: {}}\n", encoding="utf-8")
    counted = Counted(tmp_path / "api.yaml")
    expected = "GET /a, PUT /a, POST /b, OPTIONS /b, TRACE /b, QUERY /f, COPY /f, copy /f"
    assert counted.operations == Counter(expected.split(", "))
    assert counted.lost == ["/e"]
