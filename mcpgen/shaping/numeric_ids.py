"""What words say about a number: whether it names a thing, and so is a string to the model (PAR004).

Names decide first, then what the description opens with; `int64` says nothing by itself, as most are sizes. What the
rest of the API says is in `id_evidence`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from mcpgen.model.identity import KEYS
from mcpgen.model.schema import Scalar
from mcpgen.shaping.words import singular, split_words

ID_WORDS = KEYS | {"gid"}
POSITION_WORDS = frozenset({"number", "num", "no", "nr", "index"})
MEASURES = frozenset("""
    page size count counter limit offset skip take top first last total sum amount quantity qty version revision
    generation port epoch part track sequence seq timestamp time date year month week day hour minute second age rank
    position priority weight width height length depth radius distance duration interval timeout delay ttl level score
    rating price cost fee tax rate ratio percent percentage value min max minimum maximum average mean threshold
    temperature latitude longitude lat lon lng x y z zoom scale angle capacity quota balance budget replica retry try
    attempt byte kb mb gb mib gib bit bitrate speed frequency factor multiplier step flag mask color colour opacity
    nonce salt seed iteration concurrency parallelism thread_count worker cpu memory disk ms millisecond microsecond
    nanosecond at until since before after code
    """.split())
"""The last words of what is measured or counted: never identifiers, whatever else is said."""
RELATIONS = frozenset("at until since before after".split())
"""Measures only as the last word of a name (`expires_at`)."""
ORDINALS = frozenset(
    "season episode chapter round lap floor lesson line row column order volume point type status state kind mode "
    "credit unit block stage step phase vote".split()
)
"""What an API may have as a thing, while a lone number of that name is a rank, a code or a measure."""
NUMBERED = frozenset(
    "account invoice ticket case customer tracking reference confirmation registration policy card phone routing "
    "member employee student serial passport".split()
)
"""What is known by its number: `account_number`."""
PEOPLE = frozenset("owner author assignee creator reporter reviewer approver sender recipient uploader parent".split())
ACTS = frozenset(
    "created updated modified changed edited deleted removed approved rejected assigned canceled cancelled uploaded "
    "invited starred requested submitted reviewed owned locked closed opened resolved sent written added published "
    "reported blocked banned completed paused archived signed posted followed liked".split()
)
PROCESS_WORDS = frozenset({"user", "group", "process", "run", "owner", "unix", "posix", "container", "fs"})
LISTING_WORDS = frozenset(
    "in eq neq ne nin not exact gt gte lt lte filter list array excluded included exclude include only".split()
)
"""What may follow the word that counts in the name of a filter: `id_in`, `stages_excluded`."""
AGGREGATES = frozenset("max min maximum minimum total num number count avg average sum per new max".split())

SMALL = 100_000
"""A number that cannot be as large as this counts something."""
_KINDS_OF_SCHEMA = frozenset("schema type list array param params parameter query value model dto request item".split())

_PLACEHOLDERS = frozenset("param parameter value arg argument input any".split())
_NAMING = r"(?:ids?|identifiers?|uids?|guids?|pks?)"
_LEAD = (
    r"(?:(?:the|an?|this|list|lists|array|set|sequence|comma[- ]separated|of|optional|required|unique|numeric|"
    r"numerical|internal|database|global|existing|valid|specific|one or more|all|filters?|filtering|filtered|search|"
    r"searches|restrict|restricts|limits?|results?|items?|data|records|only|by|on|to|with|return|returns|select|"
    r"matching)\s+)*"
)
_OTHER_THINGS = r"(?!\s+(?:type|length|count|size|prefix|format|field|column|name|token|verification|range|generator))"
_PHRASE = re.compile(rf"^{_LEAD}((?:[\w'’/-]+\s+){{0,4}}?)\b(?:ids?|identifiers?|guids?|pks?)\b{_OTHER_THINGS}", re.I)
_REFERRING = re.compile(
    r"^(?:search|filter|find|list|return|permits?|only|get|fetch|restrict|show|select|include|exclude|match|limit|"
    r"the reference|reference)\w*\b.*\b(?:with|by|using|having|like|from) (?:(?:the|an?|this|that|its|given|specified|"
    rf"unique|same)\s+)*(?:[\w'-]+ )?{_NAMING}\b{_OTHER_THINGS}",
    re.I,
)
_IDENTIFYING = re.compile(
    r"^(?:the |an? )?(?:unique )?(?:number|integer|value|key|reference)\b[^.]{0,30}?\b(?:uniquely )?identif|"
    r"^(?:uniquely )?identif(?:ies|ying) ",
    re.I,
)
_COUNTING = re.compile(
    r"^(?:the |an? )?(?:max|min|maximum|minimum|total|number|count|amount|size|length|how|percentage|percent|quantity|"
    r"position|index|order|seconds|time|version|sequence|\w+ number)\b",
    re.I,
)
_BREAKS = frozenset("""
    number count amount maximum minimum max min total how timeout for of by in to with when if whether after before
    last first at from that which process sequential counts returns limit and or than per until since where while
    sort order sorts
    """.split())
_MARKS = re.compile(r"[`*_\[\]()\"]+")
_SENTENCE = re.compile(r"(?<=[a-z0-9)])[.!?:;](?:\s|$)|\n\s*\n", re.I)


@dataclass(frozen=True)
class Number:
    """An integer or number, and what stands around it."""

    schema: Scalar
    name: str
    """The wire name; items of a list have that of the list."""
    description: str = ""
    """Of the parameter, property or list, else its own."""
    component: str = ""
    """The name of the component that it is, else ''."""
    owner: str = ""
    """The component or property that holds it, else ''."""
    many: bool = False
    """Whether it is an item of a list."""
    siblings: frozenset[str] = frozenset()
    """The names beside it."""
    collection: tuple[str, ...] | None = None
    """Of a path parameter: the words of the literal before it; None for any other place."""

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the name that count, the last one in singular: `stages_excluded` → stage."""
        return key_words(self.name)

    @cached_property
    def last_written(self) -> str:
        """The last word that counts, in the number in which it is written."""
        return next(reversed(_without_endings(split_words(self.name))), "")

    @cached_property
    def text(self) -> str:
        """The first sentence of the description, without marks."""
        return first_words(self.description or self.schema.description)

    @property
    def fraction(self) -> bool:
        """Whether it may have decimal places by its format."""
        return self.schema.type == "number" and self.schema.format in ("float", "double", "decimal")

    @property
    def measured(self) -> bool:
        """Whether the name is that of a measure or a count."""
        words = self.words
        return not words or words[-1] in MEASURES or (len(words) > 1 and words[0] in AGGREGATES)

    @property
    def counted(self) -> bool:
        """Whether the description opens like that of a measure or a count."""
        return bool(_COUNTING.match(self.text)) and not _IDENTIFYING.match(self.text)

    @property
    def small(self) -> bool:
        """Whether its bounds are those of a measure."""
        high = self.schema.maximum if self.schema.maximum is not None else self.schema.exclusive_maximum
        return high is not None and high < SMALL


