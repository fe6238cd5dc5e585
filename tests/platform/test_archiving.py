"""Archived or not: no reader can tell, no event is lost or doubled, and no id is used again."""

import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace as changed
from pathlib import Path
from typing import Any

import pytest

from shared.errors import Busy, MatchOver, NotFound
from shared.ledger.archive import Damaged, OtherArchive, Settled
from shared.ledger.archive.settling import ARCHIVED
from shared.ledger.decider import Message
from shared.ledger.envelope import Stored
from shared.ledger.redis import stream_key
from shared.ledger.store import InArchive, Notice
from shared.platform import archiving
from shared.platform.match import Resign
from shared.platform.records.export import KINDS
from shared.platform.records.imported import Imported, Mark
from shared.platform.rows import Rows, rebuild, rebuild_archived, row_of, what_waits_first
from shared.platform.score import Correct
from shared.platform.streams import Streams
from tests.platform.archived import PLAYED, Place, place, restore

pytestmark = pytest.mark.server
OVER = ("abortexxxxxx", "adjudixxxxxx", "endedxxxxxxx", "givenuxxxxxx", PLAYED)


@pytest.fixture
def there(clean_server: str, tmp_path: Path) -> Iterator[Place]:
    with place(clean_server, tmp_path / "archive") as found:
        yield found


def test_no_reader_can_tell_what_was_archived(there: Place, clean_server: str):
    ids = there.tell()
    before = there.seen(ids)
    assert there.archive() == len(OVER)
    assert there.seen(ids) == before
    assert [id_ for id_ in ids if there.archivist.has_left(id_)] == sorted(OVER)
    assert not [id_ for id_ in OVER if there.client.exists(f"row:{id_}")]
    assert {there.client.xlen(stream_key(f"match:{id_}")) for id_ in OVER} == {0}
    assert there.archive() == 0
    with place(clean_server, there.ledger.archive.database.folder) as again:
        assert again.seen(ids) == before


def test_what_is_not_over_or_not_old_enough_stays(there: Place):
    there.tell()
    there.archivist.days = float("inf")
    assert there.archive() == 0
    there.archivist.days = 10**10 / 86400 - 1  # until the second day of 1970
    assert there.archive() == 0
    assert there.ledger.archive.ids() == []


def test_rows_are_rebuilt_from_both(there: Place):
    ids = there.tell()
    before = there.seen(ids)
    there.archive()
    streams, archived = Streams(there.ledger), there.archivist.archived
    there.client.delete("row:playinxxxxxx", "rows:playing")
    with there.ledger.archive.database.writing() as connection:
        connection.execute("UPDATE summaries SET edition = 'another', summary = '{}'")
        connection.execute("DELETE FROM lists")
    assert sorted(archived.of_other_releases(9)) == sorted(OVER)
    assert set(what_waits_first(streams, there.rows)).isdisjoint(OVER)
    made = rebuild(streams, there.rows, what_waits_first(streams, there.rows))
    made += rebuild_archived(streams, there.rows, archived, there.ledger.archive.ids())
    assert made == len(ids)
    assert archived.of_other_releases(9) == []
    assert there.seen(ids) == before


def test_an_archived_match_stays_as_it_is(there: Place):
    there.tell()
    there.archive()
    streams = Streams(there.ledger)
    again = Correct(result=streams.matches.load(f"match:{PLAYED}").state.rules.result(final(streams)), note="a mistake")
    with pytest.raises(InArchive, match=f"score:{PLAYED} is in the archive: nothing is added to it any more"):
        streams.scores.handle(Message(stream=f"score:{PLAYED}", by="operator:eve", cause="again", command=again))
    assert there.ledger.last(f"score:{PLAYED}") == 1
    assert there.ledger.is_archived(f"score:{PLAYED}")
    assert not there.ledger.is_archived("score:nobodyknows1")


def final(streams: Streams) -> Any:
    return streams.matches.load(f"match:{PLAYED}").state.state


def test_the_same_message_again_has_the_same_answer_when_it_is_archived(there: Place):
    there.tell()
    past = Streams(there.ledger).matches.reader.past(f"match:{PLAYED}")
    there.archive()
    first = past.entries[0]
    with pytest.raises(NotFound):
        Streams(there.ledger).match("nobodyknows1")
    handler = Streams(there.ledger).matches
    folded = handler.load(f"match:{PLAYED}")
    assert folded.answers[first.envelope.by, first.envelope.cause].first == 1


def test_a_match_that_is_damaged_stays_on_the_server(there: Place, caplog):
    there.tell()
    key = stream_key(f"match:{PLAYED}")
    there.client.xdel(key, "7-0")
    assert there.archive() == len(OVER) - 1
    assert there.archive() == 0
    assert there.archivist.unmoved.keys() == {PLAYED}
    assert caplog.text.count(f"{PLAYED} stays on the server") == 1
    assert not there.ledger.archive.holds(PLAYED)
    assert there.client.xlen(key) > 7


