"""Parts of pages that are drawn once and shown again: most of a page stays the same while somebody chooses a move."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock

from jinja2 import Environment
from markupsafe import Markup

MOST = 512  # parts; a long log has about 20 kB


class Kept:
    """The parts that were shown last. Safe for threads."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._parts: OrderedDict[tuple[Hashable, ...], Markup] = OrderedDict()
        self._lock = Lock()

    def __call__(self, *key: Hashable, caller: Callable[[], Markup]) -> Markup:
        """`{% call kept("log", …) %}`: the key names all that the part shows, and whose it is if not everybody's."""
        with self._lock:
            if (found := self._parts.get(key)) is not None:
                self._parts.move_to_end(key)
                return found
        drawn = caller()
        with self._lock:
            self._parts[key] = drawn
            while len(self._parts) > self.most:
                self._parts.popitem(last=False)
        return drawn


def offer_kept(templates: Environment) -> None:
    templates.globals["kept"] = Kept()
