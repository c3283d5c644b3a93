"""Payments: its API as tools for language models."""

__version__ = "2025.04.01"
