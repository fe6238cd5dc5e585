"""Who plays with whom, of those who wait now: the longest waiting first, near in rating unless they wait long."""

from collections.abc import Iterator, Mapping, Sequence, Set

from shared.platform.queue.ticket import Ticket, pool_from

SECOND = 1000  # milliseconds
NEAR = 3_000_000  # millionths by which ratings may differ at once
GROWS = 200_000  # by so much more with each second
EVERYBODY = 60 * SECOND  # after which the rating counts no more
TRIES = 500  # of further seats, for one person in one look: thousands who blocked each other cost no more than that

Blocked = Mapping[str, Set[str]]


def matches(tickets: Sequence[Ticket], now: int, blocked: Blocked) -> list[tuple[Ticket, ...]]:
    """Of all pools."""
    pools: dict[str, list[Ticket]] = {}
    for ticket in tickets:
        pools.setdefault(ticket.pool, []).append(ticket)
    return [group for pool, some in pools.items() for group in match(some, pool_from(pool).seats, now, blocked)]


def match(tickets: Sequence[Ticket], seats: int, now: int, blocked: Blocked) -> list[tuple[Ticket, ...]]:
    """Groups of so many people of one pool, who all play together. `blocked` says by person whom they have blocked."""
    waiting = sorted(tickets, key=lambda ticket: (ticket.since, ticket.person))
    taken: set[str] = set()
    groups = []
    for at, first in enumerate(waiting):
        if first.person not in taken:
            others = [each for each in waiting[at + 1 :] if each.person not in taken]
            if group := _group(first, others, seats, now, blocked):
                taken.update(ticket.person for ticket in group)
                groups.append(group)
    return groups


def _group(
    first: Ticket, others: Sequence[Ticket], seats: int, now: int, blocked: Blocked
) -> tuple[Ticket, ...] | None:
    """Whoever has waited longest decides how far ratings may lie apart."""
    far = allowed(first, now)
    near = [each for each in others if _fit(first, each, far, blocked)]
    tries = iter(range(TRIES))
    return _joined((first,), near, seats, far, blocked, tries)


def _joined(
    chosen: tuple[Ticket, ...],
    near: Sequence[Ticket],
    seats: int,
    far: int | None,
    blocked: Blocked,
    tries: Iterator[int],
) -> tuple[Ticket, ...] | None:
    """Those who are chosen already, with others who can join them; `near` fit whom they were found for."""
    if len(chosen) == seats:
        return chosen
    for at, each in enumerate(near):
        if next(tries, None) is None:
            break
        left = near[at + 1 :] if len(chosen) + 1 < seats else ()
        further = [other for other in left if _fit(each, other, far, blocked)]
        found = None
        if len(chosen) + 1 + len(further) >= seats:
            found = _joined((*chosen, each), further, seats, far, blocked, tries)
        if found:
            return found
    return None


def allowed(ticket: Ticket, now: int) -> int | None:
    """By how many millionths the ratings of opponents may differ; None by any."""
    waited = max(0, now - ticket.since)
    return None if waited >= EVERYBODY else NEAR + waited * GROWS // SECOND


def _fit(one: Ticket, other: Ticket, far: int | None, blocked: Blocked) -> bool:
    is_near = far is None or abs(one.mu - other.mu) <= far
    return is_near and one.person != other.person and not are_apart(one.person, other.person, blocked)


def are_apart(one: str, other: str, blocked: Blocked) -> bool:
    """Whether either has blocked the other."""
    return other in blocked.get(one, ()) or one in blocked.get(other, ())