def test_rows_that_are_not_what_the_streams_say_move_nothing(there: Place):
    there.tell()
    row = row_of(Streams(there.ledger), PLAYED)
    assert row
    for id_ in ("playinxxxxxx", "nobodyknows1"):
        there.rows.put(changed(row, id=id_, version=99))
    assert there.archive() == len(OVER)
    assert there.archivist.unmoved == {"nobodyknows1": "there is nothing with the id nobodyknows1"}
    there.rows.leave([])
    assert there.ledger.archive.ids() == sorted(OVER)


def test_nothing_leaves_the_server_where_the_disk_gives_back_something_else(there: Place, monkeypatch):
    ids = there.tell()
    before = there.seen(ids)
    with monkeypatch.context() as patched:
        patched.setattr(there.archivist.archive, "record", lambda id_: {})
        with pytest.raises(Damaged, match="is not what was written"):
            there.archivist.step()
    assert there.records(ids) == before_records(before)
    assert there.archive() == len(OVER) - 2  # the first two are whole on the disk, and only have to leave the server
    assert there.seen(ids) == before


def test_imported_records_follow_when_they_have_been_here_for_long(there: Place):
    there.tell()
    Imported(there.client).mark(PLAYED, Mark("2026-01-01T00:00:00.000Z", "operator:eve", "file"))
    there.rows.leave([PLAYED])
    before = there.records([PLAYED])
    there.archive()
    assert there.archivist.move_imported() == 1
    assert there.archivist.move_imported() == 0
    assert there.records([PLAYED]) == before
    assert there.archivist.archived.of([PLAYED]) == {}
    assert rebuild_archived(Streams(there.ledger), there.rows, there.archivist.archived, [PLAYED]) == 0


STEPS: tuple[tuple[Any, str], ...] = (
    (archiving, "put"),
    (archiving, "put_row"),
    (archiving, "settle"),
    (archiving, "note"),
    (archiving.Archivist, "compare"),
    (Rows, "leave"),
    (archiving.Archivist, "left"),
)


class Killed(BaseException):
    """Nothing catches it, as nothing catches a signal."""


@pytest.mark.parametrize("after", [False, True])
def test_who_is_killed_at_any_step_has_lost_nothing(clean_server, tmp_path, monkeypatch, after):
    with place(clean_server, tmp_path / "archive") as there:
        ids = there.tell("ended", "playing")
        before, dumps = there.seen(ids), there.dumps()
    for which in range(100):
        folder = tmp_path / f"archive{which}"
        restore(clean_server, dumps)
        with place(clean_server, folder) as there, monkeypatch.context() as patched:
            killing(patched, which, after)
            try:
                there.archive()
                break
            except Killed:
                assert there.records(ids) == before_records(before)
        with place(clean_server, folder) as there:
            assert there.records(ids) == before_records(before)
            there.archive()
            assert there.seen(ids) == before
            assert there.ledger.archive.ids() == ["endedxxxxxxx", PLAYED]
    assert which > 10


def before_records(before: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in before.items() if not re.match("rows:|all of|counts", name)}


def killing(patched: pytest.MonkeyPatch, which: int, after: bool) -> None:
    """Kill at this step of all steps, before it or after it."""
    left = [which]
    for owner, name in STEPS:
        patched.setattr(owner, name, dying(getattr(owner, name), left, after))


def dying(act: Callable[..., Any], left: list[int], after: bool) -> Callable[..., Any]:
    def acts(*given: Any, **more: Any) -> Any:
        left[0] -= 1
        if left[0] == -1 and not after:
            raise Killed
        done = act(*given, **more)
        if left[0] == -1:
            raise Killed
        return done

    return acts


def test_two_never_archive_at_the_same_time(there: Place, clean_server: str):
    there.tell()
    with place(clean_server, there.ledger.archive.database.folder) as other:
        alone, refused = other.ledger.archive.database.alone(), pytest.raises(Busy, match="another process is moving")
        with alone, refused:
            there.archive()
    assert there.archive() == len(OVER)


def test_whoever_reads_meanwhile_sees_what_was_always_there(there: Place, clean_server: str):
    ids, wrong = there.tell(), list[Any]()
    before = there.records(ids)
    done = threading.Event()

    def read() -> None:
        with place(clean_server, there.ledger.archive.database.folder) as reader:
            while not done.is_set():
                if (seen := reader.records(ids)) != before:
                    wrong.append(seen)

    readers = [threading.Thread(target=read) for _ in range(2)]
    for reader in readers:
        reader.start()
    there.archive()
    done.set()
    for reader in readers:
        reader.join()
    assert wrong == []


def test_what_goes_on_while_it_is_archived_stays_whole_on_the_server(there: Place, monkeypatch):
    """A correction comes between the look and the move."""
    ids = there.tell()
    score, compare = f"score:{PLAYED}", there.archivist.compare

    def correct(one: archiving.Ready) -> None:
        compare(one)
        if one.id == PLAYED:
            there.ledger.append(score, 1, [there.ledger.read(score)[0]], [notice(score)])

    monkeypatch.setattr(there.archivist, "compare", correct)
    there.archive()
    assert not there.ledger.archive.holds(PLAYED)
    assert there.ledger.last(score) == 2
    assert len(there.ledger.read(score)) == 2
    assert there.rows.client.exists(f"row:{PLAYED}")
    assert there.rows.counts(["rows:ended"]) == [2]
    assert ids


