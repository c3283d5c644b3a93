"""Where a source may come from: a file, standard input, a URL; and what its references may lead to."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.golden import walker

API = """\
openapi: 3.0.3
info: {title: Garden, version: "1"}
paths:
  /plants:
    post:
      operationId: createPlant
      requestBody: {content: {application/json: {schema: {$ref: REF}}}}
      responses: {'201': {description: made}}
"""
PLANT = "type: object\nrequired: [name]\nproperties: {name: {type: string}, height: {type: integer}}\n"


class Site(ThreadingHTTPServer):
    """Serves a folder on loopback and remembers the paths that were asked for."""

    def __init__(self, folder: Path) -> None:
        asked: list[str] = []

        class Handler(SimpleHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                asked.append(self.path)

        super().__init__(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
        self.asked = asked

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    folder = tmp_path / "site"
    (folder / "models").mkdir(parents=True)
    (folder / "api.yaml").write_text(API.replace("REF", "models/plant.yaml"))
    (folder / "models" / "plant.yaml").write_text(PLANT)
    server = Site(folder)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join(timeout=10)


def tools(*arguments: str, cwd: Path) -> tuple[list[str], str]:
    """The arguments of the one tool that is listed, and what was said on stderr."""
    done = walker.run_mcpgen("tools", *arguments, "--json", cwd=cwd)
    assert done.returncode == 0, done.stderr.decode()
    [tool] = json.loads(done.stdout)
    return tool["inputs"], done.stderr.decode()


def test_standard_input_refers_from_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "plant.yaml").write_text(PLANT)
    document = API.replace("REF", "plant.yaml").encode()
    done = walker.run_mcpgen("generate", "-", "-o", "out", cwd=tmp_path, given=document)
    assert done.returncode == 0, done.stderr.decode()
    catalog = json.loads((tmp_path / "out" / "garden_mcp" / "catalog.json").read_bytes())
    assert list(catalog["tools"][0]["inputSchema"]["properties"]) == ["name", "height"]


def test_files_outside_the_folder_are_read_only_below_ref_folder(tmp_path: Path) -> None:
    (tmp_path / "spec").mkdir()
    (tmp_path / "plant.yaml").write_text(PLANT)
    (tmp_path / "spec" / "api.yaml").write_text(API.replace("REF", "../plant.yaml"))
    inputs, said = tools("spec/api.yaml", cwd=tmp_path)
    assert inputs == ["body"]
    assert "points outside the folder" in said
    assert "--ref-folder" in said
    inputs, said = tools("spec/api.yaml", "--ref-folder", ".", cwd=tmp_path)
    assert inputs == ["name", "height"]
    assert "openapi-reference" not in said


def test_a_url_is_fetched_and_its_references_only_when_allowed(site: Site, tmp_path: Path) -> None:
    inputs, said = tools(f"{site.url}/api.yaml", cwd=tmp_path)
    assert inputs == ["body"]
    assert "--allow-remote-refs" in said
    assert site.asked == ["/api.yaml"]
    inputs, said = tools(f"{site.url}/api.yaml", "--allow-remote-refs", cwd=tmp_path)
    assert inputs == ["name", "height"]
    assert site.asked[1:] == ["/api.yaml", "/models/plant.yaml"]


def test_a_file_never_leads_to_a_private_address(site: Site, tmp_path: Path) -> None:
    (tmp_path / "api.yaml").write_text(API.replace("REF", f"{site.url}/models/plant.yaml"))
    for flags in ([], ["--allow-remote-refs"]):
        inputs, said = tools("api.yaml", *flags, cwd=tmp_path)
        assert inputs == ["body"]
        assert "openapi-reference warning" in said
    assert site.asked == []


@pytest.mark.parametrize("path", ["/none.yaml", "/models"])
def test_a_url_that_gives_no_document_is_told_on_one_screen(site: Site, tmp_path: Path, path: str) -> None:
    done = walker.run_mcpgen("tools", f"{site.url}{path}", cwd=tmp_path)
    assert done.returncode == 2
    said = done.stderr.decode()
    assert "source-" in said
    assert "Traceback" not in said
    assert len(said.splitlines()) < 10
