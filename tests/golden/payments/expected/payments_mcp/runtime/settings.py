"""What the operator sets, read from environment variables under the server's prefix."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from .facts import Facts


class SettingsError(Exception):
    """A setting that cannot be used; the text names the variable and says what to give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one process. `credentials` maps names without prefix to what is set."""

    base_url: str
    timeout: float = 30.0
    max_result_bytes: int = 100_000
    calls_per_minute: int = 0
    credentials: Mapping[str, str] = field(default_factory=dict, repr=False)
    http_token: str = field(default="", repr=False)
    http_hosts: tuple[str, ...] = ()


def read_settings(facts: Facts, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings in `environment` (the process's own by default).

    Raises SettingsError for a value that cannot be used.
    """
    values = os.environ if environment is None else environment

    def text(name: str) -> str:
        return values.get(facts.variable(name), "").strip()

    def number(name: str, default: float, least: float) -> float:
        given = text(name)
        try:
            value = float(given) if given else default
        except ValueError:
            value = float("nan")
        if not least <= value <= 1e12:
            raise SettingsError(
                f"{facts.variable(name)} is {given!r}: give a number from {least:g} up."
            )
        return value

    base_url = text("BASE_URL") or facts.base_url
    if base_url and not _is_http(base_url):
        variable = facts.variable("BASE_URL")
        raise SettingsError(f"{variable} must be an http or https URL without a query.")
    names = [name for credential in facts.auth for name in credential.env]
    credentials = {name: text(name) for name in names if text(name)}
    for name, value in credentials.items():
        if not value.isprintable():
            raise SettingsError(f"{facts.variable(name)} holds a character that cannot be sent.")
    return Settings(
        base_url=base_url.rstrip("/"),
        timeout=number("TIMEOUT", 30, 0.001),
        max_result_bytes=int(number("MAX_RESULT_BYTES", 100_000, 1_000)),
        calls_per_minute=int(number("CALLS_PER_MINUTE", 0, 0)),
        credentials=credentials,
        http_token=text("HTTP_TOKEN"),
        http_hosts=tuple(host.strip() for host in text("HTTP_HOSTS").split(",") if host.strip()),
    )


def _is_http(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and parts.port != 0  # an invalid port raises
            and not (parts.query or parts.fragment or set(url) & set("{}\\ "))
        )
    except ValueError:
        return False
