"""What commands and reactions ask of the server: no stream is read twice."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from services.game_command.jobs import play_bot_turn
from shared.platform.moves import plain_move
from shared.web.ledger import streams
from tests.services.conftest import Platform
from tests.services.test_reactions import bot_called, impatient, move, opened, sit, started

__all__ = ["impatient"]  # a fixture

pytestmark = pytest.mark.server


def asked(platform: Platform, act: Callable[[], Any]) -> dict[str, int]:
    """How many requests of each kind it took to read and write streams, also inside of scripts."""
    platform.redis.config_resetstat()
    act()
    counted: Any = platform.redis.info("commandstats")
    return {name: counted.get(f"cmdstat_{name}", {"calls": 0})["calls"] for name in ("xrange", "evalsha", "xack")}


def test_a_bots_turn_looks_at_its_match_before_it_thinks_and_stores_once(platform: Platform):
    bot_called(platform)
    (job,) = platform.queues[0].jobs
    assert asked(platform, lambda: play_bot_turn(*job.args)) == {"xrange": 1, "evalsha": 1, "xack": 0}


def test_a_move_that_answers_the_last_turn_seen_here_reads_nothing(platform: Platform):
    id_ = started(platform)
    send = sending(platform, id_)
    first: dict[str, Any] = {}
    assert asked(platform, lambda: first.update(send().json)) == {"xrange": 0, "evalsha": 1, "xack": 0}
    again = send()
    assert (again.status_code, again.json) == (200, first)


def test_a_move_whose_turn_came_from_another_process_reads_what_it_missed(platform: Platform):
    id_ = started(platform)
    move(platform, id_)
    platform.hear(1)
    (job,) = platform.queues[0].jobs
    elsewhere(platform, lambda: play_bot_turn(*job.args))
    send = sending(platform, id_)
    assert asked(platform, send) == {"xrange": 1, "evalsha": 1, "xack": 0}
    assert send().status_code == 200


def test_a_move_that_another_process_has_stored_is_not_stored_twice(platform: Platform):
    """This process has not seen it, and takes the turn for open."""
    id_ = started(platform)
    send, another = sending(platform, id_), sending(platform, id_, cause="another-key")
    kept = streams().matches.folder.kept(f"match:{id_}")
    assert kept is not None
    first = send().json
    streams().matches.folder.keep(kept)
    stored = streams().ledger.read(kept.stream)
    again = send()
    assert (again.status_code, again.json) == (200, first)
    streams().matches.folder.keep(kept)
    late = another()
    assert (late.status_code, late.json["code"]) == (409, "stale_turn")
    assert streams().ledger.read(kept.stream) == stored


def sending(platform: Platform, id_: str, cause: str = "") -> Callable[[], Any]:
    """Sends the same legal move of ada each time; to find one, only this test's own streams are read."""
    match = platform.streams.match(id_).state
    legal = match.rules.legal_moves(match.view(0), 0)
    key = cause or f"move-{match.turn:05}"
    body = {"turn": match.turn, "move": plain_move(match.rules.moves, legal[0]), "cause": key}
    return lambda: platform.ask("ada", "POST", f"/matches/{id_}/moves", **body)


def elsewhere(platform: Platform, act: Callable[[], Any]) -> None:
    """As another process would: what this one has folded stays as it is."""
    kept = dict(streams().matches.folder._kept)
    act()
    for folded in kept.values():
        streams().matches.folder.keep(folded)


def test_a_bot_that_waits_costs_a_round_one_look_at_its_match(platform: Platform):
    bot_called(platform)
    for _, commit in platform.tables.daily.duties():
        commit()
    assert asked(platform, platform.rounds) == {"xrange": 1, "evalsha": 0, "xack": 0}


def test_a_command_to_a_table_reads_it_once(platform: Platform):
    id_ = opened(platform, bots=[])
    sat_down = asked(platform, lambda: sit(platform, id_, None))
    assert sat_down == {"xrange": 1, "evalsha": 2, "xack": 0}  # one reserves the seat


def test_a_turn_of_people_is_read_once_and_its_row_is_written_at_once(platform: Platform):
    bot_called(platform)
    platform.work("bots")
    heard = [asked(platform, partial(platform.hear, which)) for which in range(3)]
    assert [each["xrange"] for each in heard] == [1, 0, 0]
    assert [each["evalsha"] for each in heard] == [1, 0, 0]


def test_what_happened_in_a_match_since_the_last_look_makes_one_row(platform: Platform):
    id_ = started(platform)
    move(platform, id_)
    platform.hear(1)
    platform.work("bots")
    before = platform.rows.version()
    assert asked(platform, partial(platform.hear, 0)) == {"xrange": 1, "evalsha": 1, "xack": 1}
    assert platform.rows.version() == before + 1
