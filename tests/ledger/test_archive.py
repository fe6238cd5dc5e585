"""The archive's file: byte for byte, whole or not at all, and a damaged one is named."""

import os
import sqlite3
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import fakeredis
import pytest
from redis import BusyLoadingError, ResponseError

from shared.errors import Broken, Conflict, Unavailable
from shared.ledger.archive import Archive, Damaged, Settled, WholeLedger, open_whole, settle, settle_all, shrink
from shared.ledger.archive.archive import KEPT, put, remove
from shared.ledger.archive.database import NAME
from shared.ledger.archive.packed import pack, unpack
from shared.ledger.archive.settling import known
from shared.ledger.envelope import Stored
from shared.ledger.redis import RedisLedger, connect, seen_in, stream_key
from shared.ledger.store import InArchive, Notice

ID = "a1b2c3d4e5f6"
MATCH, SCORE = f"match:{ID}", f"score:{ID}"
ENTRIES = [Stored(b'{"one":"\xe2\x80\xa8"}'), Stored(b'{"two":2}', b'{"part":{},"salt":"00"}'), Stored(b"{}")]


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    found = Archive(tmp_path / "archive")
    yield found
    found.database.close()


@pytest.fixture
def whole(archive: Archive) -> WholeLedger:
    return WholeLedger(RedisLedger(fakeredis.FakeRedis(protocol=2)), archive)


def keep(archive: Archive, id_: str = ID, **streams: list[Stored]) -> None:
    with archive.database.writing() as connection:
        put(connection, id_, streams or {"match": ENTRIES, "score": ENTRIES[:1]})


def test_what_was_packed_is_unpacked_byte_for_byte():
    assert unpack(pack(MATCH, ENTRIES)) == ENTRIES
    assert zlib.decompress(pack(MATCH, ENTRIES[1:])) == b'{"two":2}\t{"part":{},"salt":"00"}\n{}'


@pytest.mark.parametrize("other", [Stored(b"a\tb"), Stored(b"a\nb"), Stored(b"a", b"b\nc")])
def test_what_is_in_no_canonical_form_is_refused(other: Stored):
    with pytest.raises(Broken, match=f"{MATCH} holds bytes that are not in canonical form"):
        pack(MATCH, [other])


def test_nothing_is_there_before_the_first_record(archive: Archive):
    assert (archive.read(MATCH), archive.last(MATCH), archive.ids(), archive.ids("match")) == ([], 0, [], [])
    assert (archive.name, archive.number, archive.holds(ID)) == ("", 0, False)
    assert (archive.ids_after(0), archive.record(ID)) == ([], {})
    assert not archive.database.folder.exists()


def test_a_record_is_there_for_every_process_and_thread(archive: Archive):
    keep(archive)
    keep(archive, "b1b2c3d4e5f6", table=ENTRIES)
    assert (archive.ids(), archive.ids("match"), archive.number) == ([ID, "b1b2c3d4e5f6"], [ID], 2)
    assert (archive.holds(ID), archive.last(MATCH), archive.last("match:b1b2c3d4e5f6")) == (True, 3, 0)
    assert archive.ids_after(1) == ["b1b2c3d4e5f6"]
    assert archive.record(ID) == {MATCH: ENTRIES, SCORE: ENTRIES[:1]}
    with ThreadPoolExecutor(8) as threads:
        assert all(found == ENTRIES for found in threads.map(archive.read, [MATCH] * 200))


def test_a_child_opens_its_own_file_and_leaves_its_parents_alone(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    keep(archive)
    assert archive.read_from_disk(MATCH) == ENTRIES
    with monkeypatch.context() as patched:
        patched.setattr(os, "getpid", lambda: 1)
        assert archive.read_from_disk(MATCH) == ENTRIES
    (inherited,) = archive.database._inherited
    assert inherited.execute("SELECT id FROM records").fetchall() == [(ID,)]
    inherited.close()


def test_numbers_only_grow(archive: Archive):
    keep(archive)
    keep(archive, match=ENTRIES)
    assert (archive.number, archive.ids("score")) == (2, [])
    with archive.database.writing() as connection:
        remove(connection, ID)
    assert (archive.number, archive.ids()) == (2, [])
    keep(archive)
    assert archive.number == 3


def test_the_cache_is_small_and_has_what_was_read_last(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    ids = [f"{number:012}" for number in range(KEPT + 4)]
    for id_ in ids:
        keep(archive, id_, match=ENTRIES)
    for id_ in (*ids, ids[-KEPT], "nothing"):
        archive.read(f"match:{id_}")
    read_from_disk, read = archive.read_from_disk, list[str]()

    def noted(stream: str) -> list[Stored]:
        read.append(stream)
        return read_from_disk(stream)

    monkeypatch.setattr(archive, "read_from_disk", noted)
    for id_ in (*ids[2 - KEPT :], ids[-KEPT], "nothing"):
        archive.read(f"match:{id_}")
    assert read == []
    archive.read(f"match:{ids[1 - KEPT]}")  # the next one that was read longest ago
    assert read == [f"match:{ids[1 - KEPT]}"]


def test_a_transaction_that_fails_leaves_nothing(archive: Archive):
    keep(archive)
    with pytest.raises(Broken), archive.database.writing() as connection:
        put(connection, "b1b2c3d4e5f6", {"match": ENTRIES, "score": [Stored(b"a\tb")]})
    with pytest.raises(Damaged, match="no such table: nonsense"), archive.database.writing() as connection:
        connection.execute("INSERT INTO nonsense VALUES (1)")
    assert archive.ids() == [ID]


def test_only_this_user_may_read_it(archive: Archive):
    keep(archive)
    assert (archive.database.file.stat().st_mode & 0o777, archive.database.folder.stat().st_mode & 0o777) == (
        0o600,
        0o700,
    )
    assert sorted(path.name for path in archive.database.folder.glob("*.new")) == []


def test_who_makes_the_file_at_the_same_time_makes_one(archive: Archive, tmp_path: Path):
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda number: keep(Archive(tmp_path / "archive"), f"{number:012}"), range(8)))
    assert len(archive.ids()) == 8


