"""Decides a finished match once more by the rules that it was played with: every stored event must come out again."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from shared.errors import IllegalMove, ReadOnly, Refused, UrbanistError
from shared.ledger.kinds import REGISTRY, Count, count
from shared.ledger.memory import MemoryLedger
from shared.ledger.moves import move_from
from shared.ledger.past import Entry, Reader
from shared.ledger.read_export import Record
from shared.ledger.schema import made
from shared.rules.games import GAMES
from shared.rules.match import Abort, Asked, Match, Order, Play, Resign, SeatStandIn, Start, after, decide, reveals
from shared.rules.platform import Cited, MatchAborted, MatchEnded, MatchStarted, SeatResigned, StandInSeated

NOT_PLAYERS = ("service:", "operator:")


class NotAgain(Refused):
    """The rules, asked once more, give something else than what was stored in that version."""

    def __init__(self, version: int, template: str, **values: Any) -> None:
        super().__init__(template, **values)
        self.version = version


def decided_again(record: Record) -> Match:
    """The match at its end; NotAgain names the first version that the rules would not have written."""
    match = Match(id=record.id, games=GAMES)
    for entries in commands(read(record, "match")):
        events = [entry.event for entry in entries]
        check_same(entries, as_stored(again(match, entries[0]), events), match)
        match = after(match, events, asked_in(match, entries[0]))
    return match


def check_counted(record: Record, match: Match) -> None:
    """The points that were stored are those of the board; NotAgain with the version of the score."""
    for entry in read(record, "score"):
        if entry.version > 1 or match.game is None or not isinstance(match.end, MatchEnded):
            raise NotAgain(entry.version, "this release writes no {type} here", type=entry.envelope.type)
        last = read(record, "match")[-1]
        order = Count(match=Cited(last.version, last.envelope.digest), result=match.game.result(match.state))
        (counted,) = count(None, order)
        if entry.event != counted:
            points = ", ".join(map(str, counted.points))
            raise NotAgain(1, "the boards are worth something else, in points: {points}", points=points)


def read(record: Record, kind: str) -> list[Entry]:
    return list(Reader(MemoryLedger(), REGISTRY).entries(f"{kind}:{record.id}", record.streams.get(kind, ())))


def commands(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """What one command led to has one key by one sender, and stands together."""
    for _, found in groupby(entries, lambda entry: (entry.envelope.by, entry.envelope.cause)):
        yield list(found)


def again(match: Match, entry: Entry) -> list[Any]:
    """What the rules say now, at the same place, to the order that the entry is the first event of."""
    try:
        return decide(match, order_in(match, entry))
    except UrbanistError as verdict:
        raise NotAgain(entry.version, "the rules say no: {verdict}", verdict=str(verdict)) from verdict


def order_in(match: Match, entry: Entry) -> Order:
    """A player's move is kept beside its first event; all else can be told from the event itself."""
    if entry.asked is not None:
        return play(match, entry, entry.asked)
    order = ORDERS.get(type(entry.event))
    if order is None:
        raise ReadOnly("no move led to {type}, and this release writes none without", type=entry.envelope.type)
    if not isinstance(entry.event, SeatResigned) and not entry.envelope.by.startswith(NOT_PLAYERS):
        raise IllegalMove("{type} is no player's order", type=entry.envelope.type)
    return order(match, entry)


def play(match: Match, entry: Entry, asked: Asked) -> Play:
    return Play(player=entry.envelope.by, seat=asked.seat, turn=asked.turn, move=move_in(match, asked))


def move_in(match: Match, asked: Asked) -> Any:
    if match.game is None:
        raise ReadOnly("a move before the match has started")
    return move_from(match.game.moves, asked.move)


def asked_in(match: Match, entry: Entry) -> Asked | None:
    return entry.asked and entry.asked._replace(move=move_in(match, entry.asked))


def start(match: Match, entry: Entry) -> Start:
    """With the rulings of then, and with the options as they were stored: those of today may be more."""
    event: MatchStarted = entry.event
    game = GAMES.get(event.game)
    if game is None:
        raise ReadOnly("this release does not have the rules of {game}", game=event.game)
    if not 1 <= event.rules <= game.rules or len(event.players) not in game.seats:
        told = "this release has no rules {rules} for {count} players"
        raise ReadOnly(told, rules=event.rules, count=len(event.players))
    return Start(
        game=replace(game, rules=event.rules),
        options=made(game.options, event.options),
        players=event.players,
        seed=event.seed,
        nonces=event.nonces,
        table=event.table,
        practice=event.practice,
    )


def seat_in(match: Match, entry: Entry) -> int:
    seat: int = entry.event.seat
    if seat not in range(len(match.players)):
        raise IllegalMove("there is no {seat}", seat=seat)
    return seat


ORDERS: Mapping[type, Callable[[Match, Entry], Order]] = {
    MatchStarted: start,
    SeatResigned: lambda match, entry: Resign(player=entry.envelope.by),
    StandInSeated: lambda match, entry: SeatStandIn(seat=seat_in(match, entry)),
    MatchAborted: lambda match, entry: Abort(reason=entry.event.reason, note=entry.event.note),
}


def as_stored(decided: Sequence[Any], stored: Sequence[Any]) -> list[Any]:
    """What is no rule's business is taken over: options that there were not yet, and which bot stands in."""
    found = list(decided)
    for at, (event, old) in enumerate(zip(decided, stored, strict=False)):
        if isinstance(event, MatchStarted) and isinstance(old, MatchStarted):
            found[at] = replace(event, options=old.options)
        if isinstance(event, StandInSeated) and isinstance(old, StandInSeated) and old.player.startswith("bot:"):
            found[at] = replace(event, player=old.player)
    return found


def check_same(entries: Sequence[Entry], decided: Sequence[Any], match: Match) -> None:
    first = entries[0].version
    for entry, event in zip(entries, decided, strict=False):
        if entry.event != event:
            said = {"stored": entry.envelope.type, "decided": REGISTRY.write(event).type}
            raise NotAgain(entry.version, "the rules give another {decided} than this {stored}", **said)
    if len(entries) != len(decided):
        version = first + min(len(entries), len(decided))
        told = "the rules give {decided} events here, and {stored} are stored"
        raise NotAgain(min(version, entries[-1].version), told, decided=len(decided), stored=len(entries))
    for entry, shown in zip(entries, reveals(match, decided), strict=True):
        if list(entry.envelope.reveals) != shown:
            raise NotAgain(entry.version, "other drawn things become known here than the event says")
