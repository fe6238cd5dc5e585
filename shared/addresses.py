"""Addresses of visitors: which of them count as one, and which are named by a setting."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

Network = IPv4Network | IPv6Network
HOUSEHOLD = 64  # bits of an IPv6 address that an internet connection is given; its owner chooses the rest


@lru_cache(maxsize=4096)
def group(address: str) -> str:
    """An IPv4 address counts alone, an IPv6 one with all others of its /64. Anything else stays as it is."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped:
        return str(found.ipv4_mapped)
    if found.version == 6 and not found.is_loopback:
        return str(ip_network((found, HOUSEHOLD), strict=False))
    return str(found)


def among(address: str, networks: Iterable[Network]) -> bool:
    """Whether it, or its group, belongs to one of the networks."""
    return _among(address, tuple(networks))


@lru_cache(maxsize=4096)
def _among(address: str, networks: tuple[Network, ...]) -> bool:
    try:
        found = ip_network(address.partition("%")[0], strict=False)
    except ValueError:
        return False
    if isinstance(found, IPv6Network) and found.network_address.ipv4_mapped:
        found = ip_network(found.network_address.ipv4_mapped)
    return any(_holds(network, found) for network in networks)


def _holds(network: Network, found: Network) -> bool:
    if isinstance(network, IPv4Network):
        return isinstance(found, IPv4Network) and found.subnet_of(network)
    return isinstance(found, IPv6Network) and (found.subnet_of(network) or network.subnet_of(found))


@lru_cache(maxsize=4096)
def is_loopback(host: str) -> bool:
    """Whether a name, or an address with or without brackets, means the machine itself, on every machine."""
    name = host.lower().strip("[]").rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        found = ip_address(name)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback
