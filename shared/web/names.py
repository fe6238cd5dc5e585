"""By which names this server is reached. A page under any other name is not ours: somebody else's name leads here.

Else a page of another site could have its own name lead to this machine for a moment (DNS rebinding), and order here
as if it were ours.
"""

import socket
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address

from shared.addresses import is_loopback
from shared.settings import Settings

EVERYWHERE = ("0.0.0.0", "::")
FAR = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}  # of documentation: nothing is sent there


def is_ours(host: str, chosen: Settings) -> bool:
    """`host` is what a request says, with or without a port."""
    name = host.lower()
    if not name.endswith("]"):
        name = name.rpartition(":")[0] or name
    name = name.rstrip(".")
    if name in others_names(chosen) or name in ("127.0.0.1", "localhost", "[::1]"):
        return True
    # The machine can't know all of its addresses (a router may give it one), and no page can lead an address elsewhere.
    return chosen.host in EVERYWHERE and not chosen.names and _is_address(name)


@lru_cache
def others_names(chosen: Settings) -> tuple[str, ...]:
    """By which others reach it: those of the setting, else the machine's own where it listens to others."""
    if chosen.names:
        return chosen.names
    if chosen.host not in EVERYWHERE:
        return () if is_loopback(chosen.host) else (chosen.near,)
    return own_names()


def own_names() -> tuple[str, ...]:
    """This machine's addresses, the one towards the internet first, and its name."""
    found = [_written(address) for family in FAR if (address := _towards_others(family))]
    name = socket.gethostname().lower()
    with suppress(OSError):  # a machine may not know its own name
        found += [_written(str(info[4][0])) for info in socket.getaddrinfo(name, None, type=socket.SOCK_STREAM)]
    return tuple(dict.fromkeys(each for each in (*found, name, f"{name}.local") if each and not is_loopback(each)))


def ways_in(chosen: Settings) -> list[str]:
    """Addresses to open, those that others can open first."""
    listens = () if is_loopback(chosen.host) else others_names(chosen)
    return [f"http://{name}:{chosen.port}" for name in dict.fromkeys((*listens[:2], chosen.near))]


def _towards_others(family: socket.AddressFamily) -> str | None:
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
