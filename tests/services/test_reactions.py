"""Services act by themselves: they call bots, stop waiting, and do what was lost on the way."""

from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import pytest

from services.game_command.jobs import play_bot_turn
from services.game_command.reactions import TRIES
from services.scoring.jobs import count_match
from shared.bots import Bot, names, stand_in
from shared.ledger.envelope import Envelope
from shared.ledger.store import Notice
from shared.platform.match import Match
from shared.platform.match.events import MatchAborted
from shared.settings import settings
from tests.bots.registered import release
from tests.services.conftest import Platform

pytestmark = pytest.mark.server
NONCE = "a0" * 32
HASH = sha256(bytes.fromhex(NONCE)).hexdigest()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set before the platform reads it: every round looks after bots that were called."""
    monkeypatch.setenv("URBANIST_BOT_PATIENCE", "0")


def have_waited(platform: Platform, monkeypatch: pytest.MonkeyPatch, setting: str) -> None:
    """From now on everything that happened is longer ago than this setting allows."""
    monkeypatch.setenv(setting, "0")
    settings.cache_clear()
    platform.tables.settings = settings()


def opened(platform: Platform, **more: Any) -> str:
    body = {"game": "quadropolis", "seats": 2, "bots": ["greedy"], "cause": "open-0001"} | more
    id_ = str(platform.ask("ada", "POST", "/tables", **body).json["id"])  # type: ignore[index]
    platform.settle()
    return id_


def sit(platform: Platform, id_: str, nonce_hash: str | None) -> None:
    answer = platform.ask("ada", "POST", f"/tables/{id_}/seats", nonce_hash=nonce_hash, cause="sit-00001")
    assert answer.status_code == 200, answer.text


def started(platform: Platform) -> str:
    """A match in which ada is called."""
    id_ = opened(platform)
    sit(platform, id_, None)
    platform.settle()
    assert match(platform, id_).called == (0,)
    return id_


def move(platform: Platform, id_: str) -> None:
    """A move by ada that no listener has heard of yet."""
    seen: Any = platform.ask("ada", "GET", f"/matches/{id_}").json
    body = {"turn": seen["turn"], "move": seen["legal_moves"][0], "cause": f"move-{seen['turn']:05}"}
    assert platform.ask("ada", "POST", f"/matches/{id_}/moves", **body).status_code == 200


def bot_called(platform: Platform, queue: int = 0) -> str:
    """A match in which the bot's turn waits in the queue."""
    id_ = started(platform)
    move(platform, id_)
    platform.hear(1)
    assert platform.queues[queue].count == 1
    platform.hear(0)
    return id_


def match(platform: Platform, id_: str) -> Match:
    return platform.streams.match(id_).state


def types(platform: Platform, stream: str) -> list[str]:
    return [Envelope.from_bytes(entry.envelope).type for entry in platform.streams.ledger.read(stream)]


def cause(platform: Platform, stream: str, version: int) -> str:
    return Envelope.from_bytes(platform.streams.ledger.read(stream)[version - 1].envelope).cause


def play_out(platform: Platform, id_: str) -> None:
    """Let bots play it to its end and every listener hear of it; nothing is counted yet."""
    assert platform.ask("ada", "POST", f"/matches/{id_}/resign", cause="resign-01").status_code == 200
    while any([*map(platform.hear, range(3)), platform.work("bots")]):
        pass
    assert match(platform, id_).is_over


def test_a_bot_that_fails_is_tried_again_and_then_any_move_takes_its_seat(platform: Platform, monkeypatch):
    seen: list[int] = []

    def fails(view: Any, moves: Sequence[Any], chance: Any) -> Any:
        seen.append(len(moves))
        raise ZeroDivisionError("a fault in a mind")

    id_ = started(platform)
    release(monkeypatch, Bot("greedy", 1, lambda game, seat: fails, 5))
    move(platform, id_)
    platform.settle()
    for tried in range(1, TRIES):
        assert len(seen) == tried
        platform.rounds()
        platform.settle()
    assert match(platform, id_).players[1] == "bot:greedy@1"
    platform.rounds()
    assert len(seen) == TRIES == 5
    assert types(platform, f"match:{id_}")[-1] == "match.stand_in_seated"
    assert cause(platform, f"match:{id_}", 0) == f"match:{id_}#{match(platform, id_).turn}:stand_in_1"
    platform.settle()
    assert match(platform, id_).players[1] == stand_in()
    assert match(platform, id_).called == (0,)
    assert len(seen) == TRIES


def test_a_stand_in_that_fails_is_tried_again(platform: Platform, monkeypatch):
    def fails(*_: Any) -> Any:
        raise ZeroDivisionError("a fault in a mind")

    id_ = started(platform)
    with monkeypatch.context() as broken:
        release(broken, *(Bot(name, 1, lambda game, seat: fails, 5) for name in names()))
        move(platform, id_)
        for _ in range(TRIES + 3):
            platform.settle()
            platform.rounds()
    platform.settle()
    assert match(platform, id_).called == (0,)
    assert types(platform, f"match:{id_}").count("match.stand_in_seated") == 1


