"""Sample contexts of expert mode with squares: a match that was really played, by players who like to build."""

from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from shared.annotations import Json
from shared.games.game import Result
from shared.games.quadropolis.play.board import SQUARE
from shared.games.quadropolis.play.events import EVENTS, TileTaken
from shared.games.quadropolis.play.moves import TakeTile
from shared.games.quadropolis.play.setup import Options
from shared.games.quadropolis.play.state import State, to_move
from shared.games.registry import GAMES
from tests.frontend.look.contexts import NAMES, match, seat_at
from tests.games.scenario import Match, Step, evolved, play, settled_down

GAME = GAMES["quadropolis"]
OPTIONS = Options(mode="expert", squares=True)
SEED = 11
LATE = 62  # turns: in the fourth of five rounds
NAME = {event: name for name, event in EVENTS.items()}


@cache
def played(turns: int | None, seats: int) -> Match:
    start = play(GAME, seats, SEED, 0, OPTIONS)
    keen, state, steps = Random(SEED), start.state, list[Step]()
    while (called := to_move(state)) and len(steps) != turns:
        move = keen.choice(promising(state, called[0]))
        decided = GAME.decide(state, called[0], move)
        state, followed = settled_down(GAME, evolved(GAME, state, decided))
        steps.append(Step(called[0], move, decided, followed))
    return replace(start, state=state, steps=steps)


def promising(state: State, seat: int) -> list[TakeTile]:
    """Moves that add a floor, else such that build, else any."""
    moves = GAME.legal_moves(state, seat)
    building = [move for move in moves if move.target is not None]
    full = state.holdings[seat].squares
    adding = [move for move in building if full[SQUARE["expert"][move.target]]]
    return adding or building or list(moves)


def expert(turns: int | None = LATE, seats: int = 4, chosen: Json | None = None, **more: Any) -> Json:
    """The turn of the seat that is called, with what it has chosen so far."""
    happened = played(turns, seats)
    view = GAME.view(happened.state, None)
    called = to_move(view)
    you = called[0] if called else 0
    offered = GAME.choices(view, you, chosen or {}) if called else None
    return match(seats) | {
        "options": {"mode": "expert", "squares": True},
        "you": you,
        "called": list(called),
        "your_turn": bool(called),
        "seats": seats_of(view, you),
        "plain": GAME.plain(view),
        "choices": offered,
        "chosen": chosen or {},
        "move_json": '{"name":"take_tile"}' if offered and offered["move"] else None,
        "log": log(happened),
        **more,
    }


def seats_of(view: State, you: int) -> list[Json]:
    now: Result = GAME.result(view)
    called = to_move(view)
    return [
        seat_at(
            seat,
            you=seat == you,
            called=seat in called,
            points=now.points[seat],
            lines=dict(now.lines[seat]),
            place=None if called else now.places[seat],
        )
        for seat in range(len(view.holdings))
    ]


def log(happened: Match) -> list[Json]:
    told = [(version, event) for version, event in enumerate(happened.events) if isinstance(event, TileTaken)]
    return [
        {
            "version": version,
            "at": "2026-03-01T12:00:00.000Z",
            "seat": event.seat,
            "name": NAMES[event.seat],
            "type": NAME[type(event)],
            "data": taken(event),
            "is_last": version == told[-1][0],
        }
        for version, event in reversed(told)
    ]


def taken(event: TileTaken) -> Json:
    said = {name: getattr(event, name) for name in ("seat", "architect", "tile", "inhabitants", "energy", "mayor")}
    target = None if event.target is None else event.target._asdict()
    return {**said, "slot": event.slot._asdict(), "square": event.square._asdict(), "target": target}


def expert_result(seats: int = 4) -> Json:
    done = expert(None, seats, status="ended", counted=True, grade="fair")
    explained = GAME.explain(GAME.view(played(None, seats).state, None))
    names = list(done["seats"][0]["lines"])
    return {
        "match": done,
        "places": [seat["place"] for seat in done["seats"]],
        "lines": [{"name": name, "points_by_seat": [seat["lines"][name] for seat in done["seats"]]} for name in names],
        "totals": [seat["points"] for seat in done["seats"]],
        "tie_break_note": None,
        "tie_breaks": [],
        "unread": [],
        "cities": explained["cities"],
        "explanations": explained["reasons"],
        "counted": True,
        "aborted_reason": None,
        "corrected": False,
        "operators_note": None,
        "rematch": None,
        "explored": None,
        "analysis": None,
        "unanalysed": None,
        "calculators": ["/score/quadropolis?mode=expert"] * seats,
        "share": "http://127.0.0.1:8000/m/7xk2m9qa4b1c/result",
        "only_here": None,
        "export": "/m/7xk2m9qa4b1c/export",
    }