def key_words(name: str) -> tuple[str, ...]:
    """The words of a name without the operator of a filter, the last one in singular: `author_ids[in]` → author, id."""
    words = _without_endings(split_words(name))
    if not words:
        return ()
    last = words[-1].rstrip("0123456789") or words[-1]
    return (*words[:-1], singular(last))


def first_words(text: str) -> str:
    """The first sentence of a description without marks, at most 200 characters."""
    plain = _MARKS.sub(" ", text[:400]).strip()
    return " ".join(_SENTENCE.split(plain, maxsplit=1)[0].split())[:200].rstrip(".")


def named(number: Number) -> bool:
    """Whether the name says that it is an identifier."""
    words = number.words
    if not words:
        return False
    if "or" in words[1:-1]:
        return words[-1] in ID_WORDS or words[words.index("or") - 1] in ID_WORDS  # `id_or_slug`
    return words[-1] in ID_WORDS


def unix_account(number: Number) -> bool:
    """Whether it is the `uid` or `gid` of a process or file: a number that the kernel knows, not an id of this API."""
    words = number.words
    if words[-1:] not in (("uid",), ("gid",)):
        return False
    text = f" {number.text.lower()} "
    return (
        any(w in PROCESS_WORDS for w in words[:-1])
        or any(f" {w} " in text for w in ("unix", "posix", "process", "linux"))
        or {"uid", "gid"} <= {name.lower() for name in number.siblings}
    )


def described(number: Number) -> bool:
    """Whether the first sentence of the description says that it is an identifier: `Label IDs`, `ID of the owner`."""
    text = number.text
    if _IDENTIFYING.match(text):
        return True
    if _COUNTING.match(text):
        return False
    phrase = _PHRASE.match(text)
    if phrase is not None and not _BREAKS.intersection(phrase.group(1).lower().split()):
        return True
    return _REFERRING.match(text) is not None


def named_elsewhere(number: Number) -> bool:
    """Whether its own title or component says so: `UserId`, `get_delete_ids_schema`."""
    component = [w for w in split_words(number.component) if w not in _KINDS_OF_SCHEMA]
    title = split_words(number.schema.title)
    return any(words and singular(words[-1]) in ID_WORDS for words in (component, title))


def known_by_number(number: Number) -> bool:
    """Whether it is a number by which something is known (`account_number`), or names who did it (`canceled_by`)."""
    words = number.words
    if len(words) < 2 or number.fraction or number.small:
        return False
    if words[-1] in POSITION_WORDS:
        return words[-2] in NUMBERED
    return words[-1] == "by" and words[-2] in ACTS


def person(number: Number) -> bool:
    """Whether it stands for a person or a parent: a lone `owner`, or several `owners`."""
    words = number.words
    if number.fraction or number.small or not words or set(words[:-1]) & PROCESS_WORDS:
        return False
    return len(words) < 3 and words[-1] in PEOPLE and (number.many or words[-1] == number.last_written)


def path_key(number: Number) -> bool:
    """Whether a path parameter picks one of something: `{thread}`, `{index}` of issues; not `{x}`, `{try_number}`."""
    words = number.words
    if number.collection is None or not words or number.fraction or number.small or words[-1] in _PLACEHOLDERS:
        return False
    of = singular(number.collection[-1]) if number.collection else ""
    if words[-1] not in POSITION_WORDS:
        return words[-1] not in ORDINALS or words[-1] == of
    owner = words[-2] if len(words) > 1 else of
    if owner in NUMBERED:
        return True
    if not owner or (owner in MEASURES and owner not in RELATIONS) or owner in ORDINALS:
        return False
    return len(words) == 1 or owner == of


def _without_endings(words: tuple[str, ...]) -> tuple[str, ...]:
    while len(words) > 1 and words[-1] in LISTING_WORDS:
        words = words[:-1]
    return words
