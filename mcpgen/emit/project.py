"""What the files around the package say of it: pyproject.toml, the small modules, Dockerfile."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mcpgen.emit.literals import Docker, Python, Toml, docstring, finished, one_line, string, toml
from mcpgen.emit.names import PackageNames
from mcpgen.model.toolset import Toolset

_LONGEST_SENTENCE = 160
LONGEST_SUMMARY = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectView:
    """pyproject.toml."""

    distribution: Toml
    version: Toml
    description: Toml
    package: Toml
    package_name: Toml
    entry_point: Toml


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageView:
    """The small modules of the package that only need its names."""

    docstring: Python
    version: Python
    package: Python


@dataclass(frozen=True, slots=True, kw_only=True)
class ContainerView:
    """Dockerfile."""

    distribution: Docker
    package: Docker
    token: Docker


def title(toolset: Toolset, names: PackageNames) -> str:
    """The server's title on one line; its slug where it has none."""
    return one_line(toolset.server.title) or names.slug


def sentence(text: str) -> str:
    """The first sentence of a text, cut at a word where it is long."""
    first = re.split(r"(?<=[.!?])\s", one_line(text), maxsplit=1)[0]
    return cut(first, _LONGEST_SENTENCE)


def cut(text: str, longest: int) -> str:
    """`text`, or as many of its words as fit and an ellipsis."""
    if len(text) <= longest:
        return text
    words = text[: longest - 1].rpartition(" ")[0].rstrip(",;: ")
    return f"{words} …" if words else text[: longest - 1] + "…"


def package_version(version: str) -> str:
    """A version that Python packaging accepts (PEP 440): the API's own, or the numbers it starts with."""
    plain = one_line(version).removeprefix("v")
    if re.fullmatch(r"\d{1,9}(\.\d{1,9})*((a|b|rc)\d+)?(\.post\d+)?(\.dev\d+)?", plain, re.ASCII):
        return plain
    numbers = re.match(r"\d{1,9}([.-]\d{1,9})*", plain, re.ASCII)
    return numbers.group().replace("-", ".") if numbers else "0.1.0"


def summary(toolset: Toolset, names: PackageNames) -> str:
    """What the package is, in at most 100 characters."""
    ending = ": its API as tools for language models."
    return cut(title(toolset, names), LONGEST_SUMMARY - len(ending)) + ending


def project_view(toolset: Toolset, names: PackageNames) -> ProjectView:
    """pyproject.toml."""
    return ProjectView(
        distribution=toml(names.distribution),
        version=toml(package_version(toolset.server.version)),
        description=toml(summary(toolset, names)),
        package=toml(names.package),
        package_name=finished(Toml, names.distribution),
        entry_point=toml(f"{names.package}.__main__:main"),
    )


def package_view(toolset: Toolset, names: PackageNames) -> PackageView:
    """`__init__.py`, `__main__.py`, `server.py`."""
    return PackageView(
        docstring=docstring(summary(toolset, names), indent=0),
        version=string(package_version(toolset.server.version)),
        package=finished(Python, names.package),
    )


def container_view(names: PackageNames) -> ContainerView:
    """Dockerfile."""
    return ContainerView(
        distribution=finished(Docker, names.distribution),
        package=finished(Docker, names.package),
        token=finished(Docker, f"{names.prefix}_HTTP_TOKEN"),
    )
