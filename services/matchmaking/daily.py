"""The deals of the day: tomorrow's are committed the day before, and ended ones are opened. Only server time counts."""

import secrets
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial

from services.matchmaking.tournaments.acting import SERVICE
from shared.errors import NotAllowed
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.envelope import moment, stamp
from shared.ledger.ids import id_from
from shared.platform.deal import Command, End
from shared.platform.deals import Deals, Name, commit_of, name_from, names_due
from shared.platform.streams import Streams

AT_ONCE = 20  # deals that are looked at in one round, the newest first


class DailyDeals:
    """However many do this at the same time, each deal is committed and ended once. A clock that goes back undoes none.

    What this process knows to be done isn't looked at again.
    """

    def __init__(self, streams: Streams, deals: Deals) -> None:
        self.streams = streams
        self.deals = deals
        self._committed: set[str] = set()
        self._ended: set[str] = set()

    def duties(self) -> Iterator[tuple[str, Callable[[], None]]]:
        now = moment(stamp(self.streams.deals.now()))
        for name in names_due(now, GAMES.values()):
            if str(name) not in self._committed:
                yield str(name), partial(self.commit, name)
        for text, id_ in self._over(now):
            yield text, partial(self.end, text, id_)

    def commit(self, name: Name) -> None:
        """Unless it is there. Whoever loses a race finds what the other one has made."""
        id_ = self.deals.id_for(str(name), id_from(secrets.token_bytes(32)))
        if not self.streams.ledger.last(f"deal:{id_}"):
            with suppress(NotAllowed):  # somebody was faster
                self._send(id_, str(name), commit_of(name, GAMES[name.game], secrets.token_hex(32)), "commit")
        self._committed.add(str(name))

    def end(self, text: str, id_: str) -> None:
        if not self.streams.deals.load(f"deal:{id_}").state.is_ended:
            with suppress(NotAllowed):
                self._send(id_, text, End(), "end")
        self._ended.add(text)

    def _over(self, now: int) -> Iterator[tuple[str, str]]:
        """Those whose time is over and that are not known to be ended; one that was never committed has no end."""
        ids = self.deals.all()
        waiting = [text for text in sorted(ids, reverse=True) if text not in self._ended]
        over = [text for text in waiting if (name := name_from(text)) and moment(name.ends) <= now]
        for text, id_ in [(text, ids[text]) for text in over[:AT_ONCE]]:
            if self.streams.ledger.last(f"deal:{id_}"):
                yield text, id_
            else:
                self._ended.add(text)

    def _send(self, id_: str, name: str, command: Command, what: str) -> None:
        message = Message(stream=f"deal:{id_}", by=SERVICE, cause=f"{name}:{what}", command=command)
        self.streams.deals.handle(message)
