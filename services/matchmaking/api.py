"""Tables over HTTP: open one, sit down, seat bots, show nonces, give up."""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from typing import Any

from flask import Flask
from flask_smorest import Blueprint

from services.matchmaking import remote
from services.matchmaking.deals_api import deals
from services.matchmaking.queue_api import waiting
from services.matchmaking.receipts import receipt
from services.matchmaking.rematch import table_of_rematch
from services.matchmaking.remote import Asking
from services.matchmaking.schemas import (
    Accepted,
    Asked,
    Done,
    Guests,
    Invited,
    NewBot,
    NewBranch,
    NewRematch,
    NewSeat,
    NewTable,
    NonceTaken,
    Opened,
    Rematched,
    SentAway,
    ShownNonce,
    TableShown,
)
from services.matchmaking.tables import obey, opened, shown
from services.matchmaking.tournaments.api import tournaments
from services.matchmaking.tournaments.by_players import real_tables
from services.matchmaking.tournaments.desk import desk
from services.matchmaking.tournaments.own_seat import own_seat
from services.matchmaking.welcome import check_welcome, house_in, invite, keep_away
from shared.errors import Unavailable
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.forms.schema import made
from shared.people.house import Entry
from shared.platform.branches import branch_from
from shared.platform.player import is_bot, player_from
from shared.platform.table import CallOff, Command, GiveUp, LeaveSeat, OpenTable, SeatBot, SendAway, ShowNonce, TakeSeat
from shared.platform.terms import terms_in
from shared.roster import Kind, offer_for
from shared.settings import settings
from shared.web.described import examples_of
from shared.web.host_key import public_host_key
from shared.web.key import gateway_key
from shared.web.ledger import streams
from shared.web.queue import queue
from shared.web.rematches import rematches
from shared.web.rosters import roster
from shared.web.schemas import Caused
from shared.web.seats import seats
from shared.web.service import asker, asking_operator, make_service

Body = Mapping[str, Any]

tables = Blueprint("tables", __name__, url_prefix="/tables", description="Matches that still wait for players.")


def create_app() -> Flask:
    return make_service(
        "matchmaking",
        gateway_key(settings().var),
        [waiting, deals, tables, tournaments, real_tables, desk],
        examples=examples_of(__package__),
    )


@tables.post("")
@tables.arguments(NewTable)
@tables.response(201, Opened)
def open_table(body: Body) -> dict[str, Any]:
    """Open a table; bots sit down at once, remote ones if they accept: `asked` are invited, `refused` have no place.

    The answer holds the commitment to the seed of all draws.
    """
    game, house = GAMES[body["game"]], house_in(body)
    options = made(game.options, body["options"])
    sitting, asked = remote.split(body["bots"], game.slug, body["seats"], asdict(options))
    command = OpenTable(
        by=asker(),
        game=game,
        options=options,
        seats=body["seats"],
        listed=house.entry is Entry.PUBLIC,
        hints=body["hints"],
        terms=terms_in(body["terms"]),
        seed=secrets.token_hex(32),
        host_key=public_host_key(),
        bots=tuple(sitting),
    )
    answer = opened(command, body["cause"], house)
    return {**answer, **remote.ask_all(asked, Asking(answer["id"], asker(), body["cause"]))}


@tables.post("/branches")
@tables.arguments(NewBranch)
@tables.response(201, Opened)
def open_branch(body: Body) -> dict[str, Any]:
    """Open a practice table that continues a finished match from one of its versions."""
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
        host_key=public_host_key(),
        branch=branch,
        hints=started.hints,
        terms=started.terms._replace(rated=False),
    )
    return opened(command, body["cause"])


@tables.post("/rematch")
@tables.arguments(NewRematch)
@tables.response(201, Rematched)
def open_rematch(body: Body) -> dict[str, Any]:
    """The table where all who played a finished match meet again: everything is as it was, and seats are turned by one.

    Whoever asks first opens it. Against bots alone, everybody who asks gets a table of their own.
    """
    return table_of_rematch(body["match"], asker(), body["cause"])


@tables.get("/<table_id>")
@tables.response(200, TableShown)
def show_table(table_id: str) -> dict[str, Any]:
    """Show the table as everybody may see it; a private one to those who may come in."""
    return shown(table_id)


@tables.post("/<table_id>/seats")
@tables.arguments(NewSeat)
@tables.response(200, Done)
def take_seat(body: Body, table_id: str) -> dict[str, Any]:
    """Take a seat, or the first free one, with the hash of a nonce that is shown once all seats are taken.

    The number of seats that one person may hold is limited, at waiting tables and in running matches with others.
    In a rematch the first choice is one's turned seat, in a tournament there is no other than the one that was paired.
    Who is not invited to a private table is refused, and whom its opener, or somebody who sits there, has blocked.
    """
    seen = streams().tables.load(f"table:{table_id}")
    check_welcome(table_id, seen, asker(), body["cause"])
    if (seat := own_seat(seen.state, table_id, asker())) is not None:
        return obey(table_id, body, sitting(body, seat), seen)
    with seats().reserved(asker(), table_id):
        return obey(table_id, body, to_sit(body, table_id), seen)


