"""What sockets watch: a room, and how it is rendered for the watchers in it."""

from collections.abc import Callable, Collection
from typing import NamedTuple

from frontend.presentation.part import Feed, Part, Viewer
from frontend.presentation.parts import PARTS


class Room(NamedTuple):
    """`kind` is the name of a part, `id` that of the table or match; empty if the part has none."""

    kind: str
    id: str


def watched_rooms(part: Part, id_: str, have: int | None, talk: int) -> dict[Room, int | None]:
    """The rooms that a socket of this part watches, with the version that its page has of each."""
    parts = (part, *(PARTS[name] for name in part.hears))
    return {Room(each.name, id_): talk if each.feed is Feed.TALK else have for each in parts}


def everybody(viewers: Collection[Viewer]) -> Collection[Viewer]:
    return viewers


class Rendering(NamedTuple):
    """A room at a version. `audience` is the viewer for whom a part is drawn, the same for all who see the same.

    `admitted` gives those of several viewers who may see it, and is asked before `audience`.
    `html` is the part for an audience. A final version counts no further, though something may still be added to it.
    """

    version: int
    audience: Callable[[Viewer], Viewer]
    html: Callable[[Viewer], str]
    is_final: bool = False
    admitted: Callable[[Collection[Viewer]], Collection[Viewer]] = everybody


Render = Callable[[Room], Rendering]


def before_each(act: Callable[[], None], render: Render) -> Render:
    """Renders as `render` does; `act` is called before each look at a room and before each drawing."""

    def acting_first(room: Room) -> Rendering:
        act()
        rendering = render(room)

        def html(audience: Viewer) -> str:
            act()
            return rendering.html(audience)

        return rendering._replace(html=html)

    return acting_first
