"""The queue for opponents: tickets of people who wait, and groups who were matched, each step one script.

Tables and matches are the truth; whoever opens the ones that are found here is matchmaking. If these keys are lost,
nobody sits twice: a person sits down only where they were matched last, and only while that is kept here.

Keys: docs/ledger.md, "Streams and keys".
"""

import time
from collections.abc import Callable, Collection, Iterable
from importlib.resources import files
from typing import Any, NamedTuple

from shared.ledger.redis import answering
from shared.platform.queue import Ticket
from shared.queue.kept import (
    FOUND,
    MATCHED,
    NEWS,
    SIGNS,
    TICKETS,
    TO_COME,
    Group,
    group_from,
    pairs,
    text_of,
    text_of_group,
    ticket_from,
    waits_of,
)

OPENER = "service:matchmaking"  # of the tables at which those meet who waited
LOST = 10_000  # milliseconds without a sign after which nobody is matched any more
GRACE = 5_000  # in which they go on waiting if they come back: a page is only loaded anew
WAITS = 20  # of a pool that are remembered
REMEMBERED = 30 * 24 * 3600  # seconds
SCRIPTS = {
    name: files(__package__).joinpath(f"{name}.lua").read_text(encoding="utf-8")
    for name in ("join", "sign", "leave", "match", "opened", "sit", "stand_up", "finish", "part", "sweep")
}


class Status(NamedTuple):
    """Of one person: the ticket while they wait, and the table once they can sit down; neither if they do not wait."""

    ticket: Ticket | None = None
    table: str | None = None


class Queue:
    """`client` decodes what it reads. `clock` gives seconds since 1970. Everything here raises Unavailable."""

    def __init__(self, client: Any, clock: Callable[[], float] = time.time) -> None:
        self.redis = client
        self.clock = clock
        self._scripts = {name: client.register_script(text) for name, text in SCRIPTS.items()}

    def now(self) -> int:
        return int(self.clock() * 1000)

    def join(self, ticket: Ticket) -> bool:
        """In place of any other ticket of that person. False if opponents were found for them already."""
        said = [ticket.person, text_of(ticket), ticket.id, ticket.pool, self.now(), LOST + GRACE]
        return bool(self._run("join", [TICKETS, SIGNS, FOUND, NEWS], said))

    def sign(self, person: str) -> Status:
        """How it stands, for somebody who still waits: asking is the sign of it."""
        said = [person, self.now(), LOST + GRACE]
        ticket, found, group = self._run("sign", [TICKETS, SIGNS, FOUND, MATCHED], said)
        if ticket:
            return Status(ticket_from(ticket))
        table, _, state = found.partition(" ")
        known = [one for one in group_from(group).tickets if one.person == person] if group else []
        return Status(known[0], None if state == TO_COME else table) if known else Status()

    def leave(self, person: str, *, may_come_back: bool = False) -> bool:
        """Whether there was anything to leave. A page that is closed may only be loaded anew: that takes a moment."""
        sign = self._gone() if may_come_back else ""
        return bool(self._run("leave", [TICKETS, SIGNS, FOUND], [person, sign]))

    def tickets(self) -> list[Ticket]:
        """Of all who showed a sign a short time ago."""
        with answering(), self.redis.pipeline() as pipe:
            pipe.hgetall(TICKETS)
            pipe.zrange(SIGNS, 0, -1, withscores=True)
            kept, signs = pipe.execute()
        now = self.now()
        fresh = {person for person, at in signs if abs(now - at) <= LOST}
        return [ticket_from(text) for person, text in kept.items() if person in fresh]

    def match(self, group: Group) -> bool:
        """Whether all of them still waited: then they are a group, and wait for their table."""
        said = [group.table, text_of_group(group), self.now(), LOST, *pairs(group.tickets)]
        return bool(self._run("match", [TICKETS, SIGNS, MATCHED, FOUND], said))

    def matched(self) -> list[Group]:
        """Those whose work is not done, the oldest first."""
        with answering():
            kept = self.redis.hvals(MATCHED)
        return sorted(map(group_from, kept), key=lambda group: group.at)

    def opened(self, group: Group) -> Group:
        """Its people can sit down from now on."""
        now = group._replace(opened=self.now())
        self._run("opened", [MATCHED, FOUND], [group.table, text_of_group(now), *group.persons])
        return now

    def may_sit(self, person: str, table: str) -> bool:
        """Only where they were matched last; from then on they wait for nothing else until the group is done."""
        return bool(self._run("sit", [FOUND], [person, table]))

    def stood_up(self, person: str, table: str) -> None:
        self._run("stand_up", [FOUND], [person, table])

    def left(self, group: Group) -> set[str]:
        """Those of the group who will not come, or have gone again."""
        with answering():
            found = self.redis.hmget(FOUND, group.persons)
        here = zip(group.persons, found, strict=True)
        return {person for person, said in here if said is None or said.partition(" ")[0] != group.table}

    def finish(self, group: Group) -> bool:
        """All of them sit."""
        waited = [word for each in group.tickets for word in (each.person, max(0, group.at - each.since))]
        return bool(
            self._run("finish", [MATCHED, FOUND, waits_of(group.pool)], [group.table, WAITS, REMEMBERED, *waited])
        )

    def part(self, group: Group, back: Collection[str]) -> bool:
        """Those who are `back` wait again, as long as they have waited already, if they ask how it stands in a moment.
        The others have lost their place.
        """
        again = [word for one in group.tickets for word in (one.person, text_of(one) if one.person in back else "")]
        return bool(self._run("part", [MATCHED, FOUND, TICKETS, SIGNS], [group.table, self._gone(), *again]))

    def sweep(self, *, after_a_pause: bool) -> int:
        """How many were taken out because they showed no sign."""
        return int(self._run("sweep", [TICKETS, SIGNS], [self.now(), LOST + GRACE, LOST, int(after_a_pause)]))

    def waits(self, pool: str) -> list[int]:
        """How long those waited who were matched last, in milliseconds."""
        with answering():
            return [int(each) for each in self.redis.lrange(waits_of(pool), 0, -1)]

    def wait_for_news(self, seconds: float) -> None:
        """Until somebody joins, or that long."""
        with answering():
            self.redis.blpop([NEWS], seconds)

    def _gone(self) -> int:
        """The last sign of somebody who is matched with nobody, until they show another one."""
        return self.now() - LOST - 1

    def _run(self, name: str, keys: Iterable[str], said: Iterable[Any]) -> Any:
        with answering():
            return self._scripts[name](keys=list(keys), args=list(said))
