"""Which credentials a request carries."""

import base64
from collections.abc import Iterable
from dataclasses import dataclass, field

from .errors import MISSING_REQUIRED_INFORMATION, CallFailed
from .facts import Credential, Facts
from .settings import Settings


@dataclass(slots=True)
class Applied:
    """What authentication adds to a request, by place."""

    header: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    cookie: dict[str, str] = field(default_factory=dict)


def applied(
    facts: Facts, settings: Settings, alternatives: Iterable[Iterable[str]] | None
) -> Applied:
    """The credentials of the first of `alternatives` (None: the API's own) that is set in full.

    Keys that are no credential of this server (a scheme it cannot use) count for nothing.
    Raises CallFailed naming the variables to set, where none is and one is needed.
    """
    known = {credential.key: credential for credential in facts.auth}
    declared = [list(keys) for keys in (facts.security if alternatives is None else alternatives)]
    options = [[known[key] for key in keys if key in known] for keys in declared]
    usable = [option for option in options if option]
    for option in usable:
        if all(name in settings.credentials for c in option for name in c.env):
            return _applied(option, settings)
    if usable and [] not in declared:
        names = [facts.variable(name) for c in usable[0] for name in c.env]
        missing = " and ".join(names)
        raise CallFailed(
            f"This server has no credential for the API. Its operator has to set {missing}.",
            MISSING_REQUIRED_INFORMATION,
        )
    return Applied()


def _applied(option: Iterable[Credential], settings: Settings) -> Applied:
    result = Applied()
    for credential in option:
        values = [settings.credentials[name] for name in credential.env]
        match credential.type:
            case "bearer":
                text = f"Bearer {values[0]}"
            case "basic":
                text = "Basic " + base64.b64encode(":".join(values).encode()).decode()
            case "apiKey":
                text = values[0]
        getattr(result, credential.place)[credential.name] = text
    return result
