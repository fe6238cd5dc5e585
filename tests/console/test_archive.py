"""`urbanist archive`, and what the other commands say of matches that it has moved."""

from pathlib import Path

import pytest

from services.console import upkeep
from shared.errors import Busy
from shared.ledger.redis import connect, stream_key
from shared.platform.archiving import Archivist
from shared.platform.rows import Rows, row_of
from shared.platform.streams import Streams
from shared.settings import settings
from tests.console.conftest import Urbanist
from tests.platform.archived import PLAYED, Place, place, play

pytestmark = pytest.mark.server


@pytest.fixture
def match(streams: Streams) -> str:
    """The id of a match that is over and counted, with its row."""
    play(streams, PLAYED)
    row = row_of(streams, PLAYED)
    assert row
    Rows(connect(settings().redis_url)).put(row)
    return PLAYED


def here() -> Place:
    return Place(settings().redis_url, settings().archive)


def test_all_that_is_old_enough_is_moved_at_once(urbanist: Urbanist, match: str, streams: Streams, monkeypatch):
    assert urbanist("archive", "--days", "1").out == "0 matches moved into the archive\n"
    assert urbanist("archive", "--days", "0").out == "1 match moved into the archive\n"
    assert urbanist("archive", "--days", "0").out == "0 matches moved into the archive\n"
    assert streams.ledger.read(f"match:{match}") == []
    monkeypatch.setenv("URBANIST_ARCHIVE_AFTER", "7")
    settings.cache_clear()
    assert urbanist("archive").out == "0 matches moved into the archive\n"


@pytest.mark.usefixtures("streams")
def test_a_server_of_ones_own_is_archived_only_where_somebody_says_how_old(urbanist: Urbanist):
    says = "urbanist: URBANIST_ARCHIVE_AFTER says never: say with --days how old a match must be\n"
    assert urbanist("archive") == (1, "", says)
    assert urbanist("archive", "--days", "-1") == (1, "", "urbanist: --days: 0 or more\n")


def test_every_command_finds_an_archived_match(urbanist: Urbanist, match: str, tmp_path: Path):
    file = tmp_path / "match.jsonl"
    before = [urbanist(*words) for words in (("export", match), ("position", match, "--at", "9"), ("rebuild",))]
    urbanist("archive", "--days", "0")
    assert [urbanist(*words) for words in (("export", match), ("position", match, "--at", "9"), ("rebuild",))] == before
    file.write_text(before[0].out)
    verified = urbanist("verify", "--all", "--no-bots")
    assert (verified.code, verified.out) == (0, "1 records, 1 practice\n")
    assert urbanist("import", file).out == f"match {match} is here already, the same in every byte: see /m/{match}\n"
    said = f"urbanist: score:{match} is in the archive: nothing is added to it any more\n"
    assert urbanist("correct", match, "--places", "1,1", "--reason", "a mistake") == (1, "", said)


def test_a_damaged_archive_is_named_and_all_else_goes_on(urbanist: Urbanist, match: str, running: str):
    urbanist("archive", "--days", "0")
    with place(settings().redis_url, settings().archive) as found:
        with found.ledger.archive.database.writing() as connection:
            connection.execute("UPDATE streams SET entries = x'00'")
        begins = "urbanist: the archive's file matches.sqlite3 is damaged ("
        assert urbanist("export", match).err.startswith(begins)
        assert urbanist("export", running).code == 0
        assert f"{match}: the archive's file matches.sqlite3 is damaged" in urbanist("verify", "--all").out


def test_while_another_process_archives_the_command_waits(urbanist: Urbanist, match: str, monkeypatch):
    with place(settings().redis_url, settings().archive) as other:
        left = [2]

        def look(archivist: Archivist) -> int | None:
            left[0] -= 1
            if left[0] >= 0:
                raise Busy("another process is moving matches into the archive: try again when it has ended")
            return step(archivist)

        step = Archivist.step
        monkeypatch.setattr(Archivist, "step", look)
        assert urbanist("archive", "--days", "0").out == "1 match moved into the archive\n"
        monkeypatch.setattr(Archivist, "step", step)
        monkeypatch.setattr(upkeep, "PATIENCE", 0.0)
        with other.ledger.archive.database.alone():
            said = urbanist("archive", "--days", "0")
        assert said.err.startswith("urbanist: another process is moving matches into the archive")


def test_a_missing_archive_stops_every_command(urbanist: Urbanist, match: str, monkeypatch, tmp_path: Path):
    urbanist("archive", "--days", "0")
    monkeypatch.setenv("URBANIST_VAR", str(tmp_path))
    settings.cache_clear()
    assert f"were moved to is not in {tmp_path}/archive" in urbanist("export", match).err
    monkeypatch.setenv("URBANIST_ACCEPT_LOSS", "ledger")
    settings.cache_clear()
    assert urbanist("export", match).err == f"urbanist: there is nothing with the id {match}\n"
    with here().ledger.client as client:
        assert client.exists(stream_key(f"match:{match}"))
