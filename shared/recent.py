"""What was used last, up to a number of things: the rest is found or made again."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Recent(Generic[Value]):
    """By key. Safe for threads: two that miss the same one at once may both make it."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._kept: OrderedDict[Hashable, Value] = OrderedDict()
        self._lock = Lock()

    def __contains__(self, key: Hashable) -> bool:
        return key in self._kept

    def known(self, key: Hashable) -> Value | None:
        """What is kept, as it is: nothing is made."""
        return self._kept.get(key)

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """The value that is kept, or else the one that is made, and kept in place of what was used longest ago."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            self._kept[key] = made
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return made
