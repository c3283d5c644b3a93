"""Writing a folder: what is owned, what is left alone, and nothing in halves."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mcpgen.write import OutputError, compare, write
from mcpgen.write import folder as folder_module

FILES = {"README.md": "# A\n", "pkg/__init__.py": "", "pkg/tools/books.py": "x = 1\n", "pkg/hooks.py": "# yours\n"}
ONCE = ("pkg/hooks.py",)


def put(files: dict[str, str], folder: Path) -> object:
    return write(files, folder, tool_version="1.0", once=ONCE)


def content(folder: Path) -> dict[str, str]:
    return {p.relative_to(folder).as_posix(): p.read_text() for p in sorted(folder.rglob("*")) if p.is_file()}


def codes(error: pytest.ExceptionInfo[OutputError]) -> list[str]:
    return [d.code for d in error.value.diagnostics]


def test_writes_every_file_and_a_lock(tmp_path: Path) -> None:
    report = write(FILES, tmp_path / "a" / "out", tool_version="1.0", once=ONCE)
    found = content(tmp_path / "a" / "out")
    lock = found.pop("mcpgen.lock")
    assert found == FILES
    assert report.written == tuple(sorted([*FILES, "mcpgen.lock"]))
    assert '"pkg/hooks.py"\n' in lock
    assert "pkg/hooks.py" not in lock.split('"once"')[0]


def test_a_second_run_touches_nothing(tmp_path: Path) -> None:
    put(FILES, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    assert not compare(FILES, tmp_path, tool_version="1.0", once=ONCE).any
    report = write(FILES, tmp_path, tool_version="1.0", once=ONCE)
    assert (report.written, report.removed) == ((), ())
    assert set(report.unchanged) == set(FILES) - {"pkg/hooks.py"}
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before


def test_only_what_differs_is_written(tmp_path: Path) -> None:
    put(FILES, tmp_path)
    report = write({**FILES, "README.md": "# B\n"}, tmp_path, tool_version="1.0", once=ONCE)
    assert report.written == ("README.md", "mcpgen.lock")
    assert (tmp_path / "README.md").read_text() == "# B\n"


def test_a_foreign_file_stops_everything(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine\n")
    (tmp_path / "notes.txt").write_text("mine\n")
    with pytest.raises(OutputError) as error:
        put(FILES, tmp_path)
    assert codes(error) == ["output-foreign-file"]
    assert content(tmp_path) == {"README.md": "mine\n", "notes.txt": "mine\n"}


def test_a_foreign_file_of_the_same_bytes_is_taken_over(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("# A\n")
    assert "README.md" in write(FILES, tmp_path, tool_version="1.0", once=ONCE).unchanged
    write({**FILES, "README.md": "# B\n"}, tmp_path, tool_version="1.0", once=ONCE)
    assert (tmp_path / "README.md").read_text() == "# B\n"


def test_an_edited_file_stops_everything_and_is_named(tmp_path: Path) -> None:
    put(FILES, tmp_path)
    (tmp_path / "pkg/tools/books.py").write_text("x = 2\n")
    before = content(tmp_path)
    with pytest.raises(OutputError) as error:
        put({**FILES, "README.md": "# B\n", "pkg/tools/books.py": "x = 3\n"}, tmp_path)
    assert [(d.code, d.subject) for d in error.value.diagnostics] == [("output-edited", "pkg/tools/books.py")]
    assert error.value.diagnostics[0].hint
    assert content(tmp_path) == before


def test_an_edited_file_stops_even_a_run_that_changes_nothing(tmp_path: Path) -> None:
    put(FILES, tmp_path)
    (tmp_path / "README.md").write_text("mine\n")
    with pytest.raises(OutputError) as error:
        put(FILES, tmp_path)
    assert codes(error) == ["output-edited"]


def test_a_deleted_file_is_written_again(tmp_path: Path) -> None:
    put(FILES, tmp_path)
    (tmp_path / "pkg/hooks.py").unlink()
    (tmp_path / "README.md").unlink()
    assert write(FILES, tmp_path, tool_version="1.0", once=ONCE).written == ("README.md", "pkg/hooks.py")


def test_hooks_belong_to_the_user(tmp_path: Path) -> None:
    put(FILES, tmp_path)
    (tmp_path / "pkg/hooks.py").write_text("mine\n")
    report = write({**FILES, "pkg/hooks.py": "# new\n"}, tmp_path, tool_version="2.0", once=ONCE)
    assert report.kept == ("pkg/hooks.py",)
    assert (tmp_path / "pkg/hooks.py").read_text() == "mine\n"
    fewer = {path: text for path, text in FILES.items() if path != "pkg/hooks.py"}
    write(fewer, tmp_path, tool_version="2.0", once=ONCE)
    assert (tmp_path / "pkg/hooks.py").read_text() == "mine\n"


def test_files_no_longer_generated_go_unless_edited(tmp_path: Path) -> None:
    put({**FILES, "pkg/types/old.py": "1\n", "pkg/tools/old.py": "1\n"}, tmp_path)
    (tmp_path / "pkg/tools/old.py").write_text("mine\n")
    report = write(FILES, tmp_path, tool_version="1.0", once=ONCE)
    assert report.removed == ("pkg/types/old.py",)
    assert report.kept == ("pkg/hooks.py", "pkg/tools/old.py")
    assert not (tmp_path / "pkg/types").exists()
    assert (tmp_path / "pkg/tools/old.py").read_text() == "mine\n"


@pytest.mark.parametrize(
    "path",
    ["../x", "/x", "a/../../x", "a//b", "", "a/", "./a", "a\0b", "C:/x", "a\\..\\x", "a/ /b", "mcpgen.lock/../x", ".."],
)
def test_paths_that_leave_the_folder_are_refused(path: str, tmp_path: Path) -> None:
    with pytest.raises(OutputError) as error:
        put({**FILES, path: "x"}, tmp_path / "out")
    assert codes(error) == ["output-escapes"]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["readme.md", "pkg", "PKG/TOOLS", "MCPGEN.lock", "Pkg/Hooks.py"])
def test_paths_that_collide_where_case_does_not_count_are_refused(path: str, tmp_path: Path) -> None:
    with pytest.raises(OutputError) as error:
        put({**FILES, path: "x"}, tmp_path / "out")
    assert codes(error) == ["output-duplicate"]


def test_the_folder_may_not_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("")
    for folder in (tmp_path / "out", tmp_path / "out" / "deeper"):
        with pytest.raises(OutputError) as error:
            put(FILES, folder)
        assert codes(error) == ["output-not-a-folder"]


@pytest.mark.parametrize("link", ["pkg", "README.md", "pkg/tools", "mcpgen.lock"])
def test_links_are_not_followed(link: str, tmp_path: Path) -> None:
    outside, out = tmp_path / "outside", tmp_path / "out"
    outside.mkdir()
    (out / link).parent.mkdir(parents=True)
    (out / link).symlink_to(outside)
    with pytest.raises(OutputError) as error:
        put(FILES, out)
    assert set(codes(error)) == {"output-escapes"}
    assert list(outside.iterdir()) == []


def test_a_folder_in_the_place_of_a_file_is_foreign(tmp_path: Path) -> None:
    (tmp_path / "README.md").mkdir()
    (tmp_path / "pkg").write_text("")
    with pytest.raises(OutputError) as error:
        put(FILES, tmp_path)
    assert set(codes(error)) == {"output-foreign-file"}


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"format": 2}', '{"format": 1, "mcpgen": "1", "files": {"../x": ""}, "once": []}', "\ufffd\0"],
)
def test_a_broken_lock_stops_everything(text: str, tmp_path: Path) -> None:
    (tmp_path / "mcpgen.lock").write_text(text)
    with pytest.raises(OutputError) as error:
        put(FILES, tmp_path)
    assert codes(error) == ["output-lock"]
    assert content(tmp_path) == {"mcpgen.lock": text}


@pytest.mark.parametrize("failing", range(1, 7))
def test_a_failure_half_way_leaves_the_folder_as_it_was(
    failing: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put({**FILES, "old.txt": "old\n"}, tmp_path)
    before = content(tmp_path)
    moves = 0

    def replace(source: Path, target: Path) -> None:
        nonlocal moves
        moves += 1
        if moves == failing:
            raise PermissionError(13, "Permission denied", str(target))
        os.rename(source, target)

    monkeypatch.setattr(folder_module.os, "replace", replace)
    with pytest.raises(OutputError) as error:
        put({**FILES, "README.md": "# B\n", "new/deep/file.txt": "new\n"}, tmp_path)
    assert codes(error) == ["output-not-writable"]
    assert content(tmp_path) == before
    assert not (tmp_path / "new").exists()


def test_a_failure_leaves_no_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: Path, target: Path) -> None:
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr(folder_module.os, "replace", refuse)
    with pytest.raises(OutputError):
        put(FILES, tmp_path / "a" / "b")
    assert list(tmp_path.iterdir()) == []


def test_the_lock_is_the_same_whatever_the_order(tmp_path: Path) -> None:
    put(FILES, tmp_path / "a")
    put(dict(reversed(FILES.items())), tmp_path / "b")
    assert content(tmp_path / "a") == content(tmp_path / "b")


def test_a_module_that_is_called_hooks_is_still_ours(tmp_path: Path) -> None:
    put({**FILES, "pkg/tools/hooks.py": "x = 1\n"}, tmp_path)
    put({**FILES, "pkg/tools/hooks.py": "x = 2\n"}, tmp_path)
    assert (tmp_path / "pkg/tools/hooks.py").read_text() == "x = 2\n"


def test_an_edited_source_in_the_folder_stays_the_users(tmp_path: Path) -> None:
    put({**FILES, "tools.yaml": "a: 1\n"}, tmp_path)
    (tmp_path / "tools.yaml").write_text("a: 2\n")
    edited = {**FILES, "tools.yaml": "a: 2\n"}
    write(edited, tmp_path, tool_version="1.0", once=ONCE, source="tools.yaml")
    with pytest.raises(OutputError) as error:
        put({**FILES, "tools.yaml": "a: 3\n"}, tmp_path)
    assert [d.code for d in error.value.diagnostics] == ["output-edited"]
    assert (tmp_path / "tools.yaml").read_text() == "a: 2\n"
