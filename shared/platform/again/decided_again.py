"""Whether the rules of this release still lead to what is stored: every stored move is decided again.

Events are the truth and moves are the evidence, so whatever is different now is a change of the rules, or a record that
no rules ever wrote.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from shared.errors import ReadOnly, UrbanistError
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.codec import Registry
from shared.ledger.envelope import Stored, moment
from shared.ledger.past import Entry, broken
from shared.platform.again.commands import command_of, is_decided
from shared.platform.again.difference import Difference, events_unlike, unlike
from shared.platform.again.of_deal import in_deal, in_start
from shared.platform.again.of_orders import OF_ORDERS, command_of_order
from shared.platform.again.of_table import in_table
from shared.platform.again.of_time import command_of_time
from shared.platform.again.reading import commands, entries_of, readable
from shared.platform.cited import Cited
from shared.platform.match import Command, Match, Start, decide, evolve, repeated, result_of, reveals, timed
from shared.platform.match.events import MatchStarted, StandInSeated
from shared.platform.player import is_bot
from shared.platform.score import Count, Scored
from shared.platform.score import decide as decide_score
from shared.platform.score.events import ScoreAnalysed, ScoreCorrected
from shared.platform.streams import REGISTRY

SAYS: Mapping[type, str] = {ScoreCorrected: "operator:", ScoreAnalysed: "service:"}
"""The events of a score beside its count, with who may write them."""


def first_difference(
    id_: str,
    streams: Mapping[str, Sequence[Stored]],
    games: Mapping[str, Game] = GAMES,
    registry: Registry = REGISTRY,
) -> Difference | None:
    """None where everything agrees: start, draws, moves with all that follows from them, reveals and points.

    `streams` are what `read_export(file).streams` has, or `streams_of(ledger, id_)`: by kind, with sealed parts. So a
    file of a running match can't be checked, and the ledger it came from can, as far as the match has come.
    The rules are those under the number that the match has kept since its start. Raises ReadOnly where a newer release
    wrote an event or the game is not here, and Broken where a record can't be read or folded.
    """
    if found := in_table(entries_of(f"table:{id_}", streams.get("table", ()), registry), games, registry):
        return found
    match, ended, moved = Match(id=id_, games=games), Cited(0, ""), set[str]()
    all_of_match = entries_of(f"match:{id_}", streams.get("match", ()), registry)
    if found := _in_deal(all_of_match, streams.get("deal", ()), games, registry):
        return found
    for entries in commands(all_of_match):
        with readable(entries[0]):
            match = timed(match, moment(entries[0].envelope.at))
            if found := _in_command(match, entries, moved, registry):
                return found
            moved.update(entry.envelope.by for entry in entries if entry.asked)
            for entry in entries:
                match = evolve(match, entry.event, entry.asked)
        ended = Cited(entries[-1].version, entries[-1].envelope.digest)
    return _in_score(match, ended, entries_of(f"score:{id_}", streams.get("score", ()), registry), registry)


def _in_deal(
    entries: Sequence[Entry], stored: Sequence[Stored], games: Mapping[str, Game], registry: Registry
) -> Difference | None:
    """Whether the match starts as its deal says, and the deal itself can have been committed like this."""
    started = entries[0].event if entries else None
    if not isinstance(started, MatchStarted) or started.deal is None:
        return None
    deal, game = entries_of(f"deal:{started.deal.deal}", stored, registry), games.get(started.game)
    if game is None:
        raise ReadOnly("this release does not have the rules of this match")
    if not deal:
        raise broken(f"deal:{started.deal.deal}", 1)
    with readable(deal[0]):
        return in_deal(deal, game, registry) or in_start(entries[0], deal[0].event, game, registry)


def _in_command(
    match: Match, entries: Sequence[Entry], moved: Collection[str], registry: Registry
) -> Difference | None:
    first, is_order = entries[0], isinstance(entries[0].event, OF_ORDERS) and not entries[0].asked
    try:
        command = _command(match, entries, moved)
        if command is None and is_order:
            return Difference("match", first.version, "type", first.envelope.type, None)
        if command is None:
            return Difference("match", first.version, "move", None, "only a move leads to this event")
        decided = _as_stored(entries, decide(match, command))
    except ReadOnly:
        raise
    except UrbanistError as verdict:
        if is_order:
            return Difference("match", first.version, "type", first.envelope.type, str(verdict))
        kept = first.envelope.move and first.envelope.move["move"]
        return Difference("match", first.version, "move", kept, str(verdict))
    found = events_unlike("match", entries, decided, registry) or _in_reveals(match, entries, decided)
    return found or (_in_repeated(match, command, entries) if isinstance(command, Start) else None)


def _command(match: Match, entries: Sequence[Entry], moved: Collection[str]) -> Command | None:
    """None where nobody can have given it."""
    order = None if entries[0].asked else command_of_order(match, entries, moved)
    return order or command_of_time(match, entries) or (command_of(match, entries) if is_decided(entries[0]) else None)


def _as_stored(entries: Sequence[Entry], decided: list[Any]) -> list[Any]:
    """Options that were added later are not in the record: they have their defaults. Which bot stands in for people, a
    later release may say otherwise.
    """
    first = entries[0].event
    if isinstance(first, MatchStarted):
        return [replace(decided[0], options=first.options), *decided[1:]]
    stored = [entry.event for entry in entries] + [None] * len(decided)
    return [_bot_as_stored(then, now) for then, now in zip(stored, decided, strict=False)]


def _bot_as_stored(then: Any, now: Any) -> Any:
    is_bots = isinstance(then, StandInSeated) and isinstance(now, StandInSeated) and is_bot(then.player)
    return replace(now, player=then.player) if is_bots else now


def _in_repeated(match: Match, command: Start, entries: Sequence[Entry]) -> Difference | None:
    """The moves that a branch repeats stand where they were made, with the turns that they answer now."""
    moves = repeated(match, command)
    for index, entry in enumerate(entries):
        then, now = entry.asked and list(entry.asked[:2]), list(moves[index][:2]) if index in moves else None
        if then != now:
            return Difference("match", entry.version, "move", then, now)
    return None


def _in_score(match: Match, ended: Cited, entries: Sequence[Entry], registry: Registry) -> Difference | None:
    """The count alone. A correction is an operator's word, even where nothing could be counted, and an analysis is a
    bot's: both stand.
    """
    counted = entries[:1] if entries and type(entries[0].event) not in SAYS else []
    for entry in entries[len(counted) :]:
        if not entry.envelope.by.startswith(SAYS.get(type(entry.event), "nobody:")):
            return Difference("score", entry.version, "type", entry.envelope.type, None)
    if not counted:
        return None
    if match.started is None:  # a count without a match
        raise broken(counted[0].envelope.stream, counted[0].version)
    with readable(counted[0]):
        decided = decide_score(Scored(), Count(match=ended, result=result_of(match)))
    return events_unlike("score", counted, decided, registry)


def _in_reveals(match: Match, stored: Sequence[Entry], decided: Sequence[Any]) -> Difference | None:
    for entry, proofs in zip(stored, reveals(match, decided), strict=True):
        then, now = [list(one) for one in entry.envelope.reveals], [list(one) for one in proofs]
        if found := unlike("reveals", then, now):
            return Difference("match", entry.version, *found)
    return None
