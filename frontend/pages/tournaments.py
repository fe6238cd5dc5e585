"""Tournaments: the list, the form that sets one up, and its pages for everybody."""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, abort, make_response, redirect, request

from frontend.door.ask import Refusal
from frontend.door.limits import OPEN, SIT, limit
from frontend.door.origins import origin
from frontend.pages.commands import answered, number_shown, send
from frontend.pages.live import Answer, viewer
from frontend.pages.live import show as show_part
from frontend.people.sessions import known_person, visiting_person
from frontend.people.who import player_of
from frontend.presentation.parts import TOURNAMENT
from frontend.presentation.tournament.boards import boards_context
from frontend.presentation.tournament.bracket import MOST, bracket_context
from frontend.presentation.tournament.crosstable import crosstable_context
from frontend.presentation.tournament.entrant import entrant_context
from frontend.presentation.tournament.form import AT_FIELD, Wrong, asked, set_up_context
from frontend.presentation.tournament.listing import listing_page, month_in
from frontend.presentation.tournament.looked import Looked, TournamentSnapshot, seen_at
from frontend.presentation.tournament.page import first_entrants, tournament_context
from frontend.presentation.tournament.rounds import round_context
from frontend.presentation.tournament.standings import standings_context
from frontend.problems import problem_of
from frontend.render import asked_by_htmx, render
from frontend.site import site
from shared.annotations import Json
from shared.errors import Malformed

tournaments = Blueprint("tournaments", __name__)
ENTRANTS = 2000


@tournaments.get("/tournaments")
def show_list() -> str:
    today = datetime.now(UTC).date()
    return render(
        "tournaments", whole=True, **listing_page(site(), month_in(request.args.get("month", ""), today), today)
    )


@tournaments.get("/tournaments/new")
def new() -> str:
    return _form(request.args.get("game", ""), {}, None)


@tournaments.post("/tournaments/new")
@limit(OPEN)
def open_tournament() -> Response:
    try:
        opened = send("matchmaking", "/tournaments", **asked(request.form, request.form.getlist("tie_breaks")))
    except Malformed as verdict:
        wrong = {name: str(why[0]) for name, why in verdict.fields.items()}
        error = problem_of(400, {"template": verdict.template, "values": verdict.values, "code": "malformed"})
        return make_response(_form(request.form.get("game", ""), wrong, error), 400)
    except Refusal as refusal:
        if refusal.status >= 500:
            raise
        wrong = _wrong_of(refusal)  # what stands in a field can be corrected, whatever the status
        error = problem_of(refusal.status, {**refusal.verdict, "code": "malformed"} if wrong else refusal.verdict)
        return make_response(_form(request.form.get("game", ""), wrong, error), refusal.status)
    return make_response(redirect(f"/tournaments/{opened['id']}", 303))


def _wrong_of(refusal: Refusal) -> Wrong:
    """The fields that the service names, each with its first sentence, or the one that the rules refuse."""
    verdict = refusal.verdict
    if field := AT_FIELD.get(verdict.get("template", "")):
        return {field: verdict["template"]}
    found = verdict.get("fields", {})
    return {name: str(why[0]) for name, why in found.items() if isinstance(why, list) and why}


def _form(game: str, wrong: Wrong, error: Json | None) -> str:
    said = request.form.to_dict()
    context = set_up_context(game, said, request.form.getlist("tie_breaks"), wrong, error)
    return render("tournaments_new", whole=True, form=context)


@tournaments.get(TOURNAMENT.address)
def show(id_: str) -> Answer:
    return show_part(TOURNAMENT, id_)


@tournaments.post(f"{TOURNAMENT.address}/enter")
@limit(SIT)
def enter(id_: str) -> Response:
    return _commanded(id_, "enter", nonce_hash=request.form.get("nonce_hash") or None)


@tournaments.post(f"{TOURNAMENT.address}/withdraw")
@limit(SIT)
def withdraw(id_: str) -> Response:
    return _commanded(id_, "withdraw")


@tournaments.post(f"{TOURNAMENT.address}/return")
@limit(SIT)
def come_back(id_: str) -> Response:
    return _commanded(id_, "return")


@tournaments.post(f"{TOURNAMENT.address}/check-in")
@limit(SIT)
def check_in(id_: str) -> Response:
    return _commanded(id_, "check-in")


