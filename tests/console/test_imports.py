"""`urbanist import`: the same bytes under the same id, once, in no list, never counted or played on."""

import os
from pathlib import Path

import pytest

from infra.verify import printable
from infra.verify import verify as alone
from services.console import imports
from services.scoring.jobs import count_match
from shared.errors import Conflict, NotAllowed
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.redis import RedisLedger, bus_key, partition
from shared.platform.records.export import export
from shared.platform.records.imported import Imported
from shared.platform.records.read_export import Record, read_export
from shared.platform.streams import REGISTRY, Streams
from shared.platform.table import OpenTable
from shared.web.ledger import streams as streams_of_services
from tests.console.conftest import Urbanist
from tests.records import ADA, ID, KINDS, at, forged, record, rows

pytestmark = pytest.mark.server
WAITING = ("not counted yet", "running", "of a deal that runs", "begun", "starting", "open", "given up")
OVER = [kind for kind in KINDS if kind[1] not in WAITING]


@pytest.fixture
def ledger(streams: Streams) -> RedisLedger:
    assert isinstance(streams.ledger, RedisLedger)
    return streams.ledger


def kept(folder: Path, way: str, slug: str = "quadropolis") -> Path:
    file = folder / f"{way}.jsonl"
    file.write_bytes(record(slug, way))
    return file


@pytest.mark.parametrize(("slug", "way"), OVER)
def test_what_is_imported_is_exported_byte_for_byte_and_verifies(urbanist: Urbanist, ledger, tmp_path, slug, way):
    file = kept(tmp_path, way, slug)
    assert urbanist("import", file) == (0, f"match {ID} is imported, with all its bytes: see /m/{ID}\n", "")
    assert export(ledger, ID) == record(slug, way)
    verdict = alone(record(slug, way))
    *told, counted, bots = urbanist("verify", "--all").lines
    assert counted == f"1 records, 1 {verdict.counted_as}"
    assert bots.startswith("bots: ok: ")
    assert told[:1] == ([printable(f"{ID}: {verdict.words}")] if verdict.acts else [])


def test_a_mark_beside_the_streams_says_where_it_came_from(urbanist: Urbanist, ledger, tmp_path):
    urbanist("import", kept(tmp_path, "fair"))
    mark = Imported(ledger.client).of(ID)
    assert mark
    assert (mark.file, mark.by.partition(":")[0]) == ("fair.jsonl", "operator")


@pytest.mark.parametrize(
    ("name", "marked"), [(b"na\xffme", "na\\udcffme"), (b"\x1b[31mred\n", "\\x1b[31mred\\n")], ids=["bytes", "cursor"]
)
def test_a_file_of_any_name_is_imported_and_its_mark_can_be_read(urbanist: Urbanist, ledger, tmp_path, name, marked):
    file = tmp_path / os.fsdecode(name)
    file.write_bytes(record("quadropolis", "fair"))
    assert urbanist("import", file).err == ""
    mark = Imported(ledger.client).of(ID)
    assert mark
    assert mark.file == marked


def test_no_service_hears_of_it_and_no_list_has_it(urbanist: Urbanist, ledger, tmp_path):
    urbanist("import", kept(tmp_path, "fair"))
    assert ledger.client.exists(bus_key(partition(ID))) == 0
    assert urbanist("rebuild").out == "rebuilt 0 rows\n"
    assert not list(ledger.client.scan_iter(match="row*"))


def test_it_is_not_counted_again_and_can_not_be_ended_again(urbanist: Urbanist, ledger, tmp_path):
    urbanist("import", kept(tmp_path, "fair"))
    streams_of_services.cache_clear()
    count_match(ID)
    streams_of_services.cache_clear()
    assert urbanist("abort", ID, "--reason", "no").err == "urbanist: the match is over\n"
    assert export(ledger, ID) == record("quadropolis", "fair")


def test_its_points_are_not_corrected_here(urbanist: Urbanist, ledger, tmp_path):
    urbanist("import", kept(tmp_path, "fair"))
    output = urbanist("correct", ID, "--points", "1,2", "--reason", "ours now")
    assert output == (1, "", f"urbanist: match {ID} came from another server: its record stays as it is\n")
    assert export(ledger, ID) == record("quadropolis", "fair")


def test_importing_the_same_record_again_changes_nothing(urbanist: Urbanist, ledger, tmp_path):
    file = kept(tmp_path, "fair")
    urbanist("import", file)
    first = Imported(ledger.client).of(ID)
    output = urbanist("import", file.rename(tmp_path / "again"))
    assert output == (0, f"match {ID} is here already, the same in every byte: see /m/{ID}\n", "")
    assert Imported(ledger.client).of(ID) == first


