"""The arguments of each tool, as typed dictionaries."""
