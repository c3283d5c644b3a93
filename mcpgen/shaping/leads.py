"""The sentence that says what a tool does, from summary, description, name and path (DES001, DES002, DES008)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.shaping.asides import telling
from mcpgen.shaping.kinds import Kind
from mcpgen.shaping.languages import is_foreign
from mcpgen.shaping.made_leads import NO_OWNERS, made_lead
from mcpgen.shaping.openings import base_form, directive, starts_with_verb, third_person, told
from mcpgen.shaping.renaming import WireNames, renamed
from mcpgen.shaping.route import read_route
from mcpgen.shaping.text import added_words, content_words, plain, sentence_case, sentences
from mcpgen.shaping.titles import spelled
from mcpgen.shaping.words import is_version, plural_noun, singular, split_words, with_article

_TELLING = 4
"""A sentence of so few words about a split operation says no more than the name of the tool."""
_PHRASE = 16
"""Words of the longest noun phrase that is made a sentence of."""

_SHORT = range(3, 6)
"""Letters of a word that may stand for a longer one."""
_LONGER = 3
"""Letters by which that one is longer at least."""
_DEPRECATED = re.compile(
    r"\s*[\[(]\s*(?:deprecated|experimental|beta|alpha|preview|internal)\s*[\])]\s*"
    r"|^\W*deprecated\b\s*(?:[:.!-]+\s*|(?=[A-Z]))",
    re.I,
)
_EMPTY_VERBS = frozenset({"patch", "put", "post", "do", "perform", "handle", "process", "create", "update", "delete"})
_REMARK = re.compile(r"\A[\[(](?P<remark>[A-Za-z][\w /&-]{1,24})[\])][ :–-]*(?=[A-Za-z])")
"""What stands before a summary in brackets: "[Admin] Delete a user"."""
_HEADED = re.compile(r"\A(?P<remark>[A-Z][\w /&-]{1,24}): (?=[A-Za-z])")
_SPEAKS_OF_ITSELF = re.compile(r"(?:this|the) (?:endpoint|api|method|operation|call|request)\b", re.I)
_ALLOWS = re.compile(r"\b(?:allows?|enables?|lets?|permits?|can be used)\b", re.I)
_OPENING = 60
"""Characters in which a sentence says whose verb it is."""
_LEAST_SENTENCE = 2
_PREFIXED = re.compile(r"\A(Un|Re|De)-([a-z]+s?\b)")
"""A verb that is written apart from its prefix: "Un-pins an item"."""
_SIGNS = re.compile(r"^[^\w\"'(<\[`~$/@#.{-]+")
_QUANTITIES = frozenset("several multiple single specific current existing new given many few some available".split())
_EMPTY_NOUNS = frozenset({"detail", "details", "info", "information", "overview", "data"})
_LEAST_NEWS = 2
"""Words of its own that a heading has which is told as a sentence."""
_ADVICE = re.compile(r"(?:Use|See|Note|Make sure|Ensure|Specify)\b")
"""A first sentence that tells the caller what to do, not what the tool does."""
_OWNED = 5
"""Words of the longest thing that is said to belong to another."""
_LEAST_OWNER = 3
"""Letters of the shortest word for an owner: `/t/{id}` tells nothing."""
_JOINS = frozenset("of in on at for from by with to as and or into onto that which its their whether until".split())
_MECHANICS = re.compile(
    r",?\s?+(?:[Yy]ou (?:can|may) |[Pp]lease |[Ss]imply )?"
    r"(?:(?:[Ss]en[dt]|[Mm]ake|[Ii]ssue|[Pp]erform|[Ss]ubmit|[Dd]o)\s+)?(?:an? )?"
    r"(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+requests?\s+(?:to|on|at|against)\s+(?:either\s+|the\s+)?"
    r"[^\s,;]*/[^\s,;]*[^\s,;:.](?:\s+or\s+\S*/[^\s,;]*[^\s,;:.])?(?:\s+endpoint)?"
)
"""How the request is sent, which is the server's business: "send a GET request to /v2/images"."""
_RETURNS = re.compile(r"Returns?\s+(?:back\s+)?(?=\S)", re.I)
_RETURNS_ONE = re.compile(r"Returns?\s+(?:back\s+)?(?:an?|the|all|every|each|one|your|its|multiple|new)\s", re.I)
_SEE_LIST = re.compile(r"\AYou can (?:see|view|get|retrieve|fetch) (?:a|the) list of (?:all )?")
_GETS_LIST = re.compile(r"(Gets|Retrieves|Fetches|Returns|Lists) list of (?:all )?(?=\w)")
_LIST_OF = re.compile(
    r"(?:\b(?:an?|the|all)\s)?\b(?:paginated |paged |full |complete |filtered |sorted |ordered )*"
    r"(?:list|array|collection|set|page)\s(?:of|containing)\s(?:all\s)?(?=\w)",
    re.I,
)
_NO_PHRASE = re.compile(
    r"\b(?:is|are|was|were|be|been|can|could|will|would|must|should|may|might|has|have|had|does|do|did|if|when|please|"
    r"you|we|it|this|these|note|warning|deprecated|see|allows?|returns?)\b|[:;!?/]|https?",
    re.I,
)
_OPENS_NO_PHRASE = frozenset(
    "in on at for from by with and or but not as to of only also there here how what who why once after before".split()
)


