"""Words of identifiers, and nouns in the singular and plural."""

from __future__ import annotations

import inflect
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mcpgen.shaping.words import (
    is_plural,
    is_version,
    plural,
    same_word,
    singular,
    snake_case,
    split_words,
    with_article,
)


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        ("getHTTPServer", "get http server"),
        ("GetAccountsAccountCapabilities", "get accounts account capabilities"),
        ("gmail.users.messages.list", "gmail users messages list"),
        ("repos/list-for-org", "repos list for org"),
        ("read_item_items__item_id__get", "read item items item id get"),
        ("getUserUsingGET_1", "get user using get 1"),
        ("listURLs", "list urls"),
        ("userIDs", "user ids"),
        ("ListVMsById", "list vms by id"),
        ("OAuth2Token", "oauth2 token"),
        ("IPv4Addresses", "ipv4 addresses"),
        ("S3Bucket", "s3 bucket"),
        ("v1Beta1", "v1 beta1"),
        ("FOO_LIST", "foo list"),
        ("$filter", "filter"),
        ("x-api-key", "x api key"),
        ("an artist's albums", "an artist albums"),
        ("größe", "grosse"),
        ("naïve_café", "naive cafe"),
        ("番号", "fan hao"),
        ("имяПользователя", "imya polzovatelya"),
        ("", ""),
    ],
)
def test_identifiers_of_every_style_split_into_words(identifier: str, words: str) -> None:
    assert " ".join(split_words(identifier)) == words


@given(st.lists(st.from_regex(r"[a-z]{2,8}", fullmatch=True), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None)
def test_every_style_of_the_same_words_reads_the_same(words: list[str]) -> None:
    pascal = "".join(w.capitalize() for w in words)
    styles = ["_".join(words), "-".join(words), ".".join(words), "/".join(words), " ".join(words), pascal]
    assert {split_words(s) for s in styles} == {tuple(words)}


@given(st.text(max_size=40))
@settings(max_examples=100, deadline=None)
def test_snake_case_is_ascii_and_stable(text: str) -> None:
    name = snake_case(text)
    assert name.isascii()
    assert name == name.lower()
    assert name == "" or set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789_")


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("status", "statuses"),
        ("address", "addresses"),
        ("analysis", "analyses"),
        ("category", "categories"),
        ("index", "indexes"),
        ("person", "people"),
        ("child", "children"),
        ("criterion", "criteria"),
        ("movie", "movies"),
        ("cookie", "cookies"),
        ("cache", "caches"),
        ("branch", "branches"),
        ("database", "databases"),
        ("license", "licenses"),
        ("alias", "aliases"),
        ("box", "boxes"),
        ("key", "keys"),
        ("process", "processes"),
        ("archive", "archives"),
        ("shelf", "shelves"),
        ("api", "apis"),
        ("url", "urls"),
        ("quiz", "quizzes"),
        ("house", "houses"),
        ("purchase", "purchases"),
        ("menu", "menus"),
    ],
)
def test_number_of_nouns(one: str, many: str) -> None:
    assert (singular(many), plural(one), singular(one), plural(many)) == (one, many, one, many)


@pytest.mark.parametrize(
    "word", ["metadata", "data", "news", "series", "information", "dns", "https", "sms", "kubernetes"]
)
def test_nouns_without_a_plural_of_their_own_stay(word: str) -> None:
    assert singular(word) == plural(word) == word
    assert not is_plural(word)


def test_the_rules_agree_with_a_dictionary_of_english() -> None:
    engine = inflect.engine()
    words = """
        account album answer artist author book bucket campaign channel city cluster comment company customer device
        document domain employee entry event file folder gallery goal group image invoice issue item job
        label language line location match member message method model note order page parcel payment photo player
        policy post product profile project property query queue receipt record region repository reply request
        response review role rule sandbox schedule service session shop size skill source space story subscription
        survey switch tag task tax team template ticket topic track transaction user vehicle version video voucher
        warehouse watch webhook wish zone
    """.split()
    assert {w: plural(w) for w in words} == {w: engine.plural_noun(w) for w in words}
    assert {w: singular(plural(w)) for w in words} == {w: w for w in words}


@given(st.from_regex(r"[a-z]{2,9}[bdfgklmnprtwy]", fullmatch=True))
@settings(max_examples=100, deadline=None)
def test_number_is_settled_after_one_step(word: str) -> None:
    assert singular(singular(plural(word))) == singular(plural(word))
    assert plural(plural(word)) == plural(word)


def test_same_word_whatever_the_number() -> None:
    assert same_word("orders", "order")
    assert not same_word("order", "border")


@pytest.mark.parametrize(
    ("text", "version"), [("v1", True), ("v2beta1", True), ("2024-01-31", True), ("2.0", True), ("video", False)]
)
def test_versions(text: str, version: bool) -> None:
    assert is_version(text) is version


@pytest.mark.parametrize(
    ("noun", "expected"),
    [("book", "a book"), ("order", "an order"), ("user", "a user"), ("hour", "an hour"), ("URL", "a URL")],
)
def test_article(noun: str, expected: str) -> None:
    assert with_article(noun) == expected
