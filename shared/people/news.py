"""Whose sessions or standing have changed: told in the stream `people:news`, heard by the process with open sockets."""

from typing import Any

NEWS = "people:news"
RECENT = 1000  # entries: a reader who misses more looks at everybody who is there


def tell(pipe: Any, *people: str) -> None:
    """Within the transaction that changes it."""
    for person in people:
        pipe.xadd(NEWS, {"person": person}, maxlen=RECENT, approximate=True)
