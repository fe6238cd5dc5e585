"""Matches: look, choose, move, resign, step through what happened, take the record home."""

from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import Blueprint, Response, abort, make_response, redirect, request

from frontend.door.ask import Refusal
from frontend.door.gateway import as_response
from frontend.door.limits import MOVE, SIT, limit
from frontend.door.origins import is_own_origin
from frontend.door.services import services
from frontend.pages.commands import answered, cause, number_in_form, send
from frontend.pages.live import NOTHING_NEW, Answer, has_all
from frontend.people.sessions import visiting_person
from frontend.presentation.coach import begin_in_first_match
from frontend.presentation.company import company_in
from frontend.presentation.log import missed
from frontend.presentation.match import MatchContext, MatchPage, MatchSnapshot, match_context
from frontend.presentation.of_event import event_of
from frontend.presentation.parts import ID, MATCH
from frontend.presentation.seen import Seen, look, look_back
from frontend.presentation.talk import talk_context
from frontend.problems import problem_of
from frontend.render import render
from frontend.site import site
from shared.annotations import Json
from shared.errors import Malformed, ReadOnly
from shared.ledger.envelope import moment, stamp
from shared.platform.unstarted import never_dealt
from shared.web.strict import read_json

match = Blueprint("match", __name__)
NOT_CHOSEN = {"at", "have", "was"}
LONGEST_CHOICE = 40  # characters of a name or a value in the address
MOST_CHOICES = 12


@match.get(MATCH.address)
def show(id_: str) -> Answer:
    """`?at=` is a version, `?have=` the newest version that the page has; the rest is what was chosen so far.

    `?was=` is a version as it was when it was the newest: static/happened.js shows moves one after the other.
    The points are counted after the last event, so a match that is over is always shown again.
    """
    try:
        seen, was = look(site(), id_, visiting_person(), _version("at")), _version("was")
    except ReadOnly:
        if never_dealt(site().streams, id_) is None:
            raise
        return make_response(redirect(f"/t/{id_}", 303))  # there is no board, and the table says why
    _is_there(seen)
    snapshot = MatchSnapshot(site(), id_, seen)
    if was and was < seen.head and not seen.is_replay:
        seen = look_back(site(), seen, was)
    elif has_all(snapshot):
        return NOTHING_NEW
    begin_in_first_match(site(), snapshot.seen)
    return make_response(_drawn(seen, match_context(site(), seen, chosen(request.args.items()))))


@match.post(f"/m/{ID}/moves")
@limit(MOVE)
def move(id_: str) -> Response:
    key = cause()
    return commanded(id_, "moves", turn=number_in_form("turn"), move=_move(), cause=key)


@match.post(f"/m/{ID}/resign")
@limit(MOVE)
def resign(id_: str) -> Response:
    return commanded(id_, "resign")


@match.post(f"/m/{ID}/stand_in")
@limit(MOVE)
def agree_to_stand_in(id_: str) -> Response:
    """The form names the turn in which the seat was called: an old form is about nobody who is called now."""
    return commanded(id_, "stand_in", absent=number_in_form("absent"), turn=number_in_form("turn"))


@match.post(f"/m/{ID}/pause")
@limit(MOVE)
def pause(id_: str) -> Response:
    """The form names the turn: what was agreed ends with it."""
    return commanded(id_, "pause", turn=number_in_form("turn"))


@match.post(f"/m/{ID}/resume")
@limit(MOVE)
def resume(id_: str) -> Response:
    return commanded(id_, "resume")


@match.post(f"/m/{ID}/reclaim")
@limit(MOVE)
def reclaim(id_: str) -> Response:
    return commanded(id_, "reclaim")


@match.post(f"/m/{ID}/take_over")
@limit(SIT)
def take_over(id_: str) -> Response:
    """One click for who watches: the page names the seat."""
    return commanded(id_, "take_over", seat=number_in_form("seat"), key=request.form.get("key") or None)