def test_another_record_with_this_id_is_refused(urbanist: Urbanist, ledger, tmp_path):
    urbanist("import", kept(tmp_path, "fair"))
    output = urbanist("import", kept(tmp_path, "committed"))
    assert output == (1, "", f"urbanist: this server has something else under the name table:{ID}\n")
    assert export(ledger, ID) == record("quadropolis", "fair")


def test_a_stream_here_that_the_file_does_not_have_is_another_record(urbanist: Urbanist, streams, ledger, tmp_path):
    put(ledger, "practice at a table", "table")
    output = urbanist("import", kept(tmp_path, "practice"))
    assert output == (1, "", f"urbanist: this server has something else under the name table:{ID}\n")


def put(ledger: RedisLedger, way: str, *kinds: str) -> Record:
    read = read_export(record("quadropolis", way), REGISTRY)
    for kind in kinds:
        ledger.put_away(f"{kind}:{ID}", read.streams[kind])
    return read


def test_a_match_of_this_server_is_not_completed_from_outside(urbanist: Urbanist, ledger, tmp_path):
    put(ledger, "fair", "table", "match")  # it was played here, and its count is still to come
    output = urbanist("import", kept(tmp_path, "fair"))
    assert output == (1, "", f"urbanist: match {ID} is played on this server\n")
    assert (ledger.last(f"score:{ID}"), Imported(ledger.client).of(ID)) == (0, None)


def test_an_interrupted_import_is_resumed(urbanist: Urbanist, ledger, tmp_path, monkeypatch):
    def breaks(ledger: RedisLedger, record: Record, kinds: list[str]) -> None:
        ledger.put_away(f"table:{ID}", record.streams["table"])
        raise OSError("the power is gone")

    with monkeypatch.context() as patched:
        patched.setattr(imports, "put_away", breaks)
        assert urbanist("import", kept(tmp_path, "fair")).code == 1
    assert urbanist("rebuild").out == "rebuilt 0 rows\n"  # nor is an unfinished import listed
    assert urbanist("import", kept(tmp_path, "fair")).code == 0
    assert export(ledger, ID) == record("quadropolis", "fair")


def test_whoever_is_faster_with_the_same_id_wins(ledger):
    kept_record = read_export(record("quadropolis", "fair"), REGISTRY)
    put(ledger, "committed", "table")
    sentence = f"something else was stored under the id {ID} at this moment: try again"
    with pytest.raises(NotAllowed, match=sentence) as refused:
        imports.put_away(ledger, kept_record, ["table"])
    assert isinstance(refused.value.__cause__, Conflict)


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("running", f"match {ID} is not over: import it when it has ended"),
        ("open", f"match {ID} is not over: import it when it has ended"),
        ("not counted yet", f"match {ID} is not counted yet: export it once more, then import it"),
        ("given up", "this is the record of a table that no match followed"),
    ],
)
def test_a_match_that_is_not_over_and_counted_has_to_wait(urbanist: Urbanist, ledger, tmp_path, way, reason):
    assert urbanist("import", kept(tmp_path, way)) == (1, "", f"urbanist: {reason}\n")
    assert not ledger.client.keys("*:table:*")
    assert not ledger.client.keys("*:imported:*")


def test_a_broken_record_is_refused_with_its_first_failure(urbanist: Urbanist, ledger, tmp_path):
    file = kept(tmp_path, "fair")
    file.write_bytes(file.read_bytes().replace(b'"listed":true', b'"listed":false'))
    output = urbanist("import", file)
    assert (output.code, output.out) == (1, "")
    assert output.err.startswith("urbanist: this record is broken: line 2, table version 1: digest: ")


def test_a_forgery_that_only_the_rules_notice_is_refused(urbanist: Urbanist, ledger, tmp_path):
    lines = rows(record("quadropolis", "fair"))
    lines[-1]["envelope"]["data"]["points"] = [99, 0]
    file = tmp_path / "forged"
    file.write_bytes(forged(lines))
    output = urbanist("import", file)
    assert output.code == 1
    assert f"this record is broken: line {at(lines, 'score.counted') + 1}, score version 1: points: " in output.err
    assert not ledger.client.keys("*:match:*")


def test_a_table_that_opened_here_meanwhile_keeps_its_id(urbanist: Urbanist, streams, tmp_path):
    game = GAMES["quadropolis"]
    command = OpenTable(by=ADA, game=game, options=game.options(), seats=2, listed=True, seed="0d" * 32)
    streams.tables.handle(Message(stream=f"table:{ID}", by=ADA, cause="open", command=command))
    output = urbanist("import", kept(tmp_path, "practice"))
    assert output == (1, "", f"urbanist: this server has something else under the name table:{ID}\n")
