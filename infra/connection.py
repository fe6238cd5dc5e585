"""A visitor's connection: its socket, the request that is coming in, and what became of it."""

import socket
from collections.abc import Callable
from threading import Lock
from typing import Any

from gunicorn.http import get_parser
from gunicorn.workers.gthread import TConn

from infra.incoming import Incoming
from infra.visitor_socket import VisitorSocket
from shared.addresses import group


class Connection(TConn):  # type: ignore[misc]  # gunicorn has no types
    parser: Any

    def __init__(self, cfg: Any, sock: socket.socket, client: Any, server: Any) -> None:
        super().__init__(cfg, VisitorSocket(sock), client, server)
        self.initialized = False
        self.address = group(client[0]) if isinstance(client, tuple) else ""
        self.incoming = Incoming()
        self.is_cut = False
        self.is_gone = False  # closed, though the loop may still hold older events of it
        self.goes_on = True  # after the answer that is held back
        self.watched = 0  # the events for which the loop watches its socket
        self.then: Callable[[Connection, socket.socket], None] | None = None  # what they mean; None: a thread has it
        self.turn = Lock()  # of the thread that answers: the next request may come before this one's answer is sent

    def next_request(self, data: bytes) -> None:
        self.incoming, self.is_cut, self.sock.ran_dry = Incoming(data), False, False

    @property
    def has_more(self) -> bool:
        """Whether the parser holds what came after the request that was answered."""
        return bool(self.parser.unreader.buf.getvalue())

    def put_back(self) -> None:
        """What has come of the next request waits in the parser's buffer, until the answer before it has been sent."""
        self.parser.unreader.unread(bytes(self.incoming.data))

    def forget_request(self) -> None:
        """An upgraded connection may stay for hours, and has no other request."""
        self.incoming, self.parser = Incoming(), None

    def hand_over(self) -> None:
        """Puts everything that came into the parser's buffer, so the parser never waits for more."""
        if not self.initialized:
            self.parser = get_parser(self.cfg, self.sock, self.client)
            self.initialized = True
        self.parser.unreader.unread(bytes(self.incoming.data))
        self.sock.first_line = self.incoming.first_line
