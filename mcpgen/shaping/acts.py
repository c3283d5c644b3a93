"""What an operation does, by the verbs that its name, its id, its path and its text say (ANN002, ANN003)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.vocabulary import Effect, Verb
from mcpgen.shaping.further import further_deed
from mcpgen.shaping.openings import base_form, directive
from mcpgen.shaping.text import first_sentence, plain
from mcpgen.shaping.words import is_plural, singular, split_words

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE", "QUERY"})

ALONE = frozenset({"like", "dislike", "logout", "login", "restart", "reset", "start", "stop", "shutdown"})
"""Nouns too, but what happens where a path ends in them, with GET as well."""

_OF_THE_METHOD = {
    "GET": frozenset({"get", "list"}),
    "POST": frozenset({"create", "update", "post"}),
    "PUT": frozenset({"update", "put"}),
    "PATCH": frozenset({"update", "patch"}),
    "DELETE": frozenset({"delete"}),
    "HEAD": frozenset({"get", "check"}),
}
"""The verbs of a name that may say no more than the method does."""
_KEEPS = frozenset({"store", "save", "return"})
"""Verbs of texts that say no more than "create" does: "Stores a new value"."""
_ABOUT = frozenset({"status", "state", "information", "info", "details", "number", "count", "progress", "metadata"})
"""Nouns that a text opens with that only tells: "Status of a restore"."""
_LEADING = 3
"""How many words of an id its verb is looked for in; names of groups stand before it."""
_OPENING = 8
"""How many words of a sentence its verb is looked for in."""
_SHORTEST_ADVERB = 4
_DETERMINERS = frozenset({"a", "an", "the", "all", "one", "some", "any", "this", "your", "its", "existing", "off"})
_AT_THE_START = frozenset({"mark", "start", "stop", "restart", "reset", "update", "upload"})
"""Nouns too, but verbs where the text of what changes something opens with them: "Start Database Maintenance"."""
_AGENTS = {
    "converter": "convert",
    "validator": "validate",
    "calculator": "calculate",
    "estimator": "estimate",
    "analyzer": "analyze",
    "parser": "parse",
}
_DEEDS = {
    "cancellation": "cancel",
    "deletion": "delete",
    "removal": "remove",
    "termination": "terminate",
    "revocation": "revoke",
    "closure": "close",
    "deactivation": "deactivate",
    "suspension": "suspend",
}
"""Nouns of what is done where it is only asked for: `request_order_cancellation`."""
_ADDED_BY_TOOLS = re.compile(r"Using(?:GET|HEAD|POST|PUT|PATCH|DELETE)(?:_\d+)?$")
_RPC_ACTION = re.compile(r"[#?&](?:Action|X-Amz-Target)=(?:\w+\.)*(\w+)", re.IGNORECASE)
_FILE_ENDING = re.compile(r"\.(?:json|xml|html?|csv|php|do|action|aspx?|pdf|txt)$")
_DOTTED = re.compile(
    r"\A[a-z][a-zA-Z]*+(?:\.[a-z][a-zA-Z]*+)*\.(?!json$|xml$|html?$|csv$|php$|aspx?$|pdf$|txt$)[a-z][a-zA-Z]+"
)
"""`users.list`, `admin.apps.approve`: what is called is last."""
_CUSTOM = re.compile(r":[a-zA-Z]+$")
"""`/jobs/{id}:cancel` (AIP-136)."""
_REPLACES = re.compile(
    r"\b(?:create|add|insert|register|save|upload|post|provision)s?\b(?:[^.]{0,40}?\b(?:or|and)\b[^.]{0,12}?|/)"
    r"\b(?:update|replace|overwrite|modif|remove|delete)|\bupsert",
    re.IGNORECASE,
)
JUST_MADE = frozenset("added created deleted new newly registered saved stored submitted updated uploaded".split())
"""What a POST that returns it has made or changed: "Returns the registered hook"."""
_ANSWERS = re.compile(
    rf"(?:returns|responds with)\b(?! (?:the |an? )?(?:{'|'.join(sorted(JUST_MADE))})\b)", re.IGNORECASE
)
_TAKES_AND_ANSWERS = re.compile(r"(?:takes|accepts|given|receives)\b.{0,120}\breturns?\b", re.IGNORECASE)
_PURPOSE = re.compile(r"to [^,]+, (?:you|we|one) ", re.IGNORECASE)
_ASIDE = re.compile(r"(?:[(\[][^)\]]{1,40}[)\]][\s:.-]*|please\s+)+(?=\w)", re.IGNORECASE)
"""What stands before a sentence and is none of it: "[Admin] Delete a user", "Please delete it"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acts:
    """The verbs that the sources say, None where one says none."""

    method: str
    words: tuple[str, ...]
    """Of the tool's name, the verb first."""
    fixed: Verb | None
    """Of a selector that a variant sends always."""
    name: Verb | None
    id: Verb | None
    path: Verb | None
    """Of the last part of the path: `/orders/{id}/cancel`, `/deletePad`, `/boards/{id}/partial-export`."""
    text: Verb | None
    """That the summary, else the description, opens with."""
    about: tuple[str, ...]
    """The words of the sentence that the text opens with."""
    answers: bool
    """The text opens with what is returned."""
    further: Verb | None
    """What the texts say is done beyond that: "Lists jobs and locks them"."""
    replaces: bool
    """The text or the id says that what is there already is replaced: "create or update"."""

    @property
    def weak(self) -> bool:
        """True where the verb of the name says no more than the method."""
        return self.name is None or self.name.preferred in _OF_THE_METHOD.get(self.method, ())

    @property
    def changing(self) -> tuple[Verb, ...]:
        """The verbs of the sources but the name that change state, the most telling first."""
        said = (self.fixed, self.path if self._path_is_meant else None, self.id, self.text)
        return tuple(verb for verb in said if verb is not None and _changes(verb))

    @property
    def main(self) -> Verb | None:
        """The verb that says most: the name's, unless it only repeats the method and another source says more."""
        created = self.text is not None and self.text.preferred == "create"
        if self.fixed is not None:
            return self.text if created and self.method == "POST" else self.fixed
        if self.path is not None and self.path == self.text and _changes(self.path):
            return self.path
        if self._deed is not None:
            return self._deed
        if self.weak:
            weak = _OF_THE_METHOD.get(self.method, ())
            return self._other() or (self.text if self.text is not None and self.text.preferred in weak else self.name)
        if self.method == "POST" and self.name is not None and self.name.effect is Effect.READ:
            return self.text if self.text is not None and _changes(self.text) else self.name
        return self.text if self._text_says_more else self.name

    @property
    def _deed(self) -> Verb | None:
        """What is done to what the name's noun names first: `request_order_cancellation` cancels."""
        only_asked = all(verb is None or verb.effect is Effect.CREATE for verb in (self.name, self.text))
        return vocabulary.verb(_DEEDS.get(self.words[-1], "")) if only_asked and len(self.words) > 2 else None

    @property
    def _text_says_more(self) -> bool:
        """True where only the name takes a noun for a verb (`alert_policy`), or where its verb says nothing."""
        name, text = self.name, self.text
        if name is None or text is None or not _changes(text) or name.word.startswith(text.word):
            return False
        if text.word in _KEEPS or base_form(next(iter(self.about), "")) == name.word:
            return False
        alike = name.adds and text.adds and name.open_world is text.open_world
        return name.blind or (name.noun_too and name not in (self.id, self.path) and not alike)

    @property
    def _path_is_meant(self) -> bool:
        """False where the last part of the path is more likely a noun: `/prices/adjusted/forward` calculates."""
        reads = self.name is not None and self.name.effect is Effect.READ and not self.weak
        return self.path is None or not (self.path.noun_too and reads)

    def _other(self) -> Verb | None:
        """What another source than the name says, where that is more than the method and the name's noun."""
        found = [verb for verb in (self.path, self.text) if verb is not None]
        if self.id is not None and not (self.method in ("PUT", "PATCH") and self.id.effect is Effect.CREATE):
            found.append(self.id)
        weak = _OF_THE_METHOD.get(self.method, ())
        said = [v for v in found if _changes(v) and v.preferred not in weak and not self._is_named(v)]
        return next((verb for verb in said if not verb.blind), next(iter(said), None))

    def _is_named(self, verb: Verb) -> bool:
        """True for a verb that says no more than the name: `create_refund` for "Refunds a charge"; "Stores a value"."""
        noun = self.method == "POST" and verb.noun_too and verb.word in map(singular, self.words[-1:])
        return noun or verb.word in _KEEPS


