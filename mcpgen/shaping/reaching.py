"""Whether an operation reaches beyond the service: people, the public, money, other systems (ANN004)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from mcpgen.model import vocabulary
from mcpgen.model.api import Operation
from mcpgen.model.schema import Enum, Object, Scalar
from mcpgen.model.vocabulary import Effect
from mcpgen.shaping.acts import SAFE_METHODS, Acts, last_static
from mcpgen.shaping.asked import Asked
from mcpgen.shaping.phrase import cut_at_preposition
from mcpgen.shaping.words import singular, split_words

MONEY_MOVES = "money moves"
"""What is reached by a payment, a refund, a transfer of money."""

_SETS_OUT = frozenset(
    "create add submit confirm approve execute generate request initiate capture trigger schedule".split()
)
"""Verbs by which what a noun names goes out: `create_payout`, `generate_otp`."""
_TESTS = frozenset("test ping probe check trigger redeliver execute".split())
_QUEUED = frozenset("send publish post deliver dispatch emit create add message".split())
_SHARED_OUTSIDE = frozenset({"", "post", "link", "file", "document", "message"})
_MONEY_MOVED = frozenset("fund money balance payment cash currency amount asset".split())
_CAPTURED = frozenset("charge payment order intent authorization transaction fund money".split())
_CONFIRMED = frozenset({"payment", "payout", "transfer"})
_ALWAYS_PUBLIC = frozenset({"post", "tweet", "toot"})
_HOOK_PARTS = frozenset({"endpoint", "subscription", "config", "configuration"})
_ADDRESSED = frozenset({"email", "mail", "call"})
"""Nouns that mean what is sent where it has an address or a content."""
_OF_A_LETTER = frozenset("to recipient recipients phone subject html text body template".split())
_FOR_A_PERSON = frozenset("email mail phone mobile username login identifier".split())
_PROOFS = frozenset("token code otp secret uid new hash credentials password".split())
_ASKS_FOR_MAIL = frozenset("reset request send resend forgot forget recover start create verify".split())
_PLACES = frozenset({"url", "uri", "addr", "address", "endpoint"})
_MAYBE_PLACES = frozenset({"location", "target"})
_URL = re.compile(r"\b(?:url|uri|https?)\b", re.IGNORECASE)
_IS_CALLED = re.compile(
    r"\b(?:url|uri|address|endpoint|location|http)\b.{0,80}\b(?:"
    r"(?:is|are|be|being) (?:delivered|sent|pushed|posted|called|invoked|notified|fetched|downloaded|crawled)|"
    r"(?:should|shall|will|to) (?:invoke|call|crawl|notify)|"
    r"receives? (?:the )?(?:webhooks?|events?|notifications?|callbacks?))",
    re.IGNORECASE,
)


def reaches_out(operation: Operation, said: Acts, inputs: Sequence[Asked], read_only: bool) -> str:
    """What is reached beyond the service and by which word that is known, as a clause; '' where nothing is.

    `said` are the verbs of the operation's sources, `inputs` what it asks for.
    """
    if read_only and _fetches(said, inputs):
        return "it fetches what a URL points to"
    if operation.method in SAFE_METHODS and read_only:
        return ""
    nouns = tuple(singular(word) for word in cut_at_preposition(said.words[1:])[0])
    if _word(said) in ("test", "ping", "probe") and {*nouns, *said.about} & vocabulary.reaching().dialled:
        return "what it tests is called"
    if read_only or operation.method == "DELETE":
        return ""
    return _by_verb(operation, said, nouns, inputs) or _by_object(operation, said, nouns, inputs)


def _fetches(said: Acts, inputs: Sequence[Asked]) -> bool:
    """True where what a URL among the inputs points to is read: `GET /fetch?url=`, "Fetch a page"."""
    asked = any(i.words in (("url",), ("uri",)) for i in inputs)
    word = said.text.word if said.text is not None else ""
    return asked and ((said.words[0] == "get" and "url" in said.words) or word in vocabulary.reaching().fetching)


def mails_on_request(operation: Operation, words: Sequence[str], inputs: Sequence[Asked]) -> bool:
    """True where a person who is named asks for a mail: a new password, a code (POST /password/reset with an email)."""
    if operation.method != "POST":
        return False
    about = {*words, *split_words(operation.path)}
    top = [set(i.words) for i in inputs if i.top]
    asked_for = bool(about & vocabulary.reaching().mailed and about & _ASKS_FOR_MAIL)
    return asked_for and any(w & _FOR_A_PERSON for w in top) and not any(w & _PROOFS for w in top)


def _word(said: Acts) -> str:
    return said.main.word if said.main is not None else said.words[0]


def _by_verb(operation: Operation, said: Acts, nouns: tuple[str, ...], inputs: Sequence[Asked]) -> str:
    if said.further is not None and said.further.open_world and not stays_inside(operation, said.further.word):
        return f"the verb {said.further.word!r}"
    word, verb, head = _word(said), said.main, nouns[-1] if nouns else ""
    known = said.words[0] == word or bool({*nouns, *said.about} & vocabulary.reaching().people)
    to_machines = word == "send" and bool(set(nouns) & vocabulary.reaching().machines)
    within = word == "share" and head not in _SHARED_OUTSIDE
    if (
        verb is not None
        and verb.open_world
        and known
        and not (to_machines or within or (head not in _ALWAYS_PUBLIC and stays_inside(operation, word)))
    ):
        return f"the verb {word!r}"
    if _moves_money(word, nouns, inputs):
        return MONEY_MOVES
    if word == "transfer" and any(i.words[:1] == ("recipient",) for i in inputs):
        return "the recipient is asked"
    return "a mail or message goes to the person" if mails_on_request(operation, said.words, inputs) else ""


def _by_object(operation: Operation, said: Acts, nouns: tuple[str, ...], inputs: Sequence[Asked]) -> str:
    verb = said.main
    if verb is not None and verb.effect in (Effect.DELETE, Effect.ACTION) and verb.settles:
        return ""
    last = split_words(last_static(operation.path))
    collection = tuple(map(singular, last)) if last and singular(last[-1]) != last[-1] else ()
    found = (_by_noun(operation, said, phrase, inputs) for phrase in (nouns, collection) if phrase)
    return next((reason for reason in found if reason), "") or _by_inputs(_word(said), inputs)


def _by_noun(operation: Operation, said: Acts, nouns: tuple[str, ...], inputs: Sequence[Asked]) -> str:
    reaching, word, head = vocabulary.reaching(), _word(said), nouns[-1]
    hook = head in reaching.hooks or (head in _HOOK_PARTS and bool(set(nouns) & reaching.hooks))
    if hook and word in _TESTS:
        return "a webhook is called"
    if hook and any(_is_place(i) or i.words == ("config",) for i in inputs):
        return "the URL of a webhook is set"
    sends = said.main is not None and said.main.effect is Effect.SEND and word != "comment"
    if not sends and word not in _SETS_OUT:
        return ""
    if head == "invite" and any(i.words[-1:] in (("email",), ("emails",)) for i in inputs):
        return "the invite is mailed"
    if head in reaching.money or " ".join(nouns[-2:]) in reaching.money:
        return MONEY_MOVES
    if head not in _ALWAYS_PUBLIC and stays_inside(operation, word):
        return ""
    if head in reaching.public:
        return f"the {head} is posted for others"
    addressed = any(_OF_A_LETTER & set(i.words) for i in inputs) or bool({"phone", "phones"} & set(said.about))
    return f"the {head} goes out to people" if head in reaching.people and (addressed or head not in _ADDRESSED) else ""


def _by_inputs(word: str, inputs: Sequence[Asked]) -> str:
    for item in inputs:
        name = "_".join(item.words)
        if _asks_to_send(item):
            return f"{name} lets others be told"
        if _is_called(item):
            return f"the URL in {name} is called"
        if word in vocabulary.reaching().fetching and item.top and _is_text(item) and _is_place(item):
            return f"what {name} points to is fetched"
    return ""


def _is_called(item: Asked) -> bool:
    """True for a URL that the service calls: `callback_url`, or one whose text says so."""
    called = vocabulary.reaching().called
    if not isinstance(item.schema, Scalar) or not _is_text(item):
        return False
    if item.words[-1] in _PLACES and set(item.words[:-1]) & called:
        return True
    url = item.schema.format in ("uri", "url") or _URL.search(item.description) is not None
    if len(item.words) == 1 and item.words[0] in called and url:
        return True
    return item.words[-1] in _PLACES | _MAYBE_PLACES and _IS_CALLED.search(item.description) is not None


def _is_place(item: Asked) -> bool:
    """True for what may hold a URL; a location only where its text says so."""
    last = item.words[-1] if item.words else ""
    return last in _PLACES or (last in _MAYBE_PLACES and _URL.search(item.description) is not None)


def _is_text(item: Asked) -> bool:
    return bool(item.words) and isinstance(item.schema, Scalar) and item.schema.type == "string"


def _asks_to_send(item: Asked) -> bool:
    """True for `send_updates`, `notify_buyer`, `recipients`."""
    if item.words == ("recipients",):
        return not isinstance(item.schema, Object)
    choice = (isinstance(item.schema, Scalar) and item.schema.type == "boolean") or isinstance(item.schema, Enum)
    return choice and item.words[:1] in (("send",), ("notify",)) and len(item.words) > 1


def _moves_money(word: str, nouns: tuple[str, ...], inputs: Sequence[Asked]) -> bool:
    head = nouns[-1] if nouns else ""
    match word:
        case "refund":
            return True
        case "capture":
            return head in _CAPTURED
        case "confirm":
            return head in _CONFIRMED or nouns[-2:] == ("payment", "intent")
        case "transfer":
            return head in _MONEY_MOVED or (not head and any(i.words == ("amount",) for i in inputs))
        case _:
            return False


def stays_inside(operation: Operation, word: str) -> bool:
    """True where what the verb `word` sends goes to a queue or another part of the service."""
    if word not in _QUEUED:
        return False
    texts = (operation.path, *operation.tags, operation.summary or operation.description[:200])
    return any(singular(word) in vocabulary.reaching().queues for text in texts for word in split_words(text))
