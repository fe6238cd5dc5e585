"""Whatever holds a tournament may be killed between two writes, run twice at once, or hear nothing: it ends the same.

Each round is paired once, each table has one match, and each result is that of its match.
"""

from argparse import Namespace
from collections import Counter
from contextlib import suppress
from random import Random
from threading import Thread
from typing import Any

import pytest

from services.console.upkeep import rebuild_rows
from services.console.verify import on_server, verify
from services.matchmaking.tournaments.holding import Holding
from services.matchmaking.tournaments.pairing import PATIENCE, Pairings
from services.matchmaking.tournaments.seating import Seating
from shared.errors import Unavailable
from shared.games.game import Result
from shared.ledger.decider import Message
from shared.ledger.redis import stream_key
from shared.people.houses import Houses
from shared.people.roles import Role
from shared.people.standing import ACCOUNT
from shared.platform.player import as_player
from shared.platform.records.tournament_file import exported_by_parts
from shared.platform.score import Correct
from shared.platform.streams import Streams
from shared.settings import settings
from shared.tournaments import TournamentRows
from shared.tournaments.of_bots import RoundRobins
from shared.web.client import shared_client
from tests.services.conftest import Platform
from tests.services.test_queue_crashes import Fuse, Killed, Mortal
from tests.services.tournaments.played import HOST, add, desk, of_bots, opened, record, settle, shown, state

pytestmark = pytest.mark.server


def holding(platform: Platform, streams: Any = None, houses: Any = None) -> Holding:
    """As another process has it."""
    own, client = streams or Streams(platform.streams.ledger), shared_client()
    seating = Seating(own, houses or Houses(client), platform.tables.absences, lambda: platform.key)
    pairings = Pairings(platform.queues[3], own)
    return Holding(own, TournamentRows(client), platform.tables.absences, settings(), pairings, seating)


def mortal(platform: Platform, fuse: Fuse) -> Holding:
    """It dies where its fuse ends, before or after a write."""
    streams: Any = Streams(Mortal(platform.streams.ledger, "append", fuse))
    return holding(platform, streams, Mortal(Houses(shared_client()), "keep", fuse))


def check_whole(platform: Platform, id_: str) -> None:
    """It has ended, and nothing was done twice."""
    found = state(platform, id_)
    assert found.ended, shown(platform, id_)
    entries = platform.streams.tournaments.reader.past(f"tournament:{id_}").entries
    done = Counter(
        (entry.envelope.type, entry.envelope.data["round"], entry.envelope.data.get("table"))
        for entry in entries
        if "round" in entry.envelope.data
    )
    assert set(done.values()) == {1}
    linked = sorted(match for one in found.rounds for match in one.matches.values())
    assert linked == platform.streams.ledger.ids("table") == platform.streams.ledger.ids("match")
    assert {result.how for one in found.rounds for result in one.results.values()} == {"played"}
    assert verify(record(platform, id_)).holds


@pytest.mark.parametrize(("seed", "format_"), [(0, "swiss"), (1, "swiss"), (2, "swiss"), (3, "duplicate")])
def test_it_may_be_killed_between_any_two_writes(platform: Platform, seed: int, format_: str):
    chance, fuse, deaths = Random(seed), Fuse(), 0
    platform.tables.holding = mortal(platform, fuse)
    id_ = of_bots(platform, format_, rounds=2, bots=4)
    desk(platform, id_, "start")
    for _ in range(1000):
        fuse.left = chance.randint(1, 9)
        try:
            platform.settle()
            platform.rounds()
        except Killed:
            deaths += 1
            platform.tables.holding = mortal(platform, fuse)
        if state(platform, id_).ended:
            break
    assert deaths >= 8
    check_whole(platform, id_)


def test_several_at_once_do_each_step_once(platform: Platform):
    id_ = of_bots(platform, rounds=3, bots=6)
    others = [holding(platform) for _ in range(2)]
    threads = [Thread(target=look_until_over, args=(platform, one, id_)) for one in others]
    desk(platform, id_, "start")
    for thread in threads:
        thread.start()
    settle(platform)
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    settle(platform)
    check_whole(platform, id_)


def look_until_over(platform: Platform, one: Holding, id_: str) -> None:
    while one.streams.tournaments.load(f"tournament:{id_}").state.ended is None:
        one.see_to(id_)


def test_what_no_notice_told_is_found_in_the_rounds(platform: Platform):
    id_ = of_bots(platform, rounds=2, bots=4)
    desk(platform, id_, "start")
    for _ in range(200):
        platform.rounds()
        platform.work()
        platform.hear(1)
        platform.hear(2)
        if state(platform, id_).ended:
            break
    check_whole(platform, id_)


def test_a_pairing_whose_job_is_lost_again_and_again_is_made_here_and_says_so(platform: Platform):
    id_ = of_bots(platform, rounds=1, bots=4)
    desk(platform, id_, "start")
    for _ in range(4):
        platform.hear(0)
        platform.rounds()
        platform.queues[3].empty()
    (paired,) = events(platform, id_, "tournament.round_paired")
    assert (paired["by"], paired["instead"]) == ("urbanist 1", "failed")
    settle(platform)
    check_whole(platform, id_)


def test_a_pairing_that_takes_too_long_is_made_here_and_says_so(platform: Platform):
    id_ = of_bots(platform, rounds=1, bots=4)
    desk(platform, id_, "start")
    one = holding(platform)
    at = 100.0
    one.pairings.clock = lambda: at
    one.see_to(id_)
    at += PATIENCE
    one.see_to(id_)
    assert state(platform, id_).rounds == ()
    at += 1
    one.see_to(id_)
    (paired,) = events(platform, id_, "tournament.round_paired")
    assert (paired["by"], paired["instead"]) == ("urbanist 1", "late")
    platform.work("pairings")  # at last: it finds that nothing is left to do
    settle(platform)
    check_whole(platform, id_)


