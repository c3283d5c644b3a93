"""Which credentials a request carries."""

import base64
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from .errors import MISSING_REQUIRED_INFORMATION, CallFailed
from .facts import Credential, Facts
from .settings import Settings


class TokenSource(Protocol):
    """Where tokens are fetched: `Tokens`, which only servers have that need them."""

    async def get(self, credential: Credential) -> str:
        """A token that is good now. Raises CallFailed where none is had."""

    def held(self) -> tuple[str, ...]:
        """The tokens that are kept now."""

    def forget(self, refused: Mapping[str, str]) -> None:
        """Drops tokens, by the credential's key."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where credentials come from."""

    settings: Settings
    tokens: TokenSource | None
    given: Mapping[str, str] = field(repr=False)
    """Headers that the caller gave, names in lower case: they stand in place of the settings."""
    certificate: bool = False
    """Whether the connection shows a certificate, or is made by somebody else."""

    def has(self, credential: Credential) -> bool:
        """Whether the caller gave a credential."""
        return credential.place == "header" and credential.name.lower() in self.given

    def own_share(self, option: Sequence[Credential]) -> int:
        """How much of an alternative the operator has to give: nothing, a part, or the whole."""
        given = [self.has(credential) for credential in option]
        return 0 if all(given) else 1 if any(given) else 2

    def missing(self, credential: Credential) -> Iterator[str]:
        """The settings without which a credential cannot be used."""
        grant, settings = credential.grant, self.settings
        if credential.type == "mutualTLS":
            yield from () if self.certificate else credential.env
            return
        if self.has(credential) or grant.token_env in settings.credentials:
            return
        yield from (name for name in credential.env if name not in settings.credentials)
        unknown = grant.token_url_env and not grant.token_url
        if unknown and grant.token_url_env not in settings.options:
            yield grant.token_url_env


@dataclass(slots=True)
class Applied:
    """What authentication adds to a request, by place."""

    header: dict[str, str] = field(default_factory=dict, repr=False)
    query: dict[str, str] = field(default_factory=dict, repr=False)
    cookie: dict[str, str] = field(default_factory=dict, repr=False)
    body: dict[str, str] = field(default_factory=dict, repr=False)
    """Fields of a form or of a JSON object."""
    tokens: dict[str, str] = field(default_factory=dict, repr=False)
    """The tokens among them that were fetched, by the credential's key."""
    settings: tuple[str, ...] = ()
    """The settings, without prefix, that the credentials come from."""
    unset: tuple[str, ...] = ()
    """Where no credential is sent: the settings that would give one."""
    uncovered: tuple[str, ...] = ()
    """Where no credential is sent: the ways that the API takes and this server cannot use."""
    is_given: bool = False
    """Whether a credential is the caller's own."""


async def applied(
    facts: Facts, sources: Sources, alternatives: Iterable[Iterable[str]] | None
) -> Applied:
    """The credentials of the first of `alternatives` (None: the API's own) that is set in full.

    Those come first whose credentials the caller gives: all of them, or else some.
    Keys that are no credential of this server (a scheme it cannot use) count for nothing.
    Raises CallFailed naming the variables to set, where none is and one is needed, and where a
    token is needed and none is had.
    """
    known = {credential.key: credential for credential in facts.auth}
    declared = [list(keys) for keys in (facts.security if alternatives is None else alternatives)]
    options = [[known[key] for key in keys if key in known] for keys in declared]
    usable = sorted(filter(None, options), key=sources.own_share)
    others = {c.name.lower() for c in facts.auth if c.place == "header" and c.type != "mutualTLS"}
    beside = {name: value for name, value in sources.given.items() if name not in others}
    for option in usable:
        if not any(True for credential in option for _ in sources.missing(credential)):
            result = await _applied(option, sources)
            result.header |= beside
            return result
    unset = [name for c in usable[0] for name in sources.missing(c)] if usable else []
    if usable and [] not in declared:
        raise CallFailed(
            f"This server has no credential for the API. Its operator has to set"
            f" {named(facts, unset)}.",
            MISSING_REQUIRED_INFORMATION,
        )
    uncovered = dict.fromkeys(key for keys in declared for key in keys if key not in known)
    return Applied(header=beside, unset=tuple(unset), uncovered=tuple(uncovered))


def named(facts: Facts, settings: Iterable[str]) -> str:
    """The environment variables of settings, in words."""
    return " and ".join(map(facts.variable, dict.fromkeys(settings)))


async def _applied(option: Iterable[Credential], sources: Sources) -> Applied:
    result = Applied()
    for credential in option:
        text, used = await _text(credential, sources, result)
        result.settings += used
        if text:
            getattr(result, credential.place).setdefault(credential.name, text)
    return result


async def _text(
    credential: Credential, sources: Sources, result: Applied
) -> tuple[str, tuple[str, ...]]:
    """A credential as it is sent, and the settings that it comes from."""
    if sources.has(credential):
        result.is_given = True
        return sources.given[credential.name.lower()], ()
    credentials = sources.settings.credentials
    values = [credentials.get(name, "") for name in credential.env]
    match credential.type:
        case "bearer":
            return f"Bearer {values[0]}", credential.env
        case "basic":
            pair = ":".join(values).encode()
            return "Basic " + base64.b64encode(pair).decode(), credential.env
        case "apiKey":
            return values[0], credential.env
        case "clientCredentials":
            if (token := credentials.get(credential.grant.token_env)) is not None:
                return f"Bearer {token}", (credential.grant.token_env,)
            assert sources.tokens is not None  # a connection has them for such a credential
            token = result.tokens[credential.key] = await sources.tokens.get(credential)
            return f"Bearer {token}", credential.env
        case "mutualTLS":
            return "", credential.env