def acts(operation: Operation, name: str, fixed: Sequence[str] = ()) -> Acts:
    """The verbs of an operation; `name` is that of its tool, `fixed` are the selector values of a variant."""
    texts = [_opening(text) for text in (operation.summary, operation.description)]
    first, rest = vocabulary.verb_and_noun(name)
    return Acts(
        method=operation.method,
        words=(first, *split_words(rest)),
        fixed=next((verb for value in fixed if (verb := _of_selector(value, first)) is not None), None),
        name=vocabulary.verb(first),
        id=_of_id(operation),
        path=_of_path(operation),
        text=_of_texts(texts, operation.method, alone=last_static(operation.path) in ALONE),
        about=split_words(texts[0] or texts[1]),
        further=_further(operation),
        answers=any(_answers(text, operation) for text in texts),
        replaces=any(_REPLACES.search(text) for text in (*texts, " ".join(split_words(operation.id)))),
    )


def is_call(text: str) -> bool:
    """True for `deletePad` and `DeletePad`, as calls are named; not for `set_allowed`."""
    return text.isalnum() and not text.islower() and not text.isupper() and len(split_words(text)) > 1


def is_remote_call(path: str) -> bool:
    """True for a path that names a call, with any method: `/#Action=DeleteQueue`, `/chat.update`, `/jobs/{id}:run`."""
    last = path.rstrip("/").rpartition("/")[2]
    return (
        _RPC_ACTION.search(path) is not None or _DOTTED.fullmatch(last) is not None or _CUSTOM.search(last) is not None
    )


