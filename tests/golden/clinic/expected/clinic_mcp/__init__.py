"""Clinic: its API as tools for language models."""

__version__ = "3.1.0"
