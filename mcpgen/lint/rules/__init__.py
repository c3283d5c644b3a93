"""One rule a file, named `<id>_<name>.py`; `mcpgen.lint.registry` lists them."""