def last_static(path: str) -> str:
    """The last part of a path that is no placeholder, without a file's ending; where a call is named, that call."""
    action = _RPC_ACTION.search(path)
    if action is not None:
        return action.group(1)
    parts = [part for part in path.split("/") if part and not (part.startswith("{") and part.endswith("}"))]
    last = parts[-1] if parts else ""
    last = _FILE_ENDING.sub("", re.sub(r"\{[^}]*\}", "", last)).rpartition(":")[2]
    return last.rpartition(".")[2] if _DOTTED.fullmatch(last) else last


def _changes(verb: Verb) -> bool:
    return verb.effect is not Effect.READ and verb.word != "return"


def _of_selector(value: str, first: str) -> Verb | None:
    """The verb of a selector value that is an action; `first` is the first word of the variant's name."""
    words = split_words(value)
    found = vocabulary.verb(first if first in words else next(iter(words), ""))
    return found if found is not None and (not found.noun_too or found.word == first) else None


def id_words(operation: Operation) -> tuple[str, ...]:
    """The words of an operation id, without what frameworks add."""
    return split_words(_ADDED_BY_TOOLS.sub("", operation.id))


def of_participle(word: str) -> Verb | None:
    """The verb of a past participle: completed → complete, failed → fail, stopped → stop."""
    stem = word.removesuffix("ed")
    if stem == word:
        return None
    forms = (stem + "e", stem, stem[:-1], stem.removesuffix("i") + "y")
    return next((verb for verb in map(vocabulary.verbs().get, forms) if verb is not None), None)


def _of_id(operation: Operation) -> Verb | None:
    """The verb of `apps_uninstall`, `GET_DeleteMessage`, `createPadUsingGET`; `getRemovedItems` gets.

    A method behind a verb is none where the text opens with that verb: `connectGetPodExec`, "connect GET requests …".
    """
    name = _ADDED_BY_TOOLS.sub("", operation.id)
    words = split_words(name)
    method = operation.method.lower()
    if words[:1] == (method,) and (method != "get" or name.startswith("GET_")):
        words = words[1:]
    said = [verb for verb in map(vocabulary.verb, words) if verb is not None]
    text = split_words(operation.summary or operation.description)
    if words[1:2] == (method,) and words[:1] == text[:1] and said and words[0] == said[0].word and _changes(said[0]):
        return said[0]
    asks = next((verb for verb in said if verb.preferred == "get" and not verb.noun_too), None)
    if asks is not None and not name.startswith(("GET_", "POST_")):
        return asks
    if words and words[-1] == "preflight":
        return vocabulary.verb("check")
    if said and words[0] == said[0].word and (not said[0].noun_too or said[0].effect is Effect.READ):
        return said[0]
    return next((v for v in map(vocabulary.verb, words[:_LEADING]) if v is not None and not v.noun_too), None)


