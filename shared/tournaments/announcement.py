"""What is said of a tournament beside its record: what it is called, when it begins, and who may enter."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from shared.errors import NotAllowed


class Entry(StrEnum):
    """Who may enter."""

    PUBLIC = "public"  # everybody, guests too
    ACCOUNTS = "accounts"
    PRIVATE = "private"  # those who are invited


class Announcement(NamedTuple):
    """`start` is in milliseconds since 1970, None: when its organiser starts it. `invited` are ids of persons.

    `to_sit`: minutes for taking a seat at the tables of a round. `rest`: minutes between two rounds. `in_person`: it is
    played on real tables, and results are entered by hand.
    `next`: of a league in divisions, the tournament that is its next season.
    """

    title: str = ""
    text: str = ""
    start: int | None = None
    entry: Entry = Entry.PUBLIC
    listed: bool = True
    in_person: bool = False
    to_sit: int = 5
    rest: int = 0
    invited: frozenset[str] = frozenset()
    next: str | None = None


def texts(announcement: Announcement) -> dict[str, str]:
    """The whole hash."""
    return {
        "title": announcement.title,
        "text": announcement.text,
        "start": "" if announcement.start is None else str(announcement.start),
        "entry": str(announcement.entry),
        "listed": "yes" if announcement.listed else "",
        "in_person": "yes" if announcement.in_person else "",
        "to_sit": str(announcement.to_sit),
        "rest": str(announcement.rest),
        "invited": " ".join(sorted(announcement.invited)),
        "next": announcement.next or "",
    }


def announcement_from(kept: Mapping[str, str | None]) -> Announcement:
    """From the texts of the hash. Where they are lost, or of a newer release, nothing is opened to more people."""
    if not kept:
        return Announcement(entry=Entry.PRIVATE, listed=False)
    start, entry = kept.get("start"), kept.get("entry")
    return Announcement(
        title=kept.get("title") or "",
        text=kept.get("text") or "",
        start=int(start) if start else None,
        entry=Entry(entry) if entry in set(Entry) else Entry.PRIVATE,
        listed=bool(kept.get("listed")),
        in_person=bool(kept.get("in_person")),
        to_sit=int(kept.get("to_sit") or Announcement().to_sit),
        rest=int(kept.get("rest") or 0),
        invited=frozenset((kept.get("invited") or "").split()),
        next=kept.get("next") or None,
    )


def check_entry(announcement: Announcement, person: str, *, has_account: bool, is_blocked: bool) -> None:
    """Raises NotAllowed. `is_blocked`: by the organiser."""
    if announcement.entry is Entry.PRIVATE and person not in announcement.invited:
        raise NotAllowed("this tournament is private: only those who are invited can enter")
    if announcement.entry is Entry.ACCOUNTS and not has_account:
        raise NotAllowed("this tournament is for people with an account: sign up first")
    if is_blocked:
        raise NotAllowed("this tournament is not open to you")
