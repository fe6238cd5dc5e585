"""Equal points, different ranks: which of the rulebook's tie-breaks parted whom, with both numbers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any

from shared.annotations import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """What decides ranks after the points. `wins` is the sentence about a single winner, `parts` about anybody else."""

    name: str
    value: Callable[[Any], int]
    more_is_better: bool
    wins: str
    parts: str

    def key(self, counted: Any) -> int:
        return self.value(counted) if self.more_is_better else -self.value(counted)


@dataclass(frozen=True, slots=True, kw_only=True)
class TieBreak:
    """Seats that rank before others with equal points; `template` has `{before}`, `{after}`, `{best}`, `{other}`."""

    before: tuple[int, ...]
    after: tuple[int, ...]
    by: str
    best: int
    other: int
    template: str

    def values(self, names: Sequence[str], listed: Callable[[Sequence[str]], str]) -> Mapping[str, Any]:
        """What fills `template`. `names` by seat: what people call the player there; `listed` puts some in a row."""
        before, after = (listed([names[seat] for seat in seats]) for seats in (self.before, self.after))
        return {"before": before, "after": after, "best": self.best, "other": self.other}

    def sentence(self, names: Sequence[str]) -> str:
        """For the command line."""
        return self.template.format(**self.values(names, " and ".join))

    def plain(self, first: int) -> Json:
        """For programs; seats count from `first`."""
        seats = {name: [seat + first for seat in getattr(self, name)] for name in ("before", "after")}
        return {**seats, "by": self.by, "values": [self.best, self.other]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """The numbers of one measure, by seat, whether or not it decided anything."""

    name: str
    values: tuple[int, ...]
    more_is_better: bool


def measured(counted: Sequence[Any], measures: Sequence[Measure]) -> list[Measured]:
    """In the order in which they decide."""
    return [
        Measured(name=each.name, values=tuple(map(each.value, counted)), more_is_better=each.more_is_better)
        for each in measures
    ]


def tie_breaks(counted: Sequence[Any], points: Callable[[Any], int], measures: Sequence[Measure]) -> list[TieBreak]:
    """From the first rank on. `counted`, by seat, is what points and measures are taken from."""

    def rank(seat: int) -> tuple[int, ...]:
        return points(counted[seat]), *(measure.key(counted[seat]) for measure in measures)

    ranked = sorted(range(len(counted)), key=rank, reverse=True)
    shared = [tuple(seats) for _, seats in groupby(ranked, rank)]
    found = []
    for before, after in pairwise(shared):
        best, other = counted[before[0]], counted[after[0]]
        if points(best) == points(other):
            measure = next(each for each in measures if each.key(best) != each.key(other))
            found.append(_parted(measure, before, after, best, other, wins=before == shared[0] and len(before) == 1))
    return found


def _parted(
    measure: Measure, before: tuple[int, ...], after: tuple[int, ...], best: Any, other: Any, wins: bool
) -> TieBreak:
    return TieBreak(
        before=before,
        after=after,
        by=measure.name,
        best=measure.value(best),
        other=measure.value(other),
        template=measure.wins if wins else measure.parts,
    )


def plain_tie_breaks(found: Sequence[TieBreak], first: int) -> Json:
    """The field of an answer for programs; it is missing where no tie was broken. `first` as in `TieBreak.plain`."""
    return {"tie_breaks": [each.plain(first) for each in found]} if found else {}