@tournaments.post(f"{TOURNAMENT.address}/nonces")
@limit(SIT)
def show_nonce(id_: str) -> Response:
    return number_shown(f"/tournaments/{id_}/nonces", lambda error: _shown(id_, error), f"/tournaments/{id_}")


def _commanded(id_: str, what: str, **body: Any) -> Response:
    """What an entrant does for themselves."""
    return answered(
        lambda: send("matchmaking", f"/tournaments/{id_}/{what}", **body),
        lambda error: _shown(id_, error),
        f"/tournaments/{id_}",
    )


def _shown(id_: str, error: Json | None) -> str:
    return render(TOURNAMENT.name, **TournamentSnapshot(site(), id_).context(viewer(), error))


def looked(id_: str) -> Looked:
    """Raises NotFound."""
    return seen_at(site(), id_).by(visiting_person())


def drawn(page: str, found: Looked, error: Json | None = None, **context: Any) -> str:
    """One of its pages, with what they all show."""
    return render(f"tournament/{page}", whole=True, tournament=tournament_context(*found, origin(), error), **context)


def page_asked() -> int:
    """`?page=` counts from 1."""
    text = request.args.get("page", "1")
    if not (text.isascii() and text.isdecimal() and len(text) < 5 and int(text)):
        abort(404)
    return int(text)


def checked_round(found: Looked, number: int) -> int:
    """From 0, of one that counts from 1."""
    if not 1 <= number <= len(found.shown.held.rounds):
        abort(404)
    return number - 1


@tournaments.get(f"{TOURNAMENT.address}/standings")
def show_standings(id_: str) -> str:
    found = looked(id_)
    entrants = first_entrants(found.shown, ENTRANTS) if not found.shown.standings else []
    return drawn("standings", found, standings=standings_context(found.shown, page_asked()), entrants=entrants)


@tournaments.get(f"{TOURNAMENT.address}/crosstable")
def show_crosstable(id_: str) -> str:
    found = looked(id_)
    return drawn("crosstable", found, cross=crosstable_context(found.shown, page_asked()))


@tournaments.get(f"{TOURNAMENT.address}/bracket")
def show_bracket(id_: str) -> str | Response:
    """Before there is one, or where nobody is knocked out, its page leads on."""
    found = looked(id_)
    if not found.shown.held.is_knock_out or not found.shown.held.of_stage:
        return make_response(redirect(f"/tournaments/{id_}", 303))
    rounds = [round_context(found.shown, one.number) for one in found.shown.held.of_stage]
    return drawn("bracket", found, bracket=bracket_context(found.shown), rounds=rounds, most=MOST)


@tournaments.get(f"{TOURNAMENT.address}/rounds/<int:number>")
def show_round(id_: str, number: int) -> str:
    found = looked(id_)
    return drawn("round", found, round=round_context(found.shown, checked_round(found, number), page_asked()))


@tournaments.get(f"{TOURNAMENT.address}/entrants/<int:number>")
def show_entrant(id_: str, number: int) -> str:
    found = looked(id_)
    if not 1 <= number <= len(found.shown.held.entrants):
        abort(404)
    return drawn("entrant", found, entrant=entrant_context(found.shown, number - 1))


@tournaments.get(f"{TOURNAMENT.address}/rules")
def show_rules(id_: str) -> str:
    """The seed is for everybody once it is over."""
    found = looked(id_)
    opened = found.shown.held.opening
    proof = {"fingerprint": opened.commitment, "luck": opened.seed if found.shown.held.ended else None}
    return drawn("rules", found, proof=proof)


@tournaments.get(f"{TOURNAMENT.address}/audit")
def show_audit(id_: str) -> str:
    return drawn("audit", looked(id_), you=player_of(known_person()))


@tournaments.get(f"{TOURNAMENT.address}/boards")
def show_boards(id_: str) -> str:
    """All that are played just now; htmx gets them alone."""
    found = looked(id_)
    boards = boards_context(site(), found.shown)
    if asked_by_htmx():
        return render("tournament/boards", boards=boards)
    return drawn("boards", found, boards=boards, sprites=sorted({each["game"]["slug"] for each in boards}))
