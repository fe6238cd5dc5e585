"""The queue over HTTP: wait for opponents, ask how it stands, leave."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from flask_smorest import Blueprint

from services.matchmaking.schemas import Gone, Left, WaitingShown, Wanted
from shared.errors import NotYourSeat
from shared.games.registry import GAMES
from shared.ledger.forms.schema import made
from shared.ledger.ids import id_from
from shared.platform.player import is_person, player_from
from shared.platform.queue import Pool, Ticket, expected, pool_from, rating_of, terms_of
from shared.platform.rating.pools import pool as rated_in
from shared.platform.table.decide import check_rated, check_seats
from shared.platform.terms import Clock, check_terms
from shared.queue import Status
from shared.web.books import books
from shared.web.queue import queue
from shared.web.seats import seats
from shared.web.service import asker

Body = Mapping[str, Any]
SECOND = 1000  # milliseconds

waiting = Blueprint("queue", __name__, url_prefix="/tables/queue", description="People who want to play with people.")


@waiting.post("")
@waiting.arguments(Wanted)
@waiting.response(200, WaitingShown)
def wait_for_opponents(body: Body) -> dict[str, Any]:
    """Wait for people who want to play the same, as long as you ask how it stands every few seconds.

    If opponents were found for you already, the answer says where, and you wait for nothing else.
    """
    person, game = waiter(), GAMES[body["game"]]
    check_seats(game, body["seats"])
    clock = body["clock"] and Clock(**body["clock"])
    pool = Pool(game.slug, asdict(made(game.options, body["options"])), body["seats"], clock, body["rated"])
    check_terms(terms_of(pool))
    check_rated(game, pool.seats, terms_of(pool))
    seats().check_room(asker())
    rating = rating_of(person, books().now(rated_in(pool.game, pool.options)))
    id_ = id_from(f"{person} {body['cause']}".encode())
    queue().join(Ticket(id_, person, str(pool), queue().now(), rating.mu, rating.sigma))
    return shown(queue().sign(person))


@waiting.get("")
@waiting.response(200, WaitingShown)
def look() -> dict[str, Any]:
    """How it stands. To ask is the sign that you still wait: whoever shows none for 10 seconds is matched no more."""
    return shown(queue().sign(waiter()))


@waiting.post("/leave")
@waiting.arguments(Left)
@waiting.response(200, Gone)
def leave(body: Body) -> dict[str, Any]:
    """Wait no longer, also for a table that was found and where you don't sit yet."""
    return {"left": queue().leave(waiter(), may_come_back=body["may_come_back"])}


def waiter() -> str:
    """The id of the person who asks. Raises NotYourSeat."""
    if not is_person(asker()):
        raise NotYourSeat("people wait for each other here: bots are asked to tables")
    return player_from(asker()).name


def shown(status: Status) -> dict[str, Any]:
    if (ticket := status.ticket) is None:
        return dict.fromkeys(WaitingShown().fields) | {"status": "none"}
    usual = expected(queue().waits(ticket.pool))
    return {
        **pool_from(ticket.pool)._asdict(),
        "status": "found" if status.table else "waiting",
        "table": status.table,
        "waited": max(0, queue().now() - ticket.since) // SECOND,
        "expected": None if usual is None else usual // SECOND,
    }
