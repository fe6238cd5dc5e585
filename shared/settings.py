"""What the environment says, read once, checked, and the same in every process."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address, ip_network
from pathlib import Path
from urllib.parse import quote

from shared.addresses import Network, is_loopback

SOCKET_NAME = "redis.sock"
LONGEST_SOCKET = 103  # bytes of a Unix socket's path: 107 on Linux, 103 on macOS
TRUTHS = {"yes": True, "no": False}
LOSSES = ("ledger", "key")
LOOPBACK = "127.0.0.1,::1"
NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
PORTS = ("PORT", "LIVE_PORT", "GAME_COMMAND_PORT", "MATCHMAKING_PORT", "SCORING_PORT", "SERVER_PORT")


class BadSetting(Exception):
    """A variable of the environment makes no sense; the message names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    var: Path  # absolute: all that is kept
    host: str  # the address that pages and sockets listen on; the services never leave this machine
    names: tuple[str, ...]  # by which others reach it, beside those of this machine; a proxy's too
    proxies: tuple[Network, ...]  # whose word counts for where a visitor comes from, and whether by https
    unlimited: tuple[Network, ...]  # whose visitors are not counted: the operator's own programs
    port: int
    live_port: int
    game_command_port: int
    matchmaking_port: int
    scoring_port: int
    server_port: int  # of the embedded server, only where its socket's path would be too long
    embedded: bool  # no REDIS_URL was given: the server is ours to start
    redis_url: str
    rq_redis_url: str
    live_sockets: int  # that the process of the sockets holds at most; who comes later polls
    sockets_of_a_person: int
    sockets_of_an_address: int
    unfinished: int  # connections of one address, in one process, for which no request is being answered
    live_url: str | None  # None: the page's own host and live_port
    nonce_wait: float  # seconds until a nonce that wasn't shown counts as null
    abort_after: float  # seconds without a move until a match may be aborted
    bot_patience: float  # seconds until a called bot that hasn't moved is queued again
    analysis: bool  # whether matches are analysed when they are counted
    disk_reserve: int  # megabytes of the disk that stay free: below them nothing is stored
    accept_loss: str | None  # what may be missing at this start: "ledger" or "key"
    analyses_waiting: int  # that wait at most; what nobody asked for goes first
    bot_pause: float  # seconds a bot waits before its move, for people who watch
    seats_waiting: int  # seats at tables that still wait for players, of one person at most
    seats_playing: int  # seats in running matches with other people, of one person at most
    absent_after: float  # seconds that a called person who never moved has, until the others may let a bot play

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> "Settings":
        var = Path(environ.get("URBANIST_VAR") or "var").absolute()
        ports = _ports(environ)
        given = environ.get("REDIS_URL") or None
        redis_url = _redis_url("REDIS_URL", given or embedded_url(var, ports["SERVER_PORT"]))
        return cls(
            var=var,
            host=_host(environ.get("HOST") or "127.0.0.1"),
            names=_names(environ.get("URBANIST_NAMES") or ""),
            proxies=_networks("URBANIST_PROXIES", environ.get("URBANIST_PROXIES", LOOPBACK)),
            unlimited=_networks("URBANIST_UNLIMITED", environ.get("URBANIST_UNLIMITED", "")),
            port=ports["PORT"],
            live_port=ports["LIVE_PORT"],
            game_command_port=ports["GAME_COMMAND_PORT"],
            matchmaking_port=ports["MATCHMAKING_PORT"],
            scoring_port=ports["SCORING_PORT"],
            server_port=ports["SERVER_PORT"],
            embedded=given is None,
            redis_url=redis_url,
            rq_redis_url=_redis_url("RQ_REDIS_URL", environ.get("RQ_REDIS_URL") or redis_url),
            live_sockets=_count(environ, "LIVE_SOCKETS", 2000),
            sockets_of_a_person=_count(environ, "LIVE_SOCKETS_OF_A_PERSON", 20),
            sockets_of_an_address=_count(environ, "LIVE_SOCKETS_OF_AN_ADDRESS", 200),
            unfinished=_count(environ, "URBANIST_UNFINISHED", 200),
            live_url=_live_url(environ.get("LIVE_URL") or None),
            nonce_wait=_seconds(environ, "URBANIST_NONCE_WAIT", 10),
            abort_after=_seconds(environ, "URBANIST_ABORT_AFTER", 86_400),
            bot_patience=_seconds(environ, "URBANIST_BOT_PATIENCE", 3),
            analysis=_truth(environ, "URBANIST_ANALYSIS", True),
            disk_reserve=_count(environ, "URBANIST_DISK_RESERVE", 64),
            accept_loss=_one_of(environ, "URBANIST_ACCEPT_LOSS", LOSSES),
            analyses_waiting=_count(environ, "URBANIST_ANALYSES_WAITING", 200),
            bot_pause=_seconds(environ, "URBANIST_BOT_PAUSE", 0),
            seats_waiting=_count(environ, "URBANIST_SEATS_WAITING", 10),
            seats_playing=_count(environ, "URBANIST_SEATS_PLAYING", 20),
            absent_after=_seconds(environ, "URBANIST_ABSENT_AFTER", 180),
        )

    @property
    def is_public(self) -> bool:
        """Whether others than this machine's own users can come."""
        return not is_loopback(self.host) or not all(map(is_loopback, self.names))

    def bind(self, port: int) -> str:
        """Where pages and sockets listen, as gunicorn wants to hear it."""
        return f"[{self.host}]:{port}" if ":" in self.host else f"{self.host}:{port}"

    @property
    def near(self) -> str:
        """The address by which this machine itself reaches them."""
        if self.host in ("0.0.0.0", "::"):
            return "127.0.0.1" if self.host == "0.0.0.0" else "[::1]"
        return f"[{self.host}]" if ":" in self.host else self.host


