"""What the environment says, read once, checked, and the same in every process."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from urllib.parse import quote

from shared import variables
from shared.addresses import Network, is_loopback
from shared.variables import BadSetting

SOCKET_NAME = "redis.sock"
LONGEST_SOCKET = 103  # bytes of a Unix socket's path: 107 on Linux, 103 on macOS
LOSSES = ("ledger", "key")
LOOPBACK = "127.0.0.1,::1"
PORTS = ("PORT", "LIVE_PORT", "GAME_COMMAND_PORT", "MATCHMAKING_PORT", "SCORING_PORT", "SERVER_PORT")


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
        redis_url = variables.redis_url("REDIS_URL", given or embedded_url(var, ports["SERVER_PORT"]))
        return cls(
            var=var,
            host=variables.host(environ.get("HOST") or "127.0.0.1"),
            names=variables.names(environ.get("URBANIST_NAMES") or ""),
            proxies=variables.networks("URBANIST_PROXIES", environ.get("URBANIST_PROXIES", LOOPBACK)),
            unlimited=variables.networks("URBANIST_UNLIMITED", environ.get("URBANIST_UNLIMITED", "")),
            port=ports["PORT"],
            live_port=ports["LIVE_PORT"],
            game_command_port=ports["GAME_COMMAND_PORT"],
            matchmaking_port=ports["MATCHMAKING_PORT"],
            scoring_port=ports["SCORING_PORT"],
            server_port=ports["SERVER_PORT"],
            embedded=given is None,
            redis_url=redis_url,
            rq_redis_url=variables.redis_url("RQ_REDIS_URL", environ.get("RQ_REDIS_URL") or redis_url),
            live_sockets=variables.count(environ, "LIVE_SOCKETS", 2000),
            sockets_of_a_person=variables.count(environ, "LIVE_SOCKETS_OF_A_PERSON", 20),
            sockets_of_an_address=variables.count(environ, "LIVE_SOCKETS_OF_AN_ADDRESS", 200),
            unfinished=variables.count(environ, "URBANIST_UNFINISHED", 200),
            live_url=variables.live_url(environ.get("LIVE_URL") or None),
            nonce_wait=variables.seconds(environ, "URBANIST_NONCE_WAIT", 10),
            abort_after=variables.seconds(environ, "URBANIST_ABORT_AFTER", 86_400),
            bot_patience=variables.seconds(environ, "URBANIST_BOT_PATIENCE", 3),
            analysis=variables.truth(environ, "URBANIST_ANALYSIS", True),
            disk_reserve=variables.count(environ, "URBANIST_DISK_RESERVE", 64),
            accept_loss=variables.one_of(environ, "URBANIST_ACCEPT_LOSS", LOSSES),
            analyses_waiting=variables.count(environ, "URBANIST_ANALYSES_WAITING", 200),
            bot_pause=variables.seconds(environ, "URBANIST_BOT_PAUSE", 0),
            seats_waiting=variables.count(environ, "URBANIST_SEATS_WAITING", 10),
            seats_playing=variables.count(environ, "URBANIST_SEATS_PLAYING", 20),
            absent_after=variables.seconds(environ, "URBANIST_ABSENT_AFTER", 180),
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
    first = variables.port("PORT", environ.get("PORT") or "8000")
    ports = {name: variables.port(name, environ.get(name) or str(first + index)) for index, name in enumerate(PORTS)}
    owner: dict[int, str] = {}
    for name, port in ports.items():
        if (other := owner.setdefault(port, name)) != name:
            raise BadSetting(f"{other} and {name} are both {port}: every process needs a port of its own")
    return ports
