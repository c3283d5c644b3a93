"""Museum Archive: its API as tools for language models."""

__version__ = "2.1.0"
