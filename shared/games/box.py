"""More of a piece than a game's box holds: pages and programs say so beside the total."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from shared.annotations import Json


@dataclass(frozen=True, slots=True)
class Excess:
    """`template`, filled with `values` and `most`, is the sentence that says so."""

    piece: str
    told: int
    most: int
    template: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def plain(self) -> Json:
        """For programs: with the whole sentence."""
        sentence = self.template.format(**self.values, most=self.most)
        return {"piece": self.piece, "told": self.told, "most": self.most, "sentence": sentence}

    def shown(self) -> Json:
        """For pages, which put it into words themselves."""
        return {"template": self.template, "values": {**self.values, "most": self.most}}


def excess(counts: Sequence[Excess]) -> list[Excess]:
    """Of all that was counted, the pieces that the box does not hold."""
    return [each for each in counts if each.told > each.most]


def plain_excess(found: Sequence[Excess]) -> Json:
    """The field of an answer for programs; it is missing where the box holds everything."""
    return {"beyond_the_box": [each.plain() for each in found]} if found else {}
