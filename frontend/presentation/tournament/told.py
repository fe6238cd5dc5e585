"""What is told of a tournament beside its record: what it is called, who may enter, and when what is over."""

from typing import NamedTuple


class Told(NamedTuple):
    """`start` is a moment as in the ledger, or None where the organiser starts it. `entry`: public, accounts, private.

    `to_sit` and `rest` are minutes. `is_welcome`: whether the visitor may enter by these rules.
    `next`: the tournament that is a league's next season.
    """

    title: str
    text: str = ""
    start: str | None = None
    entry: str = "public"
    listed: bool = True
    in_person: bool = False
    to_sit: int = 10
    rest: int = 5
    is_welcome: bool = True
    next: str | None = None


class Hours(NamedTuple):
    """Moments as in the ledger: `ends` of the round, `next` of what is waited for, `sit_by` at one's own table."""

    now: str
    ends: str | None = None
    next: str | None = None
    sit_by: str | None = None


NEVER = Hours("")