def to_sit(body: Body, table_id: str) -> TakeSeat:
    seat = body["seat"]
    wished = rematches().seat_for(table_id, asker()) if seat is None else None
    return sitting(body, seat, wished)


def sitting(body: Body, seat: int | None, wished: int | None = None) -> TakeSeat:
    return TakeSeat(by=asker(), nonce_hash=body["nonce_hash"], seat=seat, wished=wished, key=body["key"])


@tables.post("/<table_id>/invited")
@tables.arguments(Invited)
@tables.response(200, Guests)
def invite_people(body: Body, table_id: str) -> dict[str, Any]:
    """Say anew who is invited to a private table. Only the opener may do so, before the table is full."""
    return {"invited": invite(table_id, streams().table(table_id).state, asker(), body["invited"])}


@tables.post("/<table_id>/leave")
@tables.arguments(Caused)
@tables.response(200, Done)
def leave_seat(body: Body, table_id: str) -> dict[str, Any]:
    """Leave your seat, as long as the table isn't full."""
    answer = obey(table_id, body, LeaveSeat(by=asker()))
    if is_bot(asker()):
        remote.left(table_id, asker())
        return answer
    with suppress(Unavailable):  # the command is stored, and needless reservations are found later
        seats().give_back(asker(), table_id)
        queue().stood_up(player_from(asker()).name, table_id)
    return answer


@tables.post("/<table_id>/bots")
@tables.arguments(NewBot)
@tables.response(200, Asked)
def seat_bot(body: Body, table_id: str) -> dict[str, Any]:
    """Seat a bot, or ask a remote one to come: `asked` names it, and it sits down if it accepts. Only openers may."""
    seen = streams().table(table_id)
    opening = seen.state.opening
    offer = offer_for(roster(), body["bot"], opening.game, opening.seats, opening.options)
    if offer.kind is Kind.REMOTE and (asker(), body["cause"]) not in seen.answers:  # otherwise it has come since
        remote.ask_to_come(offer, seen.state, Asking(table_id, asker(), body["cause"], body["seat"]))
        return {"version": seen.version, "seat": seen.state.seat_of(asker()), "asked": offer.player}
    return obey(table_id, body, SeatBot(by=asker(), bot=offer.player, seat=body["seat"]), seen)


@tables.post("/<table_id>/accept")
@tables.arguments(Accepted)
@tables.response(200, Done)
def accept(body: Body, table_id: str) -> dict[str, Any]:
    """Sit down where you were invited. Only a remote bot can be.

    The key that was given first counts, however often you accept.
    """
    version, seat = remote.accept(table_id, asker(), body["key"])
    return {"version": version, "seat": seat}


@tables.post("/<table_id>/decline")
@tables.arguments(Caused)
@tables.response(200, Done)
def decline(body: Body, table_id: str) -> dict[str, Any]:
    """Say no to an invitation: the place among your matches is free again. Only a remote bot can be invited."""
    return {"version": remote.decline(table_id, asker()), "seat": None}


@tables.post("/<table_id>/unseat")
@tables.arguments(SentAway)
@tables.response(200, Done)
def send_away(body: Body, table_id: str) -> dict[str, Any]:
    """Free a seat before the table is full. Only the opener may do so, and names the player to remove.

    Whoever was named can't sit down at this table again, unless the opener invites them.
    """
    seen, named = streams().table(table_id), body["player"]
    sat = seen.state.seats[body["seat"]] if body["seat"] < len(seen.state.seats) else None
    who: str | None = named or (sat.player if sat else None)
    if sat and sat.player == named and seen.state.opening.opener == asker():
        keep_away(table_id, named)  # before the seat is free, so that no page offers it to them, not for a moment
    answer = obey(table_id, body, SendAway(by=asker(), seat=body["seat"], player=named))
    if answer["version"] > seen.version:  # not the same command again: somebody else may sit there by now
        remote.left(table_id, who)
        keep_away(table_id, named)  # whoever sat down only a moment ago
    return answer


@tables.post("/<table_id>/nonces")
@tables.arguments(ShownNonce)
@tables.response(200, NonceTaken)
def show_nonce(body: Body, table_id: str) -> dict[str, Any]:
    """Show the nonce whose hash was given when sitting down. The last nonce starts the match.

    Keep the receipt: a record without your nonce is broken by the server, and this proves it.
    """
    answer = obey(table_id, body, ShowNonce(by=asker(), nonce=body["nonce"]))
    return {**answer, "receipt": receipt(streams().tables, f"table:{table_id}", asker(), "table.nonce_shown")}


@tables.post("/<table_id>/close")
@tables.arguments(Caused)
@tables.response(200, Done)
def close_table(body: Body, table_id: str) -> dict[str, Any]:
    """Give up the table. Only its opener may do so."""
    return obey(table_id, body, GiveUp(by=asker()))


@tables.post("/<table_id>/abort")
@tables.arguments(Caused)
@tables.response(200, Done)
def abort_table(body: Body, table_id: str) -> dict[str, Any]:
    """Close a table without a match, even when all seats are taken. Operators only."""
    by = asking_operator()
    streams().table(table_id)
    message: Message[Command] = Message(stream=f"table:{table_id}", by=by, cause=body["cause"], command=CallOff())
    return {"version": streams().tables.handle(message).last, "seat": None}
