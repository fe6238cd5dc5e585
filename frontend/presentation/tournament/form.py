"""The form by which a tournament is set up: what it offers, and what it asks matchmaking for."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import Any, TypedDict

from frontend.presentation.clocks import ClockChoice, choices, clock_from
from frontend.presentation.games import GameForm, games_context, options_in
from shared.annotations import Json
from shared.errors import Malformed
from shared.ledger.envelope import stamp
from shared.marked import marked
from shared.platform.terms import DAY, Clock, Terms, plain
from shared.platform.tournament.rules import (
    ARENA,
    DUPLICATE,
    FORMATS,
    LEAGUE,
    POINT,
    STANDS_IN,
    TIE_BREAKS,
    USUAL_TIE_BREAKS,
    usual_tie_breaks,
)

CLOCKS = (
    Clock("total", 600, increment=5),
    Clock("total", 1800, increment=15),
    Clock("turn", 60),
    Clock("turn", 300),
    Clock("days", DAY),
    Clock("days", 3 * DAY),
    None,
)
"""What is offered, the usual one first: an event has to end."""
USUAL_ROUNDS = 5
USUAL_SPAN = 60  # minutes of an arena
AWAY = {STANDS_IN: "turn", "forfeit": "loss"}  # what the clock does at a table, by what the rules say of the absent
AT_FIELD = {
    "there is no such tie-break, or it is named twice": "tie_breaks",
    "only in a duplicate others have had the same seat and the same draws": "tie_breaks",
}
"""Where a sentence of the rules stands that is about one field alone."""
Wrong = dict[str, str]


class SetUpContext(TypedDict):
    """`said` is what was typed before, `wrong` what is the matter with it, by field.

    `breaks` are the tie-breaks that are chosen, the first counting most, with those left empty.
    """

    game: GameForm
    games: list[GameForm]
    formats: list[str]
    clocks: list[ClockChoice]
    tie_breaks: list[str]
    breaks: list[str]
    rounds: int
    span: int
    said: Mapping[str, str]
    wrong: Wrong
    error: Json | None


def set_up_context(
    slug: str, said: Mapping[str, str], breaks: list[str], wrong: Wrong, error: Json | None
) -> SetUpContext:
    """Of the game of this name, or of the first one; those that all play together have duplicates alone."""
    games = playable()
    game = next((each for each in games if each["slug"] == slug), games[0])
    formats = list(FORMATS) if game["rated"] else [DUPLICATE]
    return {
        "game": game,
        "games": games,
        "formats": formats,
        "clocks": choices(CLOCKS),
        "tie_breaks": list(TIE_BREAKS),
        "breaks": breaks if said else list(usual_tie_breaks(formats[0])),
        "rounds": USUAL_ROUNDS,
        "span": USUAL_SPAN,
        "said": said,
        "wrong": wrong,
        "error": error,
    }


def playable() -> list[GameForm]:
    """Those with tables of two to four."""
    games = [{**form, "seats": [seats for seats in form["seats"] if 2 <= seats <= 4]} for form in games_context()]
    return [form for form in games if form["seats"]]  # type: ignore[misc]  # the same fields


def asked(form: Mapping[str, str], tie_breaks: list[str]) -> Json:
    """What the form says, for matchmaking. Raises Malformed, with a sentence by field."""
    read, breaks = _Reading(form), [name for name in tie_breaks if name]
    format_, seats = form.get("format", ""), read.number("seats", 2)
    body: Json = {
        "game": form.get("game", ""),
        "options": options_in(form.get("game", ""), form),
        "title": form.get("title", "").strip(),
        "text": form.get("text", "").strip(),
        "format": format_,
        "seats": seats,
        "rounds": 0 if format_ in (*OWN_END, ARENA) else read.number("rounds", USUAL_ROUNDS),
        "start": read.start(),
        "entry": form.get("entry", "public"),
        "invited": lines_of(form.get("invited", "")),
        "listed": form.get("listed", "yes") == "yes",
        "bots": form.get("bots") == "yes",
        "in_person": form.get("in_person") == "yes",
        "absent": form.get("absent", STANDS_IN),
        "late": form.get("late") == "yes",
        "check_in": form.get("check_in", "never"),
        "third_place": form.get("third_place") == "yes",
        "tie_breaks": None if format_ == DUPLICATE and breaks == [*USUAL_TIE_BREAKS] else breaks,
        "terms": plain(_terms(form)),
        "final": read.final(),
    }
    more: Json = {name: read.number(name) for name in NUMBERS if form.get(name)}
    if format_ == LEAGUE and form.get("division"):
        body["divisions"] = {"size": read.number("division"), "moves": read.number("moves", 1)}
    if format_ == ARENA:
        more["minutes"] = read.number("span", USUAL_SPAN)
    more |= {"points": read.points(seats)} if form.get("points") else {}
    more |= {"bye": read.bye()} if form.get("bye") else {}
    if not body["title"]:
        read.wrong["title"] = marked("give it a title")
    if read.wrong:
        raise Malformed("some of it can't be understood", fields={name: [why] for name, why in read.wrong.items()})
    return body | more


def lines_of(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


OWN_END = ("round_robin", "elimination", "double_elimination", LEAGUE)
NUMBERS = ("most", "minutes", "to_sit", "rest", "shortest", "groups")


def _terms(form: Mapping[str, str]) -> Terms:
    """Nobody takes moves back in a tournament, and a bot plays on for who is away for long. Without a clock nothing is
    rated, as somebody could hold a match up for ever.
    """
    clock = clock_from(form.get("clock", "none"))
    is_rated = clock is not None and form.get("rated") == "yes"
    return Terms(clock, AWAY.get(form.get("absent", ""), "turn"), 300, is_rated, False)


class _Reading:
    """Reads fields, and collects what is wrong with them."""

    def __init__(self, form: Mapping[str, str]) -> None:
        self.form = form
        self.wrong: Wrong = {}

    def number(self, name: str, default: int | None = None) -> int:
        text = self.form.get(name, "").strip() or ("" if default is None else str(default))
        return int(self._read(name, text, _whole, marked("this must be a whole number")))

    def start(self) -> str | None:
        """As a browser says it, in the zone of the visitor, of which a script tells how far it is from UTC."""
        text = self.form.get("start", "").strip()
        if not text or self.form.get("starts") == "by_hand":
            return None
        found = self._read("start", text, datetime.fromisoformat, marked("this must be a day and a time"))
        ahead = self._read("start", self.form.get("zone") or "0", int, marked("this must be a day and a time"))
        if not isinstance(found, datetime):
            return None
        at = found.replace(tzinfo=UTC) - timedelta(minutes=max(-1440, min(1440, ahead or 0)))
        return stamp(at)

    def points(self, seats: int) -> list[int]:
        texts = self.form["points"].replace(",", " ").split()
        found = self._read(
            "points", texts, lambda some: [_whole(one) * POINT for one in some], marked("these must be numbers")
        )
        if found and len(found) != seats:
            self.wrong["points"] = marked("there must be one number for each seat of a table, the best place first")
        return found or []

    def bye(self) -> int:
        return int(self._read("bye", self.form["bye"], _twelfths, marked("this must be a number such as 1 or 1.5")))

    def final(self) -> Json | None:
        format_ = self.form.get("final", "")
        if not format_:
            return None
        rounds = 0 if format_ in OWN_END else self.number("final_rounds", 1)
        return {"format": format_, "rounds": rounds, "entrants": self.number("final_entrants", 4)}

    def _read(self, name: str, said: Any, read: Callable[[Any], Any], why: str) -> Any:
        try:
            return read(said)
        except (ValueError, OverflowError):
            self.wrong[name] = why
            return 0


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 7):
        raise ValueError(text)
    return int(text)


def _twelfths(text: str) -> int:
    """Raises ValueError."""
    try:
        found = Fraction(text.strip().replace(",", ".")) * POINT
    except ZeroDivisionError as error:
        raise ValueError(text) from error
    if found.denominator != 1 or not 0 <= found <= 10**6:
        raise ValueError(text)
    return int(found)
