"""Writes a room's part to its watchers: one drawing for each audience, one frame for each token."""

from collections.abc import Hashable, Iterable
from secrets import token_hex

from frontend.sockets.frames import text_frame
from frontend.sockets.room import Rendering
from frontend.sockets.watcher import Watcher, write

# Stands in the forms of a part until the part is written to one visitor's socket. Nobody can guess it, or say it in a
# talk.
TOKEN = f"token-of-who-reads-this-{token_hex(16)}"


def push(rendering: Rendering, watchers: Iterable[Watcher]) -> None:
    """Within an audience only forms make the frames differ, by their tokens."""
    parts: dict[Hashable, bytes] = {}
    frames: dict[tuple[Hashable, str], bytes] = {}
    for watcher in watchers:
        audience = rendering.audience(watcher)
        if audience not in parts:
            parts[audience] = rendering.html(watcher).encode()
        part = parts[audience]
        token = watcher.token if TOKEN.encode() in part else ""
        if (audience, token) not in frames:
            frames[audience, token] = text_frame(part.replace(TOKEN.encode(), token.encode()))
        write(watcher, frames[audience, token])
