"""How reading a file fails: a `SourceError` with one diagnostic, and the text to show it in."""

from __future__ import annotations

from mcpgen.diagnostics import Diagnostic, Origin, Severity, SourceError, Span


class LooseText:
    """A `Locator` over texts that never became documents, so that their errors can still be shown in place."""

    def __init__(self, file: str, text: str) -> None:
        self._texts = {file: text}

    def span(self, origin: Origin) -> Span | None:
        """The start of the file, as its tree is not known; None for another file."""
        return Span(file=origin.file, line=1, column=1) if origin.file in self._texts else None

    def text(self, file: str) -> str | None:
        """The text of the file, or None when it is another one."""
        return self._texts.get(file)


def failure(
    code: str, message: str, hint: str, at: Origin | Span | None = None, text: str | None = None
) -> SourceError:
    """A `SourceError` of one error; `text` is that of the file `at` names, where it could be decoded."""
    locator = LooseText(at.file, text) if at is not None and text is not None else None
    diagnostic = Diagnostic(code=code, severity=Severity.ERROR, message=message, hint=hint, at=at)
    return SourceError(diagnostic, locator=locator)


def span_at(file: str, text: str, offset: int, length: int = 1) -> Span:
    """The span of `length` characters at `offset` of `text`."""
    start = text.rfind("\n", 0, offset) + 1
    return Span(file=file, line=text.count("\n", 0, start) + 1, column=offset - start + 1, length=max(length, 1))
