"""How often one person, and one address, may ask for what costs something: generous to people, not to floods.

A refusal comes before anything is done, so nothing is lost: the same form sent again later is the same command.
After the command, nothing here may fail because of the server: what is stored is confirmed in any case.
"""

import time
from collections.abc import Callable
from functools import wraps
from secrets import randbelow
from typing import Any, TypeVar

import redis
import structlog
from flask import Flask, request
from flask_limiter import Limiter

from frontend.people.sessions import known_person
from frontend.site import PATIENCE, site
from shared.addresses import among, group

View = TypeVar("View", bound=Callable[..., Any])
log = structlog.get_logger()

# Per person: a household, a school or a tournament may share an address.
OPEN = "30 per minute; 300 per hour"
SIT = "120 per minute"
MOVE = "600 per minute"
COUNT = "240 per minute"
NAME = "20 per minute"
ANALYSE = "6 per minute; 30 per hour"
SEAT = "30 per minute"  # personal links, which must not be found by guessing
TALK = "30 per minute; 600 per hour"
AN_ADDRESS = 10  # times the limit of a person
# Tables are kept and identities are free, so an address may open more tables the more moves come from it.
TABLES_OF_AN_ADDRESS = (
    (3000, "300 per minute; 3000 per hour"),
    (300, "120 per minute; 600 per hour"),
    (0, "60 per minute; 150 per hour"),
)
REMEMBERED = 30 * 86_400  # seconds for which the moves of an address count
NOTED = 10  # one move in ten is noted, for all ten: a move must not wait for another write to the disk
WAIT = 60  # seconds to wait if the server can't say how long


def address() -> str:
    """Where the request comes from, as one household. Only proxies named in the settings may name another address."""
    proxies = site().settings.proxies
    found = request.remote_addr or ""
    named = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")]
    while named and among(found, proxies):
        found = named.pop() or found
    return group(found)


def is_unlimited() -> bool:
    return among(address(), site().settings.unlimited)


def person() -> str:
    return known_person() or address()


def per_address(limit: str) -> str:
    """`limit` for AN_ADDRESS people at once."""
    parts = (part.strip().partition(" ") for part in limit.split(";"))
    return "; ".join(f"{int(count) * AN_ADDRESS} {rest}" for count, _, rest in parts)


def tables_of_this_address() -> str:
    moves = int(site().limits.get(_moves_key()) or 0)
    return next(rate for least, rate in TABLES_OF_AN_ADDRESS if moves >= least)


def _moves_key() -> str:
    return f"urbanist:moves-from:{address()}"


limiter = Limiter(key_func=person, key_prefix="urbanist")


def limit(rate: str) -> Callable[[View], View]:
    """Limit a view to `rate` for one person, and to a higher rate for everybody who shares an address."""
    of_all = tables_of_this_address if rate == OPEN else per_address(rate)

    def limited(view: View) -> View:
        whole: Any = limiter.shared_limit(of_all, scope=f"address-{rate}", key_func=address, exempt_when=is_unlimited)
        own: Any = limiter.shared_limit(rate, scope=f"person-{rate}", key_func=person)
        found: View = whole(own(noted(view) if rate == MOVE else view))
        return found

    return limited


def noted(view: View) -> View:
    """Moves earn their address higher limits. A move stands even if it can't be noted here."""

    @wraps(view)
    def noting(*args: Any, **kwargs: Any) -> Any:
        answer = view(*args, **kwargs)
        if answer.status_code < 400 and not randbelow(NOTED) and not is_unlimited():
            try:
                with site().limits.pipeline() as pipe:
                    pipe.incrby(_moves_key(), NOTED)
                    pipe.expire(_moves_key(), REMEMBERED)
                    pipe.execute()
            except redis.RedisError as error:
                log.warning("move_not_noted", reason=str(error))
        return answer

    return noting  # type: ignore[return-value]  # it takes and gives what the view does


def seconds_to_wait() -> int:
    """The seconds until a refused request may be sent again."""
    breached = [each for each in limiter.current_limits if each.breached]
    try:
        return max([1, *(int(each.reset_at - time.time()) + 1 for each in breached)])
    except redis.RedisError:
        return WAIT


def keep_limits(app: Flask, redis_url: str) -> None:
    app.config["RATELIMIT_STORAGE_URI"] = redis_url.replace("unix://", "redis+unix://", 1)
    app.config["RATELIMIT_STORAGE_OPTIONS"] = PATIENCE
    limiter.init_app(app)
