"""Who plays which matches in a row of the tables of strengths and ratings."""

from typing import Protocol

from services.console.arena import outcomes
from services.console.arena.schedule import Contest, schedule
from services.console.arena.standings import Match
from services.console.play import options_of
from shared.games.registry import GAMES


class Lineup(Protocol):
    """`bots` are names with commas between them; `option` is one of the game's, as a person gives it."""

    @property
    def game(self) -> str: ...
    @property
    def option(self) -> str | None: ...
    @property
    def seats(self) -> int: ...
    @property
    def bots(self) -> str: ...
    @property
    def matches(self) -> int: ...
    @property
    def seed(self) -> str: ...
    @property
    def tries(self) -> int: ...


def contests(row: Lineup, matches: int) -> list[Contest]:
    game = GAMES[row.game]
    options = options_of(game, [row.option] if row.option else [])
    return schedule(game, options, row.seats, tuple(row.bots.split(",")), matches, row.seed, row.tries)


def played(row: Lineup, matches: int, processes: int) -> list[Match]:
    """At least so many: all lineups play the same draws, each as often."""
    return _played(contests(row, matches), processes)


def first(row: Lineup, matches: int, processes: int) -> list[Match]:
    """So many, also where a bot tries a draw more often than that."""
    return _played(contests(row, matches)[:matches], processes)


def _played(listed: list[Contest], processes: int) -> list[Match]:
    return list(zip(listed, outcomes(listed, processes), strict=True))


def command(row: Lineup) -> str:
    option = f" --option {row.option}" if row.option else ""
    who = f"{row.game} --seats {row.seats}{option} --bots {row.bots}"
    tries = f" --tries {row.tries}" if row.tries > 1 else ""
    return f"urbanist arena {who} --matches {row.matches}{tries} --seed {row.seed}"


def pool(row: Lineup) -> str:
    seats = f"{row.seats} seat{'s' if row.seats > 1 else ''}"
    return ", ".join([row.game, *([row.option] if row.option else []), seats])
