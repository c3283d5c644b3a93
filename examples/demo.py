"""Generates the bookstore's server, starts it with its mock upstream, and calls three tools through a real MCP client.

    python examples/demo.py [FOLDER]        the folder is build/demo unless given

Ends with 1 when anything is not as it should be.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import anyio
import mcp_types as types
from mcp import StdioServerParameters
from mcp.client import Client
from rich.console import Console
from rich.panel import Panel
from rich.syntax import Syntax
from rich.text import Text

REPOSITORY: Final = Path(__file__).resolve().parent.parent
PACKAGE: Final = "bookstore_mcp"
SECONDS: Final = 60

console = Console(highlight=False)


class Unexpected(Exception):
    """Something that the demonstration did not turn up as it should."""


def main(folder: Path) -> int:
    """Runs the demonstration in `folder`, which is emptied first; answers the exit code."""
    problem = generate(folder) or anyio.run(converse, folder)
    if problem:
        console.print(Text(f"\nThe demonstration failed: {problem}", "bold red"))
        return 1
    console.print(Text.assemble("\n", ("✓ ", "green"), f"Done. Look at {shown(folder)}/{PACKAGE}/tools/books.py next."))
    return 0


def generate(folder: Path) -> str:
    """Runs `mcpgen generate` as a person would; answers what went wrong, or ''."""
    if folder.exists() and any(folder.iterdir()) and not (folder / "mcpgen.lock").is_file():
        return f"{shown(folder)} holds other things; name an empty folder."
    shutil.rmtree(folder, ignore_errors=True)
    heading("An OpenAPI document in, a server out")
    command = ["generate", "examples/specs/bookstore.yaml", "-o", shown(folder)]
    console.print(Text.assemble(("$ ", "dim"), (" ".join(("mcpgen", *command)), "bold")), soft_wrap=True)
    done = subprocess.run([sys.executable, "-m", "mcpgen", *command], cwd=REPOSITORY, check=False)
    return f"mcpgen generate ended with {done.returncode}." if done.returncode else ""


async def converse(folder: Path) -> str:
    """Starts the server over stdio with `--mock` and talks to it; answers what went wrong, or ''."""
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", PACKAGE, "--mock"],
        cwd=folder,
        env={"PATH": os.environ.get("PATH", "")},
    )
    with anyio.move_on_after(SECONDS):
        async with Client(server) as client:
            try:
                await show(client)
            except Unexpected as error:
                return str(error)
        return ""
    return f"it was not done after {SECONDS} seconds."


async def show(client: Client) -> None:
    """Lists the tools and calls three. Raises Unexpected."""
    heading(f"python -m {PACKAGE} --mock, over stdio")
    tools = (await client.list_tools()).tools
    expect(bool(tools), "the server lists no tools.")
    print_tools(tools)
    heading("Three calls")
    await call(client, "search_books", {"text": "storm warning", "published_from": "2020-01-01", "limit": 5})
    await call(client, "delete_book", {"book_id": "4810027"})
    await call(client, "get_book", {"book_id": "The Lighthouse Ledger"}, fails="book_id")


async def call(client: Client, tool: str, arguments: dict[str, Any], *, fails: str = "") -> None:
    """Calls a tool and shows its answer. Where it `fails`, the answer must be an error that names that text."""
    result = await client.call_tool(tool, arguments)
    text = "".join(block.text for block in result.content if isinstance(block, types.TextContent))
    expect(bool(result.is_error) == bool(fails), f"{tool} answered: {text}")
    expect(fails in text, f"{tool} did not name {fails}: {text}")
    given = ", ".join(f"{name}={value!r}" for name, value in arguments.items())
    colour = "yellow" if fails else "green"
    console.print(Panel(pretty(text), title=Text(f"{tool}({given})", "bold"), title_align="left", border_style=colour))


def print_tools(tools: Sequence[types.Tool]) -> None:
    """Shows the tools: name, what they do to the API, and the beginning of what the model reads about them."""
    wide = max(len(tool.name) for tool in tools)
    for tool in tools:
        reads = tool.annotations is not None and tool.annotations.read_only_hint
        word, colour = ("reads  ", "green") if reads else ("changes", "yellow")
        about = (tool.description or "").replace("\n", " ")
        line = Text.assemble((tool.name.ljust(wide), "bold"), "  ", (word, colour), "  ", about)
        line.truncate(console.width, overflow="ellipsis")
        console.print(line)


def pretty(text: str) -> Syntax | Text:
    """JSON in colours, other text as it is."""
    try:
        value = json.loads(text)
    except ValueError:
        return Text(text)
    return Syntax(json.dumps(value, indent=2, ensure_ascii=False), "json", background_color="default", word_wrap=True)


def heading(text: str) -> None:
    console.print()
    console.rule(Text(text, "bold"), align="left")


def expect(condition: bool, otherwise: str) -> None:
    if not condition:
        raise Unexpected(otherwise)


def shown(folder: Path) -> str:
    """The folder as seen from the repository."""
    return os.path.relpath(folder, REPOSITORY) if folder.is_relative_to(REPOSITORY) else str(folder)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else REPOSITORY / "build" / "demo"))
