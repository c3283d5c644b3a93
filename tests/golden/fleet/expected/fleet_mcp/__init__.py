"""Fleet API: its API as tools for language models."""

__version__ = "2.3.1"
