"""What is said of an answer of the API that is no success, or not what was asked for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from .auth import Applied, named
from .errors import RUNTIME_ERROR, USER_PERMISSION_DENIED, CallFailed, UpstreamError
from .exchange import Reply
from .facts import Facts
from .masking import masked
from .messages import cleaned, page_message, upstream_message
from .waiting import said_wait, wait_of

_OTHER_WAYS = (
    "AWS4-HMAC-SHA256",
    "Digest",
    "DPoP",
    "Hawk",
    "HOBA",
    "Mutual",
    "Negotiate",
    "NTLM",
    "SCRAM-SHA-1",
    "SCRAM-SHA-256",
)
"""Schemes of HTTP authentication that are not covered (RFC 9110, section 16.4.1)."""


class Refusals:
    """Words the refusals of one API; `secrets` never stand in them."""

    def __init__(self, facts: Facts, secrets: tuple[str, ...]) -> None:
        self._facts = facts
        self._secrets = secrets

    def refused(self, reply: Reply, used: Applied) -> UpstreamError:
        """The error of an answer that is no success."""
        status = reply.status
        if status < 400:
            return UpstreamError(status, self._redirect(reply), self._moved())
        message = upstream_message(reply, self._secrets)
        step = ""
        if status == 401 and used.is_given:
            step = "The API does not take the credential that the caller gave; another is needed."
            return UpstreamError(status, message, step, code=USER_PERMISSION_DENIED)
        if status in (401, 403):
            step = self._credential(status, used, _challenges(reply.headers))
        elif status in (429, 503):
            step = said_wait(wait_of(reply.headers))
        return UpstreamError(status, message, step)

    def page(self, reply: Reply, used: Applied, *, reads: bool) -> CallFailed:
        """The failure of a web page in place of data: a login, or what a proxy says.

        `reads` says that the request changed nothing.
        """
        said = page_message(reply, self._secrets)
        about = f": {said!r}" if said else ""
        names = named(self._facts, (*(used.settings or used.unset), "BASE_URL"))
        return CallFailed(
            f"The API answered {reply.status} with a web page in place of data{about}. That is"
            f" often a login page: the operator of this server has to check {names}."
            + ("" if reads else " It may have been done all the same: look before you try again."),
            RUNTIME_ERROR,
        )

    def _redirect(self, reply: Reply) -> str:
        """Where a redirect leads that is not followed; without query, which may hold secrets."""
        try:
            parts = urlsplit(masked(reply.headers.get("location", ""), self._secrets))
            place = f"{parts.scheme}://{parts.hostname}" if parts.hostname else ""
            port = f":{parts.port}" if place and parts.port else ""
        except ValueError:
            return "a redirect to nowhere"
        where = cleaned(f"{place}{port}{parts.path[:100]}", self._secrets)
        return f"a redirect to {where}, which this server does not follow" if where else ""

    def _moved(self) -> str:
        variable = self._facts.variable("BASE_URL")
        return (
            "Trying again will not help. Where the API has moved, the operator of this server has"
            f" to set {variable}."
        )

    def _credential(self, status: int, used: Applied, challenges: list[str]) -> str:
        """What the operator has to do about credentials; '' where that is not known."""
        checked, missing = named(self._facts, used.settings), named(self._facts, used.unset)
        if status == 403 and checked:
            return f"The account that this server uses ({checked}) may not do this."
        if checked or missing:
            what = f"check {checked}" if checked else f"set {missing}"
            return f"The operator of this server has to {what}; no argument can mend it."
        ways = cleaned(", ".join((*used.uncovered, *challenges)), self._secrets)
        if not ways:
            return ""
        return (
            f"The API asks for a way to authenticate that this server does not cover ({ways});"
            " its operator can add it in hooks.py."
        )


def _challenges(headers: Mapping[str, str]) -> list[str]:
    """The ways to authenticate that an answer names and no server of this kind covers."""
    asked = headers.get("www-authenticate", "")[:1000].lower()
    return [way for way in _OTHER_WAYS if re.search(rf"(^|,)\s*{way.lower()}(\s|,|$)", asked)]