# Damage


def changed(archive: Archive, sql: str, *values: Any) -> None:
    with closing(sqlite3.connect(archive.database.file)) as connection, connection:
        connection.execute(sql, values)


def test_a_changed_byte_of_a_record_is_named(archive: Archive):
    keep(archive)
    packed = bytearray(pack(MATCH, ENTRIES))
    packed[-3] ^= 1
    changed(archive, "UPDATE streams SET entries = ? WHERE kind = 'match'", bytes(packed))
    with pytest.raises(Damaged, match=rf"the archive's file {NAME} is damaged \({MATCH}: .*incorrect data check"):
        archive.read(MATCH)
    assert archive.read(SCORE) == ENTRIES[:1]
    changed(archive, "UPDATE streams SET entries = ? WHERE kind = 'match'", pack(MATCH, ENTRIES[:2]))
    with pytest.raises(Damaged, match=f"{MATCH}: 2 entries in place of 3"):
        archive.read(MATCH)


@pytest.mark.parametrize("content", [b"", b"nonsense" * 1000], ids=["empty", "nonsense"])
def test_a_file_that_is_no_archive_is_named(archive: Archive, content: bytes):
    archive.database.folder.mkdir()
    archive.database.file.write_bytes(content)
    for look in (lambda: archive.read(MATCH), lambda: keep(archive)):
        with pytest.raises(Damaged, match=f"the archive's file {NAME} is damaged .*: restore its newest intact copy"):
            look()


def test_an_archive_of_a_newer_release_is_left_alone(archive: Archive):
    keep(archive)
    archive.database.close()
    changed(archive, "PRAGMA user_version = 2")
    with pytest.raises(Unavailable, match="the archive was written by a newer release: start that one"):
        archive.read(MATCH)


