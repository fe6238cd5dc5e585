"""What an entry of a list shows of its row: an open table, a running or finished match, a match of one's own."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypedDict

from frontend.people.who import kind_of
from frontend.presentation.games import GameContext, game_context
from shared.annotations import Json
from shared.platform.player import is_bot, player_from
from shared.platform.rows import Row


class Played(TypedDict):
    """What every entry shows."""

    id: str
    game: GameContext
    options: Json


class Named(TypedDict):
    """`address` is the page of a person; bots have none."""

    name: str
    address: str | None


class SeatName(TypedDict):
    name: str | None
    kind: str | None


FREE: SeatName = {"name": None, "kind": None}


class OpenTable(Played):
    seats: list[SeatName]
    free: int
    yours: bool


class RunningMatch(Played):
    names: list[str]
    watching_url: str
    your_turn: bool
    yours: bool
    round_text: str | None


class SeatOnOffer(Played):
    """`names` are all who play, `of` those whose seats may be taken over; `turn` counts as people do."""

    names: list[str]
    of: list[str]
    turn: int


class OwnMatch(Played):
    """`replaced`: a bot plays on for this player; `passed_on`: somebody else has the seat.

    `waiting` and `awaited`: who else waits, and for whom else.
    """

    names: list[str]
    status: str
    your_turn: bool
    waiting: list[str]
    awaited: list[str]
    since: str | None
    replaced: bool
    passed_on: bool
    won: bool
    lost_together: bool
    points: int | None
    target: int | None


class Together(TypedDict):
    won: bool
    points: int
    target: int
    alone: bool


class FinishedMatch(Played):
    """`people` are those of `names`, each with their page."""

    names: list[str]
    people: list[Named]
    winners: list[str]
    together: Together | None
    at: str


def sitting(row: Row) -> list[str]:
    return [player for player in row.players if player]


def _played(row: Row) -> Played:
    return {"id": row.id, "game": game_context(row.game), "options": row.options}


def _names(row: Row, names: Mapping[str, str]) -> list[str]:
    """Who plays; players of the same name are counted, not listed."""
    counted = Counter(names[player] for player in sitting(row))
    return [_times(name, count) for name, count in counted.items()]


def _times(name: str, count: int) -> str:
    return name if count == 1 else f"{name} \u00d7 {count}"


def people(players: Sequence[str], names: Mapping[str, str]) -> list[Named]:
    """Each person with their page; bots of the same name are counted."""
    counted = Counter(names[player] for player in players if is_bot(player))
    bots: list[Named] = [{"name": _times(name, count), "address": None} for name, count in counted.items()]
    return [*(named(player, names[player]) for player in players if not is_bot(player)), *bots]


def named(player: str, name: str) -> Named:
    return {"name": name, "address": None if is_bot(player) else f"/p/{player_from(player).name}"}


def open_table(row: Row, names: Mapping[str, str], me: str) -> OpenTable:
    players = sitting(row)
    taken: list[SeatName] = [{"name": names[player], "kind": kind_of(player)} for player in players]
    free = row.seats - len(players)
    return {
        **_played(row),
        "seats": [*taken, *[FREE] * free],
        "free": free,
        "yours": me in row.everybody or me == row.opener,
    }


def running_match(row: Row, names: Mapping[str, str], me: str) -> RunningMatch:
    return {
        **_played(row),
        "names": _names(row, names),
        "watching_url": f"/m/{row.id}",
        "your_turn": me in row.called,
        "yours": me in row.players,
        "round_text": None,
    }


def seat_on_offer(row: Row, names: Mapping[str, str], turn: int) -> SeatOnOffer:
    return {**_played(row), "names": _names(row, names), "of": [names[player] for player in row.on_offer], "turn": turn}


def own_match(row: Row, names: Mapping[str, str], me: str) -> OwnMatch:
    seat = row.players.index(me) if me in row.players else None
    return {
        **_played(row),
        "names": _names(row, names),
        "status": row.status,
        "your_turn": me in row.called,
        **_waits(row, names, me),
        "replaced": seat is None and row.status == "playing" and me not in row.passed_on,
        "passed_on": me in row.passed_on and row.status == "playing",
        "won": seat is not None and seat in (row.winners or ()),
        "lost_together": seat is not None and _is_lost_together(row),
        "points": points_of(row, seat),
        "target": row.target,
    }


class Waits(TypedDict):
    waiting: list[str]
    awaited: list[str]
    since: str | None


def _waits(row: Row, names: Mapping[str, str], me: str) -> Waits:
    """Bots wait for nobody. In a match that does not run nobody does."""
    runs = row.status == "playing"
    waiting = [player for player in sitting(row) if runs and player not in (me, *row.called) and not is_bot(player)]
    awaited = [player for player in row.called if runs and player != me]
    return {
        "waiting": [*dict.fromkeys(names[player] for player in waiting)],
        "awaited": [*dict.fromkeys(names[player] for player in awaited)],
        "since": row.called_since if runs else None,
    }


def points_of(row: Row, seat: int | None) -> int | None:
    """The player's own points, or the team's, also for a player who no longer sits there."""
    if row.points is None or (seat is None and row.target is None):
        return None
    return row.points[seat or 0]


def _is_lost_together(row: Row) -> bool:
    """Against a target everybody can lose; where people play against each other somebody wins."""
    return row.target is not None and row.winners == []


def finished_match(row: Row, names: Mapping[str, str]) -> FinishedMatch:
    winners = [] if row.target is not None else [player for seat in row.winners or () if (player := row.players[seat])]
    return {
        **_played(row),
        "names": _names(row, names),
        "people": people(sitting(row), names),
        "winners": [names[player] for player in winners],
        "together": _together(row),
        "at": row.at,
    }


def _together(row: Row) -> Together | None:
    """The team's points, and how many were needed."""
    if row.target is None or row.points is None:
        return None
    return {"won": bool(row.winners), "points": row.points[0], "target": row.target, "alone": row.seats == 1}
