"""Who is shown a table and its match, by its house rules: one place for pages, sockets and services.

Most matches are for all. For those nothing is asked of the server but their rules, once in each process.
"""

from collections.abc import Callable
from typing import NoReturn

from shared.errors import Broken, NotShown
from shared.people.house import HIDDEN, PRIVATE, SEALED, House, may_enter, may_watch
from shared.people.houses import Houses
from shared.platform.cited import OfDeal
from shared.platform.match import Match
from shared.platform.player import player_from
from shared.platform.streams import Streams
from shared.platform.table import Table


class Watching:
    """`is_operator` is asked of players only where the answer matters. Everything here raises Unavailable."""

    def __init__(self, houses: Houses, streams: Streams, is_operator: Callable[[str], bool]) -> None:
        self.houses = houses
        self.streams = streams
        self.is_operator = is_operator

    def is_shown(self, match: Match, player: str) -> bool:
        """Whether the player may see this match now. A match that has not started shows nothing."""
        if match.started is None:
            return True
        sits, house = player in match.seating.everybody, self.houses.begun(match.id)
        return self.is_open_to(player, house, match.deal, sits=sits, is_over=match.is_over)

    def is_open_to(self, player: str, house: House, deal: OfDeal | None, *, sits: bool, is_over: bool) -> bool:
        """Whether the player may see a match with these house rules, and hear what is said there.

        Nobody else sees one that shares its luck with others, operators included, until all of them are over.
        """
        if deal and not sits and not self.streams.has_ended(deal):
            return False
        return may_watch(house, sits=sits, is_over=is_over) or self.is_operator(player)

    def is_known_to_be_hidden(self, id_: str) -> bool:
        """Whether not everybody may watch that match, as far as this process knows: nothing is asked."""
        kept = self.streams.matches.folder.kept(f"match:{id_}")
        return (kept is not None and kept.state.deal is not None) or self.houses.is_known_to_be_hidden(id_)

    def check_match(self, match: Match, player: str) -> None:
        """Raises NotShown."""
        if not self.is_shown(match, player):
            self.refuse(match.deal)

    def refuse(self, deal: OfDeal | None) -> NoReturn:
        """Raises NotShown, with the reason."""
        if deal and not self.streams.has_ended(deal):
            raise NotShown(SEALED)
        raise NotShown(HIDDEN)

    def is_let_in(self, house: House, table: Table, player: str) -> bool:
        """Whether the player may see this table, whose match has not started."""
        person = player_from(player).name
        return may_enter(house, table, person, player) or self.is_operator(player)

    def check_table(self, id_: str, table: Table, player: str) -> None:
        """Once the match has started, its rules of watching count. Raises NotShown."""
        house = self.houses.waiting(id_)
        if house.is_usual or self.is_let_in(house, table, player):
            return
        if (match := self.streams.blind.load(f"match:{id_}").state).started is None:
            raise NotShown(PRIVATE)
        self.check_match(match, player)

    def check_record(self, id_: str, player: str) -> None:
        """Of a table and its match. A record that nobody can read is for all, unless its rules say something else.

        Raises NotShown.
        """
        is_usual = self.houses.waiting(id_).is_usual
        try:
            match = self.streams.blind.load(f"match:{id_}").state
        except Broken:
            if is_usual:
                return
            raise
        if is_usual and match.deal is None:
            return
        if match.started is not None:
            self.check_match(match, player)
        else:
            self.check_table(id_, self.streams.tables.load(f"table:{id_}").state, player)
