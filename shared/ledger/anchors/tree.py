"""The Merkle tree of RFC 6962 and 9162 with SHA-256: one root for many leaves, and a short path from each to it.

A leaf is hashed behind a byte 0 and a node behind a byte 1, so that neither can be taken for the other.
"""

from collections.abc import Sequence
from hashlib import sha256

Levels = list[list[bytes]]


def of_leaf(leaf: bytes) -> bytes:
    return sha256(b"\0" + leaf).digest()


def of_node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def levels_of(leaves: Sequence[bytes]) -> Levels:
    """The hashes of the leaves first, the root alone last. What has no neighbour rises as it is."""
    levels = [[of_leaf(leaf) for leaf in leaves]]
    while len(below := levels[-1]) > 1:
        pairs = [of_node(*below[at : at + 2]) for at in range(0, len(below) - 1, 2)]
        levels.append(pairs + below[len(below) & ~1 :])
    return levels


def root_of(levels: Levels) -> bytes:
    return levels[-1][0]


def path_of(levels: Levels, index: int) -> list[bytes]:
    """The neighbours on the way up, from the leaf's own."""
    path = []
    for level in levels[:-1]:
        if (beside := index ^ 1) < len(level):
            path.append(level[beside])
        index >>= 1
    return path


def root_by(leaf: bytes, index: int, count: int, path: Sequence[bytes]) -> bytes | None:
    """The root to which the path leads from that leaf of so many; None where no path of this length can do so."""
    found, last, steps = of_leaf(leaf), count - 1, iter(path)
    if not 0 <= index < count:
        return None
    while last:
        if index & 1 or index < last:
            if (beside := next(steps, None)) is None:
                return None
            found = of_node(beside, found) if index & 1 else of_node(found, beside)
        index, last = index >> 1, last >> 1
    return found if next(steps, None) is None else None
