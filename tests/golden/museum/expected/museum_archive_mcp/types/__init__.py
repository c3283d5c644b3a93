"""The arguments of each tool as types, a module for each of ../tools."""
