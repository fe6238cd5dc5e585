"""Matches over HTTP: make a move, resign, look, download the whole record."""

from collections.abc import Mapping
from typing import Any

from flask import Flask, Response
from flask_smorest import Blueprint

from services.game_command import remote
from services.game_command.absent import waived_for
from services.game_command.credits import credited
from services.game_command.deals import deals
from services.game_command.matches import shown
from services.game_command.obeying import obey, shown_to_asker
from services.game_command.proved import PROOF, PROVED
from services.game_command.schemas import (
    Aborting,
    Adjudicating,
    Agreement,
    At,
    Done,
    InTurn,
    MatchShown,
    NewMove,
    OfSeat,
    Order,
    Resting,
)
from services.game_command.substitutes import take_over
from services.game_command.take_back import taking_back
from services.game_command.vacations import take_vacation
from shared.errors import IllegalMove, MatchNotFound
from shared.ledger.anchors import Anchors, proof_of
from shared.ledger.decider import Message
from shared.ledger.fold import Answer
from shared.marked import marked
from shared.platform.match import (
    Abort,
    Adjudicate,
    AgreeToPause,
    AgreeToResume,
    AgreeToStandIn,
    CallOff,
    Command,
    EndAlone,
    Match,
    Play,
    Reclaim,
    Resign,
)
from shared.platform.player import is_bot
from shared.platform.records.export import export
from shared.platform.unstarted import call_off, is_unstarted
from shared.settings import settings
from shared.web.described import examples_of
from shared.web.houses import watching
from shared.web.key import gateway_key
from shared.web.ledger import streams
from shared.web.schemas import Refusal
from shared.web.service import asker, asking_operator, make_service

Body = Mapping[str, Any]

ABOUT = "Matches, while they are played and afterwards."
EXPORTED = "One JSON object per line: a header, then every event of the table, the match and the score."
matches = Blueprint("matches", __name__, url_prefix="/matches", description=ABOUT)


def create_app() -> Flask:
    return make_service(
        "game-command", gateway_key(settings().var), [deals, matches, taking_back], examples=examples_of(__package__)
    )


@matches.post("/<match_id>/moves")
@matches.arguments(NewMove)
@matches.response(200, Done)
@matches.alt_response(409, schema=Refusal)
@matches.alt_response(422, schema=Refusal)
def make_move(body: Body, match_id: str) -> Any:
    """Make a move in answer to a turn. 409 says what was missed, 422 what the rules don't allow."""
    try:
        if answer := at_once(body, match_id):
            return {"version": answer.last}
        seen = credited(shown_to_asker(match_id))
        return obey(seen, body, play(seen.state, body), since=body["turn"])
    except IllegalMove:
        note_refused(body, match_id)
        raise


@matches.post("/<match_id>/resign")
@matches.arguments(Order)
@matches.response(200, Done)
def resign(body: Body, match_id: str) -> Any:
    """Leave the match for good: a bot takes over the seat."""
    return obey(shown_to_asker(match_id), body, Resign(player=asker()))


@matches.post("/<match_id>/stand_in")
@matches.arguments(Agreement)
@matches.response(200, Done)
def agree_to_stand_in(body: Body, match_id: str) -> Any:
    """Agree that a bot takes over the seat of a player who was called minutes ago and has never moved.

    It does so once everyone present agrees.
    """
    seen, absent, turn = shown_to_asker(match_id), body["absent"], body["turn"]
    is_judged = seen.state.turn == turn and (asker(), body["cause"]) not in seen.answers  # else it was, when it came
    waived = waived_for(seen.state, absent, turn) if is_judged else frozenset()
    command = AgreeToStandIn(player=asker(), absent=absent, turn=turn, waived=waived)
    return obey(seen, body, command, since=turn)


@matches.post("/<match_id>/pause")
@matches.arguments(InTurn)
@matches.response(200, Done)
def pause(body: Body, match_id: str) -> Any:
    """Ask to stop all clocks, or agree to it. They stand once all people agree who play; moves may go on meanwhile.

    A match is paused three times at most, and for 24 hours in all.
    """
    seen = credited(shown_to_asker(match_id))
    return obey(seen, body, AgreeToPause(player=asker(), turn=body["turn"]), since=body["turn"])


@matches.post("/<match_id>/resume")
@matches.arguments(Order)
@matches.response(200, Done)
def resume(body: Body, match_id: str) -> Any:
    """Agree to let the clocks run again. They do once all people agree who play."""
    return obey(shown_to_asker(match_id), body, AgreeToResume(player=asker()))


@matches.post("/<match_id>/reclaim")
@matches.arguments(Order)
@matches.response(200, Done)
def reclaim(body: Body, match_id: str) -> Any:
    """Play on in one's own seat, which a bot keeps because one was away."""
    return obey(shown_to_asker(match_id), body, Reclaim(player=asker()))


@matches.post("/<match_id>/take_over")
@matches.arguments(OfSeat)
@matches.response(200, Done)
def take_over_seat(body: Body, match_id: str) -> Any:
    """Play on in a seat that a bot keeps for who left it, where the table lets others do so.

    It is for people who never had a seat in the match. They get no rating for it.
    """
    return take_over(match_id, body)


