"""The deals of a day: what they are called, and from when to when they are played. Days are UTC's."""

from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

from shared.bots import player
from shared.games.game import Game
from shared.ledger.envelope import at
from shared.platform.deal import Commit

DAILY = "daily"
DAY = 86_400_000  # milliseconds


class Name(NamedTuple):
    """The name of a deal of a day; `date` as in 2026-11-30."""

    date: str
    game: str

    def __str__(self) -> str:
        return f"{DAILY}:{self.date}:{self.game}"

    @property
    def begins(self) -> str:
        return f"{self.date}T00:00:00.000Z"

    @property
    def ends(self) -> str:
        return f"{date.fromisoformat(self.date) + timedelta(days=1)}T00:00:00.000Z"


def name_from(text: str) -> Name | None:
    """None where it names no deal of a day."""
    kind, _, rest = text.partition(":")
    day, _, game = rest.partition(":")
    return Name(day, game) if kind == DAILY and is_day(day) else None


def is_day(text: str) -> bool:
    try:
        return str(date.fromisoformat(text)) == text
    except ValueError:
        return False


def day_of(now: int) -> str:
    """The date at that moment, in milliseconds since 1970."""
    return str(at(now).date())


def names_due(now: int, games: Iterable[Game]) -> Iterator[Name]:
    """Those that have to be there at that moment: today's, and tomorrow's, which nobody can play yet."""
    for game in games:
        if game.daily:
            yield from (Name(day_of(moment), game.slug) for moment in (now, now + DAY))


def commit_of(name: Name, game: Game, seed: str) -> Commit:
    daily = game.daily
    assert daily
    bots = (None, *[player(daily.bot)] * (daily.seats - 1)) if daily.bot else (None,) * daily.seats
    options = game.options(**daily.options)
    return Commit(name=str(name), game=game, options=options, bots=bots, begins=name.begins, ends=name.ends, seed=seed)
