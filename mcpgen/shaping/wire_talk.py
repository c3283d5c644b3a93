"""Texts that speak of the wire, where the model gives arguments (DES007).

How lists are joined, what null does, where in a request a value stands, and how it is encoded there: which the server
does, so that a model that did it too would have it encoded twice.
"""

from __future__ import annotations

import re
from urllib.parse import unquote

from mcpgen.model.json import Json
from mcpgen.shaping.text import sentences

_REPEATED = re.compile(
    r"^(?:repeat|give|use|pass|send) (?:the |this )?(?:parameter|it)\b.*\b(?:more than one|several|each|multiple)\b",
    re.I,
)
_JOINED = re.compile(
    r"(?:(?:,|\bas)\s*+|(?<!\s)\s++)?(?:an? )?\b(?:(?:separated|delimited|joined) (?:by|with) (?:an? )?(?:single )?"
    r"(?:vertical )?(?:commas?|bars?|pipes?|spaces?|semicolons?)|(?:comma|pipe|space)[- ](?:separated|delimited)"
    r"(?: (?:list|string)(?= of\b|[.,;]|$))?(?: of\b)?)",
    re.I,
)
_MAY_BE_NULL = re.compile(r"^null\b|^(?:it |this )?(?:may|can) be null\b", re.I)
_GIVES_NULL = re.compile(
    r"\b(?:send|set|pass|use|give|supply)\b[^.]*\bnull\b|^null (?:clears|removes|takes|unsets|deletes|means)\b"
    r"|\bto null\b",
    re.I,
)
_ANSWER_TALK = re.compile(
    r"^(?:in response,? )?(?:(?:the )?(?:response|result|returned value|value)(?: body)? will "
    r"(?:be|contain|include|have) (?:set to )?an? (?:JSON |empty )?(?:object|array|body)\b"
    r"|(?:this|each|it) will be set to an?\b"
    r"|a successful (?:request|call|response) (?:will|returns?|is|gives)\b[^.]*\b\d{3}\b"
    r"|(?:the )?(?:response|server|api|call|request) (?:will )?"
    r"(?:returns?|responds? with|answers? with|receives?) (?:an? )?"
    r"(?:HTTP )?(?:status )?(?:code )?2\d\d\b)",
    re.I,
)
"""What comes back as the wire has it, in a sentence of its own: the answer's schema says it better."""
_IN_REQUEST = (
    r"(?:the |a |an )?(?:(?:HTTP |JSON |POST )?request(?:'s|’s)?,? (?:JSON )?|HTTP |JSON |POST )"
    r"(?:body|payload|headers?|query string)|the (?:body|payload|header|query string) of the request"
)
_PLACE = re.compile(
    rf"\s\((?:passed|given|sent|specified|provided) (?:in|as|via|through) (?:{_IN_REQUEST}|an? header|the header)\)"
    rf"|(?:,\s(?:passed|given|sent|specified|provided))?(?<!be)(?<![.:;!?,])"
    rf"\s(?:in|via|through) (?:{_IN_REQUEST})(?=\s?[.,;)]|\Z)",
    re.I,
)
"""Where in a request a value stands: "specified in the request body"."""
_QUERY_PARAMETER = re.compile(r"(?<=\w )(?P<one>a )?(?:query(?:[- ]string)?|URL|GET|POST) parameter(?P<s>s?)\b", re.I)
_EXAMPLE_CALL = re.compile(
    r"(?:[,:;]?\s(?:(?:such as|like|e\.g\.|for example)[,:]?\s)?|\s(?:as (?:an? )?arguments? )?to )"
    r"`?/[\w/{}$.:-]*\?\w+=[^\s,;]*[^\s,;.]`?(?=\s?[.,;)]|\s(?-i:[A-Z])|\Z)",
    re.I,
)
"""A request written out: "for example, /v2/books?genre=crime"."""
_SENT = re.compile(r"\b(?:requests?|calls?|GET|POST|PUT|PATCH|DELETE)\Z")
_NEAR = 12
_ANNOTATION = re.compile(
    r"(?:(?<=[.;:?!])|\A|(?<=\s))\s*(?:in: ?(?:body|query|path|header|formData)|required: ?(?:true|false)"
    r"|:meta \w+:|swagger:\w+)(?=[\s.;,]|\Z)[.;,]?"
)
"""What generators of descriptions read in comments: of go-swagger and Sphinx."""
_ENCODED_AS = re.compile(
    r",?\s(?:presented |given |sent |passed )?as an? (?:url|percent)[- ]?encoded string"
    r"|\b(?:url|percent)[- ]?encoded (?=\w)",
    re.I,
)
_MUST_ENCODE = re.compile(
    r"\b(?:must|should|needs? to|ha(?:s|ve) to|needs?)\b[^.]{0,40}\b(?:url|percent)[- ]?encod"
    r"|\buse (?:url|percent)[- ]?encoding\b",
    re.I,
)
_TWICE = re.compile(r"\bencoded? (?:it |them )?(?:twice|double)\b(?: over)?|\bdouble[- ]encode\b", re.I)
_ESCAPE = re.compile(r"%[0-9A-Fa-f]{2}")
_ESCAPED_ESCAPE = re.compile(r"%25(?=[0-9A-F]{2})")
CLEARING = "Name a field in clear_fields to clear it."