def lead_and_prose(operation: Operation, name: str, names: WireNames, kind: Kind | None) -> tuple[str, list[str]]:
    """The sentence that says what a tool does, and the source's other sentences.

    The description's first sentence, or the summary; the summary stands behind it where it has words of its own: what
    people call the thing, or what is done. Verbs stand in the third person. A noun phrase ("Details of the caller")
    becomes the object of the tool's verb.
    """
    verb = vocabulary.verb_and_noun(name)[0]
    summary = _cleaned(operation.summary, names)
    summary = summary if " " in summary or not summary.isascii() else ""  # an id, no text
    summary = _written_out(_remark_behind(summary, verb), operation)
    found = [_MECHANICS.sub("", telling(s)).strip() for s in sentences(_cleaned(operation.description, names))]
    found = [_SEE_LIST.sub("Lists ", s) if verb == "list" else s for s in found if s.strip(" .:;")]
    found = [
        _advised(directive(s), s if i else "", verb) if _SPEAKS_OF_ITSELF.match(s) else s for i, s in enumerate(found)
    ]
    first = directive(found[0], verb) if found else ""
    summary = directive(summary, verb)
    first_acts, summary_acts = (_acts(text, verb, name) and bool(_news(text, name)) for text in (first, summary))
    better = bool(_ADVICE.match(first)) or (_only_reads(first, verb) and _is_of(summary, verb)) or is_foreign(summary)
    better = summary_acts and better
    if first_acts and not better:
        synonym = summary_acts and _adds(summary, _stems(f"{name} {' '.join(found)}"))
        lead, rest = first, [*found[1:], *_topic(summary, name, found)]
        rest = [told(summary, verb), *rest] if synonym else rest
    elif summary_acts:
        again = not first_acts and not _news(first, f"{name} {summary}")
        lead, rest = summary, found[1:] if again else [first, *found[1:]] if first_acts else found
    else:
        lead, rest = _from_phrase(name, summary, first, operation), [s for s in found if _news(s, name)]
        rest = [*_unsaid(summary, f"{name} {lead}"), *(told(s, verb) if _is_of(s, verb) else s for s in rest)]
    if kind is not None:
        own = [_imperative(s) for s in sentences(plain(renamed(kind.text, names)))]
        general = [told(lead, verb)] if len(lead.split()) > _TELLING else []
        rest = [*own, *(s for s in (*general, *rest) if kind.keeps(s))]
        lead = made_lead(operation, name)
    lead = _listing(told(_without_returns(lead, verb), verb), verb)
    rest = [sentence_case(s) if s == rest[-1] else s for s in rest if added_words(s, lead)]
    return sentence_case(lead), rest


def _cleaned(text: str, names: WireNames) -> str:
    return _PREFIXED.sub(r"\1\2", _SIGNS.sub("", _DEPRECATED.sub(" ", plain(renamed(text, names))).strip()))


