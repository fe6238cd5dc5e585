"""Tournaments over HTTP: set one up, enter, and see how it stands."""

import secrets
from collections.abc import Mapping
from typing import Any

from flask import Response
from flask_smorest import Blueprint

from services.matchmaking.receipts import receipt
from services.matchmaking.schemas import ShownNonce
from services.matchmaking.tournaments.answers import (
    Held,
    NumberTaken,
    OpenedTournament,
    RoundShown,
    StandingsShown,
    Tournaments,
    TournamentShown,
)
from services.matchmaking.tournaments.asking import (
    announced_in,
    known,
    obey,
    own_number,
    rules_in,
    season_in,
    tournament_id,
)
from services.matchmaking.tournaments.entering import check_may_enter, note_part, strength_of
from services.matchmaking.tournaments.exports import EXPORTS, record_of
from services.matchmaking.tournaments.schemas import MINE, NewEntry, NewTournament, WhichTournaments
from services.matchmaking.tournaments.shown import round_shown, rows_shown, shown, standings_shown
from shared.errors import KeyReused, NotAllowed, NotFound
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.forms.schema import made
from shared.platform.player import player_from
from shared.platform.tournament import Command
from shared.platform.tournament.commands import CheckIn, Enter, OpenTournament, Return, ShowNonce, Withdraw
from shared.web.ledger import streams
from shared.web.schemas import Caused
from shared.web.service import asker
from shared.web.tournaments import announcements, times, tournament_rows

Body = Mapping[str, Any]
PAGE = 50  # rows in one answer
LINES = "application/x-ndjson"

tournaments = Blueprint("tournaments", __name__, url_prefix="/tournaments", description="Many matches, one winner.")


@tournaments.post("")
@tournaments.arguments(NewTournament)
@tournaments.response(201, OpenedTournament)
def open_tournament(body: Body) -> dict[str, Any]:
    """Set up a tournament: from its start on it runs by itself.

    The answer holds the commitment to the seed of all that is drawn in it.
    """
    game, announced = GAMES[body["game"]], announced_in(body)
    command = OpenTournament(
        by=asker(),
        game=game,
        options=made(game.options, body["options"]),
        rules=rules_in(body, game),
        seed=secrets.token_hex(32),
        season=season_in(body),
    )
    id_ = tournament_id(asker(), body["cause"])
    message: Message[Command] = Message(stream=f"tournament:{id_}", by=asker(), cause=body["cause"], command=command)
    seen = streams().tournaments.load(message.stream)
    if seen.version and announcements().of(id_).entry != announced.entry:
        raise KeyReused("this key was used for something else", cause=body["cause"])
    if not seen.version:
        announcements().keep(id_, announced)
    try:
        answer = streams().tournaments.handle(message, seen)
    except NotAllowed:
        if not seen.version:
            announcements().remove(id_)
        raise
    folded = streams().tournaments.load(message.stream)
    tournament_rows().put(folded)
    note_part(asker(), id_)
    return {"id": id_, "version": answer.last, "commitment": folded.state.opening.commitment}


@tournaments.get("")
@tournaments.arguments(WhichTournaments, location="query")
@tournaments.response(200, Tournaments)
def list_tournaments(asked: Body) -> dict[str, Any]:
    """Those that everybody finds: planned ones by their start, running ones, and those that have ended; or `mine`."""
    if asked["status"] == MINE:
        person = player_from(asker()).name
        rows = tournament_rows().of(announcements().of_person(person, asked["after"], PAGE + 1))
    else:
        rows = tournament_rows().listed(asked["status"], asked["after"], PAGE + 1)
    return {"tournaments": rows_shown(rows[:PAGE]), "more": len(rows) > PAGE}


@tournaments.get("/<id_>")
@tournaments.response(200, TournamentShown)
def show_tournament(id_: str) -> dict[str, Any]:
    """All that is announced, its rules, who has entered, the rounds that are played now, and where you play."""
    return shown(known(id_), asker())


