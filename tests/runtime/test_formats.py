"""Formats of texts: what an API would take is never refused, what no API takes never sent (RFC 3339, RFC 4648)."""

from __future__ import annotations

import base64
import datetime
import ipaddress

import jsonschema_rs
import pytest
from bookshop_mcp.runtime.arguments import Arguments
from bookshop_mcp.runtime.errors import ArgumentError
from bookshop_mcp.runtime.formats import EXAMPLES, fits
from bookshop_mcp.runtime.tool import Tool
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("date-time", "2025-03-31T14:30:00Z"),
        ("date-time", "2025-03-31t14:30:00z"),
        ("date-time", "2025-03-31T14:30:00.123456789+05:30"),
        ("date-time", "1990-12-31T23:59:60Z"),
        ("date", "2024-02-29"),
        ("time", "14:30:00Z"),
        ("time", "14:30:00.5"),
        ("uuid", "123E4567-e89b-12d3-a456-426614174000"),
        ("ipv4", "192.0.2.255"),
        ("ipv6", "::ffff:192.0.2.1"),
        ("email", "ann+books@example"),
        ("email", "jörg@例え.jp"),
        ("uri", "https://example.com/ü?q={x}"),
        ("uri", "urn:isbn:9780141036144"),
        ("hostname", "bücher.example."),
        ("hostname", "a_b.example"),
        ("byte", ""),
        ("byte", "-_8="),
        ("byte", "aGVsbG8="),
        ("duration", "30s"),
        ("regex", r"\p{L}+"),
        ("anything", "text"),
    ],
)
def test_what_an_api_would_take_fits(form: str, text: str) -> None:
    assert fits(text, form)


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("date-time", "2025-03-31"),
        ("date-time", "2025-03-31T14:30:00"),
        ("date-time", "2025-02-30T14:30:00Z"),
        ("date-time", "tomorrow"),
        ("date-time", "2025-03-31T24:30:00Z"),
        ("date", "2025-02-30"),
        ("date", "20250331"),
        ("date", "2025-03-31\n"),
        ("date", "٢٠٢٥-03-31"),
        ("time", "25:00:00Z"),
        ("uuid", "123e4567e89b12d3a456426614174000"),
        ("ipv4", "192.0.2.256"),
        ("ipv4", "192.0.2.01"),
        ("ipv6", "fe80::1%eth0"),
        ("ipv6", "192.0.2.1"),
        ("email", "ann"),
        ("email", "ann@exam ple"),
        ("uri", "/books/7"),
        ("uri", "https://a b"),
        ("hostname", "https://example.com"),
        ("hostname", ""),
        ("byte", "aGVsbG8"),
        ("byte", "häh="),
    ],
)
def test_what_no_api_would_take_does_not(form: str, text: str) -> None:
    assert not fits(text, form)


@settings(max_examples=60, deadline=None)
@given(st.datetimes(timezones=st.sampled_from([datetime.UTC, datetime.timezone(datetime.timedelta(minutes=-570))])))
def test_every_moment_fits(moment: datetime.datetime) -> None:
    text = moment.isoformat()
    assert fits(text, "date-time")
    assert fits(moment.date().isoformat(), "date")
    assert fits(text.partition("T")[2], "time")


@settings(max_examples=60, deadline=None)
@given(st.binary(), st.ip_addresses(v=4), st.ip_addresses(v=6), st.uuids(), st.emails())
def test_what_others_write_fits(
    data: bytes, four: ipaddress.IPv4Address, six: ipaddress.IPv6Address, uuid: object, email: str
) -> None:
    assert fits(base64.b64encode(data).decode(), "byte")
    assert fits(base64.urlsafe_b64encode(data).decode(), "byte")
    assert fits(str(four), "ipv4")
    assert fits(str(six), "ipv6")
    assert fits(str(uuid), "uuid")
    assert fits(email, "email")
    assert not fits(str(four), "ipv6")
    assert not fits(str(six), "ipv4")


@settings(max_examples=200, deadline=None)
@given(st.text("0123456789-:TtZz+. ", max_size=26), st.sampled_from(["date-time", "date", "ipv4"]))
def test_nothing_fits_that_another_checker_refuses(text: str, form: str) -> None:
    if fits(text, form):
        assert jsonschema_rs.is_valid({"format": form}, text, validate_formats=True)


@pytest.mark.parametrize("form", sorted(EXAMPLES))
def test_the_refusal_shows_a_value_that_fits(form: str) -> None:
    assert fits(EXAMPLES[form].rpartition(" ")[2], form)
    arguments = Arguments({"type": "object", "properties": {"x": {"type": "string", "format": form}}})
    with pytest.raises(ArgumentError, match=f"x: give {EXAMPLES[form]}, got '!@'"):
        arguments.checked({"x": "!@"}, Tool())


def test_a_pattern_says_more_than_a_format() -> None:
    known = {"type": "string", "format": "date", "pattern": "^[0-9]{8}$"}
    arguments = Arguments({"type": "object", "properties": {"day": known}})
    assert arguments.checked({"day": "20250331"}, Tool()) == {"day": "20250331"}


def test_either_of_two_formats_is_named() -> None:
    either = {"anyOf": [{"type": "string", "format": "date"}, {"type": "string", "format": "date-time"}]}
    arguments = Arguments({"type": "object", "properties": {"since": either}})
    assert arguments.checked({"since": "2025-03-31"}, Tool())
    with pytest.raises(ArgumentError, match=r"since: give a date such as .* or a date and time such as .*, got 'now'"):
        arguments.checked({"since": "now"}, Tool())
