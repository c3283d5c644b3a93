"""What the operator sets, read from environment variables under the server's prefix."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from .facts import Facts


class SettingsError(Exception):
    """A setting that cannot be used; the text names the variable and says what to give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one process.

    `credentials` maps names without prefix to what is set; `options` does the same for where and
    for what tokens are asked, which is no secret.
    """

    base_url: str
    timeout: float = 30.0
    max_result_bytes: int = 100_000
    calls_per_minute: int = 0
    credentials: Mapping[str, str] = field(default_factory=dict, repr=False)
    options: Mapping[str, str] = field(default_factory=dict)
    http_token: str = field(default="", repr=False)
    http_hosts: tuple[str, ...] = ()


def read_settings(facts: Facts, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings in `environment` (the process's own by default).

    Raises SettingsError for a value that cannot be used.
    """
    values = os.environ if environment is None else environment

    def text(name: str) -> str:
        return values.get(facts.variable(name), "").strip()

    def filled(names: Iterable[str]) -> dict[str, str]:
        found = {name: text(name) for name in names if name and text(name)}
        for name, value in found.items():
            if not value.isprintable():
                variable = facts.variable(name)
                raise SettingsError(f"{variable} holds a character that cannot be sent.")
        return found

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
    grants = [credential.grant for credential in facts.auth]
    names = [name for credential in facts.auth for name in credential.env]
    credentials = filled([*names, *(grant.token_env for grant in grants)])
    options = filled([name for grant in grants for name in (grant.token_url_env, grant.scopes_env)])
    for name in (grant.token_url_env for grant in grants):
        if name in options and not _is_token_url(options[name]):
            raise SettingsError(f"{facts.variable(name)} must be an http or https URL.")
    return Settings(
        base_url=base_url.rstrip("/"),
        timeout=number("TIMEOUT", 30, 0.001),
        max_result_bytes=int(number("MAX_RESULT_BYTES", 100_000, 1_000)),
        calls_per_minute=int(number("CALLS_PER_MINUTE", 0, 0)),
        credentials=credentials,
        options=options,
        http_token=text("HTTP_TOKEN"),
        http_hosts=tuple(host.strip() for host in text("HTTP_HOSTS").split(",") if host.strip()),
    )


def _is_token_url(url: str) -> bool:
    """True for an http or https URL, and for one that the base URL makes whole."""
    is_whole = ":" in url.partition("/")[0]
    return _is_http(url if is_whole else f"http://base/{url}", query=True)


def _is_http(url: str, *, query: bool = False) -> bool:
    try:
        parts = urlsplit(url)
        return (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and parts.port != 0  # an invalid port raises
            and not ((parts.query and not query) or parts.fragment or set(url) & set("{}\\ "))
        )
    except ValueError:
        return False