@matches.post("/<match_id>/end")
@matches.arguments(Order)
@matches.response(200, Done)
def end_alone(body: Body, match_id: str) -> Any:
    """End a match that all other people have left, so that only bots play on for them.

    A rated one is decided: all who stayed share the first place, and those who left come behind them. Others just end.
    """
    return obey(shown_to_asker(match_id), body, EndAlone(player=asker()))


@matches.post("/<match_id>/vacation")
@matches.arguments(Resting)
@matches.response(200, Done)
def vacation(body: Body, match_id: str) -> dict[str, Any]:
    """Let one's clocks of days stand for so many days from now on, here and in all other matches. 0 ends a vacation.

    Each person has 30 days a year.
    """
    answer = take_vacation(credited(shown_to_asker(match_id)), asker(), body["days"], body["cause"])
    return {"version": answer.last}


@matches.post("/<match_id>/abort")
@matches.arguments(Aborting)
@matches.response(200, Done)
def abort_match(body: Body, match_id: str) -> dict[str, Any]:
    """End a match without a result, even one that can't be read or never started. Operators only."""
    by, note = asking_operator(), body["reason"]
    if is_unstarted(streams(), match_id):
        return closed(body, match_id, by, call_off(streams(), match_id, "operator", note))
    return closed(body, match_id, by, Abort(reason="operator", note=note))


@matches.post("/<match_id>/adjudicate")
@matches.arguments(Adjudicating)
@matches.response(200, Done)
def adjudicate_match(body: Body, match_id: str) -> dict[str, Any]:
    """End a match with places for its seats, even one that can't be read. Operators only."""
    command = Adjudicate(places=tuple(body["places"]), note=body["reason"])
    return closed(body, match_id, asking_operator(), command)


@matches.get("/<match_id>")
@matches.arguments(At, location="query")
@matches.response(200, MatchShown)
def show_match(query: Body, match_id: str) -> dict[str, Any]:
    """The match as the asker may see it, now or at an earlier version. 403 where its players keep it for themselves."""
    shown_to_asker(match_id)
    return shown(match_id, asker(), query["at"])


@matches.get("/<match_id>/export")
@matches.response(200, {"type": "string"}, content_type="application/x-ndjson", description=EXPORTED)
def export_match(match_id: str) -> Response:
    """The whole record, one event per line; while the match runs, only its public parts.

    A table that was given up has one too, with everything that was sealed. 403 where players keep it for themselves.
    """
    watching().check_record(match_id, asker())
    answer = Response(export(streams().ledger, match_id), mimetype="application/x-ndjson")
    answer.headers["Content-Disposition"] = f'attachment; filename="{match_id}.jsonl"'
    return answer


@matches.get("/<match_id>/anchors")
@matches.response(200, PROOF, description=PROVED)
def prove_match(match_id: str) -> Response:
    """The proof that the match is in anchors, for `verify.py --anchor`. 404 where it is in none yet.

    403 where players keep it for themselves.
    """
    watching().check_record(match_id, asker())
    proof = proof_of(streams().ledger, Anchors(settings().anchor_folder), match_id)
    answer = Response(proof, mimetype="application/json")
    answer.headers["Content-Disposition"] = f'attachment; filename="{match_id}-anchors.json"'
    return answer


def at_once(body: Body, match_id: str) -> Answer | None:
    """Most moves answer the turn that this process has seen last: then the match is not read, only appended to.

    Where somebody's time runs, an absence has to be given back first.
    """
    kept = streams().matches.folder.kept(f"match:{match_id}")
    if kept is None or kept.state.clock or kept.state.turn != body["turn"]:
        return None
    command = play(kept.state, body)
    message: Message[Command] = Message(
        stream=kept.stream, by=asker(), cause=body["cause"], command=command, signed=body["signed"]
    )
    return streams().matches.attempt(message, kept)


def note_refused(body: Body, match_id: str) -> None:
    """A remote bot is told once; after the second such move in a turn, the stand-in makes one for it."""
    if not is_bot(asker()) or (seat := streams().match(match_id).state.seat_of(asker())) is None:
        return
    turn = remote.Turn(match_id, body["turn"], seat)
    if remote.refused(turn, body["cause"]):
        remote.play_for(turn, "illegal", marked("two moves in this turn that the rules do not allow"))


def play(match: Match, body: Body) -> Play:
    move, seat = body["move"].of(match.rules.moves), match.seating.first_seat_of(asker())
    return Play(player=asker(), seat=-1 if seat is None else seat, turn=body["turn"], move=move)


def closed(body: Body, match_id: str, by: str, command: Command) -> dict[str, Any]:
    """By the handler that loads no game. Raises MatchNotFound."""
    stream = f"match:{match_id}"
    if not streams().ledger.last(stream) and not isinstance(command, CallOff):
        raise MatchNotFound("there is no match {id}", id=match_id)
    answer = streams().blind.handle(Message(stream=stream, by=by, cause=body["cause"], command=command))
    return {"version": answer.last}