def test_a_job_that_vanished_is_queued_again(platform: Platform):
    id_ = bot_called(platform)
    platform.queues[0].empty()
    platform.settle()
    assert match(platform, id_).called == (1,)
    platform.rounds()
    platform.settle()
    assert match(platform, id_).called == (0,)


def test_a_job_that_waits_is_not_queued_twice(platform: Platform):
    id_ = bot_called(platform)
    before = platform.queues[0].job_ids
    for _ in range(3):
        platform.rounds()
    assert platform.queues[0].job_ids == before
    platform.matches.call_bots(id_)  # the same notice again
    assert platform.queues[0].job_ids == before


def test_a_late_bot_changes_nothing(platform: Platform):
    id_ = bot_called(platform)
    turn = match(platform, id_).turn
    platform.settle()
    version = match(platform, id_).version
    for seat in (0, 1):
        play_bot_turn(id_, turn, seat)
    play_bot_turn(id_, match(platform, id_).turn, 0)  # ada's own turn
    assert match(platform, id_).version == version


def test_a_filled_table_closes_without_the_nonce_that_is_missing(platform: Platform, monkeypatch):
    id_ = opened(platform)
    sit(platform, id_, HASH)
    platform.settle()
    platform.rounds()
    assert platform.streams.table(id_).state.closed is None
    have_waited(platform, monkeypatch, "URBANIST_NONCE_WAIT")
    platform.rounds()
    platform.settle()
    begun = match(platform, id_).started
    assert begun
    assert begun.nonces == (None, None)
    last = platform.streams.ledger.last(f"table:{id_}")
    assert cause(platform, f"table:{id_}", last) == f"table:{id_}#{last - 1}:stop_waiting"
    assert cause(platform, f"match:{id_}", 1) == f"table:{id_}#{last}:start_match"


def test_a_nonce_that_was_shown_in_time_counts_where_another_is_missing(platform: Platform, monkeypatch):
    id_ = opened(platform, bots=[])
    sit(platform, id_, HASH)
    answer = platform.ask("eve", "POST", f"/tables/{id_}/seats", nonce_hash="b1" * 32, cause="sit-00002")
    assert answer.status_code == 200
    answer = platform.ask("ada", "POST", f"/tables/{id_}/nonces", nonce=NONCE, cause="show-0001")
    assert answer.status_code == 200
    platform.settle()
    have_waited(platform, monkeypatch, "URBANIST_NONCE_WAIT")
    platform.rounds()
    platform.settle()
    begun = match(platform, id_).started
    assert begun
    assert begun.nonces == (NONCE, None)


def test_a_match_that_nobody_plays_is_aborted_and_opened(platform: Platform, monkeypatch):
    id_ = started(platform)
    platform.rounds()
    assert not match(platform, id_).is_over
    have_waited(platform, monkeypatch, "URBANIST_ABORT_AFTER")
    platform.rounds()
    platform.settle()
    assert match(platform, id_).end == MatchAborted(reason="idle", note=None)
    record = platform.ask("eve", "GET", f"/matches/{id_}/export").text
    assert '"finished":true' in record
    assert '"seed":' in record
    assert [row.id for row in platform.rows.listed("aborted")] == [id_]
    platform.rounds()
    assert types(platform, f"match:{id_}").count("match.aborted") == 1
    last = platform.streams.ledger.last(f"match:{id_}")
    assert cause(platform, f"match:{id_}", last) == f"match:{id_}#{last - 1}:idle"


def be_away(platform: Platform, seconds: float) -> None:
    """No listener leaves a sign for so long; then all are back."""
    for does in (platform.tables, platform.matches, platform.scores):
        does.absences.note()
    for does in (platform.tables, platform.matches, platform.scores):
        does.absences.clock = lambda: datetime.now(UTC).timestamp() + seconds
        does.absences.note()


@pytest.mark.parametrize("seconds", [3 * 86_400, -3 * 86_400])
def test_time_away_and_jumps_of_the_clock_do_not_count_as_waiting(platform: Platform, seconds: float):
    waits, filled, plays = (opened(platform, cause=f"open-{number:04}") for number in range(3))
    sit(platform, filled, HASH)
    sit(platform, plays, None)
    platform.settle()
    be_away(platform, seconds)
    platform.rounds()
    platform.settle()
    for status, id_ in (("open", waits), ("filled", filled), ("playing", plays)):
        assert [row.id for row in platform.rows.listed(status)] == [id_]


def test_a_table_that_nobody_joined_is_given_up(platform: Platform, monkeypatch):
    id_ = opened(platform)
    platform.rounds()
    assert platform.streams.table(id_).state.closed is None
    have_waited(platform, monkeypatch, "URBANIST_ABORT_AFTER")
    platform.rounds()
    platform.settle()
    closed = platform.streams.table(id_).state.closed
    assert closed
    assert (closed.match, closed.reason) == (False, "forgotten")
    last = platform.streams.ledger.last(f"table:{id_}")
    assert cause(platform, f"table:{id_}", last) == f"table:{id_}#{last - 1}:give_up"
    assert [row.id for row in platform.rows.listed("given_up")] == [id_]
    assert platform.streams.ledger.last(f"match:{id_}") == 0


