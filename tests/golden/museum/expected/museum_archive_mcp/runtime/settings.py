"""What the operator sets, read from environment variables under the server's prefix."""

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from .facts import Facts, Variable, optional
from .forwarding import may_be_forwarded

_PARTS = {True: re.compile(r"[A-Za-z0-9._~/-]*"), False: re.compile(r"[A-Za-z0-9._~-]*")}
"""What a part of the base URL can hold, in its path and before: it can begin no other host."""
_USER = 16
"""Characters from which a user name is taken for a key."""


class SettingsError(Exception):
    """A setting that cannot be used; the text names the variable and says what to give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of one process.

    `credentials` maps names without prefix to what is set; `options` does the same for where and
    for what tokens are asked, which is no secret, and `servers` maps what stands in place of
    `base_url` for some operations to what is set for it.
    """

    base_url: str
    timeout: float = 30.0
    max_result_bytes: int = 100_000
    calls_per_minute: int = 0
    retry_seconds: float = 5.0
    credentials: Mapping[str, str] = field(default_factory=dict, repr=False)
    secrets: tuple[str, ...] = field(default=(), repr=False)
    """What of the credentials must not be shown."""
    certificate: tuple[str, str] | None = None
    """The files of the client's certificate and its key."""
    options: Mapping[str, str] = field(default_factory=dict)
    servers: Mapping[str, str] = field(default_factory=dict)
    forward_headers: tuple[str, ...] = ()
    """Headers of callers that go on to the API, names in lower case."""
    files_dir: str = ""
    """The folder in which tools may read files; '' where the operator allows none."""
    http_token: str = field(default="", repr=False)
    http_hosts: tuple[str, ...] = ()


def read_settings(facts: Facts, environment: Mapping[str, str] | None = None) -> Settings:
    """The settings in `environment` (the process's own by default).

    Raises SettingsError for a value that cannot be used.
    """
    return _Reader(facts, os.environ if environment is None else environment).settings()


