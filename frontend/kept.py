"""Parts of pages that are drawn once and shown again: most of a page stays the same while somebody chooses a move."""

from collections.abc import Callable, Hashable

from jinja2 import Environment
from markupsafe import Markup

from shared.recent import Recent

MOST = 512  # parts; a long log has about 20 kB


class Kept:
    def __init__(self, most: int = MOST) -> None:
        self._parts = Recent[Markup](most)

    def __call__(self, *key: Hashable, caller: Callable[[], Markup]) -> Markup:
        """`{% call kept("log", …) %}`: the key names all that the part shows, and whose it is if not everybody's."""
        return self._parts.get(key, caller)


def offer_kept(templates: Environment) -> None:
    templates.globals["kept"] = Kept()