def test_a_command_that_comes_before_a_round_acts_wins(platform: Platform, monkeypatch):
    id_ = opened(platform)
    have_waited(platform, monkeypatch, "URBANIST_ABORT_AFTER")
    late = list(platform.tables.duties())
    sit(platform, id_, None)
    for _, act in late:
        act()
    platform.settle()
    assert [name for name, _ in late if not name.startswith("daily:")] == [id_]
    assert match(platform, id_).called == (0,)


def test_a_match_whose_start_was_missed_is_started_by_a_round(platform: Platform):
    id_ = opened(platform)
    sit(platform, id_, None)
    platform.hear(0)  # only the lobby heard of it
    assert [row.id for row in platform.rows.listed("starting")] == [id_]
    platform.rounds()
    assert match(platform, id_).called in ((0,), (1,))  # who starts is a draw


def test_a_match_whose_count_was_lost_is_counted_by_a_round(platform: Platform):
    id_ = started(platform)
    play_out(platform, id_)
    assert platform.queues[1].count == 1
    platform.queues[1].empty()
    platform.settle()
    assert platform.streams.score(id_) is None
    assert [row.id for row in platform.rows.listed("counting")] == [id_]
    platform.rounds()
    platform.settle()
    assert platform.streams.score(id_)
    assert [row.id for row in platform.rows.listed("ended")] == [id_]
    assert id_ not in [name for name, _ in platform.scores.duties()]


def test_a_count_that_failed_often_is_not_tried_again_at_once(platform: Platform):
    id_ = started(platform)
    play_out(platform, id_)
    for _ in range(10):
        platform.scores.jobs.next_try(f"count-{id_}")
    platform.queues[1].empty()
    platform.rounds()
    assert platform.queues[1].job_ids == []


def test_a_count_that_waits_is_not_queued_twice(platform: Platform):
    id_ = started(platform)
    play_out(platform, id_)
    for _ in range(3):
        platform.rounds()
    assert platform.queues[1].job_ids == [f"count-{id_}-0"]


def test_only_matches_that_wait_too_long_are_looked_at(platform: Platform, monkeypatch):
    id_ = bot_called(platform)
    assert [name for name, _ in platform.matches.duties()] == [id_]
    platform.settle()
    assert match(platform, id_).called == (0,)  # a person may think
    assert list(platform.matches.duties()) == []
    have_waited(platform, monkeypatch, "URBANIST_ABORT_AFTER")
    assert [name for name, _ in platform.matches.duties()] == [id_]


def test_starting_twice_changes_nothing(platform: Platform):
    id_ = started(platform)
    before = platform.streams.ledger.read(f"match:{id_}")
    platform.matches.start_match(id_)
    heard = Notice(f"table:{id_}", platform.streams.table(id_).version, "table.closed")
    platform.matches.reactions()["table.closed"](heard)
    move(platform, id_)
    platform.matches.start_match(id_)
    assert platform.streams.ledger.read(f"match:{id_}")[: len(before)] == before
    assert types(platform, f"match:{id_}").count("match.started") == 1


def test_a_table_that_was_given_up_starts_no_match(platform: Platform):
    id_ = opened(platform)
    platform.matches.start_match(id_)  # it is open yet
    assert platform.ask("ada", "POST", f"/tables/{id_}/close", cause="close-001").status_code == 200
    platform.settle()
    platform.matches.start_match(id_)
    assert platform.streams.ledger.last(f"match:{id_}") == 0


def test_counting_twice_changes_nothing(platform: Platform):
    id_ = started(platform)
    count_match(id_)  # it still runs
    assert platform.streams.score(id_) is None
    play_out(platform, id_)
    count_match(id_)
    before = platform.streams.ledger.read(f"score:{id_}")
    count_match(id_)
    platform.settle()  # the job that was queued at the end
    assert platform.streams.ledger.read(f"score:{id_}") == before
    assert len(before) == 1


def test_the_seat_of_a_player_who_resigns_is_called_at_once(platform: Platform):
    id_ = started(platform)
    assert platform.ask("ada", "POST", f"/matches/{id_}/resign", cause="resign-01").status_code == 200
    platform.hear(1)
    turn = match(platform, id_).turn
    assert platform.queues[0].job_ids == [f"bot-{id_}-{turn}-0-0"]


def test_resigning_while_another_is_called_disturbs_nobody(platform: Platform):
    id_ = bot_called(platform)
    waiting = platform.queues[0].job_ids
    assert platform.ask("ada", "POST", f"/matches/{id_}/resign", cause="resign-01").status_code == 200
    platform.hear(1)
    assert platform.queues[0].job_ids == waiting
