"""Bookstore: its API as tools for language models."""

__version__ = "1.4.0"
