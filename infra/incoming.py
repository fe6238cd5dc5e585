"""A request that is coming in, kept until it is whole, so that no thread waits for its sender."""

import re
from enum import Enum, auto

LARGEST_HEAD = 64 * 1024  # bytes of the first line and all headers
LARGEST_BODY = 64 * 1024  # what the apps read (shared/web/bodies.py)
MARGIN = 2 * 1024  # bytes of a chunked body beyond that, so that the app can tell that it is too large
END = b"\r\n\r\n"
LENGTH = re.compile(rb"(?im)^content-length[ \t]*:[ \t]*(.*?)[ \t]*\r$")
ENCODED = re.compile(rb"(?im)^transfer-encoding[ \t]*:[ \t]*(.*?)[ \t]*\r$")
WAITS_FOR_A_SIGN = re.compile(rb"(?im)^expect[ \t]*:[ \t]*100-continue[ \t]*\r$")


class State(Enum):
    COMING = auto()
    WHOLE = auto()
    CUT = auto()  # enough is here to refuse the rest: the connection ends after the answer
    TOO_LARGE = auto()  # a head without an end


class Incoming:
    """`add` takes what came, `state` says what to do. No byte is scanned twice, however small the parts are."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)
        self._searched = 0
        self._body = 0  # where the body begins, once the whole head is here
        self._length: int | None = None  # of the body; None: it comes in chunks
        self._chunk = 0  # where the next one begins

    def add(self, part: bytes) -> None:
        self.data += part

    @property
    def first_line(self) -> bytes:
        return bytes(self.data[:200]).split(b"\r\n", 1)[0]

    @property
    def has_head(self) -> bool:
        return self._body > 0

    @property
    def waits_for_a_sign(self) -> bool:
        return self.has_head and WAITS_FOR_A_SIGN.search(self._head) is not None

    @property
    def state(self) -> State:
        if not self.has_head and not self._found_head():
            return State.TOO_LARGE if len(self.data) > LARGEST_HEAD else State.COMING
        if self._length is None:
            return self._state_of_chunks()
        if self._length > LARGEST_BODY:
            return State.CUT
        return State.WHOLE if len(self.data) >= self._body + self._length else State.COMING

    @property
    def _head(self) -> bytes:
        return bytes(self.data[: self._body])

    def _found_head(self) -> bool:
        end = self.data.find(END, max(0, self._searched - len(END)))
        self._searched = len(self.data)
        if end < 0:
            return False
        self._body = self._chunk = end + len(END)
        encoded = b",".join(ENCODED.findall(self._head)).lower()
        if encoded.split(b",")[-1].strip() != b"chunked":
            # A malformed head counts as whole: the parser refuses it.
            named = [] if encoded else LENGTH.findall(self._head)
            self._length = int(named[0]) if len(named) == 1 and re.fullmatch(rb"[0-9]{1,9}", named[0]) else 0
        return True

    def _state_of_chunks(self) -> State:
        while (end := self.data.find(b"\r\n", self._chunk)) >= 0:
            size = bytes(self.data[self._chunk : end]).split(b";")[0].strip()
            if not re.fullmatch(rb"[0-9A-Fa-f]{1,8}", size):
                return State.CUT
            if int(size, 16) == 0:
                return State.WHOLE if self.data.find(END, end) >= 0 else self._unless_too_much()
            following = end + 2 + int(size, 16) + 2
            if following > len(self.data):
                break
            self._chunk = following
        return self._unless_too_much()

    def _unless_too_much(self) -> State:
        return State.CUT if len(self.data) - self._body > LARGEST_BODY + MARGIN else State.COMING
