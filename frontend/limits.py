"""How often one person, and one address, may ask for what costs something: generous for people, not for floods.

A refusal comes before anything is done, so nothing is lost: the same form sent again later is the same order.
"""

from collections.abc import Callable
from ipaddress import ip_address
from typing import Any, TypeVar

from flask import Flask, request
from flask_limiter import Limiter

from frontend.sessions import known_person
from frontend.site import PATIENCE

View = TypeVar("View", bound=Callable[..., Any])

# per person; an address is shared by a household, a school or a tournament
OPEN = "30 per minute; 300 per hour"
SIT = "120 per minute"
MOVE = "600 per minute"
COUNT = "240 per minute"
NAME = "20 per minute"
ANALYSE = "6 per minute; 30 per hour"
SEAT = "30 per minute"  # personal links, which nobody shall find by trying
TALK = "30 per minute; 600 per hour"
AN_ADDRESS = 10  # times what a person may


def address() -> str:
    """Where the request comes from; only a proxy beside us is believed when it names somebody else."""
    direct = request.remote_addr or ""
    named = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    return named if named and _is_near(direct) else direct


def is_this_machine() -> bool:
    """Programs beside us, such as load tests, are the operator's own."""
    return _is_near(address()) and ip_address(address()).is_loopback


def person() -> str:
    return known_person() or address()


def per_address(limit: str) -> str:
    """`limit` for AN_ADDRESS people at once."""
    parts = (part.strip().partition(" ") for part in limit.split(";"))
    return "; ".join(f"{int(count) * AN_ADDRESS} {rest}" for count, _, rest in parts)


def _is_near(address: str) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return found.is_loopback or found.is_private


limiter = Limiter(key_func=person, headers_enabled=True, key_prefix="urbanist")


def limit(rate: str) -> Callable[[View], View]:
    """For a view: so often by one person, and ten times as often from one address."""

    def limited(view: View) -> View:
        whole: Any = limiter.shared_limit(
            per_address(rate), scope=f"address-{rate}", key_func=address, exempt_when=is_this_machine
        )
        own: Any = limiter.shared_limit(rate, scope=f"person-{rate}", key_func=person)
        found: View = whole(own(view))
        return found

    return limited


def keep_limits(app: Flask, redis_url: str) -> None:
    app.config["RATELIMIT_STORAGE_URI"] = redis_url.replace("unix://", "redis+unix://", 1)
    app.config["RATELIMIT_STORAGE_OPTIONS"] = PATIENCE
    limiter.init_app(app)
