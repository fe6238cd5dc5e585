"""matchmaking's listener archives in its rounds, and rebuilds archived rows of another release between two notices."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from services.matchmaking import reactions
from services.scoring.analysis import is_wanted
from services.scoring.jobs import count_match
from shared.ledger.archive import WholeLedger
from shared.platform.archiving import Archivist
from shared.platform.rows import ArchivedRows, Rows
from shared.settings import settings
from shared.web.ledger import streams
from tests.platform.archived import LATER, PLAYED, play
from tests.services.conftest import Platform

pytestmark = pytest.mark.server


@pytest.fixture
def archives(platform: Platform, monkeypatch: pytest.MonkeyPatch) -> Iterator[Platform]:
    """With a match that ended long ago."""
    ledger = streams().ledger
    assert isinstance(ledger, WholeLedger)
    platform.rows = Rows(platform.rows.client, ArchivedRows(ledger.archive.database))
    archivist = Archivist(ledger, platform.rows, 30, clock=lambda: LATER)
    platform.tables = reactions.Reactions(platform.streams, platform.rows, settings(), archivist)
    platform.listeners[0] = (platform.listeners[0][0], platform.tables.reactions())
    play(platform.streams, PLAYED)
    platform.settle()
    with closing(ledger.archive.database):
        yield platform


def round_of(platform: Platform) -> list[str]:
    """But for the deals of the day."""
    done = []
    for name, act in platform.tables.duties():
        act()
        done.append(name)
    return [name for name in done if not name.startswith("daily:")]


def test_a_round_moves_a_few_and_the_next_search_comes_later(archives: Platform, monkeypatch: pytest.MonkeyPatch):
    asked: list[bool] = []
    monkeypatch.setattr(reactions, "shrink", lambda client: asked.append(True))
    assert is_wanted(PLAYED)
    before = archives.rows.found_by_all("ended", 20)
    assert round_of(archives) == ["archive"]
    assert streams().ledger.is_archived(f"match:{PLAYED}")
    assert [row.id for row in archives.rows.found_by_all("ended", 20)] == [PLAYED]
    assert archives.rows.found_by_all("ended", 20) == before
    assert round_of(archives) == ["archive"]
    assert round_of(archives) == []
    assert asked == []  # a server of one's own looks after its own file
    assert not is_wanted(PLAYED)
    count_match(PLAYED)


def test_an_embedded_server_is_asked_to_write_its_file_anew(archives: Platform, monkeypatch: pytest.MonkeyPatch):
    asked: list[bool] = []
    monkeypatch.setattr(reactions, "shrink", lambda client: asked.append(True))
    with monkeypatch.context() as embedded:
        embedded.delenv("REDIS_URL")
        settings.cache_clear()
        archives.tables.settings = settings()
    settings.cache_clear()  # all else goes on with the server of the tests
    assert [round_of(archives), round_of(archives), asked] == [["archive"], ["archive"], [True]]


def test_without_room_on_the_disk_and_while_another_one_archives_nothing_is_moved(archives: Platform, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(reactions, "is_full", lambda chosen, before: True)
        assert round_of(archives) == []
    ledger = streams().ledger
    assert isinstance(ledger, WholeLedger)
    with ledger.archive.database.alone():
        assert round_of(archives) == ["archive"]
    assert not ledger.archive.holds(PLAYED)
    round_of(archives)
    assert ledger.archive.holds(PLAYED)


def test_archived_rows_of_another_release_are_rebuilt(archives: Platform):
    round_of(archives)
    before = archives.rows.found_by_all("ended", 20)
    archived = archives.rows.archived
    assert archived
    with archived.database.writing() as connection:
        connection.execute("UPDATE summaries SET edition = 'another', summary = '{}'")
    assert archives.rows.found_by_all("ended", 20) == []
    assert archives.tables.remake()
    while archives.tables.remake():
        pass
    assert archives.rows.found_by_all("ended", 20) == before
