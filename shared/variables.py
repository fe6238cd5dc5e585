"""Variables of the environment, one by one: each is read and checked, and a mistake is a sentence that names it."""

import re
from collections.abc import Mapping
from ipaddress import ip_address, ip_network

from shared.addresses import Network

TRUTHS = {"yes": True, "no": False}
NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")


class BadSetting(Exception):
    """A variable of the environment makes no sense; the message names it."""


def port(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 65_536):
        raise BadSetting(f"{name} is {text!r}: it must be a whole number from 1 to 65535")
    return int(text)


def host(text: str) -> str:
    """An address of this machine, without brackets."""
    if text == "localhost":
        return "127.0.0.1"
    try:
        return str(ip_address(text.removeprefix("[").removesuffix("]")))
    except ValueError:
        raise BadSetting(
            f"HOST is {text!r}: it must be the address to listen on, such as 127.0.0.1 for this machine alone, "
            "0.0.0.0 for everybody, or [::] for everybody by IPv6 too"
        ) from None


def names(text: str) -> tuple[str, ...]:
    """Names and addresses without scheme or port, as browsers write them in Host."""
    found = [each.strip().lower().rstrip(".") for each in text.split(",") if each.strip()]
    return tuple(dict.fromkeys(map(_name, found)))


def _name(text: str) -> str:
    try:
        found = ip_address(text.removeprefix("[").removesuffix("]"))
    except ValueError:
        if NAME.fullmatch(text):
            return text
        raise BadSetting(
            f"URBANIST_NAMES holds {text!r}: it must be names or addresses with commas between them, without http:// "
            "and without ports, such as play.example.org,192.168.1.5"
        ) from None
    return f"[{found}]" if found.version == 6 else str(found)


def networks(name: str, text: str) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip())
    except ValueError:
        raise BadSetting(
            f"{name} is {text!r}: it must be addresses or networks with commas between them, such as "
            "127.0.0.1,10.0.0.0/8"
        ) from None


def count(environ: Mapping[str, str], name: str, default: int) -> int:
    text = environ.get(name) or str(default)
    if not (text.isascii() and text.isdecimal() and 0 < int(text) <= 1_000_000):
        raise BadSetting(f"{name} is {text!r}: it must be a whole number from 1 to 1000000")
    return int(text)


def truth(environ: Mapping[str, str], name: str, default: bool) -> bool:
    text = (environ.get(name) or ("yes" if default else "no")).lower()
    if text not in TRUTHS:
        raise BadSetting(f"{name} is {text!r}: it must be yes or no")
    return TRUTHS[text]


def one_of(environ: Mapping[str, str], name: str, known: tuple[str, ...]) -> str | None:
    text = environ.get(name) or None
    if text is not None and text not in known:
        raise BadSetting(f"{name} is {text!r}: it must be {' or '.join(known)}")
    return text


def seconds(environ: Mapping[str, str], name: str, default: float) -> float:
    text = environ.get(name) or str(default)
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise BadSetting(f"{name} is {text!r}: it must be a number of seconds, 0 or more")
    return found


def redis_url(name: str, url: str) -> str:
    if not url.startswith(("redis://", "rediss://", "unix://")):
        # Not the value: it may hold a password.
        raise BadSetting(f"{name} must start with redis://, rediss:// or unix://")
    return url


def live_url(url: str | None) -> str | None:
    """Where browsers find the sockets: a whole address, or a path on the page's own host such as /live."""
    if url is not None and not url.startswith(("ws://", "wss://", "/")):
        raise BadSetting(f"LIVE_URL is {url!r}: it must start with ws://, wss:// or /")
    return url and url.rstrip("/")
