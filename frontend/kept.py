"""Parts of pages that are drawn once and shown again: most of a page stays the same while somebody chooses a move."""

from collections.abc import Callable, Hashable
from typing import Any

import msgspec
from jinja2 import Environment
from markupsafe import Markup

from shared.language import language
from shared.recent import Recent

MOST = 2048  # parts; most are small, and a long log has about 20 kB


class Kept:
    def __init__(self, most: int = MOST) -> None:
        self._parts = Recent[Markup](most)

    def __call__(self, *key: Any, caller: Callable[[], Markup]) -> Markup:
        """`{% call kept("log", …) %}`: the key names all that the part shows, and whose it is if not everybody's.
        The language that is spoken is added to it.

        Each place in a key has values of one type: 1 and true would be the same.
        """
        return self._parts.get((language(), *map(_hashable, key)), caller)


def _hashable(part: Any) -> Hashable:
    return msgspec.json.encode(part) if isinstance(part, dict | list) else part


def offer_kept(templates: Environment) -> None:
    templates.globals["kept"] = Kept()
