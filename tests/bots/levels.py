"""The ratings of the bots, which say what each level means: rows of shared/roster/rated.json."""

from collections.abc import Iterator, Mapping, Sequence

from services.console.arena.standings import Estimate, Match, digest, ratings, totals
from shared.roster.strengths import Rated
from tests.bots.lineups import command, pool


def estimates(row: Rated, matches: Sequence[Match]) -> Mapping[str, Estimate]:
    return totals(matches) if row.seats == 1 else ratings(matches)


def measured(row: Rated, matches: Sequence[Match]) -> Rated:
    found = {bot: [round(end, 1) for end in each[:3]] for bot, each in estimates(row, matches).items()}
    in_order = dict(sorted(found.items(), key=lambda each: each[1]))
    return row._replace(found=in_order, matches=len(matches), digest=digest(matches))


def lines(row: Rated) -> Iterator[str]:
    """Of the page's table: a bot of the pool in each."""
    unit = "points" if row.seats == 1 else "rating"
    for bot, (value, low, high) in row.found.items():
        yield f"| {pool(row)} | `{bot}` | {unit} {value:.1f} | {low:.1f} to {high:.1f} |\n"


def commands(rows: Sequence[Rated]) -> Iterator[str]:
    for row in rows:
        yield f"    {command(row)}\n"
