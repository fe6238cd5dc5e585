"""A worker whose loop lets visitors in and reads their requests: a thread gets one that has come in whole.

Visitors who send slowly or send nothing wait in the loop, until a deadline and in limited numbers.
"""

import errno
import selectors
import socket
from contextlib import suppress
from typing import Any

from infra.connection import Connection
from infra.incoming import State
from infra.visitor_socket import SIGN
from infra.waiting_room import For
from infra.waiting_worker import WaitingWorker
from shared.addresses import among
from shared.settings import settings

AT_ONCE = 64  # connections accepted in a row before the others get their turn
MOST_WAITING = 1500  # connections that cost no thread
FULL = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class ReceivingWorker(WaitingWorker):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.most_of_an_address = settings().unfinished
        self.exempt = (*settings().unlimited, *settings().proxies)

    def accept(self, listener: Any) -> None:
        for _ in range(AT_ONCE):
            try:
                sock, client = listener.accept()
            except OSError as error:
                if error.errno in FULL and len(self.room):
                    self.drop(self.room.oldest_of_the_crowd())
                elif error.errno not in (errno.EAGAIN, errno.EWOULDBLOCK, errno.ECONNABORTED, *FULL):
                    raise
                return
            self.nr_conns += 1
            conn = Connection(self.cfg, sock, client, listener.getsockname())
            self.wait_for_request(conn)
            self.keep_bounds(conn)

    def keep_bounds(self, conn: Connection) -> None:
        """The oldest of an address that has too many, or the most, makes room: honest requests arrive quickly."""
        is_exempt = among(conn.address, self.exempt)
        if not is_exempt and self.room.from_address(conn.address) > self.most_of_an_address:
            self.drop(self.room.oldest_of(conn.address))
        if len(self.room) > MOST_WAITING:
            self.drop(self.room.oldest_of_the_crowd())

    def wait_for_request(self, conn: Connection, data: bytes = b"") -> None:
        conn.next_request(data)
        self.wait(conn, For.WHOLE_REQUEST if data else For.FIRST_BYTE, selectors.EVENT_READ, self.on_part)
        if data:
            self.look_at(conn)

    def on_part(self, conn: Connection, raw: socket.socket) -> None:
        if (part := received(raw, 65_536)) is None:
            return
        if not part:
            self.drop(conn)
            return
        begins = not conn.incoming.data
        conn.incoming.add(part)
        self.look_at(conn)
        if begins and conn.then == self.on_part:
            self.room.remove(conn)
            self.room.add(conn, For.WHOLE_REQUEST)

    def look_at(self, conn: Connection) -> None:
        had_head = conn.incoming.has_head
        state = conn.incoming.state
        if state is State.TOO_LARGE:
            self.end_waiting(conn)
            self.refuse(conn, 431)
        elif state is not State.COMING:
            self.end_waiting(conn)
            conn.is_cut = state is State.CUT
            self.enqueue_req(conn)
        elif not had_head and conn.incoming.waits_for_a_sign:
            with suppress(OSError):
                conn.sock.raw.send(SIGN)


def received(raw: socket.socket, most: int) -> bytes | None:
    """What has come; nothing from a visitor who is gone, and None where nothing has come yet."""
    try:
        return raw.recv(most)
    except BlockingIOError:
        return None
    except OSError:  # also if it was dropped a moment ago
        return b""
