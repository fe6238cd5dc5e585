"""Bots as they are entered: `greedy:10,any_move:10`."""

from collections.abc import Sequence

from shared.errors import Malformed

MOST = 2000  # of one bot


def entrants(words: str) -> tuple[str, ...]:
    """The name of each entrant's bot, in turn: the first of each bot, then the second of each …"""
    counts = [_counted(word) for word in words.split(",")]
    rows = max(count for _, count in counts)
    return tuple(name for row in range(rows) for name, count in counts if row < count)


def _counted(word: str) -> tuple[str, int]:
    name, colon, count = word.partition(":")
    if not colon:
        return name, 1
    if not (count.isascii() and count.isdigit() and 1 <= int(count[:6]) <= MOST):
        raise Malformed("--entrants: as greedy:10,any_move:10")
    return name, int(count)


def names(bots: Sequence[str]) -> tuple[str, ...]:
    """`greedy 1`, `greedy 2`: by entrant, with a number where there are several of a bot."""
    return tuple(
        name if bots.count(name) == 1 else f"{name} {bots[: at + 1].count(name)}" for at, name in enumerate(bots)
    )
