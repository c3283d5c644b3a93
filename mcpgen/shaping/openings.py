"""First words that say what a tool does: "This endpoint is used to retrieve …" → "Retrieves …" (DES002)."""

from __future__ import annotations

import re
from functools import cache

from mcpgen.model import vocabulary
from mcpgen.shaping.phrasal import are_one_verb, in_two_words
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
_USED = "used|useful|aimed|intended|meant|designed|responsible|provided|called|invoked|utili[sz]ed"
_WAY = "a way|the ability|an? (?:api|endpoint|interface|method)"
_PURPOSE = (
    rf"(?:(?:is|are|can be|could be|may be|should be|must be|will be) (?:{_USED})(?: by \w+)?|"
    rf"(?:is|are) for|allows?|enables?|lets|permits?|helps?|serves|"
    rf"(?:provides|offers) (?:{_WAY})|gives (?:you )?the ability|"
    "will|can|may|is)"
)
_TO = r"(?:to\s+|for\s+(?:the\s+)?)"
_LEADS = tuple(
    re.compile(rf"{lead}(?=\w)", re.IGNORECASE)
    for lead in (
        rf"(?:this|the following|the current|the)\s+{_THING}\s+{_PURPOSE}\s+{_WHO}{_TO}?",
        rf"(?:this|that|it|which)\s+{_PURPOSE}\s+{_WHO}{_TO}?",
        rf"(?:you can |please |one can )?(?:use|call|invoke|send)\s+(?:this|the|an?)\s+{_THING}\s+(?:in order )?{_TO}",
        r"(?:you can |please )?uses?\s+(?:the\s+)?(?-i:[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)\s+"
        r"(?:(?:api|action|operation)\s+)?to\s+",
        rf"(?:with|using|by using|via|through)\s+(?:this|the)\s+{_THING},?\s+{_WHO}(?:can|may|are able to)\s+",
        rf"(?:an?\s+|the\s+)?{_THING}\s+(?:which |that )?(?:is )?(?:{_USED})\s+{_TO}",
        rf"(?:an?\s+|the\s+)?{_THING}\s+(?:which |that )?(?:allows?|enables?|lets)\s+{_WHO}(?:to\s+)?",
        rf"(?:an?\s+|the\s+)?{_THING}\s+{_TO}",
        rf"(?:used?|allows?|enables?|lets|permits?|allowing|{_USED}|{_WAY}|provides (?:{_WAY}))\s+{_WHO}{_TO}",
        r"(?:you can|you may|lets you|allows you to|will|in order to|users? can|clients? can|to)\s+",
        rf"(?:this|the)\s+{_THING}\s+(?=\w+s\b)",
    )
)
_POLITE = re.compile(r"\A(?:please|kindly),? (?=[a-z])", re.I)
_WORD = re.compile(r"([A-Za-z]+)(.*)", re.DOTALL)
_IRREGULAR = {"have": "has", "be": "is", "do": "does", "go": "goes"}


def directive(text: str, verb: str = "") -> str:
    """A plain text that starts with what the tool does, in the active voice, as a sentence.

    An opening that only says "this endpoint" goes; a verb behind it stands in the third person ("Retrieves"), and so
    does one made a noun, where it is the tool's own `verb` ("Cancellation of an order"). A text that does not open so
    is given back as a sentence.
    """
    rest = _POLITE.sub("", text.strip())
    for lead in _LEADS:
        match = lead.match(rest)
        if match:
            acted = _third_person(rest[match.end() :])
            if acted:
                return sentence_case(acted)
    return sentence_case(_from_noun(rest, verb) or _from_gerund(rest))


def _from_noun(text: str, verb: str) -> str:
    """`Subscription cancellation`, `Creation of a note` → with the tool's verb; '' where none is made a noun."""
    if not verb or len(text.split()) > _LONGEST_TITLE:
        return ""
    nouns = _nominal(verb)
    head, _, rest = text.rstrip(".").partition(" of ")
    if rest and head.lower().removeprefix("the ") in nouns:
        return f"{third_person(verb).capitalize()} {rest}"
    before, _, last = text.rstrip(".").rpartition(" ")
    if before and last.lower() in nouns and before[:1].isalpha():
        return f"{third_person(verb).capitalize()} {before if before[1:] != before[1:].lower() else before.lower()}"
    return ""


