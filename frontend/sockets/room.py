"""What sockets watch: a room, and how it is rendered for the watchers in it."""

from collections.abc import Callable, Hashable
from typing import NamedTuple

from frontend.sockets.watcher import Watcher


class Room(NamedTuple):
    """`kind` is the name of a part, `id` that of the table or match; empty if the part has none."""

    kind: str
    id: str


class Rendering(NamedTuple):
    """A room at a version. `audience` names all who may see the same, `html` is the part for one of them.

    A final version counts no further, though something may still be added to it.
    """

    version: int
    audience: Callable[[Watcher], Hashable]
    html: Callable[[Watcher], str]
    is_final: bool = False


Render = Callable[[Room], Rendering]
