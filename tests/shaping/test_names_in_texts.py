"""Names in texts: what is written as the API's own is called as the argument is, and what only looks like one stays."""

from __future__ import annotations

import pytest

from mcpgen.shaping.renaming import WireNames, renamed

NAMES = WireNames({"S3": "archive_s3", "shelfId": "shelf_id"})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The name of shelfId.", "The name of shelf_id."),
        ("Kept in S3 for a year.", "Kept in S3 for a year."),
        ("Kept in `S3`.", "Kept in `archive_s3`."),
        ("A filter such as shelfId eq '7'.", "A filter such as shelfId eq '7'."),
        ("A filter such as 'shelfId eq {id}'.", "A filter such as 'shelfId eq {id}'."),
        ("Whether shelfId equals it.", "Whether shelf_id equals it."),
    ],
)
def test_a_name_of_the_api_is_told_from_words_and_from_expressions(text: str, said: str) -> None:
    assert renamed(text, NAMES) == said
