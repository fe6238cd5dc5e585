"""Whether bots made the moves that a record says they made: each is asked again, and given what it was given then.

The record has all of it: the position, which leads to the view and to the legal moves, and the key of the match, from
which the luck of a bot follows by seat and turn. No I/O, and no clock: which bots there are says the caller.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from shared.bots import BOTS
from shared.errors import UrbanistError
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.canonical import canonical
from shared.ledger.codec import Registry
from shared.ledger.envelope import Stored, moment
from shared.ledger.past import Entry
from shared.platform.again.reading import commands, entries_of, readable
from shared.platform.match import Match, evolve, timed
from shared.platform.match.by_bot import Make, move_by
from shared.platform.match.events import MatchStarted
from shared.platform.moves import move_from, plain_move
from shared.platform.player import is_bot
from shared.platform.streams import REGISTRY

Makes = Callable[[str], Make]
"""By player, such as `bot:greedy@1`. Raises NoAnswer where that version of the bot can't be run here, and so may what
it makes."""

SETTLED = {bot.player: bot.settled for bot in BOTS if bot.settled}


class NoAnswer(UrbanistError):
    """A bot that may well play elsewhere could not be run here: nothing is known of its moves."""


class Otherwise(NamedTuple):
    """The first move that the bot would not have made: its version and time in the match, and both moves as JSON."""

    version: int
    at: str
    player: str
    seat: int
    made: Any
    would: Any

    def __str__(self) -> str:
        """Whose name the bot moved under is the server's word, so the server's operator is who played it."""
        would, made = (canonical(move).decode() for move in (self.would, self.made))
        return f"{self.player} would have taken {would}; its operator played something else: {made}"


class Ran(NamedTuple):
    """How many moves of bots were made again, up to the first that differs, and the bots that could not be run.

    `doubted` are first moves that differ, each of a bot that may have played like this then.
    """

    moves: int = 0
    otherwise: Otherwise | None = None
    missing: tuple[str, ...] = ()
    doubted: tuple[Otherwise, ...] = ()


class Turn(NamedTuple):
    """A move of a bot, and the matches as they were since its turn began: it saw one of them.

    Where several seats are called at once, or others act aside, a bot may have thought before that was stored.
    """

    entry: Entry
    seen: tuple[Match, ...]


def run_again(
    id_: str,
    streams: Mapping[str, Sequence[Stored]],
    makes: Makes,
    games: Mapping[str, Game] = GAMES,
    registry: Registry = REGISTRY,
) -> Ran:
    """Of a record in which the rules find nothing wrong. Raises ReadOnly, and Broken where it can't be folded.

    Moves that a branch repeats belong to another match, whose luck this record does not have.
    """
    moves, missing, doubted = 0, dict[str, None](), dict[str, Otherwise]()
    entries = entries_of(f"match:{id_}", streams.get("match", ()), registry)
    for turn in turns_of_bots(Match(id=id_, games=games), entries):
        player = turn.entry.envelope.by
        if player in missing or player in doubted:
            continue
        try:
            found = _otherwise(turn, makes(player))
        except NoAnswer:
            missing[player] = None
            continue
        moves += 1
        if found and found.at >= SETTLED.get(player, ""):
            return Ran(moves, found, tuple(missing), tuple(doubted.values()))
        if found:
            doubted[player] = found
    return Ran(moves, None, tuple(missing), tuple(doubted.values()))


def turns_of_bots(match: Match, entries: Sequence[Entry]) -> Iterator[Turn]:
    seen: tuple[Match, ...] = ()
    for together in commands(entries):
        first = together[0]
        with readable(first):
            match = timed(match, moment(first.envelope.at))
            seen = _seen(seen, match)
        if first.asked and is_bot(first.envelope.by) and not isinstance(first.event, MatchStarted):
            yield Turn(first, seen)
        with readable(first):
            for entry in together:
                match = evolve(match, entry.event, entry.asked)


def _seen(before: tuple[Match, ...], now: Match) -> tuple[Match, ...]:
    """Positions of one turn: once each, the newest last."""
    if not before or before[-1].turn != now.turn:
        return (now,)
    return before if before[-1].state is now.state else (*before, now)


def _otherwise(turn: Turn, make: Make) -> Otherwise | None:
    """None if the move is what the bot makes of anything that it may have seen."""
    entry, asked = turn.entry, turn.entry.asked
    assert asked is not None  # only turns with a move are looked at
    rules = turn.seen[-1].rules
    made = move_from(rules.moves, asked.move)
    with readable(entry):
        would = [move_by(make, match, asked.seat) for match in _unlike(turn.seen, asked.seat)]
    if made in would:
        return None
    version, at, by = entry.version, entry.envelope.at, entry.envelope.by
    return Otherwise(version, at, by, asked.seat, asked.move, plain_move(rules.moves, would[0]))


def _unlike(seen: Sequence[Match], seat: int) -> list[Match]:
    """The newest first, and each view of the seat once: a mind is asked no more often than it has to be."""
    found: list[tuple[Any, Match]] = []
    for match in reversed(seen):
        if (view := match.view(seat)) not in [other for other, _ in found]:
            found.append((view, match))
    return [match for _, match in found]


def built_in(player: str) -> Make:
    """Of this release, in any of its versions. Raises NoAnswer."""
    for one in BOTS:
        if one.player == player:
            return one.make
    raise NoAnswer("this release does not have the bot {player}", player=player)
