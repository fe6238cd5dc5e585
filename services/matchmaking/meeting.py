"""People who wait for opponents meet: they are matched, their table is opened, and whoever does not come is let go.

Each step leaves behind what the next one needs, so whoever looks after a crash goes on where it ended.
"""

import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import Any

import structlog

from shared.errors import Busy, Malformed, NotFound, Refused, TableNotOpen, Unavailable
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.forms.schema import made
from shared.ledger.ids import id_from
from shared.people.blocks import Blocks
from shared.people.house import Entry, House
from shared.people.houses import Houses
from shared.platform.player import as_player
from shared.platform.queue import matches, pool_from, terms_of
from shared.platform.streams import Streams
from shared.platform.table import Command, GiveUp, OpenTable, Table
from shared.queue import OPENER, Group, Queue
from shared.web.host_key import public_host_key
from shared.web.life import ends, still_works

NAME = "meeting"  # of the thread
TO_SIT_DOWN = 20_000  # milliseconds
PAUSE = 5_000  # milliseconds without a look in which the product was away, or the clock was set
EVERY = 1.0  # seconds between two looks, if nobody joins meanwhile
REST = 0.5  # seconds, after a failure

log = structlog.get_logger()


class Meeting:
    """`give_back` frees the seat that a player holds at a table without a match. Raises Unavailable, Busy."""

    def __init__(
        self,
        queue: Queue,
        streams: Streams,
        houses: Houses,
        blocks: Blocks,
        give_back: Callable[[str, str], None] = lambda player, table: None,
    ) -> None:
        self.queue = queue
        self.streams = streams
        self.houses = houses
        self.blocks = blocks
        self.give_back = give_back
        self._looked: int | None = None  # when, by the clock

    def look(self) -> None:
        """Match those who can be, and see to all groups. One group that fails keeps no other from its table."""
        now = self.queue.now()
        is_after_a_pause = self._looked is None or not 0 <= now - self._looked <= PAUSE
        self.queue.sweep(after_a_pause=is_after_a_pause)
        self._match(now)
        for group in self.queue.matched():
            still_works(NAME)
            try:
                self._see_to(group, is_after_a_pause)
            except (Busy, Unavailable):
                raise
            except Exception:
                log.exception("group_left_undone", table=group.table)
        self._looked = now

    def _match(self, now: int) -> None:
        tickets = self.queue.tickets()
        blocked = self.blocks.of_each(ticket.person for ticket in tickets) if len(tickets) > 1 else {}
        for found in matches(tickets, now, blocked):
            table, cause = id_from(secrets.token_bytes(32)), f"queue-{secrets.token_hex(16)}"
            self.queue.match(Group(table, cause, now, found))

    def _see_to(self, group: Group, is_after_a_pause: bool) -> None:
        table, gone = self._table(group), self.queue.left(group)
        if table.opened is None and gone:
            self.queue.part(group, set(group.persons) - gone)
        elif table.opened is None:
            self._open(group)
        elif table.is_filled:
            self.queue.finish(group)
        elif table.closed:
            self._part(group, table)
        elif group.opened is None or is_after_a_pause:  # in a pause nobody could sit down
            self.queue.opened(group)
        elif gone or not 0 <= self.queue.now() - group.opened <= TO_SIT_DOWN:
            self._give_up(group)

    def _table(self, group: Group) -> Table:
        return self.streams.tables.load(f"table:{group.table}").state

    def _open(self, group: Group) -> None:
        """What no table can be opened for any more, as in a release without the game, nobody waits for again."""
        pool = pool_from(group.pool)
        try:
            game = GAMES[pool.game]
            command = OpenTable(
                by=OPENER,
                game=game,
                options=made(game.options, dict(pool.options)),
                seats=pool.seats,
                listed=False,
                terms=terms_of(pool),
                seed=secrets.token_hex(32),
                host_key=public_host_key(),
            )
            self.houses.keep(group.table, House(Entry.PRIVATE, invited=frozenset(group.persons)))
            self._send(group, command, "open")
        except (Refused, NotFound, Malformed, KeyError):
            log.exception("no_table_for_group", table=group.table, pool=group.pool)
            self.queue.part(group, ())
            return
        self.queue.opened(group)

    def _give_up(self, group: Group) -> None:
        with suppress(TableNotOpen):  # the last one has just sat down
            self._send(group, GiveUp(by=OPENER), "close")
            self._part(group, self._table(group))

    def _part(self, group: Group, table: Table) -> None:
        """Those who sat wait again."""
        sat = {person for person in group.persons if table.seat_of(as_player(person)) is not None}
        self.queue.part(group, sat)
        self._free(group.table, sat)

    def _free(self, table: str, persons: Collection[str]) -> None:
        for person in sorted(persons):
            self.give_back(as_player(person), table)

    def _send(self, group: Group, command: Command, what: str) -> None:
        message: Message[Command] = Message(
            stream=f"table:{group.table}", by=OPENER, cause=f"{group.cause}-{what}", command=command
        )
        self.streams.tables.handle(message)


def keep_meeting(meeting: Meeting, stops: Callable[[], Any], rest: Callable[[float], Any]) -> None:
    """Look again and again, and at once when somebody joins. Whatever fails is tried again, and whatever hangs ends the
    program.
    """
    while not stops():
        still_works(NAME)
        try:
            meeting.look()
            meeting.queue.wait_for_news(EVERY)
        except (Busy, Unavailable):
            rest(REST)
        except Exception:
            log.exception("queue_left_undone")
            rest(EVERY)
    ends(NAME)
