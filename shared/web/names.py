"""The names by which this server is reached. A request under any other name is refused.

Otherwise a page of another site could point its own name to this machine for a moment (DNS rebinding), and send
commands as if it were ours.
"""

import socket
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address

from shared.addresses import is_loopback
from shared.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")
FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # reserved for documentation; nothing is sent


def is_ours(host: str, chosen: Settings) -> bool:
    """`host` is what a request says, with or without a port."""
    name = host.lower()
    if not name.endswith("]"):
        name = name.rpartition(":")[0] or name
    name = name.rstrip(".")
    if name in ("127.0.0.1", "localhost", "[::1]") or name in others_names(chosen):
        return True
    # A machine can't know all of its addresses (a router may have one for it), and no page can redirect an address.
    return chosen.host in EVERYWHERE and not chosen.names and _is_address(name)


@lru_cache
def others_names(chosen: Settings) -> tuple[str, ...]:
    """The names by which others reach it: those of the setting, or the machine's own if it listens to others."""
    if chosen.names:
        return chosen.names
    if chosen.host not in EVERYWHERE:
        return () if is_loopback(chosen.host) else (chosen.near,)
    return own_names()


def own_names() -> tuple[str, ...]:
    """This machine's addresses, the one that faces the internet first, and its name."""
    found = [_written(address) for family in FAR if (address := _facing(family))]
    name = socket.gethostname().lower()
    with suppress(OSError):  # a machine may not know its own name
        found += [_written(str(info[4][0])) for info in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)]
    return tuple(dict.fromkeys(each for each in (*found, name, f"{name}.local") if each and not is_loopback(each)))


def ways_in(chosen: Settings) -> list[str]:
    """Addresses to open; those that others can open come first."""
    listens = () if is_loopback(chosen.host) else others_names(chosen)
    return [f"http://{name}:{chosen.port}" for name in dict.fromkeys((*listens[:2], chosen.near))]


def _facing(family: socket.AddressFamily) -> str | None:
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as trial:
        trial.connect((FAR[family], 9))
        return str(trial.getsockname()[0])
    return None


def _is_address(name: str) -> bool:
    with suppress(ValueError):
        return bool(ip_address(name.strip("[]")))
    return False


def _written(address: str) -> str:
    """As browsers write it in Host."""
    plain = address.partition("%")[0]
    return f"[{plain}]" if ":" in plain else plain
