"""The vocabulary: one verb for one meaning, each with its effect."""

from __future__ import annotations

import pytest

from mcpgen.model import vocabulary
from mcpgen.model.vocabulary import VAGUE, Effect, is_read_only, is_verb, noise_words, preferred, verb, verbs


def test_every_preferred_verb_prefers_itself() -> None:
    assert len(verbs()) > 300
    assert [v.word for v in verbs().values() if preferred(v.preferred) != v.preferred] == []
    assert all(isinstance(word, str) and word == word.lower() and word.isalpha() for word in verbs())


@pytest.mark.parametrize(
    ("word", "expected"),
    [("fetch", "get"), ("Retrieve", "get"), ("find", "search"), ("edit", "update"), ("destroy", "delete")],
)
def test_near_synonyms_have_one_verb(word: str, expected: str) -> None:
    assert preferred(word) == expected


@pytest.mark.parametrize("word", ["publish", "cancel", "archive", "approve", "add", "remove", "upload", "zzz"])
def test_a_good_word_is_kept(word: str) -> None:
    assert preferred(word) == word


def test_effects() -> None:
    effects = {
        word: found.effect for word in ("list", "create", "update", "delete", "cancel", "send") if (found := verb(word))
    }
    assert list(effects.values()) == [
        Effect.READ,
        Effect.CREATE,
        Effect.UPDATE,
        Effect.DELETE,
        Effect.ACTION,
        Effect.SEND,
    ]
    assert is_read_only("search")
    assert not is_read_only("send")


@pytest.mark.parametrize(
    ("word", "known"),
    [
        ("unpause", True),
        ("resubmit", True),
        ("materialize", True),
        ("research", False),
        ("spotify", False),
        ("book", True),
        ("user", False),
    ],
)
def test_formed_verbs(word: str, known: bool) -> None:
    assert is_verb(word) is known


def test_vague_verbs_are_verbs_and_say_so() -> None:
    assert all(is_verb(word) for word in VAGUE)
    found = verb("run")
    assert found is not None
    assert found.vague


def test_open_world_verbs_and_noise_are_known_words() -> None:
    assert all(word in verbs() for word in vocabulary.open_world_verbs())
    assert not noise_words() & set(verbs())


def test_the_facts_of_verbs_are_about_known_verbs_by_their_preferred_word() -> None:
    facts = vocabulary._data()["facts"]
    assert all(preferred(word) == word and word in verbs() for words in facts.values() for word in words)


def test_verbs_and_the_lists_of_verbs_stand_in_alphabetical_order() -> None:
    data = vocabulary._data()
    lists = [data["open_world"], data["nouns_too"], data["commands"], data["manners"], *data["facts"].values()]
    assert all(list(words) == sorted(set(words)) for words in (*lists, *map(list, data["verbs"].values())))


def test_what_commands_is_a_noun_too() -> None:
    found = [verb for verb in verbs().values() if verb.commands]
    assert [verb.word for verb in found if not verb.noun_too] == []
    assert {"restart", "update"} <= {verb.word for verb in found}


def test_a_synonym_has_the_facts_of_its_preferred_verb() -> None:
    known = verbs()
    facts = ("adds", "settles", "repeats", "shows", "stores", "blind", "open_world")
    assert all(getattr(v, fact) == getattr(known[v.preferred], fact) for v in known.values() for fact in facts)


def test_what_creates_or_sends_adds_unless_it_alters() -> None:
    known = verbs()
    assert known["create"].adds
    assert known["send"].adds
    assert not known["transfer"].adds
    assert not known["update"].adds


def test_words_of_what_is_reached_are_singular_and_in_one_kind_of_noun() -> None:
    found = vocabulary.reaching()
    nouns = (found.people, found.public, found.money, found.hooks)
    assert sum(map(len, nouns)) == len(frozenset().union(*nouns))
    assert "webhook" in found.hooks
