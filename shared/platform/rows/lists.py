"""Which lists a row is in, and at which position: a lobby or a listener goes through nothing else.

By status there are two, of all rows and of those that everybody may find; one for each person; and two for what may
need somebody to look after it. Nobody has to read rows to find out that they are none of theirs.
"""

from datetime import datetime

from shared.platform.player import is_bot, is_person
from shared.platform.rows.row import STATUSES, Row

EDITION = "lists 3"  # changes with the lists: a release rebuilds rows of another edition
FOUND = ("open", "playing", "ended")  # statuses that everybody may look through
LIVE = ("open", "filled", "starting", "playing", "counting")
CALLS_BOT = "rows:calls_bot"  # matches that wait for a bot, by the time of the last event
ON_OFFER = "rows:on_offer"  # running matches, listed for all, with a seat that somebody may take over
IDLE = "rows:idle"  # running matches, by the time of the last event by one of their people
STEP = 10**14  # more than any time in milliseconds, so that one number holds urgency and time


def by_status(status: str) -> str:
    return f"rows:{status}"


def for_all(status: str) -> str:
    """Of rows that are listed, for a status of FOUND."""
    return f"rows:{status}:listed"


def of_player(player: str) -> str:
    return f"rows:{player}"


def of_deal(deal: str) -> str:
    """The matches of a deal."""
    return f"rows:deal:{deal}"


SHARED = (*map(by_status, STATUSES), *map(for_all, FOUND), CALLS_BOT, IDLE, ON_OFFER)
"""All lists but those of people and of deals."""


def positions(row: Row) -> dict[str, int]:
    """By list; a list of SHARED that isn't there does not hold the row."""
    when = milliseconds(row.at)
    found = {by_status(row.status): when}
    if row.listed and row.status in FOUND:
        found[for_all(row.status)] = when
    if row.deal:
        found[of_deal(row.deal)] = when
    if row.status == "playing":
        found[IDLE] = milliseconds(row.idle_since)
        if row.listed and row.on_offer:
            found[ON_OFFER] = when
        if any(map(is_bot, row.called)):
            found[CALLS_BOT] = when
    return found | {of_player(player): STEP * _urgency(row, player) + when for player in concerned(row)}


def concerned(row: Row) -> set[str]:
    """People who sat there, and who opened it."""
    return {player for player in (*row.everybody, row.opener) if player and is_person(player)}


def _urgency(row: Row, player: str) -> int:
    """One's own turn first, then what still runs, then what is over."""
    return 2 if player in row.called else int(row.status in LIVE)


def milliseconds(at: str) -> int:
    """Milliseconds since 1970."""
    return int(datetime.fromisoformat(at).timestamp() * 1000)
