"""Observations as flat arrays of small whole numbers, made of named parts, and what a game in numbers consists of."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Small = NDArray[np.int8]


class Part(NamedTuple):
    """A block of an observation, from 0 to `most`."""

    name: str
    shape: tuple[int, ...]
    most: int = 1

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout:
    """Where each part lies in an observation."""

    def __init__(self, *parts: Part) -> None:
        self.parts = parts
        ends = np.cumsum([part.size for part in parts]).tolist()
        self.size: int = ends[-1]
        self._places: Mapping[str, tuple[slice, tuple[int, ...]]] = {
            part.name: (slice(end - part.size, end), part.shape) for part, end in zip(parts, ends, strict=True)
        }

    @property
    def most(self) -> Small:
        """The largest value of each element."""
        return np.concatenate([np.full(part.size, part.most, np.int8) for part in self.parts])

    def part(self, observation: Small, name: str) -> Small:
        """A part in its own shape. What is written into it is written into the observation."""
        place, shape = self._places[name]
        return observation[place].reshape(shape)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coding:
    """A game in numbers. `view` is always that of the seat: nothing else may be looked at.

    `actions` is how many there are. `action(view, seat, move)` is the one of a move, and `move(view, seat, action)` the
    move of an action, legal or not; it raises IllegalMove where there can be none. `mask(view, seat)` has 1 for each
    move of the legal list. `observed(view, seat)` is what the seat sees, in the parts of `layout`; seats count from
    the one that looks: it is 0 itself, and the seat on its left is 1.
    """

    actions: int
    layout: Layout
    action: Callable[[Any, int, Any], int]
    move: Callable[[Any, int, int], Any]
    mask: Callable[[Any, int], Small]
    observed: Callable[[Any, int], Small]


def joined(parts: Iterable[bytes | memoryview]) -> Small:
    """One observation from the bytes of its parts, in their order: a third of the time of writing into an array."""
    return np.frombuffer(bytearray().join(parts), np.int8)


def one_of(count: int) -> Sequence[bytes]:
    """By index: 1 there, 0 elsewhere. The last row has no 1: an index of -1 says that it is none of them."""
    return [*(bytes(at == index for at in range(count)) for index in range(count)), bytes(count)]


def padded(values: Iterable[int], count: int) -> bytes:
    """Followed by zeros."""
    return bytes(values).ljust(count, b"\0")
