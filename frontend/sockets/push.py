"""Writes a room's part to its watchers: one drawing for each audience, one frame for each token."""

from collections.abc import Iterable, Sequence
from secrets import token_hex

from frontend.compressing import deflated_around
from frontend.presentation.part import Viewer
from frontend.sockets.frames import LEVEL, deflated_frame, deflated_frame_around, text_frame
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
            write_alike(part, audiences[audience])


def by_audience(rendering: Rendering, watchers: Iterable[Watcher]) -> dict[Viewer, list[Watcher]]:
    """Each viewer is asked about once, and most visitors whom nobody knows are the same viewer. Who may not see it is
    left out: the match may be kept from them, or the table be private.
    """
    viewers: dict[Viewer, list[Watcher]] = {}
    for watcher in watchers:
        viewers.setdefault(watcher.viewer, []).append(watcher)
    audiences: dict[Viewer, list[Watcher]] = {}
    for viewer in rendering.admitted(viewers.keys()):
        audiences.setdefault(rendering.audience(viewer), []).extend(viewers[viewer])
    return audiences


def write_forms(part: bytes, watchers: Iterable[Watcher]) -> None:
    """Compressed once for all whose tokens are as long: a token itself is never compressed."""
    pieces, deflated = part.split(TOKEN.encode()), dict[int, list[bytes]]()
    frames: dict[tuple[str, bool], bytes] = {}
    for watcher in watchers:
        token, key = watcher.token.encode(), (watcher.token, watcher.inflates)
        if key not in frames and watcher.inflates:
            if len(token) not in deflated:
                deflated[len(token)] = deflated_around(pieces, len(token), LEVEL)
            frames[key] = deflated_frame_around(deflated[len(token)], token)
        elif key not in frames:
            frames[key] = text_frame(token.join(pieces))
        write(watcher, frames[key])


def write_alike(part: bytes, watchers: Sequence[Watcher]) -> None:
    plain = text_frame(part)
    small = deflated_frame(part) if any(watcher.inflates for watcher in watchers) else plain
    for watcher in watchers:
        write(watcher, small if watcher.inflates else plain)
