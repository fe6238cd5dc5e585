"""A record of another server is marked beside its streams, once, and is in no list."""

import fakeredis
import pytest

from shared.errors import Unavailable
from shared.ledger.redis import RedisLedger, connect
from shared.platform.records.imported import Imported, Mark
from shared.platform.rows import Rows, rebuild
from shared.platform.streams import Streams
from tests.ledger.tiny import ID, played

MARK = Mark(at="2026-05-01T12:00:00.000Z", by="operator:root", file="match.jsonl")


def test_a_mark_says_when_by_whom_and_from_which_file_and_the_first_one_stays():
    marks = Imported(fakeredis.FakeRedis(protocol=2))
    assert (marks.of(ID), marks.ids()) == (None, set())
    marks.mark(ID, MARK)
    marks.mark(ID, MARK._replace(by="operator:eve"))
    assert (marks.of(ID), marks.ids()) == (MARK, {ID})
    assert marks.of("zzzzzzzzzzzz") is None


def test_a_mark_lies_in_the_partition_of_its_streams():
    client = fakeredis.FakeRedis(protocol=2)
    Imported(client).mark(ID, MARK)
    assert client.keys() == [f"{{7}}:imported:{ID}".encode()]


def test_what_was_imported_has_no_row():
    client = fakeredis.FakeRedis(protocol=2)
    ledger, rows = RedisLedger(client), Rows(client)
    played(ledger, practice=True)
    played(ledger, "h3r3h3r3h3r3", practice=True)
    assert rebuild(Streams(ledger), rows, [ID, "h3r3h3r3h3r3"]) == 2
    Imported(client).mark(ID, MARK)
    assert rebuild(Streams(ledger), rows, [ID, "h3r3h3r3h3r3"]) == 1
    assert [row.id for row in rows.listed("counting")] == ["h3r3h3r3h3r3"]


def test_a_server_that_is_away_is_told_as_such(tmp_path):
    marks = Imported(connect(f"unix://{tmp_path}/nobody.sock"))
    for ask in (lambda: marks.of(ID), marks.ids, lambda: marks.mark(ID, MARK)):
        with pytest.raises(Unavailable):
            ask()
