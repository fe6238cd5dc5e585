"""For which remote bots something has changed beside their matches: heard by whoever has their streams open, or
looks at the table that is named.

Key: the stream `bots:news` of players, with a table where it is about one.
"""

from typing import Any

NEWS = "bots:news"
RECENT = 1000  # entries: a reader who misses more looks at every bot


def tell(pipe: Any, player: str, table: str | None = None) -> None:
    """Within the transaction that changes it."""
    about = {"player": player} | ({"table": table} if table else {})
    pipe.xadd(NEWS, about, maxlen=RECENT, approximate=True)
