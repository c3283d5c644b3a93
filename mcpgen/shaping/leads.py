"""The sentence that says what a tool does, from summary, description, name and path (DES001, DES002, DES008)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.kinds import Kind
from mcpgen.shaping.openings import base_form, directive, starts_with_verb, third_person, told
from mcpgen.shaping.renaming import WireNames, renamed
from mcpgen.shaping.text import added_words, content_words, plain, sentence_case, sentences
from mcpgen.shaping.titles import spelled
from mcpgen.shaping.words import counts, plural_noun, singular, split_words, with_article

_TELLING = 4
"""A sentence of so few words about a split operation says no more than the name of the tool."""
_PHRASE = 16
"""Words of the longest noun phrase that is made a sentence of."""

_DEPRECATED = re.compile(
    r"\s*[\[(]\s*(?:deprecated|experimental|beta|alpha|preview|internal)\s*[\])]\s*"
    r"|^\W*deprecated\b\s*(?:[:.!-]+\s*|(?=[A-Z]))",
    re.I,
)
_EMPTY_VERBS = frozenset({"patch", "put", "post", "do", "perform", "handle", "process", "create", "update", "delete"})
_RUSSIAN_NOUN = re.compile(r"[\u0410-\u044f\u0451]+(?:ние|тие|ция|рка|зка|вка|тка|ство)\s", re.I)
"""What is done as a noun: the sentence behind it is no lead."""
_SPEAKS_OF_ITSELF = re.compile(r"(?:this|the) (?:endpoint|api|method|operation|call|request)\b", re.I)
_BULK = frozenset({"bulk", "batch", "mass"})
_SIGNS = re.compile(r"^[^\w\"'(<\[`~$/@#.-]+")
_QUANTITIES = frozenset("several multiple single specific current existing new given many few some available".split())
_EMPTY_NOUNS = frozenset({"detail", "details", "info", "information", "overview", "data"})
_LEAST_NEWS = 2
"""Words of its own that a heading has which is told as a sentence."""
_ADVICE = re.compile(r"(?:Use|See|Note|Make sure|Ensure|Specify)\b")
"""A first sentence that tells the caller what to do, not what the tool does."""
_ARTICLELESS = frozenset({"my", "all", "current", "own", "available"})
_IDS = frozenset({"id", "uuid", "guid", "pk", "uid"})
_MECHANICS = re.compile(
    r",?\s?+(?:[Yy]ou (?:can|may) |[Pp]lease |[Ss]imply )?"
    r"(?:(?:[Ss]en[dt]|[Mm]ake|[Ii]ssue|[Pp]erform|[Ss]ubmit|[Dd]o)\s+)?(?:an? )?"
    r"(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+requests?\s+(?:to|on|at|against)\s+(?:either\s+|the\s+)?"
    r"[^\s,;]*/[^\s,;]*[^\s,;:.](?:\s+or\s+\S*/[^\s,;]*[^\s,;:.])?(?:\s+endpoint)?"
)
"""How the request is sent, which is the server's business: "send a GET request to /v2/images"."""
_RETURNS = re.compile(r"Returns?\s+(?:back\s+)?(?=\S)", re.I)
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
    found = [_MECHANICS.sub("", s).strip() for s in sentences(_cleaned(operation.description, names))]
    found = [s for s in found if s.strip(" .:;")]
    found = [directive(s) if _SPEAKS_OF_ITSELF.match(s) else s for s in found]
    first = directive(found[0], verb) if found else ""
    summary = directive(summary, verb)
    first_acts, summary_acts = (_acts(text, verb) and bool(_news(text, name)) for text in (first, summary))
    if first_acts and not (summary_acts and _ADVICE.match(first)):
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
    lead = told(_without_returns(lead, verb), verb)
    rest = [sentence_case(s) if s == rest[-1] else s for s in rest if added_words(s, lead)]
    return sentence_case(lead), rest


def _cleaned(text: str, names: WireNames) -> str:
    return _SIGNS.sub("", _DEPRECATED.sub(" ", plain(renamed(text, names))).strip())