def events(platform: Platform, id_: str, type_: str) -> list[dict[str, Any]]:
    entries = platform.streams.tournaments.reader.past(f"tournament:{id_}").entries
    return [entry.envelope.data for entry in entries if entry.envelope.type == type_]


def test_a_count_that_is_corrected_is_recorded_anew_with_its_reason(platform: Platform):
    id_ = opened(platform, rounds=2, rest=60)
    add(platform, id_, bots=["any_move"] * 2)
    desk(platform, id_, "start")
    settle(platform)
    before = state(platform, id_).rounds[0].results[0]
    assert before.played
    count = platform.streams.score(before.played.match)
    assert count
    swapped = Result(points=count.points[::-1], places=count.places[::-1], lines=count.lines[::-1], target=None)
    command: Any = Correct(result=swapped, note="swapped")
    platform.streams.scores.handle(
        Message(stream=f"score:{before.played.match}", by="operator:eve", cause="correct-1", command=command)
    )
    settle(platform)
    after = state(platform, id_).rounds[0].results[0]
    assert (after.places, after.note) == (before.places[::-1], "swapped")
    desk(platform, id_, "end", note="enough")
    assert verify(record(platform, id_)).holds


def test_a_record_is_handed_out_match_by_match_also_where_a_table_was_never_opened(platform: Platform):
    id_ = opened(platform, rounds=1)
    add(platform, id_, bots=["any_move"] * 4)
    desk(platform, id_, "start")
    one = holding(platform)
    one.seating.see_to = lambda *args, **more: None  # type: ignore[method-assign]  # killed each time before it opens one
    platform.tables.holding = one
    settle(platform)
    ledger = platform.streams.ledger
    assert len([*exported_by_parts(ledger, id_)]) == 1
    platform.tables.holding = holding(platform)
    settle(platform)
    parts = [*exported_by_parts(ledger, id_)]
    assert len(parts) == 3
    assert b"".join(parts) == record(platform, id_)
    check_whole(platform, id_)


def test_all_records_of_a_server_are_verified_with_their_tournaments(platform: Platform):
    id_, running = of_bots(platform, rounds=1, bots=2), of_bots(platform, rounds=1, bots=2)
    desk(platform, id_, "start")
    settle(platform)
    judged = {name: verdict for name, verdict, _ in on_server(platform.streams)}
    assert {*judged} == {id_, running, state(platform, id_).rounds[0].matches[0]}
    assert all(verdict and verdict.holds for verdict in judged.values())
    stored = platform.streams.ledger.read(f"tournament:{id_}")
    place = stream_key(f"tournament:{id_}")
    platform.redis.delete(place)
    for version, entry in enumerate(stored, 1):
        bytes_ = entry.envelope.replace(b'"place":1', b'"place":2')
        fields = {"envelope": bytes_, **({"sealed": entry.sealed} if entry.sealed else {})}
        platform.redis.xadd(place, fields, id=f"{version}-0")  # type: ignore[arg-type]
    changed = {name: verdict for name, verdict, _ in on_server(Streams(platform.streams.ledger))}[id_]
    assert changed
    assert not changed.holds


def rated(platform: Platform) -> str:
    """A round robin by which the house rates bots, at its start."""
    platform.redis.hset(as_player(HOST), mapping={"state": ACCOUNT, "roles": str(Role.ORGANISER)})
    id_ = of_bots(platform, "round_robin", bots=2)
    desk(platform, id_, "start")
    return id_


def test_a_rating_of_bots_that_could_not_be_kept_is_kept_by_the_next_look(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
):
    id_ = rated(platform)
    with monkeypatch.context() as broken:
        broken.setattr(RoundRobins, "note", unavailable)
        while not state(platform, id_).ended:
            with suppress(Unavailable):
                settle(platform)
    assert not RoundRobins(shared_client()).last()
    platform.rounds()
    assert [*RoundRobins(shared_client()).last().values()] == [id_]


def unavailable(*_: Any) -> None:
    raise Unavailable("the server is away")


def test_the_rating_of_bots_is_made_again_from_the_streams(platform: Platform):
    id_ = rated(platform)
    settle(platform)
    before = RoundRobins(shared_client()).last()
    assert [*before.values()] == [id_]
    platform.redis.delete(*platform.redis.keys("tournaments:*"))
    rebuild_rows(Namespace())
    assert RoundRobins(shared_client()).last() == before
    platform.redis.delete(*platform.redis.keys("tournaments:*"))
    platform.tables.holding = holding(platform)
    platform.tables.remake()
    assert RoundRobins(shared_client()).last() == before


def test_lists_are_made_again_from_the_streams(platform: Platform):
    id_ = of_bots(platform, rounds=1, bots=2)
    settle(platform)
    rows = TournamentRows(shared_client())
    assert [row.id for row in rows.listed("planned", 0, 9)] == [id_]
    platform.redis.delete(*platform.redis.keys("tournaments:*"))
    assert rows.listed("planned", 0, 9) == []
    rebuild_rows(Namespace())
    assert [row.id for row in rows.listed("planned", 0, 9)] == [id_]
    platform.redis.delete(*platform.redis.keys("tournaments:*"))
    assert rows.are_others([id_])
    platform.tables.holding = holding(platform)
    platform.tables.remake()
    assert [row.id for row in rows.listed("planned", 0, 9)] == [id_]