@cache
def _nominal(verb: str) -> frozenset[str]:
    """What a verb is called as a noun: cancel → cancellation, create → creation, retrieve (get) → retrieval."""
    same = [verb, *(v.word for v in vocabulary.verbs().values() if v.preferred == verb)]
    forms = set[str]()
    for word in same:
        stem = word.removesuffix("e")
        forms |= {f"{stem}{end}" for end in ("ion", "ation", "al", "ment", "ing")} | {f"{word}lation", f"{word}ment"}
        if word.endswith("y"):
            forms |= {f"{word[:-1]}ication"}
        if word.endswith("ke"):
            forms |= {f"{word[:-2]}cation"}
    return frozenset(forms)


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
        rest = _JOINED_GERUND.sub(lambda m: f"{m[1]}{third_person(base_form(m[2]))}" if base_form(m[2]) else m[0], rest)
    return third_person(base).capitalize() + rest


def _from_gerund(text: str) -> str:
    found = _WORD.match(text)
    if found is None or not found.group(1).lower().endswith("ing") or not found.group(2)[:1].isspace():
        return text
    word = found.group(1).lower()
    known = vocabulary.verb(base_form(word))
    if _SECOND_VERB.match(found.group(2)):
        return text
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


_SECOND_VERB = re.compile(
    r"[^,.;:]{0,100}?\s(?:means?|does|do|is|are|will|would|can|may|has|removes?|prevents?|causes?|requires?|allows?|also)\s",
    re.I,
)
"""What makes a gerund the subject of a sentence: "Deleting plans means that …"."""
_ADVERB = re.compile(
    r"(?!(?:only|apply|supply|reply|family|assembly|anomaly|multiply|early|daily|weekly|monthly|yearly|hourly|imply|rely)"
    r"\b)([A-Za-z]{3,}ly)\s+(?=[a-z])",
    re.I,
)
"""How something is done, before the verb: "Partially update the specified job"."""
_PARTICLE = re.compile(r"\s(?:on|off|up|down|out|back|away|until)\s+\w", re.I)
"""What makes a verb of a noun: "Turns on the light"."""
_ARTICLE = re.compile(r"\s++(?:an?|the|all|every|each|one|your|its|multiple|new)\s", re.I)
_OPENING = re.compile(r"([A-Za-z]++)(?![\w-])((?:(?:,? (?:and|or) |/)[a-z]++(?![\w-]))*+)")
_JOINED = re.compile(r"(,? (?:and|or) |/)([a-z]++)")
_JOINED_GERUND = re.compile(r"\A(,? (?:and|or) |/)([a-z]+ing)(?=\s)")
_JOINED_LATER = re.compile(
    r"(?P<before>\b(?:and|or),? (?:(?:optionally|then|also|immediately|automatically) )?)(?P<verb>[a-z]+)"
    r"(?= (?:the|an?|it|them|its|their|all|any|current|this|your) )"
)
"""A second verb of the same subject: "Starts a job and returns its id"."""
_SUBORDINATE = re.compile(
    r"\b(?:to|can|could|will|would|must|should|may|might|which|that|who|whose|lets?|when|if|whether|for|by)\b", re.I
)
_NOT_IMPERATIVE = ("ed", "ing", "s")
_AFTER_NOUNS = frozenset("status result results details history info information statistics count report".split())
_PARTICLES = PREPOSITIONS | frozenset(
    "a an the this that these those it and or but not is are was were be has have all any both once only also then "
    "there here how what who why if when while since because although unless until whether so "
    "each every".split()
)
_MOSTLY_VERBS = frozenset(
    "list search update upload import export show view read move copy submit start stop restart reset run merge pin "
    "mark share send add invite transfer sort hide join mute switch change check test return validate".split()
)
"""Verbs that open a sentence more often than a heading, though they are nouns too."""
_COUNTED = frozenset(
    "copy run share mark pin start change view read move merge reset restart stop switch mute test".split()
)
"""Of these, those whose third person is more often a plural: "Copies on the shelf"."""
_FOR_SOMETHING = frozenset("poll wait watch look search listen ask".split())
"""What is done for something, where it could be a noun as well: "Poll for the status"."""
_LONGEST_TITLE = 6
_OTHER_VERBS = frozenset(
    "provide give allow take make put bring supply specify keep perform handle manage process execute have expose "
    "contain accept enable indicate ensure look turn tell inform signal force cause mean try attempt begin become "
    "belong let ask determine lift bring carry initiate block poll collect gather obtain compute".split()
)


