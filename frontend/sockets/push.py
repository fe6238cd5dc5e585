"""Writes a room's part to its watchers: one drawing for each audience, one frame for each token."""

from collections.abc import Iterable, Sequence
from secrets import token_hex

from frontend.presentation.part import Viewer
from frontend.sockets.frames import deflated_frame, text_frame
from frontend.sockets.room import Rendering
from frontend.sockets.watcher import Watcher, write

# Stands in the forms of a part until the part is written to one visitor's socket. Nobody can guess it, or say it in a
# talk.
TOKEN = f"token-of-who-reads-this-{token_hex(16)}"


def push(rendering: Rendering, watchers: Iterable[Watcher]) -> None:
    """The smallest audience comes first: players don't wait for a crowd of spectators."""
    audiences = by_audience(rendering, watchers)
    for audience in sorted(audiences, key=lambda each: len(audiences[each])):
        part = rendering.html(audience).encode()
        if TOKEN.encode() in part:
            write_forms(part, audiences[audience])
        else:
            write_alike(part, audiences[audience], is_public=audience.person is None)


def by_audience(rendering: Rendering, watchers: Iterable[Watcher]) -> dict[Viewer, list[Watcher]]:
    """Each viewer is asked about once, and most visitors whom nobody knows are the same viewer."""
    viewers: dict[Viewer, list[Watcher]] = {}
    for watcher in watchers:
        viewers.setdefault(watcher.viewer, []).append(watcher)
    audiences: dict[Viewer, list[Watcher]] = {}
    for viewer, those in viewers.items():
        audiences.setdefault(rendering.audience(viewer), []).extend(those)
    return audiences


def write_forms(part: bytes, watchers: Iterable[Watcher]) -> None:
    frames: dict[str, bytes] = {}
    for watcher in watchers:
        if watcher.token not in frames:
            frames[watcher.token] = text_frame(part.replace(TOKEN.encode(), watcher.token.encode()))
        write(watcher, frames[watcher.token])


def write_alike(part: bytes, watchers: Sequence[Watcher], is_public: bool) -> None:
    """Compressed if all may see it: the length of a compressed secret would tell something of it."""
    plain = text_frame(part)
    small = deflated_frame(part) if is_public and any(watcher.inflates for watcher in watchers) else plain
    for watcher in watchers:
        write(watcher, small if watcher.inflates else plain)
