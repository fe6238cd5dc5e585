"""What the queue keeps of people, as texts: tickets, and groups who were matched."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from shared.platform.queue import Ticket

TICKETS, SIGNS, MATCHED, FOUND, NEWS = "queue:tickets", "queue:signs", "queue:matched", "queue:found", "queue:news"
TO_COME, CAN_SIT, SITS = "matched", "opened", "sits"
"""What is kept of a person after the id of the table: it is not open yet, one can sit down, one does."""


class Group(NamedTuple):
    """Who plays at a table that the queue opens with the key `cause`. `at`: when they were matched, `opened`: since
    when they can sit down, in milliseconds since 1970.
    """

    table: str
    cause: str
    at: int
    tickets: tuple[Ticket, ...]
    opened: int | None = None

    @property
    def pool(self) -> str:
        return self.tickets[0].pool

    @property
    def persons(self) -> list[str]:
        return [ticket.person for ticket in self.tickets]


def text_of(ticket: Ticket) -> str:
    return json.dumps(ticket._asdict())


def ticket_from(text: str) -> Ticket:
    return Ticket(**json.loads(text))


def text_of_group(group: Group) -> str:
    tickets = [ticket._asdict() for ticket in group.tickets]
    return json.dumps({**group._asdict(), "tickets": tickets})


def group_from(text: str) -> Group:
    said: dict[str, Any] = json.loads(text)
    return Group(**{**said, "tickets": tuple(Ticket(**each) for each in said["tickets"])})


def waits_of(pool: str) -> str:
    """The key of how long people waited there."""
    return f"queue:waits:{pool}"


def pairs(tickets: Iterable[Ticket]) -> list[str]:
    """Each person with the id of their ticket, as scripts take them."""
    return [word for ticket in tickets for word in (ticket.person, ticket.id)]