def third_person(verb: str) -> str:
    """The third person of a verb in the base form: match → matches, copy → copies, checkout → checks out."""
    verb, particle = in_two_words(verb)
    if particle:
        return f"{third_person(verb)} {particle}"
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")


def told(text: str, verb: str = "") -> str:
    """The text with the verbs it opens with in the third person: "Add or remove labels" → "Adds or removes labels".

    `verb` is the tool's own. A text that opens with a noun, or a verb in another form, is given back.
    """
    if (adverb := _ADVERB.match(text)) and starts_with_verb(text, verb):
        does = text[adverb.end() :]
        acts = told(does, base_form(does.partition(" ")[0]) or verb)
        return f"{adverb[1][:1].upper()}{adverb[1][1:]} {acts[:1].lower()}{acts[1:]}"
    if not starts_with_verb(text, verb) or (opens := _OPENING.match(text)) is None:
        return text
    word, joined, rest = opens.group(1).lower(), opens.group(2) or "", text[opens.end() :]
    base = base_form(word) or (_of_past(word) if _ARTICLE.match(rest) else "")
    word = base if word.endswith("ed") and base and base_form(word) != base else word
    if base != word and (base or word.endswith(_NOT_IMPERATIVE)) and not word.endswith("ss"):
        return text
    rest = _joined_later(rest)
    ends = not rest.strip(" .")
    joined = _JOINED.sub(lambda m: f"{m[1]}{third_person(m[2])}" if ends or base_form(m[2]) == m[2] else m[0], joined)
    return f"{third_person(word).capitalize()}{joined}{rest}"


def _of_past(word: str) -> str:
    """`marked` → mark; '' of what is no past of a known verb."""
    stems = (word.removesuffix("d"), word.removesuffix("ed")) if word.endswith("ed") else ()
    return next((stem for stem in stems if base_form(stem) == stem), "")


def _joined_later(rest: str) -> str:
    """What stands behind the verb a text opens with, its second verb in the third person too."""

    def acts(match: re.Match[str]) -> str:
        verb = match["verb"]
        alone = not _SUBORDINATE.search(rest, 0, match.start()) and base_form(verb) == verb
        return f"{match['before']}{third_person(verb)}" if alone else match[0]

    first = rest.partition(". ")[0]
    return _JOINED_LATER.sub(acts, first) + rest[len(first) :]


def _stands_as_noun(word: str, rest: str, verb: str) -> bool:
    """True for a verb that is a noun as well where it stands as one: "List of", "Import status"."""
    known = vocabulary.verb(word)
    following = rest.lstrip().partition(" ")[0].strip(".,;:").lower()
    if following == "of":
        return word in _MOSTLY_VERBS or (known is not None and known.noun_too)
    own = bool(verb) and vocabulary.preferred(word) == vocabulary.preferred(verb)
    return word in _MOSTLY_VERBS and not own and following in _AFTER_NOUNS


def starts_with_verb(text: str, verb: str = "") -> bool:
    """True when a text opens with a verb, imperative or third person: a known one, or a word before an article.

    A word that is a noun just as often ("Order details") counts where it is the tool's own `verb`, mostly a verb, or
    stands before an article.
    """
    text = text.strip()
    adverb = _ADVERB.match(text)
    found = _WORD.match(text, adverb.end() if adverb else 0)
    if found is None or found.group(1).lower().endswith("ing"):
        return False
    word = found.group(1).lower()
    base = base_form(word)
    if adverb:
        return bool(base)
    if are_one_verb(base or word, found.group(2).split(None, 2)[0] if found.group(2).strip() else ""):
        return True
    if _stands_as_noun(word, found.group(2), verb):
        return False
    behind = found.group(2)
    before_article = _ARTICLE.match(behind) is not None and word not in _PARTICLES
    acts = bool(base) and (word == base or base not in _COUNTED)
    before_article = before_article or (acts and _PARTICLE.match(behind) is not None)
    if word in _FOR_SOMETHING and behind.startswith(" for "):
        return True
    known = vocabulary.verb(base) if base else None
    often = base in _MOSTLY_VERBS and (word == base or base not in _COUNTED)
    if verb and known is not None and known.noun_too and not often:
        return before_article or vocabulary.preferred(base) == vocabulary.preferred(verb)
    return bool(base) or before_article