def _written_out(summary: str, operation: Operation) -> str:
    """A summary that only is the id with capitals, as a sentence has it; '' where a description says it in words."""
    written = summary.rstrip(".").split()
    words = split_words(summary)
    made = len(written) > 1 and all(w[:1].isupper() or w.isdigit() for w in written)
    if not made or split_words(operation.id)[: len(words)] != words:
        return summary
    first = next(iter(sentences(plain(operation.description))), "")
    if starts_with_verb(first) and len(first.split()) > _LEAST_SENTENCE:
        return ""
    return f"{written[0]} {spelled(words[1:])}"


def _advised(said: str, sentence: str, verb: str) -> str:
    """What a later sentence says that a caller may do, as advice: "It allows giving ~" → "Give ~ …"."""
    first, _, rest = said.partition(" ")
    base = base_form(first)
    if not _ALLOWS.search(sentence[:_OPENING]) or not base or vocabulary.preferred(base) == verb:
        return said
    return f"{base.capitalize()} {rest}"


def _remark_behind(summary: str, verb: str) -> str:
    """`[Admin] Delete a user`, `Bulk: delete users` → what is done first: `Delete a user (Admin)`."""
    found = _REMARK.match(summary) or _HEADED.match(summary)
    if found is None or not starts_with_verb(does := directive(summary[found.end() :]), verb):
        return summary
    return f"{does.rstrip('.')} ({found['remark']})."


def _acts(text: str, verb: str, name: str) -> bool:
    if _RETURNS.match(text) and not _RETURNS_ONE.match(text):
        # what comes back says what is done only where something is read, and names it
        noun = {singular(word) for word in split_words(name)[1:]}
        return vocabulary.is_read_only(verb) and bool(noun & {singular(word) for word in split_words(text)})
    return bool(text) and (starts_with_verb(text, verb) or is_foreign(text))


def _news(text: str, known: str) -> tuple[str, ...]:
    """The words that a text adds, but for how many there are and for verbs that say no more than "get"."""
    return tuple(w for w in added_words(text, known) if w not in _QUANTITIES | _EMPTY_NOUNS and not _is_empty_verb(w))


def _is_of(sentence: str, verb: str) -> bool:
    """True for a sentence that opens with the tool's verb, or one that means the same."""
    base = base_form(sentence.partition(" ")[0])
    return bool(base) and vocabulary.preferred(base) == vocabulary.preferred(verb)


def _only_reads(sentence: str, verb: str) -> bool:
    """True for a sentence about reading, of a tool that does more."""
    base = base_form(sentence.partition(" ")[0])
    return bool(base) and vocabulary.is_read_only(base) and not vocabulary.is_read_only(verb)


def _stems(text: str) -> str:
    """The text with the verbs of its participles: what is "removed" has been called to remove."""
    stems = [w.removesuffix(end) for w in content_words(text) if w.endswith("ed") for end in ("d", "ed")]
    return f"{text} {' '.join(stem for stem in stems if base_form(stem) == stem)}"


def _is_empty_verb(word: str) -> bool:
    base = base_form(word)
    return bool(base) and (base in _EMPTY_VERBS or vocabulary.is_read_only(base))


def _adds(summary: str, known: str) -> bool:
    """True when a good part of a summary is not said elsewhere: another name for the thing."""
    squeezed = known.replace(" ", "").lower()
    news = [word for word in _news(summary, known) if len(word) < _TELLING or word not in squeezed]
    return bool(news) and len(news) * 2 >= len(_news(summary, ""))


def _topic(summary: str, name: str, found: Sequence[str]) -> list[str]:
    """A summary that is no sentence but has words of its own: what people call the thing."""
    known = f"{name} {' '.join(found)}"
    tells = _adds(summary, known) and len(_news(summary, known)) >= _LEAST_NEWS
    return [sentence_case(summary)] if tells and _is_phrase(summary.rstrip("."), name.partition("_")[0]) else []


def _unsaid(summary: str, known: str) -> list[str]:
    """A summary that became no lead, where it has words of its own; one in another language always has."""
    least = _LEAST_NEWS if summary.isascii() else 1
    return [sentence_case(summary)] if len(_news(summary, known)) >= least else []


