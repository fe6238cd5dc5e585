"""Whose seats they are in a match, whoever plays for them at the moment."""

from collections.abc import Mapping
from typing import NamedTuple

from shared.platform.player import is_bot, is_person


class Seating(NamedTuple):
    """By seat, `first` sat there at the start, and `players` play there now.

    `took_over` holds all who ever took over a seat, in order, and which one.
    """

    first: tuple[str, ...]
    players: tuple[str, ...]
    took_over: Mapping[str, int]

    @property
    def owners(self) -> tuple[str, ...]:
        """By seat, who sat there at the start, or took over last."""
        owners = dict(enumerate(self.first))
        owners.update((seat, player) for player, seat in self.took_over.items())
        return tuple(owners.values())

    @property
    def everybody(self) -> tuple[str, ...]:
        """All who ever had a seat, and who has one now."""
        return tuple(dict.fromkeys((*self.first, *self.took_over, *self.players)))

    @property
    def passed_on(self) -> tuple[str, ...]:
        """The people whose seats somebody else has taken over."""
        owners = self.owners
        return tuple(player for player in self.everybody if is_person(player) and player not in owners)

    @property
    def left(self) -> frozenset[int]:
        """The seats of people that a bot plays for."""
        pairs = enumerate(zip(self.owners, self.players, strict=True))
        return frozenset(seat for seat, (owner, plays) in pairs if is_person(owner) and is_bot(plays))

    @property
    def last_person(self) -> str | None:
        """The only person who still sits here; None if there are others, or if no other person ever was."""
        sitting = {player for player in self.players if is_person(player)}
        others = {player for player in self.everybody if is_person(player)} - sitting
        return next(iter(sitting)) if len(sitting) == 1 and others else None

    def first_seat_of(self, player: str) -> int | None:
        """The seat that this player had first, also of one who resigned: a move sent again is the same move."""
        return self.first.index(player) if player in self.first else self.took_over.get(player)
