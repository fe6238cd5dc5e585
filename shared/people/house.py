"""The house rules of a table and its match: who may come in, who may talk, and who may watch.

They are fixed when the table is opened; only the list of those invited may change before the match starts. A table
without any has the usual ones. Pages, sockets and services ask the same functions here.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple, TypeVar

from shared.marked import marked
from shared.platform.table import Table

HIDDEN = marked("only those who play this match see it until it is over")
SEALED = marked("others may still play the same draws: this match is shown when all of them are over")
PRIVATE = marked("this table is private: only those who are invited can come in")
SENT_AWAY = marked("whoever opened this table has sent you away from it")
UNWELCOME = marked("this table is not open to you")


class Entry(StrEnum):
    """Who may take a seat."""

    PUBLIC = "public"  # anybody: the lobby lists the table
    LINK = "link"  # anybody who has the address
    PRIVATE = marked("private")  # those who are invited


class Talkers(StrEnum):
    """Who may talk: also those who only watch, those who sit there, those but by phrases alone, or nobody."""

    ALL = "all"
    SEATS = "seats"
    PHRASES = "phrases"
    NOBODY = "nobody"


class Watchers(StrEnum):
    """Who may watch: anybody, anybody who has the address, or nobody else until the match is over."""

    ALL = "all"
    LINK = "link"
    NOBODY = "nobody"


class House(NamedTuple):
    """`invited` and `away` are ids of persons: whom the opener let in, and whom the opener sent away from a seat."""

    entry: Entry = Entry.PUBLIC
    talk: Talkers = Talkers.SEATS
    watch: Watchers = Watchers.ALL
    invited: frozenset[str] = frozenset()
    away: frozenset[str] = frozenset()

    @property
    def is_usual(self) -> bool:
        """Whether there is nothing to keep: whether the lobby lists a table is in its own record."""
        return self.rules == (False, Talkers.SEATS, Watchers.ALL)

    @property
    def rules(self) -> tuple[bool, Talkers, Watchers]:
        """What is fixed at the opening."""
        return self.entry is Entry.PRIVATE, self.talk, self.watch


USUAL = House()
Word = TypeVar("Word", Entry, Talkers, Watchers)


def house_from(kept: Mapping[str, str | None]) -> House:
    """From the texts of the hash. A word of a newer release counts as the strictest of ours."""
    return House(
        _word(Entry, kept.get("entry"), USUAL.entry, Entry.PRIVATE),
        _word(Talkers, kept.get("talk"), USUAL.talk, Talkers.NOBODY),
        _word(Watchers, kept.get("watch"), USUAL.watch, Watchers.NOBODY),
        frozenset((kept.get("invited") or "").split()),
    )


def _word(words: type[Word], said: str | None, usual: Word, strictest: Word) -> Word:
    if said is None:
        return usual
    return next((word for word in words if word == said), strictest)


def may_watch(house: House, *, sits: bool, is_over: bool, is_operator: bool = False) -> bool:
    """Whether somebody may see a match, and hear what is said there. `sits`: has a seat there, or ever had one."""
    return house.watch is not Watchers.NOBODY or sits or is_over or is_operator


def may_enter(house: House, table: Table, person: str, player: str, *, is_operator: bool = False) -> bool:
    """Whether somebody may see a table that waits for players; also to sit down there, for who is no operator."""
    if house.entry is not Entry.PRIVATE or is_operator or table.seat_of(player) is not None:
        return True
    return person in house.invited or (table.opened is not None and table.opened.opener == player)


def may_talk(house: House, *, sits: bool) -> bool:
    """Of those who may watch: whether they may say anything."""
    return house.talk is Talkers.ALL or (house.talk is not Talkers.NOBODY and sits)


def may_write(house: House, *, sits: bool) -> bool:
    """Also in words of their own."""
    return house.talk is not Talkers.PHRASES and may_talk(house, sits=sits)