def test_a_file_that_others_hold_is_unavailable_for_a_while(archive: Archive, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("shared.ledger.archive.database.PATIENCE", 0.01)
    keep(archive)
    with archive.database.writing():
        assert archive.read_from_disk(MATCH) == ENTRIES
        with pytest.raises(Unavailable, match="the archive is not answering") as away:
            keep(archive)
    assert "database is locked" in away.value.reason


# With the server


def append(whole: WholeLedger, stream: str, entries: list[Stored]) -> None:
    whole.append(stream, 0, entries, [Notice(stream, version, "x.y") for version in range(1, len(entries) + 1)])


def archived(whole: WholeLedger) -> None:
    append(whole, MATCH, ENTRIES)
    keep(whole.archive, match=ENTRIES)
    assert settle(whole.server, whole.archive, [ID])[ID] is Settled.DONE


def test_an_archived_stream_is_read_as_before_and_stays_as_it_is(whole: WholeLedger):
    archived(whole)
    assert [whole.read(MATCH, after) for after in range(5)] == [ENTRIES[after:] for after in range(5)]
    assert (whole.last(MATCH), whole.ids("match"), whole.is_archived(MATCH)) == (3, [ID], True)
    assert whole.client.xlen(stream_key(MATCH)) == 0
    with pytest.raises(InArchive, match=f"{MATCH} is in the archive: nothing is added to it any more"):
        whole.append(MATCH, 3, ENTRIES[:1], [Notice(MATCH, 4, "x.y")])
    for expected in (0, 2):
        with pytest.raises(Conflict, match="is at version 3"):
            whole.append(MATCH, expected, ENTRIES[:1], [Notice(MATCH, expected + 1, "x.y")])
    with pytest.raises(Conflict):
        whole.put_away(MATCH, ENTRIES)
    assert settle(whole.server, whole.archive, [ID])[ID] is Settled.DONE


def test_what_is_not_archived_never_asks_the_archive(whole: WholeLedger):
    whole.archive.database.folder.mkdir()
    whole.archive.database.file.write_bytes(b"damaged")
    append(whole, MATCH, ENTRIES)
    assert [whole.read(MATCH, after) for after in range(5)] == [ENTRIES[after:] for after in range(5)]
    assert (whole.read(SCORE), whole.last(SCORE), whole.is_archived(SCORE)) == ([], 0, False)


@pytest.mark.parametrize(
    ("here", "there", "outcome"),
    [
        (ENTRIES, ENTRIES, Settled.DONE),
        (ENTRIES[:1], ENTRIES, Settled.DONE),
        ([], ENTRIES, Settled.DONE),
        (ENTRIES, ENTRIES[:2], Settled.GOES_ON),
        (ENTRIES[1:], ENTRIES, Settled.DIFFERS),
        (ENTRIES, ENTRIES[1:2], Settled.DIFFERS),
    ],
)
def test_nothing_leaves_the_server_that_the_archive_does_not_have(whole: WholeLedger, here, there, outcome):
    append(whole, MATCH, here)
    keep(whole.archive, match=there)
    assert settle(whole.server, whole.archive, [ID])[ID] is outcome
    assert whole.read(MATCH) == (there if outcome is Settled.DONE else here)
    assert whole.last(MATCH) == (len(there) if outcome is Settled.DONE else len(here))


def test_a_stream_that_was_emptied_later_than_it_was_archived_differs(whole: WholeLedger):
    archived(whole)
    keep(whole.archive, match=ENTRIES[:2])
    assert settle(whole.server, whole.archive, [ID])[ID] is Settled.DIFFERS


def test_a_stream_that_grows_at_this_moment_is_not_emptied(whole: WholeLedger, monkeypatch: pytest.MonkeyPatch):
    append(whole, MATCH, ENTRIES)
    keep(whole.archive, match=ENTRIES)
    look = whole.server.look

    def look_early(streams: list[str]) -> Any:
        found = look(streams)
        whole.append(MATCH, 3, ENTRIES[:1], [Notice(MATCH, 4, "x.y")])
        return found

    monkeypatch.setattr(whole.server, "look", look_early)
    assert settle(whole.server, whole.archive, [ID])[ID] is Settled.GOES_ON
    assert whole.read(MATCH) == [*ENTRIES, ENTRIES[0]]


@pytest.mark.server
def test_a_key_in_the_way_and_a_server_that_is_away_are_no_empty_streams(clean_server: str, tmp_path: Path):
    server = RedisLedger(connect(clean_server))
    server.client.set(stream_key(MATCH), "in the way")
    with pytest.raises(ResponseError, match="WRONGTYPE"):
        server.look([MATCH])
    server.client.delete(stream_key(MATCH))
    assert server.look([MATCH]) == {MATCH: (0, [])}
    server.client.close()
    with pytest.raises(Unavailable):
        RedisLedger(connect(f"unix://{tmp_path}/nobody.sock")).look([MATCH])
    with pytest.raises(Unavailable):
        seen_in([], BusyLoadingError("LOADING"))


def test_a_server_is_brought_into_line_once(whole: WholeLedger, monkeypatch: pytest.MonkeyPatch):
    append(whole, MATCH, ENTRIES[:1])
    keep(whole.archive, match=ENTRIES)
    settle_all(whole.server, whole.archive)
    assert known(whole.server) == (whole.archive.name, 1)
    assert whole.read(MATCH) == ENTRIES
    monkeypatch.setattr("shared.ledger.archive.settling.settle", None)
    settle_all(whole.server, whole.archive)


@pytest.mark.server
def test_a_ledger_is_opened_with_its_archive(clean_server: str, tmp_path: Path):
    for _ in range(2):
        found = open_whole(clean_server, tmp_path / "archive")
        assert found.read(MATCH) == []
        found.client.close()


class Server:
    """What a server says of its file."""

    def __init__(self, size: int, used: int, busy: int = 0) -> None:
        self.facts = {
            "persistence": {"aof_current_size": size, "aof_rewrite_in_progress": busy},
            "memory": {"used_memory": used},
        }
        self.asked = 0

    def info(self, section: str) -> dict[str, int]:
        return self.facts[section]

    def bgrewriteaof(self) -> None:
        self.asked += 1


@pytest.mark.parametrize(
    ("size", "used", "busy", "asks"),
    [(3000, 1000, 0, True), (3000, 1000, 1, False), (3000, 2000, 0, False), (60, 1, 0, False)],
)
def test_a_servers_file_is_written_anew_where_most_of_it_has_left(size: int, used: int, busy: int, asks: bool):
    server = Server(size << 20, used << 20, busy)
    assert (shrink(server), server.asked) == (asks, int(asks))
