"""Tables over HTTP: open one, sit down, bring bots, show nonces, give up."""

import hmac
import secrets
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from flask import Flask
from flask_smorest import Blueprint

from services.matchmaking.schemas import (
    Done,
    NewBot,
    NewBranch,
    NewSeat,
    NewTable,
    Opened,
    SentAway,
    ShownNonce,
    TableShown,
)
from services.matchmaking.seats import Seats
from shared.bots import player
from shared.errors import Unavailable
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.forms.schema import made
from shared.ledger.ids import id_from
from shared.ledger.redis import connect
from shared.platform.branches import branch_from
from shared.platform.streams import Streams
from shared.platform.table import (
    Command,
    GiveUp,
    LeaveSeat,
    OpenTable,
    SeatBot,
    SendAway,
    ShowNonce,
    Table,
    TakeSeat,
)
from shared.settings import Settings, settings
from shared.web.answers import operators
from shared.web.key import gateway_key
from shared.web.ledger import streams
from shared.web.schemas import Caused
from shared.web.service import asker, make_service

Body = Mapping[str, Any]

tables = Blueprint("tables", __name__, url_prefix="/tables", description="Matches that still look for people.")


def create_app() -> Flask:
    return make_service("matchmaking", gateway_key(settings().var), [tables])


@tables.post("")
@tables.arguments(NewTable)
@tables.response(201, Opened)
def open_table(body: Body) -> dict[str, Any]:
    """Open a table; bots sit down at once. The answer holds the commitment to the seed of all draws."""
    game = GAMES[body["game"]]
    command = OpenTable(
        by=asker(),
        game=game,
        options=made(game.options, body["options"]),
        seats=body["seats"],
        listed=body["listed"],
        seed=secrets.token_hex(32),
        bots=tuple(player(name) for name in body["bots"]),
    )
    return opened(command, body["cause"])


@tables.post("/branches")
@tables.arguments(NewBranch)
@tables.response(201, Opened)
def open_branch(body: Body) -> dict[str, Any]:
    """Open a table where a match that is over is played on from one of its versions, for practice."""
    branch = branch_from(streams(), body["match"], body["version"], body["draws"] == "afresh")
    started = streams().match(body["match"]).state.start
    game = GAMES[started.game]
    command = OpenTable(
        by=asker(),
        game=game,
        options=game.options(**started.options),
        seats=len(started.players),
        listed=body["listed"],
        seed=secrets.token_hex(32),
        branch=branch,
    )
    return opened(command, body["cause"])


def opened(command: OpenTable, cause: str) -> dict[str, Any]:
    table_id = new_id(command.by, cause)
    answer = streams().tables.handle(Message(stream=f"table:{table_id}", by=command.by, cause=cause, command=command))
    table = table_after(table_id)
    return {"id": table_id, "version": answer.last, "commitment": table and table.opened and table.opened.commitment}


def table_after(table_id: str) -> Table | None:
    """After a command was stored; None where it can't be read: the command is answered all the same."""
    try:
        return streams().table(table_id).state
    except Unavailable as verdict:
        operators.hear(verdict)
        return None


def new_id(by: str, cause: str) -> str:
    """Unguessable, and the same when the same command is sent again, so that a lost answer opens no second table."""
    return id_from(hmac.digest(gateway_key(settings().var), f"table:{by}:{cause}".encode(), "sha256"))


@tables.get("/<table_id>")
@tables.response(200, TableShown)
def show_table(table_id: str) -> dict[str, Any]:
    """The table as everybody may see it."""
    table = streams().table(table_id).state
    opened = table.opening
    return {
        "id": table_id,
        "version": table.version,
        "game": opened.game,
        "options": opened.options,
        "opener": opened.opener,
        "listed": opened.listed,
        "commitment": opened.commitment,
        "branch": opened.branch and {**opened.branch._asdict(), "settled": dict(opened.branch.settled)},
        "seats": table.seats,
        "status": "closed" if table.closed else "filled" if table.is_filled else "open",
        "match": table.closed and table.closed.match,
        "reason": table.closed and table.closed.reason,
    }


def obey(table_id: str, body: Body, command: Command) -> dict[str, Any]:
    message = Message(stream=f"table:{table_id}", by=asker(), cause=body["cause"], command=command)
    answer = streams().tables.handle(message)
    table = table_after(table_id)
    return {"version": answer.last, "seat": table and table.seat_of(asker())}


@tables.post("/<table_id>/seats")
@tables.arguments(NewSeat)
@tables.response(200, Done)
def take_seat(body: Body, table_id: str) -> dict[str, Any]:
    """Take a seat, or the first free one, with the hash of a nonce that is shown once all seats are taken.

    One person holds a bounded number of seats that wait, and of seats in running matches with other people.
    """
    with seats().reserved(asker(), table_id):
        return obey(table_id, body, TakeSeat(by=asker(), nonce_hash=body["nonce_hash"], seat=body["seat"]))


def seats() -> Seats:
    return seats_in(streams(), settings())


@cache
def seats_in(found: Streams, chosen: Settings) -> Seats:
    return Seats(connect(chosen.redis_url), found, chosen.seats_waiting, chosen.seats_playing)


@tables.post("/<table_id>/leave")
@tables.arguments(Caused)
@tables.response(200, Done)
def leave_seat(body: Body, table_id: str) -> dict[str, Any]:
    """Stand up again, as long as the table isn't full."""
    answer = obey(table_id, body, LeaveSeat(by=asker()))
    with suppress(Unavailable):  # the command is stored: what is reserved for nothing is found out later
        seats().give_back(asker(), table_id)
    return answer


@tables.post("/<table_id>/bots")
@tables.arguments(NewBot)
@tables.response(200, Done)
def seat_bot(body: Body, table_id: str) -> dict[str, Any]:
    """Seat a bot; only who opened the table may."""
    return obey(table_id, body, SeatBot(by=asker(), bot=player(body["bot"]), seat=body["seat"]))


@tables.post("/<table_id>/unseat")
@tables.arguments(SentAway)
@tables.response(200, Done)
def send_away(body: Body, table_id: str) -> dict[str, Any]:
    """Free a seat before the table is full; only who opened the table may. Name the player who is meant."""
    return obey(table_id, body, SendAway(by=asker(), seat=body["seat"], player=body["player"]))


@tables.post("/<table_id>/nonces")
@tables.arguments(ShownNonce)
@tables.response(200, Done)
def show_nonce(body: Body, table_id: str) -> dict[str, Any]:
    """Show the nonce whose hash was given when sitting down; the last one starts the match."""
    return obey(table_id, body, ShowNonce(by=asker(), nonce=body["nonce"]))


@tables.post("/<table_id>/close")
@tables.arguments(Caused)
@tables.response(200, Done)
def close_table(body: Body, table_id: str) -> dict[str, Any]:
    """Give the table up; only who opened it may."""
    return obey(table_id, body, GiveUp(by=asker()))
