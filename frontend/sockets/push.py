"""Writes a room's part to its watchers: one drawing for each audience, one frame for each token."""

from collections.abc import Iterable
from secrets import token_hex

from frontend.presentation.part import Viewer
from frontend.sockets.frames import text_frame
from frontend.sockets.room import Rendering
from frontend.sockets.watcher import Watcher, write

# Stands in the forms of a part until the part is written to one visitor's socket. Nobody can guess it, or say it in a
# talk.
TOKEN = f"token-of-who-reads-this-{token_hex(16)}"


def push(rendering: Rendering, watchers: Iterable[Watcher]) -> None:
    """The smallest audience comes first: players don't wait for a crowd of spectators."""
    audiences: dict[Viewer, list[Watcher]] = {}
    for watcher in watchers:
        audiences.setdefault(rendering.audience(watcher.viewer), []).append(watcher)
    for audience in sorted(audiences, key=lambda each: len(audiences[each])):
        write_to_all(rendering.html(audience).encode(), audiences[audience])


def write_to_all(part: bytes, watchers: Iterable[Watcher]) -> None:
    """Only forms make the frames of an audience differ, by their tokens."""
    if TOKEN.encode() not in part:
        frame = text_frame(part)
        for watcher in watchers:
            write(watcher, frame)
        return
    frames: dict[str, bytes] = {}
    for watcher in watchers:
        if watcher.token not in frames:
            frames[watcher.token] = text_frame(part.replace(TOKEN.encode(), watcher.token.encode()))
        write(watcher, frames[watcher.token])