def _acts(text: str, verb: str) -> bool:
    return bool(text) and (starts_with_verb(text, verb) or (_is_foreign(text) and not _RUSSIAN_NOUN.match(text)))


def _is_foreign(text: str) -> bool:
    """True for a text in another script, whose words this module cannot judge."""
    letters = [c for c in text if c.isalpha()]
    return sum(not c.isascii() for c in letters) * 2 > len(letters)


def _news(text: str, known: str) -> tuple[str, ...]:
    """The words that a text adds, but for how many there are and for verbs that say no more than "get"."""
    return tuple(w for w in added_words(text, known) if w not in _QUANTITIES | _EMPTY_NOUNS and not _is_empty_verb(w))


def _is_of(sentence: str, verb: str) -> bool:
    """True for a sentence that opens with the tool's verb, or one that means the same."""
    base = base_form(sentence.partition(" ")[0])
    return bool(base) and vocabulary.preferred(base) == vocabulary.preferred(verb)


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


def _imperative(sentence: str) -> str:
    """The sentence in the mood of all others: "take money" → "Takes money"."""
    first, _, rest = sentence.partition(" ")
    if first and base_form(first.lower()) == first.lower():
        return f"{third_person(first.lower()).capitalize()} {rest}"
    return sentence_case(sentence)


def made_lead(operation: Operation, name: str) -> str:
    """A sentence from name and path where the source has none that adds to it: "Gets one line of one order"."""
    verb, *noun = split_words(name)
    if not noun:
        return f"{sentence_case(third_person(verb)).rstrip('.')} by the API."
    thing = spelled(noun)
    path = [part for part in operation.path.split("/") if part]
    owner = _owner(path, noun)
    of = f" of one {owner}" if owner else ""
    if verb in _BULK and len(noun) > 1:
        return f"{third_person(noun[0]).capitalize()} {spelled(noun[1:])}{of} in bulk."
    if noun[0] in ("or", "and"):
        return sentence_case(spelled((verb, *noun)))
    many = plural_noun(noun) == tuple(noun)
    known = vocabulary.verb(verb)
    does = third_person(verb).capitalize()
    item = bool(path) and path[-1].startswith("{") and not many
    match verb:
        case "list":
            return f"Lists {thing}{of}."
        case "create":
            return f"Creates {thing if many else with_article(thing)}{of}."
        case _ if known is not None and known.effect in (Effect.CREATE, Effect.SEND):
            return f"{does} {thing if many else with_article(thing)}{of}."
        case "get" | "update" | "delete" | "replace" | "check" if item and "by" not in noun:
            one = "one " if counts(noun[-1]) and noun[0] not in _ARTICLELESS else "the "
            return f"{does} {one}{thing}{of} by its {_key(operation, path[-1], noun)}."
        case _:
            article = "" if many or noun[0] in _ARTICLELESS else "the "
            return f"{does} {article}{thing}{of}."


def _key(operation: Operation, placeholder: str, noun: Sequence[str]) -> str:
    """What a placeholder picks by: `{bookId}` by id, `{isbn}` by ISBN, `{repo}` by name where its text says so."""
    placeholder = placeholder[1:].partition("}")[0]
    words = split_words(placeholder)
    left = [w for w in words if singular(w) not in {singular(n) for n in noun}]
    if left and left[-1] not in _IDS:
        return spelled(left)
    text = next((p.description for p in operation.parameters if p.place == "path" and p.name == placeholder), "")
    return "name" if words[-1:] != ("id",) and re.search(r"\bname\b", text, re.I) else "id"


def _owner(path: Sequence[str], noun: Sequence[str]) -> str:
    """The resource whose parameter stands before the last literal, where the name does not say it."""
    literals = [i for i, part in enumerate(path) if not part.startswith("{")]
    if len(literals) < 2 or not any(part.startswith("{") for part in path[literals[-2] + 1 : literals[-1]]):
        return ""
    words = split_words(path[literals[-2]])
    known = {singular(word) for word in noun}
    return "" if not words or {singular(w) for w in words} & known else spelled((*words[:-1], singular(words[-1])))