def _from_phrase(name: str, summary: str, first: str, operation: Operation) -> str:
    """The tool's verb with a noun phrase of the source as its object, where it reads; else made from the name."""
    verb, noun = vocabulary.verb_and_noun(name)
    for phrase in (summary.rstrip("."), first.rstrip(".")):
        if verb in ("get", "list") and _is_phrase(phrase, verb) and _news(phrase, name):
            thing = _LIST_OF.sub("", phrase) if verb == "list" else phrase
            start = thing.split(" ", 1)[0]
            as_is = not start.istitle() or (start.lower() in noun.split("_") and len(start) < 2)
            lower = thing if as_is else _lowered(thing)
            return f"{third_person(verb).capitalize()} {lower}"
    return made_lead(operation, name)


def _is_phrase(text: str, verb: str) -> bool:
    """True for a noun phrase, as headings are."""
    words = text.split()
    if not 1 < len(words) <= _PHRASE or not text.isascii() or _NO_PHRASE.search(text):
        return False
    opens = words[0].lower()
    return opens[:1].isalpha() and opens not in _OPENS_NO_PHRASE and not starts_with_verb(text, verb)


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _without_returns(lead: str, verb: str) -> str:
    """`Returns a list of books` → `Lists books`: what comes back is said behind, with its fields."""
    match = _RETURNS.match(lead)
    if match is None or verb not in ("get", "list"):
        return lead
    rest = lead[match.end() :]
    listed = _LIST_OF.match(rest)
    if verb == "list" and listed:
        return f"Lists {rest[listed.end():]}"
    return f"{third_person(verb).capitalize()} {rest}"


def _listing(lead: str, verb: str) -> str:
    """`Gets list of books` → `Lists books`, where that is the tool's verb, else with its article."""
    match = _GETS_LIST.match(lead)
    if match is None:
        return lead
    return f"Lists {lead[match.end() :]}" if verb == "list" else f"{match[1]} a list of {lead[match.end() :]}"


def _imperative(sentence: str) -> str:
    """The sentence in the mood of all others: "take money" → "Takes money"."""
    first, _, rest = sentence.partition(" ")
    if first and base_form(first.lower()) == first.lower():
        return f"{third_person(first.lower()).capitalize()} {rest}"
    return sentence_case(sentence)


def owner_of(operation: Operation, name: str) -> str:
    """The nearest resource of the path that holds what the tool is about, where the name does not say it; else ''."""
    known = {singular(word) for word in split_words(name)}
    parts = [part for part in operation.path.split("/") if part]
    for i in range(len(parts) - 2, -1, -1):
        if parts[i].startswith("{") or not parts[i + 1].startswith("{"):
            continue
        words = split_words(parts[i])
        if not words or len(words[-1]) < _LEAST_OWNER or is_version(words[-1]) or words[-1] in NO_OWNERS:
            continue
        if not {singular(w) for w in words} & known:
            return spelled((*words[:-1], singular(words[-1])))
    return ""


def owned(lead: str, owner: str) -> str:
    """A short sentence about a thing with what it belongs to: "Merges a pull request" → "… of a repository"."""
    does, _, thing = lead.rstrip(".").partition(" ")
    words = thing.lower().split()
    if any(word.startswith(owner.split()[-1][:_LEAST_OWNER]) for word in words):
        return lead  # "the membership of a member"
    plain_thing = 0 < len(words) <= _OWNED and not _JOINS.intersection(words) and words[-1].isalpha()
    if not plain_thing or not starts_with_verb(does + " the", "") or _NO_PHRASE.search(thing):
        return lead
    return f"{does} {thing} of {with_article(owner)}."


def spelled_out(text: str, operation: Operation) -> str:
    """The text with an abbreviation of the path as the tag has it in full: `org` under the tag `organization`."""
    known = read_route(operation.path).words
    for full in (w for tag in operation.tags[:1] for w in split_words(tag)):
        for short in sorted(w for w in known if len(w) in _SHORT and full.startswith(w)):
            inflected = full.endswith(("ed", "ing", "ings", "er", "ers")) or vocabulary.is_verb(short)
            if len(full) >= len(short) + _LONGER and not inflected and full not in text.lower().replace(" ", ""):
                many = "".join(plural_noun((full,)))
                text = re.sub(rf"(?<= ){short}s(?![\w/-])", many, text, count=1)
                rest = full.removeprefix(short)
                text = re.sub(rf"(?<= ){short}(?![\w/-]| {rest})", full, text, count=1)
    return text
