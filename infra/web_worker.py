"""Serves pages, services and sockets: a thread works only for a request that has come in whole.

Visitors who don't read their answer wait in the loop too, until a deadline. In gunicorn's own threaded worker a thread
reads the request and sends the answer, however long the visitor takes. Nor does a visit take one, which is a socket or
an answer that goes on: the loop hands on what its visitor sends.
"""

import selectors
import socket
from collections import deque
from contextlib import suppress
from functools import partial
from typing import Any

from infra.connection import Connection
from infra.receiving_worker import ReceivingWorker, received
from infra.refusals import refusal, status_of
from infra.threads import Threads
from infra.visitor_socket import PIECE
from infra.waiting_room import For


class Worker(ReceivingWorker):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rested: deque[Connection] = deque()  # answered, and not taken back by the loop yet

    def _keepalive_after(self, conn: Connection, keepalive: bool) -> bool:
        """After a body that was not read whole, nobody knows where the next request begins."""
        kept = keepalive and not conn.is_cut and super()._keepalive_after(conn, keepalive)
        return bool(kept and not conn.sock.ran_dry)

    def get_thread_pool(self) -> Threads:
        return Threads(self.cfg.threads, self.answer)

    def enqueue_req(self, conn: Connection) -> None:
        conn.hand_over()
        self.tpool.give(conn)

    def answer(self, conn: Connection) -> None:
        """Runs in a thread. A connection that just goes on is let go before its answer is sent, without a word.

        The loop finds it when it looks the next time. Were the answer sent first, the next request might come before
        that; and waking the loop after every request costs more than that would save.
        """
        with conn.turn:
            goes_on = self.handled(conn)
            if conn.sock.held:
                self.method_queue.defer(self.hold, conn, goes_on)
                return
            rests = goes_on and conn.sock.visit is None and not conn.has_more and len(conn.sock.unread) <= PIECE
            if rests:
                self.rested.append(conn)
            try:
                conn.sock.send_unread()
            except OSError:  # the loop finds out
                conn.sock.unread.clear()
                goes_on = False
        if not rests:
            self.method_queue.defer(self.go_on, conn, goes_on)
        elif conn.sock.unread:
            self.method_queue.defer(self.on_unread, conn)
        elif not conn.watched:
            self.method_queue.defer(self.settle)

    def handled(self, conn: Connection) -> bool:
        try:
            return self.handle(conn) is True
        except BaseException:  # a view may raise SystemExit
            self.log.exception("Error handling a request")
            return False

    def settle(self) -> None:
        while self.rested:
            self.wait_for_request(self.rested.popleft())

    def on_unread(self, conn: Connection) -> None:
        """Its reader is slow; what has come of the next request waits."""
        self.settle()
        if conn.then == self.on_part and conn.sock.unread:
            self.end_waiting(conn)
            conn.put_back()
            self.go_on(conn, goes_on=True)

    def go_on(self, conn: Connection, goes_on: bool) -> None:
        if conn.sock.visit is not None and not conn.sock.unread and (goes_on or conn.sock.is_open_ended):
            self.visit(conn)
        elif conn.sock.unread:
            self.wait(conn, For.READER, selectors.EVENT_WRITE, partial(self.on_room_to_write, goes_on))
        elif goes_on:
            self.wait_for_request(conn, conn.parser.unreader.take_buffered())
        else:
            self.say_goodbye(conn)

    def visit(self, conn: Connection) -> None:
        sent = conn.parser.unreader.take_buffered() if conn.parser else b""
        conn.forget_request()
        self.watch(conn, selectors.EVENT_READ, self.on_message)
        conn.sock.visit.begin()
        if sent:
            self.hand_on(conn, sent)

    def on_message(self, conn: Connection, raw: socket.socket) -> None:
        if (part := received(raw, 4096)) is not None:
            self.hand_on(conn, part)

    def hand_on(self, conn: Connection, part: bytes) -> None:
        """What one visitor sends never ends the loop, which serves all others."""
        try:
            goes_on = bool(part) and conn.sock.visit.receive(part)
        except Exception:
            self.log.exception("Error reading a socket")
            goes_on = False
        if not goes_on:
            self.drop(conn)

    def drop(self, conn: Connection) -> None:
        if conn.sock.visit is not None and not conn.is_gone:
            conn.sock.visit.end()
        super().drop(conn)

    def handle_exit(self, sig: Any, frame: Any) -> None:
        """Visits never finish by themselves, so the application tells them at once that it is ending.

        The end of the grace period would be too late: then the master kills the process.
        """
        super().handle_exit(sig, frame)
        if leave := self.wish("leave"):
            self.method_queue.defer(leave)

    def on_room_to_write(self, goes_on: bool, conn: Connection, _raw: socket.socket) -> None:
        try:
            conn.sock.send_unread()
        except OSError:
            self.drop(conn)
            return
        if not conn.sock.unread:
            self.end_waiting(conn)
            self.go_on(conn, goes_on)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: Exception) -> None:
        """Runs in a thread. gunicorn's own answer is a bare page in the words of a library."""
        status = status_of(exc)
        if status == 500:
            self.log.exception("Error handling a request")
        with suppress(OSError):
            client.sendall(refusal(status, client.first_line))
