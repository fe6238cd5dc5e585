"""Where the last whole command of an append-only file ends, whatever stands after it."""

from pathlib import Path

import pytest

from infra.framing import read, read_bytes


def command(*texts: str) -> bytes:
    told = [text.encode() for text in texts]
    return b"*%d\r\n" % len(told) + b"".join(b"$%d\r\n%s\r\n" % (len(text), text) for text in told)


SET = command("SET", "stream", "a value\r\n*1\r\nof two lines")
TRANSACTION = (
    command("MULTI") + command("XADD", "s", "1-0", "f", "v") + command("XADD", "b", "*", "n", "") + command("EXEC")
)
BEFORE = SET + TRANSACTION + b"#TS:1700000000\r\n" + SET


def ends_at(held: bytes) -> tuple[int, bool]:
    found = read_bytes(held)
    assert found.size == len(held)
    return found.whole, found.goes_on


def flipped(command: bytes, at: bytes, to: bytes) -> bytes:
    assert at in command
    return command.replace(at, to, 1)


@pytest.mark.parametrize("held", [b"", BEFORE, TRANSACTION, SET * 3])
def test_a_whole_file_is_whole(held, tmp_path):
    (tmp_path / "file").write_bytes(held)
    assert read(Path(tmp_path / "file")).is_whole


@pytest.mark.parametrize(
    "tail",
    [
        b"\0" * 595,
        b" " * 40,
        b"\r\n",
        bytes(range(256)) * 3,
        b"*",
        b"*3\r",
        b"*3\r\n$3\r\nSET\r\n$3\r\nab",
        SET[:-1],
        TRANSACTION[:-4],
        TRANSACTION[: TRANSACTION.index(b"*1\r\n$4")],
        b"-ERR\r\n",
        b"*0\r\n",
        b"*99999999\r\n",
        flipped(SET, b"*3", b"*2"),
        flipped(SET, b"*3", b"*7"),
        flipped(SET, b"*3", b"#3"),
        flipped(SET, b"$6", b"$2"),
        flipped(SET, b"$6", b"$9"),
        flipped(SET, b"$6", b"*6"),
        flipped(SET, b"$3\r", b"$3\n"),
        flipped(TRANSACTION, b"*1", b"*2"),
        flipped(TRANSACTION, b"*5", b"*6"),
        flipped(TRANSACTION, b"$4\r\nXADD", b"$5\r\nXADD"),
        flipped(TRANSACTION, b"*1\r\n$4", b"*1\r\n$9"),
    ],
)
def test_after_damage_to_the_last_command_the_file_ends_with_the_one_before(tail):
    assert ends_at(BEFORE + tail) == (len(BEFORE), False)
    assert ends_at(tail) == (0, False)


@pytest.mark.parametrize("after", [SET, TRANSACTION, SET + TRANSACTION[:-9], TRANSACTION * 2])
@pytest.mark.parametrize(
    "damaged",
    [
        b"\0" * 64,
        flipped(SET, b"*3", b"*2"),
        flipped(SET, b"$6", b"$7"),
        flipped(SET, b"$6", b"$900000000"),
        flipped(TRANSACTION, b"$5\r\nMULTI", b"$4\r\nMULTI"),
        flipped(TRANSACTION, b"$3\r\n1-0", b"$1\r\n1-0"),
    ],
)
def test_damage_is_in_the_middle_if_whole_commands_follow(damaged, after):
    assert ends_at(BEFORE + damaged + after) == (len(BEFORE), True)


def test_commands_end_at_every_cut_and_nowhere_else():
    ends = {0, len(SET), len(SET + TRANSACTION)}
    held = SET + TRANSACTION
    for cut in range(len(held)):
        whole, goes_on = ends_at(held[:cut])
        assert (whole, goes_on) == (max(end for end in ends if end <= cut), False)
