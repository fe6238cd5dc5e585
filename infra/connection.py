"""A visitor's connection: its socket, the request that is coming in, and what became of it."""

import socket
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

    def next_request(self, data: bytes) -> None:
        self.incoming, self.is_cut, self.sock.ran_dry = Incoming(data), False, False

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