@tournaments.get("/<id_>/standings")
@tournaments.response(200, StandingsShown)
def show_standings(id_: str) -> dict[str, Any]:
    """As they are now, each with the numbers that decide over its place."""
    return standings_shown(known(id_).state)


@tournaments.get("/<id_>/rounds/<int:number>")
@tournaments.response(200, RoundShown)
def show_round(id_: str, number: int) -> dict[str, Any]:
    """Who played whom, and how it ended."""
    tournament = known(id_).state
    if number >= len(tournament.rounds):
        raise NotFound("this round is not paired yet")
    return round_shown(tournament, tournament.rounds[number], times().of(id_))


@tournaments.get("/<id_>/exports/<kind>")
@tournaments.response(200, {"type": "string"}, content_type="text/plain", description="A file of the kind asked for.")
def export_tournament(id_: str, kind: str) -> Response:
    """The standings as `csv` or `json`, or a tournament at tables of two as FIDE's report file, `trf`."""
    if kind not in EXPORTS:
        raise NotFound("a tournament is exported as csv, json or trf")
    return EXPORTS[kind](known(id_).state)


@tournaments.get("/<id_>/record")
@tournaments.response(200, {"type": "string"}, content_type=LINES, description="One event a line.")
def export_record(id_: str) -> Response:
    """The whole record with that of each match, as one file that anybody can verify; sealed parts after the end."""
    answer = Response(record_of(known(id_).state), mimetype=LINES)
    answer.headers["Content-Disposition"] = f'attachment; filename="{id_}.jsonl"'
    return answer


@tournaments.post("/<id_>/enter")
@tournaments.arguments(NewEntry)
@tournaments.response(200, Held)
def enter(body: Body, id_: str) -> dict[str, Any]:
    """Enter, with the hash of a nonce that you show before the start. Whoever comes back to it returns instead."""
    seen = known(id_)
    check_may_enter(seen, asker(), body["cause"])
    strength = strength_of(seen.state, asker())
    command = Enter(by=asker(), player=asker(), nonce_hash=body["nonce_hash"], strength=strength, once=True)
    answer = obey(id_, body["cause"], command)
    note_part(asker(), id_)
    return answer


@tournaments.post("/<id_>/withdraw")
@tournaments.arguments(Caused)
@tournaments.response(200, Held)
def withdraw(body: Body, id_: str) -> dict[str, Any]:
    """Leave: from the next round on you are not paired. A match that has begun is played to its end."""
    return obey(id_, body["cause"], Withdraw(by=asker(), entrant=own_number(id_)))


@tournaments.post("/<id_>/return")
@tournaments.arguments(Caused)
@tournaments.response(200, Held)
def come_back(body: Body, id_: str) -> dict[str, Any]:
    """Come back after you have left."""
    return obey(id_, body["cause"], Return(by=asker(), entrant=own_number(id_)))


@tournaments.post("/<id_>/check-in")
@tournaments.arguments(Caused)
@tournaments.response(200, Held)
def check_in(body: Body, id_: str) -> dict[str, Any]:
    """Say that you are there: before the start, or before each round, as the rules ask for it."""
    return obey(id_, body["cause"], CheckIn(by=asker(), entrant=own_number(id_)))


@tournaments.post("/<id_>/nonces")
@tournaments.arguments(ShownNonce)
@tournaments.response(200, NumberTaken)
def show_nonce(body: Body, id_: str) -> dict[str, Any]:
    """Show the nonce whose hash was given on entering: it becomes part of all that is drawn. Keep the receipt."""
    own_number(id_)
    answer = obey(id_, body["cause"], ShowNonce(by=asker(), nonce=body["nonce"]))
    return {**answer, "receipt": receipt(streams().tournaments, f"tournament:{id_}", asker(), "tournament.nonce_shown")}
