"""Which credentials a request carries."""

import base64
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .errors import MISSING_REQUIRED_INFORMATION, CallFailed
from .facts import Credential, Facts
from .settings import Settings
from .tokens import Tokens


@dataclass(slots=True)
class Applied:
    """What authentication adds to a request, by place."""

    header: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    cookie: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict, repr=False)
    """The tokens among them that were fetched, by the credential's key."""


async def applied(
    facts: Facts,
    settings: Settings,
    tokens: Tokens,
    alternatives: Iterable[Iterable[str]] | None,
) -> Applied:
    """The credentials of the first of `alternatives` (None: the API's own) that is set in full.

    Keys that are no credential of this server (a scheme it cannot use) count for nothing.
    Raises CallFailed naming the variables to set, where none is and one is needed, and where a
    token is needed and none is had.
    """
    known = {credential.key: credential for credential in facts.auth}
    declared = [list(keys) for keys in (facts.security if alternatives is None else alternatives)]
    options = [[known[key] for key in keys if key in known] for keys in declared]
    usable = [option for option in options if option]
    for option in usable:
        if not any(name for c in option for name in _missing(c, settings)):
            return await _applied(option, settings, tokens)
    if usable and [] not in declared:
        names = [facts.variable(name) for c in usable[0] for name in _missing(c, settings)]
        missing = " and ".join(names)
        raise CallFailed(
            f"This server has no credential for the API. Its operator has to set {missing}.",
            MISSING_REQUIRED_INFORMATION,
        )
    return Applied()


def _missing(credential: Credential, settings: Settings) -> Iterator[str]:
    """The settings without which a credential cannot be used."""
    grant = credential.grant
    if grant.token_env in settings.credentials:
        return
    yield from (name for name in credential.env if name not in settings.credentials)
    if grant.token_url_env and not grant.token_url and grant.token_url_env not in settings.options:
        yield grant.token_url_env


async def _applied(option: Iterable[Credential], settings: Settings, tokens: Tokens) -> Applied:
    result = Applied()
    for credential in option:
        values = [settings.credentials.get(name, "") for name in credential.env]
        match credential.type:
            case "bearer":
                text = f"Bearer {values[0]}"
            case "basic":
                text = "Basic " + base64.b64encode(":".join(values).encode()).decode()
            case "apiKey":
                text = values[0]
            case "clientCredentials":
                token = settings.credentials.get(credential.grant.token_env)
                if token is None:
                    token = result.tokens[credential.key] = await tokens.get(credential)
                text = f"Bearer {token}"
        getattr(result, credential.place)[credential.name] = text
    return result
