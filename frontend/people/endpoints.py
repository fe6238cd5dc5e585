"""Where messages to browsers may be sent. Whoever asks to be called names an address that this server will write to, so
only the push services that the settings name are believed, by https, at addresses of the internet.
"""

import socket
from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from shared.addresses import is_loopback

LONGEST = 1000  # characters
UNICAST = ip_network("2000::/3")  # all that is given out to the internet; an IPv4 address in another form is not in it
INNER = b"\x5e\xfe"  # before an IPv4 address that a network's own routers take out of this one (RFC 5214)


class Place(NamedTuple):
    """Where to connect, and what the service is called there."""

    address: str
    port: int
    host: str


class NotReachable(Exception):
    """The name of a push service leads nowhere, or to an address that is none of the internet."""


def is_believed(endpoint: str, services: Sequence[str]) -> bool:
    """A service of this machine itself is believed where the settings name it: tests have one."""
    parts = _parts(endpoint)
    if parts is None or parts.username is not None or parts.fragment or not parts.path.strip("/"):
        return False
    host = parts.hostname or ""
    if is_loopback(host):
        return parts.scheme in ("http", "https") and host in services
    is_named = any(host == one or host.endswith(f".{one}") for one in services)
    return is_named and parts.scheme == "https" and parts.port in (None, 443)


def _parts(endpoint: str) -> SplitResult | None:
    if len(endpoint) > LONGEST or not endpoint.isascii() or not endpoint.isprintable() or set(endpoint) & {" ", "\\"}:
        return None
    try:
        found = urlsplit(endpoint)
        _ = found.port
    except ValueError:
        return None
    return found


def place_of(endpoint: str) -> Place:
    """Looked up once, and then connected to: a name may lead elsewhere a moment later. Raises NotReachable."""
    parts = urlsplit(endpoint)
    host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
    try:
        found = [str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    except OSError as error:
        raise NotReachable(f"{host} is not known: {error}") from error
    if not is_loopback(host) and (odd := [one for one in found if not is_of_the_internet(one)]):
        raise NotReachable(f"{host} leads to {odd[0]}")
    return Place(found[0], port, host)


def is_of_the_internet(address: str) -> bool:
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return is_of_the_internet(str(found.ipv4_mapped))
        if found not in UNICAST or found.sixtofour or found.teredo or found.packed[10:12] == INNER:
            return False
    return found.is_global and not found.is_multicast