def _of_path(operation: Operation) -> Verb | None:
    last = last_static(operation.path)
    words = split_words(last)
    if not words:
        return None
    told = next(iter(split_words(operation.summary or operation.description)), "")
    several = len(words) > 1 and singular(words[-1]) != words[-1] and not is_remote_call(operation.path)
    if several and operation.method == "POST" and base_form(told) == "create":
        return None
    agent = _AGENTS.get(words[-1])
    if agent is not None:
        return vocabulary.verb(agent)
    first, head, alone = vocabulary.verb(words[0]), vocabulary.verb(words[-1]), len(words) == 1
    done_to_one = alone and operation.path.rstrip("/").endswith(f"}}/{last}")
    meant = operation.method == "POST" and (done_to_one or is_call(last))
    meant = meant or (alone and words[0] in ALONE) or is_remote_call(operation.path)
    if first is not None and (not first.noun_too or meant):
        return first
    return head if head is not None and head.effect is Effect.READ else None


def _answers(text: str, operation: Operation) -> bool:
    """True for a text that opens with what is returned, also for what is given; not where what is given may be kept.

    "Accepts a payment and returns a refund", of POST /refunds, makes one.
    """
    collection = operation.method == "POST" and is_plural(next(iter(split_words(last_static(operation.path))[-1:]), ""))
    kept = collection and not operation.path.endswith("}") and not is_remote_call(operation.path)
    return _ANSWERS.match(text) is not None or (not kept and _TAKES_AND_ANSWERS.match(text) is not None)


def _further(operation: Operation) -> Verb | None:
    """What else is done; PUT, PATCH and DELETE say enough of themselves."""
    posted = operation.method == "POST"
    if not posted and operation.method not in SAFE_METHODS:
        return None
    return further_deed((operation.summary, operation.description), posted=posted)


def _opening(text: str) -> str:
    """The first sentence, what it does first: "To send funds, you create a payout" gives "create a payout"."""
    said = plain(text)
    aside = _ASIDE.match(said)
    sentence = first_sentence(said[aside.end() :] if aside else said)
    return directive(_PURPOSE.sub("", sentence) if _PURPOSE.match(sentence) else sentence)


def _of_texts(texts: Sequence[str], method: str, *, alone: bool) -> Verb | None:
    """The verb that the summary, else the description, opens with; not a noun ("Order creation").

    `alone`: the path ends in an action, which is more than what comes back.
    """
    for text in texts:
        words = list(split_words(text)[:_OPENING])
        while words and (words[0] in vocabulary.manners() or _is_adverb(words[0])):
            del words[0]
        if not words or not text[:1].isalpha():
            continue
        if words[0] in _ABOUT or (words[0] == "returns" and method in SAFE_METHODS and not alone):
            return vocabulary.verb("get")
        if "to" in words[1:] and base_form(words[0]) in ("allow", "enable"):
            del words[: words.index("to") + 1]
        found = _imperative(words, method)
        if found is not None:
            return found
    return None


def _is_adverb(word: str) -> bool:
    """True for `permanently`; not for `apply`."""
    return len(word) > _SHORTEST_ADVERB and word.endswith("ly") and not vocabulary.is_verb(word)


def _imperative(words: Sequence[str], method: str) -> Verb | None:
    base = base_form(words[0]) if words else ""
    found = vocabulary.verbs().get(base) or (vocabulary.verb(base) if method not in SAFE_METHODS else None)
    if found is None or not found.noun_too:
        return found
    certain = base in ("list", "search") or (method not in SAFE_METHODS and base in _AT_THE_START)
    return found if certain or (len(words) > 1 and words[1] in _DETERMINERS) else None
