"""The row of one id, from what its streams say now."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from shared.ledger.fold import Folded
from shared.platform.match import Match
from shared.platform.match.events import MatchAdjudicated, MatchStarted
from shared.platform.player import is_person
from shared.platform.score import Scored
from shared.platform.streams import Streams
from shared.platform.table import Table

STATUSES = ("open", "filled", "starting", "playing", "counting", "ended", "aborted", "adjudicated", "given_up")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """`version` adds up the versions of the table, the match and the score; `called` are players, not seats.

    `deal` is the id of the deal whose luck the match shares, and `ended` the time at which it ended.
    `target` is there where people play together and the points are counted: all win, or nobody does.
    `players` are those who play now, `everybody` also all who ever sat there, and `resigned` are those of them who
    resigned; `on_offer` are those who left seats that somebody else may take over, `passed_on` those whose seats
    somebody has. `was_left`: it ended early because all others had left. `winners` are the seats that came first, by
    the points or by an operator's decision. `at` is the time of the last event, `idle_since` that of the last one by a
    person who plays the match, `called_since` that of the call.
    """

    id: str
    status: str
    game: str
    options: dict[str, Any]
    seats: int
    players: Sequence[str | None]
    opener: str | None
    listed: bool
    practice: bool
    everybody: list[str]
    resigned: list[str]
    passed_on: list[str]
    on_offer: list[str]
    was_left: bool
    called: list[str]
    points: list[int] | None
    winners: list[int] | None
    target: int | None
    at: str
    idle_since: str
    called_since: str | None
    deal: str | None
    ended: str | None
    version: int


FIELDS = tuple(field.name for field in fields(Row))


def row_of(streams: Streams, id_: str, heard: str | None = None) -> Row | None:
    """The row of this id; None where there is neither a table nor a match.

    `heard` is the stream that a notice names: if it is another one, a table known to be closed is not read again.
    """
    table = _table(streams, f"table:{id_}", heard)
    match = _match(streams, f"match:{id_}", table)
    score = _score(streams, f"score:{id_}", match)
    started, opened = match.state.started, table.state.opened
    source = started or opened
    if source is None:
        return None
    counted = score.state.count
    waiting = [taken.player if taken else None for taken in table.state.seats]
    players: Sequence[str | None] = match.state.players or waiting
    return Row(
        id=id_,
        status=_status(table.state, match.state, counted is not None),
        game=source.game,
        options=dict(source.options),
        seats=len(players),
        players=players,
        opener=opened.opener if opened else None,
        listed=opened.listed if opened else match.state.deal is None,
        practice=source.practice if isinstance(source, MatchStarted) else source.branch is not None,
        everybody=sorted({*match.state.seating.everybody, *(player for player in players if player)}),
        resigned=sorted(match.state.resigners),
        passed_on=sorted(match.state.seating.passed_on),
        on_offer=[match.state.seating.owners[seat] for seat in sorted(match.state.on_offer)],
        was_left=match.state.was_left,
        called=[match.state.players[seat] for seat in match.state.called],
        points=list(counted.points) if counted else None,
        winners=_winners(match.state, counted.places if counted else None),
        target=counted.target if counted else None,
        at=max(table.at, match.at, score.at),
        idle_since=idle_since(match),
        called_since=match.last_of.get("match.turn_started") if match.state.called else None,
        deal=match.state.deal.deal if match.state.deal else None,
        ended=match.last_of.get(f"match.{match.state.status}") if match.state.is_over else None,
        version=table.version + match.version + score.version,
    )


def _table(streams: Streams, stream: str, heard: str | None) -> Folded[Table]:
    """A closed table never changes; after a restored backup its new events are heard before those of a match."""
    kept = streams.tables.folder.kept(stream) if heard and heard != stream else None
    return kept if kept and kept.state.closed else streams.tables.load(stream)


def _match(streams: Streams, stream: str, table: Folded[Table]) -> Folded[Match]:
    """A match has no table, or one that is closed; what this release doesn't know of a table may have closed it."""
    may_be_there = not table.version or table.state.closed or table.unknown
    return streams.blind.load(stream) if may_be_there else streams.blind.folder.nothing(stream)


def _score(streams: Streams, stream: str, match: Folded[Match]) -> Folded[Scored]:
    """Only what is over is counted."""
    return streams.scores.load(stream) if match.state.is_over else streams.scores.folder.nothing(stream)


def _winners(match: Match, counted: Sequence[int | None] | None) -> list[int] | None:
    """None while nobody knows."""
    ranks = match.end.places if isinstance(match.end, MatchAdjudicated) else counted
    return None if ranks is None else [seat for seat, rank in enumerate(ranks) if rank == 1]


def idle_since(match: Folded[Match]) -> str:
    """Moves of bots keep no match open that people have left; where only bots play, any event counts."""
    people = [player for player in match.state.players if is_person(player)]
    return max(match.began, *(match.latest.get(player, "") for player in people)) if people else match.at


def _status(table: Table, match: Match, is_counted: bool) -> str:
    if match.started is None:
        if table.closed:
            return "starting" if table.closed.match else "given_up"
        return "filled" if table.is_filled else "open"
    return "counting" if match.status == "ended" and not is_counted else match.status
