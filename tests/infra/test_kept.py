"""A damaged end is put aside and reported; a ledger that is missing, older or damaged in the middle stops the start."""

import re
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import pytest
import redis

from infra.check import is_well
from infra.kept import prepare
from infra.lost import Lost
from infra.notes import forget_files, note_files
from infra.runner import REFUSED
from shared.mark import NAME, read_mark, write_mark
from tests.servers import end, running_server, start_server, url_of, wait_until_up
from tests.waiting import until

pytestmark = pytest.mark.server

TOLD = 40


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a server kept of some streams, rewritten once, and its mark."""
    var = tmp_path_factory.mktemp("kept") / "v"
    with running_server(var) as url, closing(redis.Redis.from_url(url)) as client:
        add(client, 1, 20)
    with running_server(var) as url, closing(redis.Redis.from_url(url)) as client:
        client.bgrewriteaof()
        base = (var / "appendonlydir").glob
        until(lambda: len(list(base("*.base.*"))) == 1 and newest(var).name.endswith(".2.incr.aof"))
        add(client, 21, TOLD)
    note_files(var)
    return var


@pytest.fixture
def kept(written: Path, var: Path) -> Path:
    shutil.copytree(written, var)
    return var


def add(client: "redis.Redis", first: int, last: int) -> None:
    for number in range(first, last + 1):
        with client.pipeline() as pipe:
            pipe.xadd("stream", {"number": number, "text": "x" * 50}, id=f"{number}-0")
            pipe.xadd("bus", {"notice": number})
            pipe.execute()


def newest(var: Path) -> Path:
    return max((var / "appendonlydir").glob("*.incr.aof"))


def looked_at(var: Path, accepts_loss: bool = False) -> tuple[int, str]:
    """The number of events left before a server starts, and what is said."""
    said = "\n".join(prepare(var, read_mark(var), accepts_loss))
    assert not (var / "appendonlydir").exists() or is_well(newest(var))
    return 20 + newest(var).read_bytes().count(b"$6\r\nstream\r\n") if manifest(var).exists() else 0, said


def refused(var: Path) -> str:
    with pytest.raises(Lost) as lost:
        list(prepare(var, read_mark(var), False))
    assert str(lost.value).startswith("Urbanist does not start. ")
    return str(lost.value)


def served(var: Path, **more: str) -> tuple[int, str]:
    """The number of events that a real server has when it starts there, and what it said."""
    program = start_server(var, **more)
    try:
        wait_until_up(url_of(var))
        with closing(redis.Redis.from_url(url_of(var))) as client:
            numbers = [int(fields[b"number"]) for _, fields in cast("list[Any]", client.xrange("stream"))]
        assert numbers == list(range(1, len(numbers) + 1))
    finally:
        said = end(program)
    return len(numbers), said


def flip_last(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lambda held: new.join(held.rsplit(old, 1))


@pytest.mark.parametrize(
    ("tail", "bytes_"),
    [(b"\0" * 595, 595), (b" " * 9, 9), (b"\xff\x00\r\n*" * 20, 100), (b"*3\r\n$3\r\nSET", 11), (b"*3", 2)],
)
def test_what_stands_after_the_last_entry_is_put_aside(kept, tail, bytes_):
    with newest(kept).open("ab") as file:
        file.write(tail)
    count, said = looked_at(kept)
    assert count == TOLD
    assert f"WARNING: the last {bytes_} bytes of {newest(kept).name} are no complete entry" in said
    (aside,) = (kept / "damaged").iterdir()
    assert aside.read_bytes() == tail
    assert str(aside) in said
    assert "are lost" not in said
    assert "WARNING: the last" not in looked_at(kept)[1]


@pytest.mark.parametrize(
    "damage",
    [
        lambda held: held[:-20],
        lambda held: held[:-60] + b"\0" * 60,
        flip_last(b"*5\r\n", b"*9\r\n"),
        flip_last(b"$4\r\nEXEC", b"$5\r\nEXEC"),
        flip_last(b"$4\r\nXADD", b"\xa44\r\nXADD"),
        flip_last(b"*1\r\n$5\r\nMULTI", b"*1\r\n$6\r\nMULTI"),
    ],
)
def test_a_damaged_end_that_takes_a_stored_event_with_it_is_reported(kept, damage):
    file = newest(kept)
    held = file.read_bytes()
    file.write_bytes(damage(held))
    count, said = looked_at(kept)
    assert count == TOLD - 1
    lost = re.search(r"WARNING: (\d+) bytes that were stored when Urbanist ran last are lost", said)
    assert lost
    assert int(lost[1]) == len(held) - file.stat().st_size
    forget_files(kept)
    assert looked_at(kept) == (TOLD - 1, "")


@pytest.mark.parametrize(
    "damage",
    [
        lambda held: held.replace(b"$4\r\nXADD", b"$7\r\nXADD", 1),
        lambda held: held.replace(b"*7\r\n", b"*6\r\n", 1),
        lambda held: held[:300] + b"\0" * 512 + held[812:],
    ],
)
def test_damage_in_the_middle_is_refused_and_located(kept, damage):
    file = newest(kept)
    held = damage(file.read_bytes())
    file.write_bytes(held)
    said = refused(kept)
    found = re.search(r"is damaged at byte (\d+), and what was stored after that is still there", said)
    assert found
    assert "It was last known to be whole on 20" in said
    assert file.read_bytes() == held
    count, told = looked_at(kept, accepts_loss=True)
    assert 20 <= count < TOLD
    (aside,) = (kept / "damaged").iterdir()
    assert aside.read_bytes() == held[int(found[1]) :]
    assert str(aside) in told
    forget_files(kept)
    assert looked_at(kept) == (count, "")


def manifest(var: Path) -> Path:
    return var / "appendonlydir" / "appendonly.aof.manifest"


def base(var: Path) -> Path:
    return next((var / "appendonlydir").glob("*.base.*"))


def turn(path: Path) -> None:
    held = bytearray(path.read_bytes())
    held[len(held) // 2] ^= 1
    path.write_bytes(held)


@pytest.mark.parametrize(
    ("lose", "said"),
    [
        (lambda var: manifest(var).unlink(), "appendonly.aof.manifest is missing"),
        (lambda var: manifest(var).write_bytes(b"\0" * 88), "appendonly.aof.manifest can't be read"),
        (lambda var: manifest(var).write_bytes(b""), "appendonly.aof.manifest can't be read"),
        (lambda var: shutil.rmtree(var / "appendonlydir"), "appendonly.aof.manifest is missing"),
        (lambda var: base(var).unlink(), "base.rdb is missing"),
        (lambda var: newest(var).unlink(), "incr.aof is missing"),
        (lambda var: turn(base(var)), "base.rdb is damaged"),
        (lambda var: newest(var).write_bytes(b""), "The ledger ends before the place"),
        (lambda var: newest(var).write_bytes(newest(var).read_bytes().split(b"*1\r\n$5\r\nMULTI")[0]), "ends before"),
    ],
)
def test_a_missing_part_is_no_first_start(kept, lose, said):
    lose(kept)
    assert said in (sentence := refused(kept))
    assert "URBANIST_ACCEPT_LOSS=ledger" in sentence
    count, _ = looked_at(kept, accepts_loss=True)
    assert count < TOLD
    forget_files(kept)
    assert looked_at(kept) == (count, "")


def test_an_older_copy_of_the_folder_is_refused(kept, tmp_path):
    shutil.copytree(kept / "appendonlydir", tmp_path / "copy")
    with running_server(kept) as url, closing(redis.Redis.from_url(url)) as client:
        add(client, TOLD + 1, TOLD + 1)
    note_files(kept)
    shutil.rmtree(kept / "appendonlydir")
    shutil.copytree(tmp_path / "copy", kept / "appendonlydir")
    assert "it is an older copy" in refused(kept)


def test_a_server_starts_with_what_is_left_and_says_what_is_lost(kept):
    with newest(kept).open("r+b") as file:
        file.truncate(newest(kept).stat().st_size - 9)
    count, said = served(kept)
    assert count == TOLD - 1
    assert "are no complete entry" in said
    assert "are lost with them" in said
    count, said = served(kept)
    assert count == TOLD - 1
    assert "WARNING" not in said.replace("WARNING Memory", "")


def test_a_server_does_not_start_while_something_is_missing_until_that_is_accepted(kept):
    manifest(kept).unlink()
    program = start_server(kept)
    said = program.communicate(timeout=60)[0]
    assert program.returncode == REFUSED
    assert said == f"{refused(kept)}\n"
    count, said = served(kept, URBANIST_ACCEPT_LOSS="ledger")
    assert count == 0
    (aside,) = (kept / "damaged").iterdir()
    assert str(aside) in said
    assert list(aside.glob("*.incr.aof"))


def test_without_a_mark_a_missing_manifest_is_found_by_the_files_beside_it(kept):
    (kept / NAME).unlink()
    manifest(kept).unlink()
    assert "appendonly.aof.manifest is missing" in refused(kept)


def test_a_folder_of_a_release_that_noted_nothing_starts_and_gets_a_mark(kept):
    (kept / NAME).unlink()
    assert served(kept)[0] == TOLD
    mark = read_mark(kept)
    assert mark
    assert (mark.file, mark.bytes) == (newest(kept).name, newest(kept).stat().st_size)


def test_a_mark_that_can_t_be_read_is_reported(kept):
    (kept / NAME).write_text("{")
    program = start_server(kept)
    assert "ledger.json can't be read" in program.communicate(timeout=60)[0]
    assert program.returncode == REFUSED


def test_a_mark_with_unknown_fields_is_read(kept):
    mark = read_mark(kept)
    assert mark
    (kept / NAME).write_text((kept / NAME).read_text().replace("{", '{"later": 1,', 1))
    assert read_mark(kept) == mark
    write_mark(kept, mark)
    assert read_mark(kept) == mark
