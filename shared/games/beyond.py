"""More of a piece than a game's box holds, told all the same: pages and programs say so beside the total."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Beyond:
    """`template` with `values` and `most` is the sentence that says so."""

    piece: str
    told: int
    most: int
    template: str
    values: Mapping[str, Any] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """For programs: with the whole sentence."""
        sentence = self.template.format(**self.values, most=self.most)
        return {"piece": self.piece, "told": self.told, "most": self.most, "sentence": sentence}

    def shown(self) -> dict[str, Any]:
        """For pages, which put it into words themselves."""
        return {"template": self.template, "values": {**self.values, "most": self.most}}


def plain_beyond(found: Sequence[Beyond]) -> dict[str, Any]:
    """The field of an answer; it is missing where all of it lies in the box."""
    return {"beyond_the_box": [each.plain() for each in found]} if found else {}
