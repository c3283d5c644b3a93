"""Templates: Jinja prints views, and refuses to print anything that has not come through the door in `literals`."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from jinja2 import BaseLoader, Environment, StrictUndefined, TemplateNotFound

from mcpgen.emit.literals import Finished


@lru_cache(maxsize=1)
def templates() -> Path:
    """The folder of templates: inside the installed package, or beside it in a source tree."""
    package = Path(str(files("mcpgen")))
    return next(folder for folder in (package / "templates", package.parent / "templates") if folder.is_dir())


def static(path: str) -> str:
    """The text of a template that is copied as it is."""
    return (templates() / path).read_text(encoding="utf-8")


def static_files(folder: str, suffix: str) -> tuple[str, ...]:
    """The paths (below the templates) of the files in `folder` that are copied as they are, sorted."""
    found = sorted(path for path in (templates() / folder).glob(f"*{suffix}") if path.is_file())
    return tuple(f"{folder}/{path.name}" for path in found)


def render(template: str, view: object, language: type[Finished]) -> str:
    """The template filled in with `view`; only text of `language` may be printed.

    Raises:
        TypeError: the template prints a value that is not finished text of that language.
    """
    return _environment(language).get_template(template).render(view=view)


class _Loader(BaseLoader):
    def get_source(self, environment: Environment, template: str) -> tuple[str, str, None]:
        path = templates() / template
        if not path.is_file():
            raise TemplateNotFound(template)
        return path.read_text(encoding="utf-8"), str(path), None


@cache
def _environment(language: type[Finished]) -> Environment:
    def only_finished(printed: object) -> object:
        if not isinstance(printed, language):
            raise TypeError(f"a template prints {type(printed).__name__}, not {language.__name__}")
        return printed

    return Environment(
        loader=_Loader(),
        undefined=StrictUndefined,
        finalize=only_finished,
        autoescape=False,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
