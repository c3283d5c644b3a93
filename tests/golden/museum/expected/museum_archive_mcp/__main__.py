"""`python -m museum_archive_mcp`: stdio by default, Streamable HTTP with --http."""

import sys
from contextlib import redirect_stdout

from .runtime.command import run
from .settings import FACTS


def main() -> None:
    """Serve until standard input closes or the process is told to stop."""
    with redirect_stdout(sys.stderr):  # what hooks print when they load: stdout is the protocol's
        from .server import make_server
    run(FACTS, make_server)


if __name__ == "__main__":
    main()