def notice(stream: str) -> Notice:
    return Notice(stream, 2, "score.corrected")


def test_a_late_notice_puts_no_second_row_into_the_lists(there: Place):
    ids = there.tell()
    before = there.seen(ids)
    there.archive()
    there.tell_rows([PLAYED])
    assert there.archive() == 0
    assert there.seen(ids) == before


# An older copy of the server, or of the archive, beside the other.


def test_an_older_server_beside_a_newer_archive_loses_and_doubles_nothing(there: Place, clean_server: str):
    ids = there.tell()
    before = there.seen(ids)
    older = {**there.dumps(), **cut(there, f"match:{PLAYED}", 9), **cut(there, "score:endedxxxxxxx", 0)}
    there.archive()
    restore(clean_server, older)
    with place(clean_server, there.ledger.archive.database.folder) as again:
        assert again.records(ids) == before_records(before)
        with pytest.raises(InArchive):
            again.ledger.append(f"match:{PLAYED}", again.ledger.last(f"match:{PLAYED}"), [Stored(b"{}")], [notice("x")])
        again.archive()
        assert again.seen(ids) == before


def cut(there: Place, stream: str, last: int) -> dict[bytes, Any]:
    """The stream as it was at an earlier version."""
    key, other = stream_key(stream), stream_key("match:copyofanothr")
    there.client.delete(other)
    for entry, fields in there.client.xrange(key, count=last or None) if last else ():
        there.client.xadd(other, fields, id=entry)
    found = there.client.dump(other)
    there.client.delete(other)
    return {key.encode(): found}


def test_an_older_server_that_went_on_differently_keeps_its_events_and_so_does_the_archive(there, clean_server, caplog):
    ids = there.tell()
    dumps = there.dumps()
    there.archive()
    restore(clean_server, dumps)
    score, archived = f"score:{PLAYED}", there.ledger.archive.read_from_disk(f"score:{PLAYED}")
    there.client.delete(stream_key(score))
    elsewhere = there.ledger.read("score:endedxxxxxxx")
    there.ledger.put_away(score, elsewhere)
    with place(clean_server, there.ledger.archive.database.folder) as again:
        again.archive()
        assert again.ledger.read(score) == elsewhere
        assert again.ledger.archive.read_from_disk(score) == archived
        assert again.archivist.unmoved == {PLAYED: Settled.DIFFERS.value}
        assert again.rows.counts(["rows:ended"]) == [2]
    assert f"{PLAYED}: {Settled.DIFFERS.value}" in caplog.text
    assert ids


def test_a_missing_or_older_archive_is_refused_until_the_loss_is_accepted(there: Place, clean_server, tmp_path):
    there.tell()
    there.archive()
    with pytest.raises(OtherArchive, match=r"were moved to is not in .*/elsewhere: put its newest copy there"):
        Place(clean_server, tmp_path / "elsewhere")
    name, number = there.client.get(ARCHIVED).split(b":")
    ahead = name + b":%d" % (int(number) + 3)
    there.client.mset({ARCHIVED: ahead, archiving.LEFT: ahead})
    with pytest.raises(OtherArchive, match=f"it ends at record {len(OVER)}, and {len(OVER) + 3} were moved there"):
        Place(clean_server, tmp_path / "archive")
    with place(clean_server, tmp_path / "archive", accepts_loss=True) as older:
        older.tell_rows([older.tell_of("ended", "y")])
        assert older.archive() == 1
    for _ in range(2):
        with place(clean_server, tmp_path / "elsewhere", accepts_loss=not _) as other:
            with pytest.raises(NotFound, match="is in the archive"):
                Streams(other.ledger).match(PLAYED)
            assert {other.ledger.last(f"{kind}:{PLAYED}") > 0 for kind in KINDS} == {True, False}
            assert other.archive() == 0


def test_an_end_that_somebody_tries_to_change_is_refused_before_the_archive_is_asked(there: Place):
    there.tell()
    there.archive()
    command = Resign(player="person:ada")
    with pytest.raises(MatchOver):
        Streams(there.ledger).matches.handle(
            Message(stream=f"match:{PLAYED}", by="person:ada", cause="resign", command=command)
        )


def test_no_look_at_archived_rows_walks_through_all_of_them(there: Place, monkeypatch):
    there.tell()
    there.archive()
    archived, asked = there.archivist.archived, dict[str, tuple[Any, ...]]()
    ask = archived.database.ask

    def note(query: str, *values: Any) -> list[Any]:
        asked[query] = values
        return ask(query, *values)

    monkeypatch.setattr(archived.database, "ask", note)
    there.lists()
    archived.after(0, 9)
    plans = [step for query, values in asked.items() for *_, step in ask(f"EXPLAIN QUERY PLAN {query}", *values)]
    assert [step for step in plans if "SCAN" in step or "editions (edition=" in step] == []
    assert len(plans) > 5
