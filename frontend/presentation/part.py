"""What a live part of a page promises: a version, who sees the same of it, and what its template gets."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple, Protocol

from frontend.site import Site
from shared.language import ENGLISH


class Viewer(NamedTuple):
    """Who looks, the origin of the page they look at, and its language. `person` is None for those who see only what
    all may see.
    """

    person: str | None
    origin: str = ""
    language: str = ENGLISH


class Snapshot(Protocol):
    """A part at a version. A final version counts no further, though something may still be added to it."""

    @property
    def version(self) -> int: ...

    @property
    def is_final(self) -> bool: ...

    def admitted(self, viewers: Collection[Viewer]) -> Collection[Viewer]:
        """Those of the viewers who may see it. What `audience` needs of them is looked up here, of all at once."""

    def audience(self, viewer: Viewer) -> Viewer:
        """The viewer whom the part is drawn for, the same for all who see the same; the language may be left out."""

    def context(self, viewer: Viewer) -> Mapping[str, Any]:
        """What the template gets when it is drawn for this viewer."""


class Feed(Enum):
    """Where the sockets hear that a part has changed."""

    EVENTS = "the notices of the table, the match and the score with the part's id"
    TALK = "the news of the talk with the part's id"
    ROWS = "the version of the rows, which change a little after the events"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a page that stays at the newest version.

    `name` is that of the template's folder and of the room on the sockets. The page at `address` polls that address
    with `?have=`, and its socket is at `<address>/live`. `pushed` is the template that sockets send; `hears` names the
    parts of the same id that the same socket keeps at their newest version.
    """

    name: str
    address: str
    snapshot: Callable[[Site, str], Snapshot]
    feed: Feed
    pushed: str
    hears: tuple[str, ...] = ()

    @property
    def socket(self) -> str:
        return f"{self.address.rstrip('/')}/live"
