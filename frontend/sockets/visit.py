"""One open socket, from the answer to its request until it ends. The worker's loop calls all of it; no thread waits."""

from collections.abc import Callable, Mapping

from wsproto.connection import Connection, ConnectionType
from wsproto.events import BytesMessage, CloseConnection, Event, Ping, TextMessage
from wsproto.extensions import Extension, PerMessageDeflate
from wsproto.frame_protocol import CloseReason

from frontend.sockets.hub import Hub
from frontend.sockets.room import Room
from frontend.sockets.watcher import Watcher, write

LARGEST_MESSAGE = 1024  # bytes; pages have nothing to say here


class Visit:
    """`rooms` are what the socket watches, with the version that its page has of each."""

    def __init__(self, hub: Hub, watcher: Watcher, rooms: Mapping[Room, int | None], gone: Callable[[], None]) -> None:
        self.hub, self.watcher, self.rooms, self.gone = hub, watcher, rooms, gone
        self._has_begun = False
        self._reader: Connection | None = None  # most pages never send anything
        self._size = 0  # of the message that is coming in

    def begin(self) -> None:
        self._has_begun = True
        self.hub.join(self.watcher, self.rooms)

    def receive(self, data: bytes) -> bool:
        """Whether the visit goes on. Whatever the page says is ignored, except for pings and a goodbye."""
        self._reader = self._reader or Connection(ConnectionType.SERVER, self._extensions())
        self._reader.receive_data(data)
        return all(self._hear(self._reader, event) for event in self._reader.events())

    def _extensions(self) -> list[Extension]:
        if not self.watcher.inflates:
            return []
        deflate = PerMessageDeflate(client_no_context_takeover=True, server_no_context_takeover=True)
        deflate.finalize(PerMessageDeflate.name)
        return [deflate]

    def _hear(self, reader: Connection, event: Event) -> bool:
        match event:
            case Ping():
                write(self.watcher, reader.send(event.response()))
            case CloseConnection():  # or something that is no frame
                write(self.watcher, reader.send(event.response()))
                return False
            case TextMessage() | BytesMessage():
                self._size += len(event.data)
                if self._size > LARGEST_MESSAGE:
                    write(self.watcher, reader.send(CloseConnection(CloseReason.MESSAGE_TOO_BIG)))
                    return False
                if event.message_finished:
                    self._size = 0
        return True

    def end(self) -> None:
        """Also of a visit that has never begun, because its visitor didn't wait for the answer."""
        if self._has_begun:
            self.hub.leave(self.watcher, self.rooms)
        self.gone()
