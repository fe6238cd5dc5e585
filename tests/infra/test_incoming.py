"""When a request is whole, in whatever parts it comes; how long each connection waits, and which one makes room."""

import time
from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from infra.incoming import LARGEST_BODY, LARGEST_HEAD, Incoming, State
from infra.waiting_room import For, WaitingRoom

HEAD = b"POST /x HTTP/1.1\r\nHost: here\r\n"
WHOLE = [
    HEAD + b"\r\n",
    HEAD + b"Content-Length: 5\r\n\r\nwhole",
    HEAD + b"content-length:  0 \r\n\r\n",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    HEAD + b"Transfer-Encoding: Chunked\r\n\r\n5\r\nwhole\r\n0\r\n\r\n",
    HEAD + b"Transfer-Encoding: gzip, chunked\r\n\r\n5\r\nwhole\r\n0\r\n\r\n",
    HEAD + b"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwhole\r\n0\r\n\r\n",
    HEAD + b"Transfer-Encoding: chunked\r\n\r\n4;a=b\r\n\r\n\r\n\r\nA\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n",
]


@given(st.sampled_from(WHOLE), st.lists(st.integers(1, 9), max_size=12))
def test_a_request_is_whole_with_its_last_byte_however_it_is_cut(request: bytes, sizes: list[int]):
    incoming, rest = Incoming(), request
    for size in sizes:
        if size >= len(rest):
            break
        incoming.add(rest[:size])
        rest = rest[size:]
        assert incoming.state is State.COMING
    incoming.add(rest[:-1])
    assert incoming.state is State.COMING
    whole = Incoming(bytes(incoming.data) + rest[-1:])
    incoming.add(rest[-1:])
    assert [each.state for each in (incoming, whole)] == [State.WHOLE] * 2


def test_nobody_waits_for_the_rest_of_a_request_that_is_refused_anyway():
    assert Incoming(HEAD + f"Content-Length: {LARGEST_BODY + 1}\r\n\r\n".encode()).state is State.CUT
    assert Incoming(HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n").state is State.CUT
    large = b"FFFFFF\r\n" + b"x" * (LARGEST_BODY + 4096)
    assert Incoming(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + large).state is State.CUT
    assert Incoming(b"x" * (LARGEST_HEAD + 1)).state is State.TOO_LARGE


def test_nonsense_goes_to_the_parser_which_refuses_it():
    for line in (b"Content-Length: -1", b"Content-Length: 4\r\nContent-Length: 5", b"Transfer-Encoding: chunked, gzip"):
        assert Incoming(HEAD + line + b"\r\n\r\n").state is State.WHOLE


@dataclass(eq=False)
class Someone:
    address: str


def room(**patience: float) -> WaitingRoom:
    return WaitingRoom({kind: patience.get(kind.name, 60) for kind in For})


def test_the_oldest_of_the_largest_crowd_makes_room():
    waiting = room()
    alone, *crowd = Someone("a"), Someone("b"), Someone("b")
    for each in (alone, *crowd):
        waiting.add(each, For.FIRST_BYTE)
    assert waiting.oldest_of_the_crowd() is crowd[0]
    assert (waiting.from_address("b"), waiting.oldest_of("a"), len(waiting)) == (2, alone, 3)
    assert waiting.remove(crowd[0])
    assert not waiting.remove(crowd[0])
    assert waiting.from_address("b") == 1


def test_each_kind_has_its_own_deadline():
    waiting = room(WHOLE_REQUEST=0)
    late, early = Someone("a"), Someone("a")
    waiting.add(early, For.READER)
    waiting.add(late, For.WHOLE_REQUEST)
    assert list(waiting.late(time.monotonic())) == [(late, For.WHOLE_REQUEST)]
    waiting.hurry(For.READER, 0)
    assert list(waiting.late(time.monotonic())) == [(early, For.READER)]
    assert waiting.all() == []
