"""For which remote bots something has changed beside their matches: whoever has their streams open hears it.

Key: the stream `bots:news` of players.
"""

from typing import Any

NEWS = "bots:news"
RECENT = 1000  # entries: a reader who misses more looks at every bot


def tell(pipe: Any, player: str) -> None:
    """Within the transaction that changes it."""
    pipe.xadd(NEWS, {"player": player}, maxlen=RECENT, approximate=True)
