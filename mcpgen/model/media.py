"""Media types (RFC 9110, section 8.3.1) and what a body of each is made of."""

from __future__ import annotations

import codecs
import re
from typing import Literal, TypeAlias

from mcpgen.model.http import TOKEN

FORM = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"

BodyKind: TypeAlias = Literal["json", "form", "multipart", "lines", "xml", "text", "file"]
"""`lines` are JSON documents one after the other, `text` is sent as it is given, `file` is bytes."""

_LINES = frozenset(
    """application/x-ndjson application/ndjson application/jsonl application/x-jsonl application/jsonlines
    application/x-jsonlines application/json-lines application/json-seq text/jsonl text/x-jsonl text/ndjson
    text/x-ndjson""".split()
)
_TEXTS = frozenset("""application/yaml application/x-yaml application/graphql application/sql application/javascript
    application/ecmascript application/toml application/jwt application/jose application/x-sh application/rtf
    application/n-triples application/sparql-query application/sparql-update application/cql
    application/edn""".split())
_NO_TEXT = re.compile(
    r"(?:image/(?!svg)|audio/|video/|font/|application/(?:pdf|zip|gzip|x-tar|x-7z|x-bzip|vnd\.(?:ms-|openxml)))"
)
"""Media types of what is never text."""
_WRITTEN = re.compile(rf"{TOKEN}(?:/{TOKEN})*(?:\s*;\s*{TOKEN}=(?:{TOKEN}|\"[ !#-\[\]-~]*\"))*")


def essence(media_type: str) -> str:
    """A media type in lower case, without parameters: `application/json`."""
    return media_type.partition(";")[0].strip().lower()


def is_writable(media_type: str) -> bool:
    """Whether a media type, with its parameters, can stand in a header as it is."""
    return _WRITTEN.fullmatch(media_type) is not None


def may_be_text(media_type: str) -> bool:
    """Whether what is of a media type may be text: False for pictures, sound, archives and the like."""
    return _NO_TEXT.match(essence(media_type)) is None


def parameter(media_type: str, name: str) -> str:
    """A parameter of a media type, without quotes; '' where there is none."""
    found = re.search(rf";\s*{re.escape(name)}=(\"[^\"]*\"|[^;\s]*)", media_type, re.IGNORECASE)
    return found[1].strip('"') if found else ""


def charset(media_type: str) -> str:
    """The charset that text is written in: the one that is said, UTF-8 where none is or no one knows it."""
    said = parameter(media_type, "charset")
    return codecs.lookup(said).name if is_charset(said) else "utf-8"


def is_charset(name: str) -> bool:
    """Whether text can be written in a charset of this name."""
    try:
        return bool(name) and "".encode(name) is not None
    except (LookupError, ValueError):
        return False


def is_json(media_type: str) -> bool:
    """True for `application/json` and every `+json`, whatever their parameters."""
    return essence(media_type).endswith(("/json", "+json"))


def is_xml(media_type: str) -> bool:
    """True for `application/xml`, `text/xml` and every `+xml` that is no image."""
    name = essence(media_type)
    return name.endswith(("/xml", "+xml")) and not name.startswith("image/")


def body_kind(media_type: str) -> BodyKind:
    """What a body of a media type is made of."""
    name = essence(media_type)
    if name in _LINES or name.endswith("+json-seq"):
        return "lines"
    if is_json(name):
        return "json"
    if name == FORM:
        return "form"
    if name.startswith("multipart/"):
        return "multipart"
    if is_xml(name):
        return "xml"
    return "text" if name.startswith("text/") or name in _TEXTS or name.endswith("+yaml") else "file"
