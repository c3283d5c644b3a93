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