class _Reader:
    """Reads the settings of a server from its variables."""

    def __init__(self, facts: Facts, environment: Mapping[str, str]) -> None:
        self._facts = facts
        self._environment = environment

    def settings(self) -> Settings:
        """All of them."""
        credentials = self._credentials()
        grants = [credential.grant for credential in self._facts.auth]
        options = self._filled(n for g in grants for n in (g.token_url_env, g.scopes_env))
        for name in (grant.token_url_env for grant in grants):
            if name in options and not _is_token_url(options[name]):
                raise SettingsError(f"{self._variable(name)} must be an http or https URL.")
        servers = {url: self._url(name) for url, name in self._facts.servers.items()}
        hosts = [host.strip() for host in self._text("HTTP_HOSTS").split(",")]
        return Settings(
            base_url=self._base_url(),
            timeout=self._number("TIMEOUT", 30, 0.001),
            max_result_bytes=int(self._number("MAX_RESULT_BYTES", 100_000, 1_000)),
            calls_per_minute=int(self._number("CALLS_PER_MINUTE", 0, 0)),
            retry_seconds=self._number("RETRY_SECONDS", 5, 0),
            credentials=credentials,
            secrets=tuple(self._secrets(credentials)),
            certificate=self._certificate(),
            options=options,
            servers={own: url for own, url in servers.items() if url},
            forward_headers=self._forward_headers(),
            files_dir=self._folder("FILES_DIR"),
            http_token=self._text("HTTP_TOKEN"),
            http_hosts=tuple(host for host in hosts if host),
        )

    def _variable(self, name: str) -> str:
        return self._facts.variable(name)

    def _folder(self, name: str) -> str:
        path = self._text(name)
        if path and not os.path.isdir(path):
            raise SettingsError(f"{self._variable(name)} must be a folder that there is.")
        return path

    def _text(self, name: str) -> str:
        return self._environment.get(self._variable(name), "").strip()

    def _filled(self, names: Iterable[str]) -> dict[str, str]:
        found = {name: text for name in names if name and (text := self._text(name))}
        for name, value in found.items():
            if not value.isprintable():
                raise SettingsError(
                    f"{self._variable(name)} holds a character that cannot be sent."
                )
        return found

    def _number(self, name: str, default: float, least: float) -> float:
        given = self._text(name)
        try:
            value = float(given) if given else default
        except ValueError:
            value = float("nan")
        if not least <= value <= 1e12:
            variable = self._variable(name)
            raise SettingsError(f"{variable} is {given!r}: give a number from {least:g} up.")
        return value

    def _credentials(self) -> dict[str, str]:
        sent = [c for c in self._facts.auth if c.type != "mutualTLS"]
        found = self._filled(name for c in sent for name in (*c.env, c.grant.token_env))
        for credential in sent:
            bearers = [credential.grant.token_env]
            match credential.type:
                case "bearer":
                    bearers += credential.env
                case "basic":  # a password may be empty, where a key is the user name
                    if self._variable(credential.env[1]) in self._environment:
                        found.setdefault(credential.env[1], "")
                    self._without(":", found, credential.env[0], "user name")  # RFC 7617, 2
                case "apiKey" if credential.place == "cookie":
                    self._without(";", found, credential.env[0], "cookie")  # RFC 6265, 4.1.1
            for name in bearers:
                if name in found:  # many a token is copied with the word in front of it
                    found[name] = re.sub(r"(?i)^bearer\s+", "", found[name])
        return found

    def _without(self, sign: str, found: Mapping[str, str], name: str, what: str) -> None:
        """Refuses what ends at a sign, and would be read otherwise than it was set."""
        if sign in found.get(name, ""):
            raise SettingsError(f"{self._variable(name)} holds {sign!r}, which no {what} can hold.")

    def _secrets(self, credentials: Mapping[str, str]) -> Iterable[str]:
        """The credentials, but for user names and client ids that are no keys themselves."""
        public: set[str] = set()
        for credential in self._facts.auth:
            if credential.type in ("basic", "clientCredentials"):
                name, secret = (credentials.get(env, "") for env in credential.env)
                if len(name) < _USER or "@" in name:
                    public.add(credential.env[0])
                if name and secret:
                    yield f"{name}:{secret}"
            elif credential.type == "apiKey" and credential.name.lower() == "authorization":
                yield from credentials.get(credential.env[0], "").split()[-1:]
        yield from (value for name, value in credentials.items() if name not in public and value)

    def _forward_headers(self) -> tuple[str, ...]:
        names = [name.strip().lower() for name in self._text("FORWARD_HEADERS").split(",")]
        variable = self._variable("FORWARD_HEADERS")
        for name in filter(None, names):
            if not may_be_forwarded(name):
                raise SettingsError(f"{variable} names {name!r}, which is not forwarded.")
        if "authorization" in names and self._text("HTTP_TOKEN"):
            token = self._variable("HTTP_TOKEN")
            raise SettingsError(
                f"{variable} cannot name Authorization where {token} is set: it holds that token."
            )
        return tuple(dict.fromkeys(filter(None, names)))

    def _certificate(self) -> tuple[str, str] | None:
        names = next((c.env for c in self._facts.auth if c.type == "mutualTLS"), ())
        files = [self._text(name) for name in names]
        if not any(files):
            return None
        variables = " and ".join(map(self._variable, names))
        if not all(files):
            raise SettingsError(f"{variables} are set together or not at all.")
        if fault := optional("tls").certificate_fault(*files):
            raise SettingsError(f"{variables}: {fault}.")
        return files[0], files[1]

    def _url(self, name: str) -> str:
        """A base URL that is set, '' where none is."""
        url = self._text(name)
        if url and not _is_http(url):
            raise SettingsError(
                f"{self._variable(name)} must be an http or https URL without a query,"
                " a user name or a password."
            )
        return url.rstrip("/")

    def _base_url(self) -> str:
        url, chosen = self._facts.base_url, self._url("BASE_URL")
        if chosen and (urlsplit(chosen).path or not url.startswith("/")):
            return chosen
        for variable in self._facts.variables:
            part = self._part(variable)
            if part is None:
                return ""
            url = url.replace(f"{{{variable.name}}}", part)
        if url.startswith("/"):
            return f"{chosen}{url}".rstrip("/") if chosen else ""
        if url and not _is_http(url):
            names = [self._variable(variable.env) for variable in self._facts.variables]
            raise SettingsError(f"{' and '.join(names)} do not make an http or https URL.")
        return url.rstrip("/")

    def _part(self, variable: Variable) -> str | None:
        """A part of the base URL, as the operator or the API says."""
        given = self._text(variable.env)
        if not given:
            return variable.default
        if variable.values and given not in variable.values:
            choices = ", ".join(variable.values)
            raise SettingsError(f"{self._variable(variable.env)} must be one of {choices}.")
        in_path = _is_in_path(self._facts.base_url, f"{{{variable.name}}}")
        if given not in variable.values and not _PARTS[in_path].fullmatch(given):
            signs = "._~/-" if in_path else "._~-"
            raise SettingsError(
                f"{self._variable(variable.env)} can hold letters, digits and {signs} alone."
            )
        return given


def _is_in_path(url: str, placeholder: str) -> bool:
    """Whether what fills a placeholder of a base URL stands behind the host wherever it is."""
    host = url.find("://") + 3 if "://" in url else 0
    return 0 <= url.find("/", host) < url.find(placeholder)


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
            and "@" not in parts.netloc
            and parts.port != 0  # an invalid port raises
            and not ((parts.query and not query) or parts.fragment or set(url) & set("{}\\ "))
            and url.isprintable()
        )
    except ValueError:
        return False
