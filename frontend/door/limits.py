"""How often one person, and one address, may ask for what costs something: generous to people, not to floods.

People are counted first. An address may do ten times as much, because a household, a school or a tournament may share
it; whoever has no cookie yet is counted by address alone. Programs on this machine may do ten times as much again.

A refusal comes before anything is done, so nothing is lost: the same form sent again later is the same command.
After the command, nothing here may fail because of the server: what is stored is confirmed in any case.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from math import ceil
from secrets import randbelow
from threading import BoundedSemaphore
from typing import Any, NamedTuple, TypeVar

import redis
import structlog
from flask import Flask, current_app, request
from werkzeug.exceptions import TooManyRequests

from frontend.door.counting import Counting, Window
from frontend.people.sessions import known_person
from frontend.site import site
from shared.addresses import Network, among, group, is_loopback

View = TypeVar("View", bound=Callable[..., Any])
log = structlog.get_logger()

NAME_OF_COUNTING = "counting"


class Limit(NamedTuple):
    """The rate of one person. What shares a name is counted together."""

    name: str
    rate: str


OPEN = Limit("tables", "30 per minute; 300 per hour")
SIT = Limit("seats", "120 per minute")
MOVE = Limit("moves", "600 per minute")
ASK_BACK = Limit("requests", "20 per minute; 120 per hour")  # to take back a move, which all others are asked to answer
COUNT = Limit("cities", "240 per minute")
NAME = Limit("names", "20 per minute")
HINT = Limit("hints", "20 per minute; 300 per hour")  # of moves, for which a bot thinks
ANALYSE = Limit("analyses", "6 per minute; 30 per hour")
SEAT = Limit("links", "30 per minute")  # personal links, which must not be found by guessing
CALLING = Limit("calling", "30 per minute")  # how one is called, and the links in mails
MAIL = Limit("mails", "3 per minute; 10 per hour")  # questions to a mail address, which may be somebody else's
TALK = Limit("talk", "30 per minute; 600 per hour")
PICTURE = Limit("pictures", "20 per minute")  # of results if they have to be drawn, and codes
ERASE = Limit("erasures", "6 per minute; 30 per hour")  # with a password, which must not be found by guessing
REPORT = Limit("reports", "10 per minute; 40 per hour")
OPERATE = Limit("operators", "120 per minute")
EVENING = Limit("evenings", "30 per minute")
SIGN_IN = Limit("signing", "20 per minute; 200 per hour")  # passwords that are made or tried
ACCOUNT = Limit("account", "30 per minute")
BOT = Limit("remote", "600 per minute")  # bots registered, and their streams and polls
TOKEN = Limit("tokens", "20 per minute")
PERSON = Limit("persons", "60 per minute")  # followed and blocked
EXPORT = Limit("exports", "6 per minute; 30 per hour")
TURNS = BoundedSemaphore(2)
SOON = 5  # seconds
AN_ADDRESS = 10  # times the limit of a person
# Tables are kept and identities are free, so an address may open more tables the more moves come from it. At first it
# may open as many as a club needs for an evening.
TABLES_OF_AN_ADDRESS = (
    (3000, "600 per minute; 6000 per hour"),
    (300, "300 per minute; 3000 per hour"),
    (0, "300 per minute; 600 per hour"),
)
THIS_MACHINE = 10  # times the limit of anybody else, for its own programs: a person's if they play, an address's always
OF_PLAYING = (OPEN, SIT, MOVE, COUNT)
SECONDS = {"minute": 60, "hour": 3600}
REMEMBERED = 30 * 86_400  # seconds for which the moves of an address count
NOTED = 10  # one move in ten is noted, for all ten: a move must not wait for another write to the disk


def address() -> str:
    """Where the request comes from, as one household. Only proxies named in the settings may name another address."""
    return address_of(request.remote_addr or "", request.headers.get("X-Forwarded-For", ""), site().settings.proxies)


def address_of(found: str, forwarded_for: str, proxies: Iterable[Network]) -> str:
    """Of a visitor whose connection comes from the address `found`."""
    named = [part.strip() for part in forwarded_for.split(",")]
    while named and among(found, proxies):
        found = named.pop() or found
    return group(found)


def is_unlimited() -> bool:
    return among(address(), site().settings.unlimited)


def limit(kind: Limit) -> Callable[[View], View]:
    """Limit a view to a rate for one person, and to a higher rate for everybody who shares an address."""

    def limited(view: View) -> View:
        counted = noted(view) if kind.name == MOVE.name else view

        @wraps(view)
        def asking(*args: Any, **kwargs: Any) -> Any:
            check(kind)
            return counted(*args, **kwargs)

        return asking  # type: ignore[return-value]  # it takes and gives what the view does

    return limited


def check(kind: Limit) -> None:
    """Raises TooManyRequests, which says when to come back."""
    where, person = address(), known_person()
    if among(where, site().settings.unlimited):
        return
    own = windows(f"person-{kind.name}/{person}", kind.rate, times_of_a_person(kind, where)) if person else ()
    counting: Counting = current_app.extensions[NAME_OF_COUNTING]
    seconds = counting.wait((*own, *windows_of_an_address(kind, where)))
    if seconds > 0:
        raise TooManyRequests(retry_after=ceil(seconds))


@contextmanager
def turn_of(kind: Limit) -> Iterator[None]:
    """For what keeps a processor busy: few at once in a process, whoever asks, so that pages of others come between.

    Raises TooManyRequests.
    """
    check(kind)
    if not TURNS.acquire(blocking=False):
        raise TooManyRequests(retry_after=SOON)
    try:
        yield
    finally:
        TURNS.release()


def times_of_a_person(kind: Limit, where: str) -> int:
    return THIS_MACHINE if kind in OF_PLAYING and is_loopback(where) else 1


def windows_of_an_address(kind: Limit, where: str) -> tuple[Window, ...]:
    times = THIS_MACHINE if is_loopback(where) else 1
    name = f"address-{kind.name}/{where}"
    if kind.name == OPEN.name:
        return windows(name, tables_of_an_address(where), times)
    return windows(name, kind.rate, AN_ADDRESS * times)


@lru_cache(4096)
def windows(name: str, rate: str, times: int) -> tuple[Window, ...]:
    """Those of a rate such as "30 per minute; 300 per hour", of which so many times as many are allowed."""
    parts = (part.split() for part in rate.split(";"))
    return tuple(Window(f"{name}/{SECONDS[unit]}", int(count) * times, SECONDS[unit]) for count, _per, unit in parts)


def tables_of_an_address(where: str) -> str:
    moves = int(site().limits.get(_moves_key(where)) or 0)
    return next(rate for least, rate in TABLES_OF_AN_ADDRESS if moves >= least)


def _moves_key(where: str) -> str:
    return f"urbanist:moves-from:{where}"


def noted(view: View) -> View:
    """Moves earn their address higher limits. A move stands even if it can't be noted here."""

    @wraps(view)
    def noting(*args: Any, **kwargs: Any) -> Any:
        answer = view(*args, **kwargs)
        if answer.status_code < 400 and not randbelow(NOTED) and not is_unlimited():
            try:
                with site().limits.pipeline() as pipe:
                    pipe.incrby(_moves_key(address()), NOTED)
                    pipe.expire(_moves_key(address()), REMEMBERED)
                    pipe.execute()
            except redis.RedisError as error:
                log.warning("move_not_noted", reason=str(error))
        return answer

    return noting  # type: ignore[return-value]  # it takes and gives what the view does


def keep_limits(app: Flask, client: "redis.Redis") -> None:
    app.extensions[NAME_OF_COUNTING] = Counting(client)