@match.post(f"/m/{ID}/end")
@limit(MOVE)
def end_alone(id_: str) -> Response:
    return commanded(id_, "end")


@match.post(f"/m/{ID}/vacation")
@limit(MOVE)
def vacation(id_: str) -> Response:
    return commanded(id_, "vacation", days=number_in_form("days"))


def _is_there(seen: Seen) -> None:
    """Whoever looks at the page is not away, with or without scripts."""
    if seen.match.patience and seen.you is not None:
        site().signs.note([(seen.player, seen.id)], moment(stamp(site().streams.matches.now())))


def commanded(id_: str, command: str, **body: Any) -> Response:
    """Sent to game-command; then back to the page, as it is after that."""
    return answered(
        lambda: send("game-command", f"/matches/{id_}/{command}", **_signed(), **body),
        lambda error: after_command(id_, error),
        f"/m/{id_}",
    )


def _signed() -> dict[str, Json]:
    """What static/signer.js adds to the form; nothing without scripts, or where the browser has no key."""
    previous, signature = request.form.get("signed_previous"), request.form.get("signature")
    return {"signed": {"previous": previous, "signature": signature}} if previous and signature else {}


@match.get(f"/m/{ID}/export")
def export(id_: str) -> Response:
    reply = services().send("game-command", "GET", f"/matches/{id_}/export", visiting_person())
    if reply.status != 200:
        raise Refusal(reply.status, reply.json)
    return as_response(reply)


def after_command(id_: str, error: Json | None) -> str:
    """The page after a command: if it was refused, with what was missed; then, or if the turn goes on, with what was
    chosen before.
    """
    if error:
        error = {**error, "missed": missed(error)}
    seen = look(site(), id_, visiting_person())
    kept = _chosen_before(id_) if error or _goes_on(seen) else {}
    return _drawn(seen, match_context(site(), seen, kept, error))


def _goes_on(seen: Seen) -> bool:
    """Whether the turn that a form answered is not over."""
    turn = None if seen.you is None else seen.match.turn_of(seen.you)
    return turn is not None and request.form.get("turn") == str(turn)


def _drawn(seen: Seen, context: MatchContext) -> str:
    talk = talk_context(site(), seen.id, company_in(site(), seen), visiting_person())
    return render(MATCH.name, **MatchPage(match=context, talk=talk, event=event_of(site(), seen.id)))


def refused_at(id_: str, version: int, refusal: Refusal) -> Response:
    """The refusal of something asked for at a moment of a match, on the page of that moment."""
    if refusal.status >= 500:
        raise refusal
    error = {**problem_of(refusal.status, refusal.verdict), "missed": []}
    at = min(max(version, 1), site().streams.match(id_).version)
    seen = look(site(), id_, visiting_person(), at)
    return make_response(_drawn(seen, match_context(site(), seen, error=error)), refusal.status)


def _chosen_before(id_: str) -> dict[str, str]:
    """What the address of the page with the form said."""
    page = request.headers.get("HX-Current-URL") or request.referrer or ""
    if not is_own_origin(page) or urlsplit(page).path != f"/m/{id_}":
        return {}
    return chosen(parse_qsl(urlsplit(page).query))


def chosen(said: Any) -> dict[str, str]:
    """Names and values as the game's page writes them; what is too long was not written by it."""
    short = {
        name: value
        for name, value in said
        if name not in NOT_CHOSEN and len(name) <= LONGEST_CHOICE and len(value) <= LONGEST_CHOICE
    }
    return dict(list(short.items())[:MOST_CHOICES])


def _version(name: str) -> int | None:
    text = request.args.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        abort(404)
    return int(text)


def _move() -> Json:
    found = read_json(request.form.get("move", "null"))
    if not isinstance(found, dict):
        raise Malformed("this form holds no move", fields={"move": ["JSON of a move"]})
    return found