@cache
def settings() -> Settings:
    """This process's settings."""
    return Settings.from_environ(os.environ)


def has_socket(var: Path) -> bool:
    """Whether the embedded server can listen on a socket in this folder: no port, and nobody else gets in."""
    return len(os.fsencode(var / SOCKET_NAME)) <= LONGEST_SOCKET


def embedded_url(var: Path, port: int) -> str:
    return f"unix://{quote(str(var / SOCKET_NAME))}" if has_socket(var) else f"redis://127.0.0.1:{port}/0"


def _ports(environ: Mapping[str, str]) -> dict[str, int]:
    """All ports are different; those that aren't set follow PORT in the order of PORTS."""
    first = _port("PORT", environ.get("PORT") or "8000")
    ports = {name: _port(name, environ.get(name) or str(first + index)) for index, name in enumerate(PORTS)}
    owner: dict[int, str] = {}
    for name, port in ports.items():
        if (other := owner.setdefault(port, name)) != name:
            raise BadSetting(f"{other} and {name} are both {port}: every process needs a port of its own")
    return ports


def _port(name: str, text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 0 < int(text) < 65_536):
        raise BadSetting(f"{name} is {text!r}: it must be a whole number from 1 to 65535")
    return int(text)


def _host(text: str) -> str:
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


def _names(text: str) -> tuple[str, ...]:
    """Names and addresses without scheme or port, as browsers write them in Host."""
    names = [name.strip().lower().rstrip(".") for name in text.split(",") if name.strip()]
    return tuple(dict.fromkeys(map(_name, names)))


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


def _networks(name: str, text: str) -> tuple[Network, ...]:
    try:
        return tuple(ip_network(part.strip(), strict=False) for part in text.split(",") if part.strip())
    except ValueError:
        raise BadSetting(
            f"{name} is {text!r}: it must be addresses or networks with commas between them, such as "
            "127.0.0.1,10.0.0.0/8"
        ) from None


def _count(environ: Mapping[str, str], name: str, default: int) -> int:
    text = environ.get(name) or str(default)
    if not (text.isascii() and text.isdecimal() and 0 < int(text) <= 1_000_000):
        raise BadSetting(f"{name} is {text!r}: it must be a whole number from 1 to 1000000")
    return int(text)


def _truth(environ: Mapping[str, str], name: str, default: bool) -> bool:
    text = (environ.get(name) or ("yes" if default else "no")).lower()
    if text not in TRUTHS:
        raise BadSetting(f"{name} is {text!r}: it must be yes or no")
    return TRUTHS[text]


def _one_of(environ: Mapping[str, str], name: str, known: tuple[str, ...]) -> str | None:
    text = environ.get(name) or None
    if text is not None and text not in known:
        raise BadSetting(f"{name} is {text!r}: it must be {' or '.join(known)}")
    return text


def _seconds(environ: Mapping[str, str], name: str, default: float) -> float:
    text = environ.get(name) or str(default)
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds < float("inf"):
        raise BadSetting(f"{name} is {text!r}: it must be a number of seconds, 0 or more")
    return seconds


def _redis_url(name: str, url: str) -> str:
    if not url.startswith(("redis://", "rediss://", "unix://")):
        # Not the value: it may hold a password.
        raise BadSetting(f"{name} must start with redis://, rediss:// or unix://")
    return url


def _live_url(url: str | None) -> str | None:
    """Where browsers find the sockets: a whole address, or a path on the page's own host such as /live."""
    if url is not None and not url.startswith(("ws://", "wss://", "/")):
        raise BadSetting(f"LIVE_URL is {url!r}: it must start with ws://, wss:// or /")
    return url and url.rstrip("/")
