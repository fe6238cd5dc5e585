"""The deals of a day, from the streams and the rows of their matches: for pages and programs alike."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import count
from typing import NamedTuple

from shared.games.registry import GAMES
from shared.ledger.envelope import moment, stamp
from shared.platform.deal import Deal, try_of
from shared.platform.deals.daily import Name, day_of
from shared.platform.deals.named import Deals
from shared.platform.deals.ranked import Entry, Listed, is_done, listed
from shared.platform.deals.streak import streak_of
from shared.platform.rows import Row, Rows
from shared.platform.streams import Streams

WEEK = 7  # days that are looked through together


class OnDay(NamedTuple):
    """A deal of a day. `status`: next (nobody can play yet), open, closing (its day is over, and it is about to be
    opened) or over.
    """

    id: str
    name: Name
    deal: Deal
    status: str

    @property
    def is_over(self) -> bool:
        return self.status == "over"

    @property
    def seed(self) -> str | None:
        """Nobody is told before it is over."""
        return self.deal.facts.seed if self.is_over else None

    def match_in(self, entry: Entry, player: str) -> str | None:
        """The entry's match as far as the player may see it: until the deal is over everybody sees their own."""
        return entry.match if self.is_over or entry.player == player else None


class Days:
    """Reads only. Everything here raises Unavailable."""

    def __init__(self, streams: Streams, rows: Rows, deals: Deals) -> None:
        self.streams = streams
        self.rows = rows
        self.deals = deals

    @property
    def now(self) -> int:
        """In milliseconds since 1970, by the clock of the services."""
        return moment(stamp(self.streams.deals.now()))

    @property
    def today(self) -> str:
        return day_of(self.now)

    def on(self, day: str) -> list[OnDay]:
        """By game. Deals that are named and not committed yet are left out."""
        return self.on_each([day])

    def on_each(self, days: Sequence[str]) -> list[OnDay]:
        names = {str(name): name for name in (Name(day, slug) for day in days for slug in GAMES)}
        found = [self._seen(names[text], id_) for text, id_ in self.deals.of_each([*names]).items()]
        return [one for one in found if one]

    def ranked(self, one: OnDay) -> Listed:
        return listed(one.deal, self.rows.in_deal(one.id))

    def match_of(self, one: OnDay, player: str) -> str | None:
        """The id of the player's match, if it has begun."""
        id_ = try_of(one.deal.facts, player)
        return id_ if self.streams.ledger.last(f"match:{id_}") else None

    def row_of(self, one: OnDay, player: str) -> Row | None:
        found = self.rows.of([try_of(one.deal.facts, player).encode()])
        return found[0] if found else None

    def streak(self, player: str) -> int:
        """On how many days in a row the player has played a deal to its end."""
        played, today = set[str](), date.fromisoformat(self.today)
        for first in count(0, WEEK):
            back = range(first, first + WEEK)
            week = [str(today - timedelta(days=day)) for day in back]
            played |= self.played(week, player)
            if streak_of(played, self.today) < back[-1]:
                break
        return streak_of(played, self.today)

    def played(self, days: Sequence[str], player: str) -> set[str]:
        """Those of the days on which the player has played a deal to its end in time."""
        tries = {try_of(one.deal.facts, player): one for one in self.on_each(days)}
        rows = self.rows.of([id_.encode() for id_ in tries])
        return {tries[row.id].name.date for row in rows if is_done(tries[row.id].deal, row) and not row.resigned}

    def _seen(self, name: Name, id_: str) -> OnDay | None:
        deal = self.streams.deal_now(id_)
        return OnDay(id_, name, deal, self._status(deal)) if deal.committed else None

    def _status(self, deal: Deal) -> str:
        if deal.is_ended:
            return "over"
        if self.now < moment(deal.facts.begins):
            return "next"
        return "open" if deal.is_playable(self.now) else "closing"


def entry_of(found: Listed, player: str) -> Entry | None:
    return next((entry for entry in found.entries if entry.player == player), None)
