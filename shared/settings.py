"""What the environment says, read once, checked, and the same in every process.

Each setting is one row below; `make settings` writes the tables in `docs/hosting.md` from them.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from math import inf
from pathlib import Path
from types import MappingProxyType
from typing import Annotated
from urllib.parse import quote

from shared.addresses import Network, is_loopback
from shared.ports import ports_in, urls_in
from shared.services import SERVED, SERVER, SERVICES, Service
from shared.variables import (
    CALLS,
    KEPT,
    MATCHES,
    PEOPLE,
    RARE,
    TRIALS,
    VISITORS,
    Variable,
    count,
    days,
    days_or_none,
    folder,
    host,
    http_url,
    issuer,
    live_url,
    mail_address,
    names,
    networks,
    one_of,
    redis_url,
    seconds,
    smtp_url,
    switch,
    text,
    truth,
)

SOCKET_NAME = "redis.sock"
LONGEST_SOCKET = 103  # bytes of a Unix socket's path: 107 on Linux, 103 on macOS
ARCHIVE_AFTER = 30.0  # days, where the server is ours
PUSH_SERVICES = "fcm.googleapis.com,push.services.mozilla.com,notify.windows.com,push.apple.com"
LOOPBACK = "127.0.0.1,::1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    # fmt: off
    host: Annotated[str, Variable(VISITORS, "HOST", host, "127.0.0.1",
        "the address that pages and sockets listen on", "`127.0.0.1`: this machine alone")]
    names: Annotated[tuple[str, ...], Variable(VISITORS, "URBANIST_NAMES", names, "",
        "the names and addresses by which others reach it, separated by commas, without ports",
        "with `HOST=0.0.0.0` or `[::]` any address, and the machine's own name")]
    live_url: Annotated[str | None, Variable(VISITORS, "LIVE_URL", live_url, None,
        "where pages find the sockets: a path of the same site, or a whole address", "the same host and `LIVE_PORT`")]
    proxies: Annotated[tuple[Network, ...], Variable(VISITORS, "URBANIST_PROXIES", networks, LOOPBACK,
        "addresses and networks of proxies that are believed about where a visitor comes from", may_be_empty=True)]
    unlimited: Annotated[tuple[Network, ...], Variable(VISITORS, "URBANIST_UNLIMITED", networks, "",
        "addresses and networks whose visitors are not counted, such as your own bots or load tests", "none")]
    live_sockets: Annotated[int, Variable(VISITORS, "LIVE_SOCKETS", count, "2000",
        "sockets at once; whoever comes later polls")]
    sockets_of_a_person: Annotated[int, Variable(VISITORS, "LIVE_SOCKETS_OF_A_PERSON", count, "20",
        "how many of them one person gets")]
    sockets_of_an_address: Annotated[int, Variable(VISITORS, "LIVE_SOCKETS_OF_AN_ADDRESS", count, "1000",
        "how many of them one address gets")]
    unfinished: Annotated[int, Variable(VISITORS, "URBANIST_UNFINISHED", count, "200",
        "waiting connections of one address, in one process; beyond that the oldest is closed")]
    seats_waiting: Annotated[int, Variable(VISITORS, "URBANIST_SEATS_WAITING", count, "10",
        "seats of one person at tables that wait for players")]
    seats_playing: Annotated[int, Variable(VISITORS, "URBANIST_SEATS_PLAYING", count, "20",
        "seats of one person in running matches with other people")]
    var: Annotated[Path, Variable(KEPT, "URBANIST_VAR", folder, "var",
        "the folder of everything that is kept", "`var`")]
    redis_url: Annotated[str, Variable(KEPT, "REDIS_URL", redis_url, None,
        "a Redis or Valkey server of your own in place of the embedded one", "none")]
    rq_redis_url: Annotated[str, Variable(KEPT, "RQ_REDIS_URL", redis_url, None,
        "another one for the queues of jobs", "that of the ledger")]
    disk_reserve: Annotated[int, Variable(KEPT, "URBANIST_DISK_RESERVE", count, "64",
        "megabytes of the disk that stay free: below them nothing is stored")]
    archive_after: Annotated[float, Variable(KEPT, "URBANIST_ARCHIVE_AFTER", days, None,
        "days from the end of a match until it is archived, or `never`", "30, and `never` with `REDIS_URL`")]
    forget_guests: Annotated[float, Variable(KEPT, "URBANIST_FORGET_GUESTS", days_or_none, "400",
        "days after their last visit until guests are forgotten, or `never`", "400, as long as a cookie lasts")]
    accept_loss: Annotated[str | None, Variable(KEPT, "URBANIST_ACCEPT_LOSS", one_of("ledger", "key"), None,
        "for one start: what may be missing, `ledger` or `key`", "nothing")]
    anchors: Annotated[bool, Variable(KEPT, "URBANIST_ANCHORS", switch("hourly"), "off",
        "whether all matches are folded into one digest each hour, which anybody can keep: `hourly` or `off`", "`off`")]
    timestamp_url: Annotated[str | None, Variable(KEPT, "URBANIST_TIMESTAMP_URL", http_url, None,
        "a time-stamp server (RFC 3161) that is asked to stamp each of these digests, such as "
        "`https://tsa.example.org`", "none")]
    nonce_wait: Annotated[float, Variable(MATCHES, "URBANIST_NONCE_WAIT", seconds, "10",
        "seconds until a secret number that was not shown counts as none")]
    abort_after: Annotated[float, Variable(MATCHES, "URBANIST_ABORT_AFTER", seconds, "86400",
        "seconds until a table that nobody fills, or a match in which nobody moves, is closed")]
    absent_after: Annotated[float, Variable(MATCHES, "URBANIST_ABSENT_AFTER", seconds, "180",
        "seconds until the others may let a bot play for a person who was called and has never moved")]
    bot_patience: Annotated[float, Variable(MATCHES, "URBANIST_BOT_PATIENCE", seconds, "3",
        "seconds until a called bot that has not moved is called again")]
    bots: Annotated[tuple[str, ...], Variable(MATCHES, "URBANIST_BOTS", names, "",
        "names of the bots of other packages that this machine runs, separated by commas, or `none`",
        "all that are installed")]
    bot_memory: Annotated[int, Variable(MATCHES, "URBANIST_BOT_MEMORY", count, "1024",
        "megabytes that such a bot may take")]
    bot_network: Annotated[bool, Variable(MATCHES, "URBANIST_BOT_NETWORK", truth, "no",
        "whether such bots may use the network, `yes` or `no`", "`no`")]
    bots_unwalled: Annotated[bool, Variable(MATCHES, "URBANIST_BOTS_UNWALLED", truth, "no",
        "whether such bots run where the system can't wall them off: they see its files, processes and network",
        "`no`")]
    pace: Annotated[float, Variable(MATCHES, "URBANIST_PACE", seconds, "0.8",
        "seconds that a page shows a move before it shows a bot's; nothing else waits")]
    analysis: Annotated[bool, Variable(MATCHES, "URBANIST_ANALYSIS", truth, "yes",
        "whether matches are analysed, `yes` or `no`", "`yes`")]
    analyses_waiting: Annotated[int, Variable(MATCHES, "URBANIST_ANALYSES_WAITING", count, "200",
        "matches that wait for their analysis at most")]
    call_after: Annotated[float, Variable(CALLS, "URBANIST_CALL_AFTER", seconds, "15",
        "seconds until a person whose turn it is, and who has no page open, is called by a message to their browsers")]
    mail_after: Annotated[float, Variable(CALLS, "URBANIST_MAIL_AFTER", seconds, "900",
        "seconds until they are called by mail, where nothing has been mailed for as long as they chose")]
    smtp_url: Annotated[str | None, Variable(CALLS, "URBANIST_SMTP_URL", smtp_url, None,
        "where mail is handed in: `smtp://me:secret@mail.example.org:587`, or `smtps://` for TLS from the start",
        "none: mail is written to the log, and not offered at all once others can come")]
    mail_from: Annotated[str, Variable(CALLS, "URBANIST_MAIL_FROM", mail_address, "urbanist@localhost",
        "the address that mail comes from, which push services are told too")]
    push_services: Annotated[tuple[str, ...], Variable(CALLS, "URBANIST_PUSH_SERVICES", names, PUSH_SERVICES,
        "names of the push services that messages may be sent to, each with all names below it",
        "those of Chrome, Edge, Firefox and Safari")]
    oidc_issuer: Annotated[str | None, Variable(PEOPLE, "URBANIST_OIDC_ISSUER", issuer, None,
        "the OpenID Connect provider by which people may sign in: `https://id.example.org`; its callback is "
        "`/signin/provider/back`", "none")]
    oidc_client: Annotated[str | None, Variable(PEOPLE, "URBANIST_OIDC_CLIENT", text, None,
        "what that provider knows this server by", "none")]
    oidc_secret: Annotated[str | None, Variable(PEOPLE, "URBANIST_OIDC_SECRET", text, None,
        "the secret that it has given this server", "none")]
    oidc_name: Annotated[str, Variable(PEOPLE, "URBANIST_OIDC_NAME", text, "the provider",
        "what the button calls it")]
    processes: Annotated[int, Variable(RARE, "WEB_CONCURRENCY", count, "2",
        "processes of the pages and of each service")]
    threads: Annotated[int, Variable(RARE, "WEB_THREADS", count, "16", "threads of each of them")]
    bot_pause: Annotated[float, Variable(TRIALS, "URBANIST_BOT_PAUSE", seconds, "0",
        "seconds that a worker sleeps before each bot's move, so that something can happen meanwhile")]
    # fmt: on
    embedded: bool  # no REDIS_URL was given: the server is ours to start
    ports: Mapping[str, int] = field(hash=False)  # by program
    urls: Mapping[str, str] = field(hash=False)  # where each service is asked, by its name
    elsewhere: frozenset[str]  # the services that run on another machine

    @classmethod
    def from_environ(cls, environ: Mapping[str, str]) -> "Settings":
        """Raises BadSetting."""
        found = {name: row.value(environ) for name, row in rows().items()}
        ports, remote = ports_in(environ), urls_in(environ)
        given = found["redis_url"]
        if found["archive_after"] is None:
            found["archive_after"] = inf if given else ARCHIVE_AFTER
        found["redis_url"] = given or embedded_url(found["var"], ports[SERVER.program])
        found["rq_redis_url"] = found["rq_redis_url"] or found["redis_url"]
        local = {one.name: f"http://127.0.0.1:{ports[one.program]}" for one in SERVICES}
        return cls(
            **found,
            embedded=given is None,
            ports=MappingProxyType(ports),
            urls=MappingProxyType(local | remote),
            elsewhere=frozenset(remote),
        )

    @property
    def services_here(self) -> list[Service]:
        """Those that this machine starts, by their ports."""
        return [one for one in SERVED if isinstance(one, Service) and one.name not in self.elsewhere]

    @property
    def port(self) -> int:
        """Of the pages."""
        return self.ports["frontend"]

    @property
    def live_port(self) -> int:
        return self.ports["live"]

    @property
    def archive(self) -> Path:
        """The folder of matches that ended long ago."""
        return self.var / "archive"

    @property
    def anchor_folder(self) -> Path:
        """What all matches had come to, hour by hour."""
        return self.var / "anchors"

    @property
    def sends_mail(self) -> bool:
        """On a machine of one's own it goes to the log, for whoever tries it out."""
        return self.smtp_url is not None or not self.is_public

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


def rows() -> dict[str, Variable]:
    """By the names of the fields; those of ports and services are in `shared/ports.py`."""
    return {one.name: row for one in fields(Settings) for row in getattr(one.type, "__metadata__", ())}


@cache
def settings() -> Settings:
    """This process's settings."""
    return Settings.from_environ(os.environ)


def has_socket(var: Path) -> bool:
    """Whether the embedded server can listen on a socket in this folder: no port, and nobody else gets in."""
    return len(os.fsencode(var / SOCKET_NAME)) <= LONGEST_SOCKET


def embedded_url(var: Path, port: int) -> str:
    return f"unix://{quote(str(var / SOCKET_NAME))}" if has_socket(var) else f"redis://127.0.0.1:{port}/0"
