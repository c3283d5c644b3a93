"""SRV009."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address
from urllib.parse import urlsplit

from mcpgen.diagnostics import Severity
from mcpgen.lint.rule import Finding, server_rule
from mcpgen.lint.subject import Subject, quoted


@server_rule("SRV009", "upstream-tls", Severity.WARNING)
def upstream_tls(subject: Subject) -> Iterator[Finding]:
    """The API behind the tools is called over https.

    ## What it does
    Reports an upstream URL that begins with `http://` and is not on this machine.

    ## Why
    The credentials and the user's data would cross the network in the clear.

    ## Bad
    ```yaml
    upstream: {url: "http://api.bookstore.test/v1"}
    tools:
      - name: list_books
    ```

    ## Good
    ```yaml
    upstream: {url: "https://api.bookstore.test/v1"}
    tools:
      - name: list_books
    ```
    """
    if _is_plain_and_remote(subject.url):
        yield Finding(
            at=subject.at(*subject.list_steps[:-1], "upstream", "url"),
            message=f"The upstream {quoted(subject.url)} is not https.",
            hint=f"Write {quoted('https://' + subject.url.strip()[7:])}.",
        )


def _is_plain_and_remote(url: str) -> bool:
    try:
        parts = urlsplit(url.strip())
        host = (parts.hostname or "").rstrip(".")
    except ValueError:
        return False
    if parts.scheme != "http" or not host or any(c in host for c in "{}$"):
        return False
    if host == "localhost" or host.endswith(".localhost"):
        return False
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return True