def of_argument(text: str, *, is_array: bool, encoded: bool = False) -> str:
    """An argument's text without how its list is written on the wire, and without null, which is no value here.

    `encoded`: the server percent-encodes what is given, as in a path, a query and a form.
    """
    kept = [s for s in sentences(without_places(text)) if not _speaks_of_wire(s, is_array=is_array)]
    if encoded:
        kept = [said for s in kept if (said := _to_be_encoded(s))]
    if is_array:
        kept = [_JOINED.sub("", sentence).strip() for sentence in kept]
    return " ".join(_opened(s) for s in kept if s.strip(" ."))


def decoded(example: Json) -> Json:
    """An example as it is given: what a URL has as `miles%20davis` is `miles davis`, which the server encodes."""
    if not isinstance(example, str) or not _ESCAPE.search(example) or " " in example:
        return example
    said = unquote(example, errors="replace")
    return said if said.isprintable() and "\ufffd" not in said else example


def without_places(text: str) -> str:
    """A text without where in a request a value stands, and without what only a generator reads."""
    text = _QUERY_PARAMETER.sub(_argument, _PLACE.sub("", text))
    text = re.sub(r"\.\.(?=\s|\Z)", ".", _EXAMPLE_CALL.sub(_without_call, text)) if "?" in text else text
    return " ".join(_ANNOTATION.sub("", text).split()) if ":" in text else text


def _without_call(match: re.Match[str]) -> str:
    """Nothing; what a request is sent to stays: the whole phrase goes elsewhere."""
    return match[0] if _SENT.search(match.string, max(0, match.start() - _NEAR), match.start()) else ""


def _argument(match: re.Match[str]) -> str:
    return f"{'an ' if match['one'] else ''}argument{match['s']}"


def _to_be_encoded(sentence: str) -> str:
    """A sentence without the caller's encoding of what the server encodes; what is encoded twice is so once."""
    if _TWICE.search(sentence) or _ESCAPED_ESCAPE.search(sentence):
        once = _ESCAPED_ESCAPE.sub("%", _TWICE.sub("encode it once", sentence))
        return re.sub(r"(?<= )(\S+) ->? \1(?=[\s.]|\Z)", r"\1", once)
    return "" if _MUST_ENCODE.search(sentence) else _ENCODED_AS.sub("", sentence)


def _opened(sentence: str) -> str:
    """With a capital, unless it opens with a name: `shelf_id`, `iPhone`."""
    first = sentence.split(" ", 1)[0].strip("\"'(,.;:!?")
    return sentence[:1].upper() + sentence[1:] if first.islower() and first.isalpha() else sentence


def _speaks_of_wire(sentence: str, *, is_array: bool) -> bool:
    about_null = _MAY_BE_NULL.search(sentence) or _GIVES_NULL.search(sentence)
    return bool(about_null or (is_array and _REPEATED.search(sentence)))


def of_tool(text: str, *, clears: bool) -> str:
    """A tool's text without status codes, and with `clear_fields` for null; without null where nothing is cleared."""
    said = False
    kept = []
    for sentence in sentences(without_places(text)):
        if _ANSWER_TALK.search(sentence):
            continue
        if not _GIVES_NULL.search(sentence):
            kept.append(sentence)
        elif clears and not said:
            kept.append(CLEARING)
            said = True
    return " ".join(kept)
