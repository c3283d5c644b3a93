"""`python -m clinic_mcp`: stdio by default, Streamable HTTP with --http."""

from .runtime.command import run
from .server import make_server
from .settings import FACTS


def main() -> None:
    """Serve until standard input closes or the process is told to stop."""
    run(FACTS, make_server)


if __name__ == "__main__":
    main()
