"""Variables of the environment: each has a row that says how it is read, and a mistake is a sentence that names it."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from math import inf
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from shared.addresses import Network, is_loopback

VISITORS = "Who can come, and what one of them may take"
KEPT = "What is kept, and where"
MATCHES = "How matches run"
CALLS = "How people are called"
PEOPLE = "How people sign in"
RARE = "Rarely needed"
GROUPS = (VISITORS, KEPT, MATCHES, CALLS, PEOPLE, RARE)
TRIALS = "For tests alone"  # listed nowhere

LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
MAIL = re.compile(rf"(?=.{{3,254}}\Z)[A-Za-z0-9.!#$%&'*+/=?^_{{|}}~-]{{1,64}}@{LABEL}(\.{LABEL})*")
TRUTHS = {"yes": True, "no": False}
NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")


class BadSetting(Exception):
    """An environment variable has an invalid value; the message names it."""


@dataclass(frozen=True, slots=True)
class Variable:
    """One row. `read` takes the variable's name and its text, and raises BadSetting."""

    group: str  # one of GROUPS, below which it is listed, or TRIALS
    name: str
    read: Callable[[str, str], Any]
    default: str | None  # the text in place of one that isn't set; None where there is no value then
    says: str
    default_says: str = ""  # where the default's text doesn't say it all
    may_be_empty: bool = False  # whether an empty text is a value; else it is the same as none

    def value(self, environ: Mapping[str, str]) -> Any:
        text = environ.get(self.name)
        if text is None or not (text or self.may_be_empty):
            text = self.default
        return None if text is None else self.read(self.name, text)


# How texts are read.


def folder(_name: str, text: str) -> Path:
    return Path(text).absolute()


def port(name: str, text: str) -> int:
    return _whole(name, text, 65_535)


def count(name: str, text: str) -> int:
    return _whole(name, text, 1_000_000)


def _whole(name: str, text: str, most: int) -> int:
    digits = text.lstrip("0")  # Python refuses to read thousands of them
    if not (text.isascii() and text.isdecimal() and 0 < len(digits) <= len(str(most)) and int(digits) <= most):
        raise BadSetting(f"{name} is {text!r}: it must be a whole number from 1 to {most}")
    return int(digits)


