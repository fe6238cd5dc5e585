"""What a visitor's socket sends, and what it costs when it ends."""

import socket
from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from wsproto.connection import Connection, ConnectionType
from wsproto.events import CloseConnection, Event, Ping, Pong, TextMessage
from wsproto.extensions import PerMessageDeflate

from frontend.sockets.hub import Hub
from frontend.sockets.visit import LARGEST_MESSAGE, Visit
from tests.frontend.sockets.test_hub import ROOM
from tests.frontend.sockets.test_hub import Visit as Visitor


class Talking:
    """A visit, and the browser at its other end."""

    def __init__(self) -> None:
        self.hub, self.visitor, self.ended = Hub(), Visitor(), 0
        self.visit = Visit(self.hub, self.visitor.watcher, {ROOM: None}, self.gone)
        self.browser = Connection(ConnectionType.CLIENT)

    def gone(self) -> None:
        self.ended += 1

    def send(self, *events: Event, size: int = 65_536) -> bool:
        """In pieces of that size; whether the visit goes on."""
        sent = b"".join(map(self.browser.send, events))
        return all(self.visit.receive(sent[at : at + size]) for at in range(0, len(sent), size))

    def heard(self) -> list[Event]:
        self.visitor.other.setblocking(False)
        try:
            self.browser.receive_data(self.visitor.heard())
        except BlockingIOError:
            return []
        return list(self.browser.events())


@pytest.fixture
def talking() -> Iterator[Talking]:
    found = Talking()
    yield found
    found.visitor.close()


@pytest.mark.parametrize("size", [1, 65_536])
def test_pings_are_answered_and_messages_ignored(talking: Talking, size: int):
    said = TextMessage("hello? " * 100)
    assert talking.send(said, Ping(b"still there"), *[said] * 3, size=size)
    assert talking.heard() == [Pong(b"still there")]


def test_a_goodbye_is_answered_and_ends_the_visit(talking: Talking):
    assert not talking.send(CloseConnection(1001))
    assert talking.heard() == [CloseConnection(1001, "")]


@pytest.mark.parametrize("parts", [1, 3])
def test_a_message_that_is_too_large_ends_the_visit(talking: Talking, parts: int):
    part = "x" * (LARGEST_MESSAGE // parts + 1)
    assert not talking.send(*(TextMessage(part, message_finished=number == parts) for number in range(1, parts + 1)))
    assert [said.code for said in talking.heard() if isinstance(said, CloseConnection)] == [1009]


@pytest.mark.parametrize("sent", [b"\x81\x02hi", b"\xff" * 20, b"GET / HTTP/1.1\r\n\r\n"])
def test_what_is_no_frame_ends_the_visit(talking: Talking, sent: bytes):
    assert not talking.visit.receive(sent)
    assert [said.code for said in talking.heard() if isinstance(said, CloseConnection)] == [1002]


@given(pieces=st.lists(st.binary(max_size=200), max_size=5), inflates=st.booleans())
@example(pieces=[b"\xc1\x80abcd"], inflates=True)
@example(pieces=[b"\x88\x82abcd\x62\x8a"], inflates=True)
def test_nothing_that_anybody_sends_is_an_error(pieces: list[bytes], inflates: bool):
    talking = Talking()
    talking.visitor.watcher.inflates = inflates
    try:
        all(map(talking.visit.receive, pieces))
    finally:
        talking.visitor.close()


def test_a_message_of_nothing_but_zeros_is_not_inflated_without_end(talking: Talking):
    talking.visitor.watcher.inflates = True
    deflate = PerMessageDeflate(client_no_context_takeover=True)
    deflate.finalize(PerMessageDeflate.name)
    talking.browser = Connection(ConnectionType.CLIENT, [deflate])
    assert not talking.send(TextMessage("x" * 10_000_000), size=4096)
    assert [said.code for said in talking.heard() if isinstance(said, CloseConnection)] == [1009]


def test_who_has_left_is_in_no_room_and_gave_the_socket_back(talking: Talking):
    talking.visit.begin()
    assert talking.hub.rooms == [ROOM]
    talking.visit.end()
    assert (talking.hub.rooms, talking.ended) == ([], 1)


def test_who_did_not_wait_for_the_answer_gave_the_socket_back(talking: Talking):
    talking.visit.end()
    assert (talking.hub.rooms, talking.ended) == ([], 1)


def test_the_goodbye_of_one_who_is_gone_hurts_nobody(talking: Talking):
    talking.visitor.watcher.sock.shutdown(socket.SHUT_RDWR)
    assert not talking.send(CloseConnection(1001))
