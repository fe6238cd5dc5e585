"""A tournament at tables of two as FIDE's report file (TRF16), which pairing programs read and federations take.

Its points are FIDE's, whatever places bring by the rules: 1, ½ and 0, as the results beside them say. Ranks are ours.
Source: FIDE Handbook C.04, annex 2. Who starts is a draw in our games, so white is seat 1 and black seat 2.
"""

from collections.abc import Mapping
from itertools import takewhile
from typing import NamedTuple

from shared.platform.tournament.pairings.field import seeding
from shared.platform.tournament.rules import DUPLICATE
from shared.platform.tournament.standings import standings
from shared.platform.tournament.state import Round, Tournament

WON, DRAWN, LOST, WON_BY_FORFEIT, LOST_BY_FORFEIT, BYE, HALF_BYE, AWAY = "1", "=", "0", "+", "-", "U", "H", "Z"
TENTHS: Mapping[str, int] = {
    WON: 10,
    DRAWN: 5,
    LOST: 0,
    WON_BY_FORFEIT: 10,
    LOST_BY_FORFEIT: 0,
    BYE: 10,
    HALF_BYE: 5,
    AWAY: 0,
}


class Game(NamedTuple):
    """`opponent`: the starting number, 0 for none. `colour`: w, b or -."""

    opponent: int
    colour: str
    result: str


def starting_numbers(tournament: Tournament) -> Mapping[int, int]:
    """By entrant, from 1, in the order of the seeding."""
    return {entrant: number for number, entrant in enumerate(seeding(tournament), 1)}


def games(tournament: Tournament) -> Mapping[int, tuple[Game, ...]]:
    """What each entrant has in each round of the stage, up to the first one that is still played."""
    numbers = starting_numbers(tournament)
    rounds = [*takewhile(lambda one: tournament.ended or not one.open, tournament.of_stage)]
    rows = {entrant: [Game(0, "-", AWAY)] * len(rounds) for entrant in numbers}
    for at, one in enumerate(rounds):
        for entrant in one.byes:
            rows[entrant][at] = Game(0, "-", _bye(tournament))
        for table in one.results:
            for seat, entrant in enumerate(one.tables[table]):
                other = one.tables[table][1 - seat]
                rows[entrant][at] = Game(numbers[other], "wb"[seat], _token(one, table, seat))
    return {entrant: tuple(row) for entrant, row in rows.items()}


def _bye(tournament: Tournament) -> str:
    """In a duplicate it is the average."""
    rules = tournament.rules
    if rules.bye == rules.points[0] and tournament.format != DUPLICATE:
        return BYE
    return HALF_BYE if rules.bye or tournament.format == DUPLICATE else AWAY


def _token(one: Round, table: int, seat: int) -> str:
    own, other = one.results[table].places[seat], one.results[table].places[1 - seat]
    if own is None:
        return LOST_BY_FORFEIT
    if other is None:
        return WON_BY_FORFEIT
    return DRAWN if own == other else WON if own < other else LOST


def trf(tournament: Tournament, title: str, names: Mapping[int, str]) -> str:
    """The running stage, with `names` by entrant."""
    numbers, rows, ranks = starting_numbers(tournament), games(tournament), standings(tournament)
    found = {one.entrant: one for one in ranks}
    lines = [f"012 {_plain(title)}", f"062 {len(numbers)}", f"XXR {tournament.length or len(tournament.of_stage)}"]
    for entrant, number in numbers.items():
        points = sum(TENTHS[game.result] for game in rows[entrant])
        played = "  ".join(f"{game.opponent or '0000':>4} {game.colour} {game.result}" for game in rows[entrant])
        name = _plain(names.get(entrant, f"entrant {entrant + 1}"))[:33]
        strength = tournament.entrants[entrant].strength
        head = f"001 {number:>4}      {name:<33} {strength or '':>4} {'':3} {'':>11} {'':<10}"
        lines.append(f"{head} {points // 10:>2}.{points % 10} {found[entrant].place:>4}  {played}".rstrip())
    return "\n".join(lines) + "\n"


def _plain(text: str) -> str:
    return " ".join(text.split())