def seconds(name: str, text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found < float("inf"):
        raise BadSetting(f"{name} is {text!r}: it must be a number of seconds, 0 or more")
    return found


def days(name: str, text: str) -> float:
    """Infinite for `never`."""
    if text.lower() == "never":
        return inf
    if not (text.isascii() and text.isdecimal() and int(text[:6]) > 0 and len(text) <= 5):
        raise BadSetting(f"{name} is {text!r}: it must be a whole number of days from 1 to 99999, or never")
    return float(text)


def days_or_none(name: str, text: str) -> float:
    """Infinite for `never`, and for 0, by which nobody means at once."""
    return inf if text == "0" else days(name, text)


def truth(name: str, text: str) -> bool:
    if text.lower() not in TRUTHS:
        raise BadSetting(f"{name} is {text!r}: it must be yes or no")
    return TRUTHS[text.lower()]


def one_of(*known: str) -> Callable[[str, str], str]:
    def read(name: str, text: str) -> str:
        if text not in known:
            raise BadSetting(f"{name} is {text!r}: it must be {' or '.join(known)}")
        return text

    return read


def switch(on: str) -> Callable[[str, str], bool]:
    """True for the word `on`, False for `off`."""
    read = one_of(on, "off")
    return lambda name, text: read(name, text.lower()) == on


def host(name: str, text: str) -> str:
    """An address of this machine, without brackets."""
    if text == "localhost":
        return "127.0.0.1"
    try:
        return str(ip_address(text.removeprefix("[").removesuffix("]")))
    except ValueError:
        raise BadSetting(
            f"{name} is {text!r}: it must be the address to listen on, such as 127.0.0.1 for this machine alone, "
            "0.0.0.0 for everybody, or [::] for everybody by IPv6 too"
        ) from None


def names(name: str, text: str) -> tuple[str, ...]:
    """Names and addresses without scheme or port, as browsers write them in Host."""
    found = [each.strip().lower().rstrip(".") for each in text.split(",") if each.strip()]
    return tuple(dict.fromkeys(_host_name(name, each) for each in found))


def _host_name(name: str, text: str) -> str:
    try:
        found = ip_address(text.removeprefix("[").removesuffix("]"))
    except ValueError:
        if NAME.fullmatch(text):
            return text
        raise BadSetting(
            f"{name} holds {text!r}: it must be names or addresses with commas between them, without http:// "
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


def smtp_url(name: str, text: str) -> str:
    """Where mail is handed in."""
    try:
        found = urlsplit(text)
        is_good = found.scheme in ("smtp", "smtps") and bool(found.hostname) and (found.port is None or found.port > 0)
    except ValueError:
        is_good = False
    if not is_good or found.path.strip("/") or found.query:
        raise BadSetting(
            f"{name} is no address such as smtp://mail.example.org:587 or smtps://me:secret@mail.example.org"
        )
    return text


def issuer(name: str, text: str) -> str:
    """By http only on this machine: whoever stands between could sign in as anybody."""
    found = urlsplit(text)
    is_near = found.scheme == "http" and is_loopback(found.hostname or "")
    if not found.hostname or found.query or found.fragment or not (found.scheme == "https" or is_near):
        raise BadSetting(f"{name} is {text!r}: it must be the provider's own address, such as https://id.example.org")
    return text


def http_url(name: str, text: str) -> str:
    """Not repeated in a refusal: it may hold a password."""
    try:
        found = urlsplit(text)
        is_good = found.scheme in ("http", "https") and bool(found.hostname) and found.port != 0
    except ValueError:
        is_good = False
    if not is_good:
        raise BadSetting(f"{name} is no address such as https://tsa.example.org")
    return text


def text(_name: str, text: str) -> str:
    return text


def mail_address(name: str, text: str) -> str:
    if not MAIL.fullmatch(text):
        raise BadSetting(f"{name} is {text!r}: it must be a mail address, such as games@example.org")
    return text


def redis_url(name: str, text: str) -> str:
    # Not the value: it may hold a password.
    if not text.startswith(("redis://", "rediss://", "unix://")):
        raise BadSetting(f"{name} must start with redis://, rediss:// or unix://")
    try:
        _ = urlsplit(text).port
    except ValueError:
        raise BadSetting(
            f"{name} holds no host and port that can be read: it must be an address such as redis://10.0.0.5:6379/0, "
            "with IPv6 addresses in brackets"
        ) from None
    return text


def live_url(name: str, text: str) -> str:
    """Where browsers find the sockets: a whole address, or a path on the page's own host such as /live."""
    if not text.startswith(("ws://", "wss://", "/")):
        raise BadSetting(f"{name} is {text!r}: it must start with ws://, wss:// or /")
    return text.rstrip("/")


def service_url(name: str, text: str) -> str:
    """Where a service is asked: scheme, host and port, without a path."""
    try:
        found = urlsplit(text)
        is_address = (
            found.scheme in ("http", "https") and found.port != 0 and _is_asked(found.hostname or "", found.netloc)
        )
    except ValueError:
        is_address = False
    if not is_address or text.rstrip("/") != f"{found.scheme}://{found.netloc}" or "@" in found.netloc:
        raise BadSetting(
            f"{name} must be the address of the service on its machine, without a path, such as http://10.0.0.5:8002"
        )
    return text.rstrip("/")


def _is_asked(host: str, netloc: str) -> bool:
    """Whether it is an address, or a name that can be looked up. Raises ValueError where it can't be either."""
    shown = f"[{host}]" if ":" in host else host
    if not re.fullmatch(re.escape(shown) + "(:[0-9]+)?", netloc.lower()):
        return False
    if ":" in host or host.rpartition(".")[2].isdecimal():
        return bool(ip_address(host))
    return NAME.fullmatch(host.encode("idna").decode()) is not None
