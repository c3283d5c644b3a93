"""First words that say what a tool does: "This endpoint is used to retrieve …" → "Retrieves …" (DES002)."""

from __future__ import annotations

import re

from mcpgen.model import vocabulary
from mcpgen.shaping.phrase import PREPOSITIONS
from mcpgen.shaping.text import sentence_case

_KINDS = (
    "api endpoint|api call|api method|endpoint|api|call|method|operation|resource|request|route|function|web ?service|"
    "service|action|query|command|interface|tool|url|path|get|post|put|patch|delete"
)
_THING = (
    rf"(?:rest |http |web |public |api |json |graphql |the )*(?:{_KINDS})"
    r"(?: (?:request|call|endpoint|method|operation))?"
)
_PEOPLE = (
    "you|us|one|users?|clients?|callers?|developers?|consumers?|administrators?|admins?|merchants?|customers?|"
    "applications?"
)
_WHO = rf"(?:(?:the |an? |api |your |authenticated |registered )*(?:{_PEOPLE})\s+)?"
_USED = "used|useful|intended|meant|designed|responsible|provided|called|invoked|utili[sz]ed"
_WAY = "a way|the ability|an? (?:api|endpoint|interface|method)"
_PURPOSE = (
    rf"(?:(?:is|are|can be|could be|may be|should be|must be|will be) (?:{_USED})(?: by \w+)?|"
    rf"allows?|enables?|lets|permits?|helps?|serves|(?:provides|offers) (?:{_WAY})|gives (?:you )?the ability|"
    "will|can|may|is)"
)
_TO = r"(?:to\s+|for\s+(?:the\s+)?)"
_LEADS = tuple(
    re.compile(rf"{lead}(?=\w)", re.IGNORECASE)
    for lead in (
        rf"(?:this|the following|the current|the)\s+{_THING}\s+{_PURPOSE}\s+{_WHO}{_TO}?",
        rf"(?:this|that|it|which)\s+{_PURPOSE}\s+{_WHO}{_TO}?",
        rf"(?:you can |please |one can )?(?:use|call|invoke|send)\s+(?:this|the|an?)\s+{_THING}\s+(?:in order )?{_TO}",
        rf"(?:with|using|by using|via|through)\s+(?:this|the)\s+{_THING},?\s+{_WHO}(?:can|may|are able to)\s+",
        rf"(?:an?\s+|the\s+)?{_THING}\s+(?:which |that )?(?:is )?(?:{_USED})\s+{_TO}",
        rf"(?:an?\s+|the\s+)?{_THING}\s+(?:which |that )?(?:allows?|enables?|lets)\s+{_WHO}(?:to\s+)?",
        rf"(?:an?\s+|the\s+)?{_THING}\s+{_TO}",
        rf"(?:used?|allows?|enables?|lets|permits?|allowing|{_USED}|{_WAY}|provides (?:{_WAY}))\s+{_WHO}{_TO}",
        r"(?:you can|you may|lets you|allows you to|will|in order to|users? can|clients? can|to)\s+",
        rf"(?:this|the)\s+{_THING}\s+(?=\w+s\b)",
    )
)
_WORD = re.compile(r"([A-Za-z]+)(.*)", re.DOTALL)
_IRREGULAR = {"have": "has", "be": "is", "do": "does", "go": "goes"}


def directive(text: str) -> str:
    """A plain text that starts with what the tool does, in the active voice, as a sentence.

    An opening that only says "this endpoint" goes; a verb behind it stands in the third person ("Retrieves"). A text
    that does not open so is given back as a sentence.
    """
    rest = text.strip()
    for lead in _LEADS:
        match = lead.match(rest)
        if match:
            verb = _third_person(rest[match.end() :])
            if verb:
                return sentence_case(verb)
    return sentence_case(_from_gerund(rest))


def _third_person(text: str) -> str:
    """The text with its first word, a known verb in any form, in the third person; '' where it is none."""
    found = _WORD.match(text)
    if found is None:
        return ""
    word, rest = found.group(1).lower(), found.group(2)
    base = base_form(word)
    if not base:
        return ""
    if word.endswith("ing"):
        rest = re.sub(r"^ of (?=\w)", " ", rest)
    return third_person(base).capitalize() + rest


def _from_gerund(text: str) -> str:
    found = _WORD.match(text)
    if found is None or not found.group(1).lower().endswith("ing") or not found.group(2)[:1].isspace():
        return text
    word = found.group(1).lower()
    known = vocabulary.verb(base_form(word))
    if known is None or (known.noun_too and known.word not in ("list", "search", "update")):
        return text
    return _third_person(text)


def base_form(word: str) -> str:
    """The base of a known verb in the base form, third person or gerund; '' of any other word."""
    word = word.lower()
    forms = [word]
    if word.endswith("ies"):
        forms.append(word[:-3] + "y")
    if word.endswith("es"):
        forms.append(word[:-2])
    if word.endswith("s"):
        forms.append(word[:-1])
    if word.endswith("ing"):
        forms += [word[:-3], word[:-3] + "e", word[:-4] if word[-4:-3] == word[-5:-4] else ""]
    return next((form for form in forms if form and (vocabulary.is_verb(form) or form in _OTHER_VERBS)), "")


_ARTICLE = re.compile(r"\s+(?:an?|the|all|every|each|one|your|its|multiple|new)\s", re.I)
_PARTICLES = PREPOSITIONS | frozenset(
    "a an the this that these those it and or but not is are was were be has have all any both once only also then "
    "there here how what who why "
    "each every".split()
)
_OTHER_VERBS = frozenset(
    "provide give allow take make put bring supply specify keep perform handle manage process execute have expose "
    "contain accept enable".split()
)


def third_person(verb: str) -> str:
    """The third person of a verb in the base form: match → matches, copy → copies."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def starts_with_verb(text: str) -> bool:
    """True when a text opens with a verb, imperative or third person: a known one, or a word before an article."""
    found = _WORD.match(text.strip())
    if found is None or found.group(1).lower().endswith("ing"):
        return False
    word = found.group(1).lower()
    return bool(base_form(word)) or (_ARTICLE.match(found.group(2)) is not None and word not in _PARTICLES)
