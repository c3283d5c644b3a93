"""The addresses of a host, and whether they belong to the internet at large."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable

from mcpgen.source.url import NETWORK, SAVE, FetchError, Target

_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
_UNICAST = ipaddress.IPv6Network("2000::/3")
"""All that is given out for the IPv6 internet (RFC 4291, section 2.4, and the registry)."""
_LOCAL_SERVICES = (
    ipaddress.IPv4Network("192.0.0.0/24"),  # protocol assignments, which not every Python counts as private
    ipaddress.IPv4Network("168.63.129.16/32"),  # a cloud's own service, reached from its machines alone
)


def addresses_of(target: Target) -> tuple[str, ...]:
    """Every address of the host, in the order to try them."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, ValueError):
        raise unknown_host(target) from None
    return tuple(dict.fromkeys(str(address[0]) for *_, address in found))


def check_public(target: Target, addresses: Iterable[str]) -> None:
    for address in addresses:
        if not _is_public(address):
            raise FetchError(f"No reference is fetched from {target.url}: {address} is not a public address.", SAVE)


def _is_public(address: str) -> bool:
    """Whether an address, or the IPv4 address that it stands for, belongs to the internet at large."""
    ip: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        translated = ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF) if ip in _NAT64 else None
        ip = ip.ipv4_mapped or ip.sixtofour or translated or ip
    if isinstance(ip, ipaddress.IPv6Address):
        return ip.is_global and ip in _UNICAST
    return ip.is_global and not ip.is_multicast and not any(ip in network for network in _LOCAL_SERVICES)


def unknown_host(target: Target) -> FetchError:
    return FetchError(f"The host {target.host} is not known.", NETWORK)
