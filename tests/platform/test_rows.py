"""A row of the lobby is what the streams say, never goes back, and can be made anew."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from shared.errors import Unavailable
from shared.games.registry import GAMES
from shared.ledger.codec import Written
from shared.ledger.decider import Decider, Message, no_moves
from shared.ledger.envelope import Stored
from shared.ledger.fold import Folded
from shared.ledger.handler import Handler
from shared.ledger.memory import MemoryLedger
from shared.ledger.pen import Pen
from shared.ledger.redis import connect
from shared.ledger.store import Notice
from shared.platform.cited import Cited
from shared.platform.match import Match, Resign, Start
from shared.platform.match.events import MatchAborted, MatchAdjudicated, MatchEnded
from shared.platform.rows import (
    CHANGES,
    STATUSES,
    Row,
    Rows,
    idle_since,
    rebuild,
    remade,
    row_of,
    what_waits_first,
)
from shared.platform.score.events import ScoreCounted
from shared.platform.streams import MATCH, REGISTRY, SCORE, Streams
from shared.platform.table import GiveUp, LeaveSeat, OpenTable, StopWaiting, TakeSeat

GAME = GAMES["quadropolis"]
ID = "r1s2t3u4v5w6"
ADA, EVE = "person:ada", "person:eve"
SEED = "5e" * 32
COUNTED = ScoreCounted(match=Cited(9, "0" * 64), points=(7, 9), places=(2, 1), lines=({}, {}), target=None)


class Story:
    """Streams of one id, told order by order; `row` is what they say then."""

    def __init__(self) -> None:
        self.streams = Streams(MemoryLedger())

    @property
    def row(self) -> Row:
        row = row_of(self.streams, ID)
        assert row
        return row

    def table(self, *orders: Any) -> "Story":
        return self._obey(self.streams.tables, "table", *orders)

    def match(self, *orders: Any) -> "Story":
        return self._obey(self.streams.matches, "match", *orders)

    def happened(self, kind: str, decider: Decider[Any, Any], event: Any) -> "Story":
        """An event that needs no order here."""
        as_told = replace(decider, decide=lambda state, order: [order], evidence=no_moves)
        return self._obey(Handler(self.streams.ledger, REGISTRY, as_told), kind, event)

    def _obey(self, handler: Handler[Any, Any], kind: str, *orders: Any) -> "Story":
        for command in orders:
            stream = f"{kind}:{ID}"
            cause = str(self.streams.ledger.last(stream))
            handler.handle(Message(stream=stream, by="service:test", cause=cause, command=command))
        return self


FIRST, MIDDLE, LAST = (f"2026-01-0{day}T00:00:00.000Z" for day in (1, 2, 3))


def waiting(*players: str, **latest: str) -> str:
    """Since when a match of these players is idle, if it began at FIRST and each was heard of as said."""
    heard = {player: latest[player.partition(":")[2]] for player in players if player.partition(":")[2] in latest}
    state = Match(id=ID, games={}, players=players)
    return idle_since(Folded(stream=f"match:{ID}", state=state, began=FIRST, at=LAST, latest=heard))


def test_bots_that_go_on_moving_keep_no_match_open_that_people_have_left():
    assert waiting(ADA, "bot:greedy@1", greedy=LAST) == FIRST
    assert waiting(ADA, EVE, "bot:greedy@1", ada=MIDDLE, greedy=LAST) == MIDDLE
    assert waiting(ADA, EVE, ada=MIDDLE, eve=LAST) == LAST


def test_who_resigned_keeps_no_match_open_and_bots_may_take_their_time():
    assert waiting("bot:any_move@1", EVE, ada=LAST) == FIRST
    assert waiting("bot:any_move@1", "bot:greedy@1") == LAST


OPEN = OpenTable(by=ADA, game=GAME, options=GAME.options(), seats=2, listed=True, seed=SEED)
SIT = TakeSeat(by=ADA), TakeSeat(by=EVE, nonce_hash="a1" * 32)
START = Start(
    game=GAME,
    options=GAME.options(),
    players=(ADA, EVE),
    seed=SEED,
    nonces=(None, None),
    table=None,
    practice=False,
)


def opened() -> Story:
    return Story().table(OPEN)


def filled() -> Story:
    return opened().table(*SIT)


def playing() -> Story:
    return filled().table(StopWaiting()).match(START)


def ended() -> Story:
    return playing().happened("match", MATCH, MatchEnded(reason="finished"))


STORIES: dict[str, Callable[[], Story]] = {
    "open": opened,
    "filled": filled,
    "starting": lambda: filled().table(StopWaiting()),
    "playing": playing,
    "counting": ended,
    "ended": lambda: ended().happened("score", SCORE, COUNTED),
    "aborted": lambda: playing().happened("match", MATCH, MatchAborted(reason="idle", note=None)),
    "adjudicated": lambda: playing().happened("match", MATCH, MatchAdjudicated(places=(1, 2), note="ada was first")),
    "given_up": lambda: opened().table(GiveUp(by=ADA)),
}


@pytest.fixture
def rows(server: str) -> Iterator[Rows]:
    client = connect(server)
    client.flushall()
    yield Rows(client)
    client.close()


def test_every_status_has_a_story():
    assert set(STORIES) == set(STATUSES)


@pytest.mark.parametrize("status", STATUSES)
def test_a_row_has_the_status_that_its_streams_tell(status: str):
    assert STORIES[status]().row.status == status


@pytest.mark.parametrize(("places", "winners"), [((1, 1), [0, 1]), ((None, None), [])])
def test_who_plays_together_wins_or_loses_as_one_against_a_target(places: tuple[int | None, ...], winners: list[int]):
    counted = replace(COUNTED, points=(34, 34), places=places, target=34)
    row = ended().happened("score", SCORE, counted).row
    assert (row.points, row.winners, row.target) == ([34, 34], winners, 34)
    assert ended().row.target is None


def test_what_nobody_opened_has_no_row():
    assert row_of(Streams(MemoryLedger()), ID) is None


def test_a_table_shows_who_waits_and_who_opened_it():
    row = opened().table(SIT[0]).row
    assert (row.players, row.opener, row.listed) == ([ADA, None], ADA, True)
    assert (row.seats, row.everybody, row.called, row.points) == (2, [ADA], [], None)
    assert (row.game, row.options, row.practice) == ("quadropolis", {"mode": "classic", "squares": False}, False)


def test_a_match_without_a_table_is_its_own_source():
    row = Story().match(replace(START, practice=True)).row
    assert (row.status, row.opener, row.listed, row.practice) == ("playing", None, True, True)


def test_players_are_called_by_name_and_who_resigned_stays_among_everybody():
    story = playing()
    assert story.row.called[0] in (ADA, EVE)
    row = story.match(Resign(player=ADA)).row
    assert row.players == ("bot:any_move@1", EVE)
    assert row.everybody == ["bot:any_move@1", ADA, EVE]


def test_points_and_winners_come_with_the_count():
    assert ended().row.points is None
    row = STORIES["ended"]().row
    assert (row.points, row.winners) == ([7, 9], [1])


def test_a_row_counts_the_versions_of_all_its_streams():
    story = playing()
    kinds = ("table", "match", "score")
    assert story.row.version == sum(story.streams.ledger.last(f"{kind}:{ID}") for kind in kinds)


def test_a_match_has_a_row_also_where_this_release_cant_read_how_its_table_was_closed():
    """As in a release that was put back: a newer one wrote something at the table and started the match."""
    story = filled()
    of_tomorrow(story, f"table:{ID}")
    assert story.row.status == "filled"
    assert story.match(START).row.status == "playing"


def of_tomorrow(story: Story, stream: str) -> None:
    known = story.streams.tables.load(stream)
    pen = Pen(stream=stream, by="service:test", cause="newer", at=known.at, moves={}, salt=lambda: b"")
    entries = pen.entries(known.version, known.digest, [Written("table.of_tomorrow", 1, {}, None)], [[]])
    story.streams.ledger.append(
        stream, known.version, entries, [Notice(stream, known.version + 1, "table.of_tomorrow")]
    )


@pytest.mark.server
def test_a_row_comes_back_as_it_was_put(rows: Rows):
    row = STORIES["ended"]().row
    rows.put(row)
    (found,) = rows.listed("ended")
    assert found == replace(row, players=list(row.players))


@pytest.mark.server
def test_a_row_stands_in_the_list_of_its_status_only(rows: Rows):
    for status in ("open", "filled", "starting", "playing", "counting", "ended"):
        rows.put(STORIES[status]().row)
        assert [name for name in STATUSES if rows.listed(name)] == [status]


@pytest.mark.server
def test_an_older_row_never_replaces_a_newer_one(rows: Rows):
    older, newer = filled().row, playing().row
    rows.put(newer)
    changes = rows.version()
    rows.put(older)
    assert rows.listed("filled") == []
    assert [row.version for row in rows.listed("playing")] == [newer.version]
    assert rows.version() == changes


@pytest.mark.server
def test_the_same_row_again_is_the_same_row(rows: Rows):
    row = playing().row
    rows.put(row)
    rows.put(row)
    assert len(rows.listed("playing")) == 1


@pytest.mark.server
def test_a_person_finds_matches_but_no_tables_that_were_left(rows: Rows):
    story = opened().table(SIT[0])
    rows.put(story.row)
    assert [row.id for row in rows.of_person(ADA)] == [ID]
    rows.put(story.table(LeaveSeat(by=ADA)).row)
    assert rows.of_person(ADA) == []
    rows.put(playing().match(Resign(player=ADA)).row)
    assert [row.id for row in rows.of_person(ADA)] == [ID]


@pytest.mark.server
def test_bots_have_no_list(rows: Rows):
    rows.put(playing().match(Resign(player=ADA)).row)
    assert rows.of_person("bot:any_move@1") == []


@pytest.mark.server
def test_the_newest_come_first_and_no_more_than_were_asked_for(rows: Rows):
    row = playing().row
    for second in (3, 1, 2):
        rows.put(replace(row, id=f"{second}", at=f"2026-05-01T12:00:0{second}.000Z"))
    assert [one.id for one in rows.listed("playing")] == ["3", "2", "1"]
    assert [one.id for one in rows.listed("playing", 2)] == ["3", "2"]
    assert [one.id for one in rows.of_person(EVE, 1)] == ["3"]


@pytest.mark.server
def test_every_change_is_counted_also_over_a_rebuild(rows: Rows):
    assert rows.version() == 0
    story = playing()
    rows.put(filled().row)
    rows.put(story.row)
    assert rows.version() == 2
    assert rebuild(story.streams, rows, [ID]) == 1
    assert rows.version() == 3


@pytest.mark.server
def test_a_rebuild_makes_the_same_rows_and_forgets_ghosts(rows: Rows):
    story = playing()
    rows.put(story.row)
    before = rows.listed("playing")
    rows.put(replace(story.row, id="ghost"))
    assert rebuild(story.streams, rows, [ID, "nobodyknows1"]) == 1
    assert rows.listed("playing") == before
    assert set(rows.client.keys("row*")) == {
        f"row:{ID}".encode(),
        b"rows:playing",
        b"rows:playing:listed",
        b"rows:idle",
        b"rows:person:ada",
        b"rows:person:eve",
        CHANGES.encode(),
    }


@pytest.mark.server
def test_no_list_is_empty_while_it_is_made_anew(rows: Rows):
    story = playing()
    for name in ("a", "b", ID):
        rows.put(replace(story.row, id=name))
    steps = remade(story.streams, rows, [ID, "nobodyknows1"])
    assert [(made, len(rows.listed("playing"))) for made in steps] == [(True, 3), (False, 3)]
    assert [row.id for row in rows.listed("playing")] == [ID]
    assert rows.ids() == {ID}


@pytest.mark.server
def test_a_row_of_a_version_that_the_ledger_does_not_have_is_made_anew_too(rows: Rows):
    """As after a backup was put back."""
    story = filled()
    rows.put(playing().row)
    assert rows.listed("filled") == []
    assert rebuild(story.streams, rows, [ID]) == 1
    assert [row.version for row in rows.listed("filled")] == [story.row.version]
    assert rows.listed("playing") == []


@pytest.mark.server
def test_what_happened_while_a_row_was_made_anew_is_not_taken_back(rows: Rows, monkeypatch):
    story, read = playing(), [filled().row, playing().row]
    rows.put(story.row)
    module = import_module("shared.platform.rows.rebuild")  # its function has the same name
    monkeypatch.setattr(module, "row_of", lambda streams, id_: read.pop(0))
    assert rebuild(story.streams, rows, [ID]) == 1
    assert read == []
    assert [row.version for row in rows.listed("playing")] == [story.row.version]


@pytest.mark.server
def test_what_was_opened_while_rows_are_made_anew_keeps_its_row(rows: Rows):
    story = opened()
    steps = remade(story.streams, rows, [])
    rows.put(story.row)
    rows.client.zadd("rows:playing", {"leftover": 5})
    assert list(steps) == []
    assert rows.ids() == {ID}


@pytest.mark.server
def test_what_somebody_waits_for_is_made_first(rows: Rows):
    story = ended()
    story.streams.ledger.put_away("table:a1a1a1a1a1a1", story.streams.ledger.read(f"table:{ID}"))
    rows.put(story.row)
    rows.client.zadd("rows:open", {"gone": 5})
    assert what_waits_first(story.streams, rows) == [ID, "a1a1a1a1a1a1"]


def test_rows_of_a_server_that_is_away_are_unavailable(tmp_path):
    rows = Rows(connect(f"unix://{tmp_path}/nobody.sock"))
    for look in (rows.version, rows.ids, lambda: rows.listed("open"), lambda: rows.put(opened().row)):
        with pytest.raises(Unavailable):
            look()


class Asked(MemoryLedger):
    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def read(self, stream: str, after: int = 0) -> list[Stored]:
        self.asked.append(stream.partition(":")[0])
        return super().read(stream, after)

    def last(self, stream: str) -> int:
        self.asked.append(f"last of {stream.partition(':')[0]}")
        return super().last(stream)


@pytest.mark.parametrize("status", STORIES)
def test_only_what_can_have_changed_is_asked_for(status: str):
    """Each stream is heard of in its turn; the row is the one that is made of all."""
    told = STORIES[status]().streams.ledger
    assert isinstance(told, MemoryLedger)
    ledger = Asked()
    streams = Streams(ledger)
    for kind in ("table", "match", "score"):
        stream = f"{kind}:{ID}"
        for version in range(1, told.last(stream) + 1):
            ledger.streams[stream] = told.read(stream)[:version]
            ledger.asked.clear()
            assert row_of(streams, ID, stream) == row_of(Streams(ledger), ID)
            ledger.asked.clear()
            row = row_of(streams, ID, stream)
            assert row
            if row.status == "playing":
                assert ledger.asked == ["match"]
            if row.status in ("open", "filled"):
                assert ledger.asked == ["table"]


def test_a_table_that_a_backup_opened_again_is_heard_of_before_its_match():
    """What was known of the closed table goes with the first notice of what happened since."""
    story = playing()
    ledger, table, match = story.streams.ledger, f"table:{ID}", f"match:{ID}"
    assert isinstance(ledger, MemoryLedger)
    assert row_of(story.streams, ID, match)
    ledger.streams[table], ledger.streams[match] = ledger.streams[table][:2], []
    for heard in (table, match):
        assert row_of(story.streams, ID, heard) == row_of(Streams(ledger), ID)
