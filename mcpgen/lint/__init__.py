"""Holds any set of tools against the rules; each rule is one file in `rules`, its docstring its page in docs/rules."""

from mcpgen.lint.engine import lint
from mcpgen.lint.settings import Excuse, LintSettings
from mcpgen.lint.subject import ListedTool, Subject, subject_of_document, subject_of_toolset

__all__ = ["Excuse", "LintSettings", "ListedTool", "Subject", "lint", "subject_of_document", "subject_of_toolset"]
