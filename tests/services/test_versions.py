"""Where this release has another version of a bot, its seats in running matches are played on."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from infra.verify import BROKEN, OK
from infra.verify import verify as verify_alone
from services.console.verify import verify
from services.game_command.reactions import TRIES
from services.game_command.stand_ins import replace_failing, replace_missing
from shared.bots import Bot, bot, stand_in
from shared.bots.any_move import any_move
from shared.bots.greedy import greedy
from shared.ledger.envelope import Envelope
from tests.bots.registered import release
from tests.services.conftest import Platform
from tests.services.test_reactions import bot_called, cause, impatient, match, move, opened, play_out, started, types

__all__ = ["impatient"]  # a fixture

pytestmark = pytest.mark.server
KEPT, REPLACED, GONE = "kept", "replaced", "gone"
GREEDY = {
    KEPT: (bot("bot:greedy@1"), Bot("greedy", 2, greedy, 5)),
    REPLACED: (Bot("greedy", 2, greedy, 5, replaces=(1,)), Bot("greedy", 3, greedy, 5)),
    GONE: (Bot("greedy", 2, greedy, 5),),
}
PLAYS_ON = {KEPT: "bot:greedy@1", REPLACED: "bot:greedy@2", GONE: "bot:any_move@1"}
every_way = pytest.mark.parametrize("way", GREEDY)


def verified(platform: Platform, id_: str) -> None:
    """By the rules, and by the stand-alone verifier."""
    file = platform.ask("eve", "GET", f"/matches/{id_}/export").data
    found, alone = verify(file), verify_alone(file)
    assert (found.failures, alone.failures) == ((), ())
    assert BROKEN not in (found.grade, alone.grade)
    assert (found.checks["legality"], found.checks["points"]) == (OK, OK)


def seated(platform: Platform, id_: str) -> list[Any]:
    """The stored events of bots that play on for others: the seat, the bot and the event's author."""
    envelopes = [Envelope.from_bytes(entry.envelope) for entry in platform.streams.ledger.read(f"match:{id_}")]
    found = [one for one in envelopes if one.type == "match.stand_in_seated"]
    return [(one.data["seat"], one.data["player"], one.by) for one in found]


@every_way
def test_a_seat_of_an_older_version_is_played_on_at_once(platform: Platform, monkeypatch, way: str):
    id_ = started(platform)
    release(monkeypatch, *GREEDY[way])
    move(platform, id_)
    with capture_logs() as logged:
        platform.settle()
    assert (match(platform, id_).called, match(platform, id_).players[1]) == ((0,), PLAYS_ON[way])
    assert seated(platform, id_) == ([] if way == KEPT else [(1, PLAYS_ON[way], "service:game_command")])
    told = [(line["bot"], line["by"], line["log_level"]) for line in logged if line["event"] == "bot_replaced"]
    level = {REPLACED: "info", GONE: "error"}
    assert told == ([] if way == KEPT else [("bot:greedy@1", PLAYS_ON[way], level[way])])
    play_out(platform, id_)
    platform.settle()
    verified(platform, id_)


def test_the_event_names_the_turn_and_who_was_replaced(platform: Platform, monkeypatch):
    id_ = started(platform)
    release(monkeypatch, *GREEDY[REPLACED])
    move(platform, id_)
    platform.hear(1)
    assert types(platform, f"match:{id_}")[-1] == "match.stand_in_seated"
    assert cause(platform, f"match:{id_}", 0) == f"match:{id_}#{match(platform, id_).turn}:replace_1_greedy@1"


@pytest.mark.parametrize("way", [REPLACED, GONE])
def test_a_turn_that_an_earlier_release_queued_is_played_on_at_once(platform: Platform, monkeypatch, way: str):
    id_ = bot_called(platform)
    release(monkeypatch, *GREEDY[way])
    platform.work("bots")
    assert match(platform, id_).players[1] == PLAYS_ON[way]
    platform.settle()
    assert match(platform, id_).called == (0,)


@pytest.mark.parametrize("way", [REPLACED, GONE])
def test_a_round_replaces_a_missing_version_without_another_try(platform: Platform, monkeypatch, way: str):
    id_ = bot_called(platform)
    platform.queues[0].empty()
    release(monkeypatch, *GREEDY[way])
    platform.rounds()
    assert match(platform, id_).players[1] == PLAYS_ON[way]
    platform.settle()
    assert match(platform, id_).called == (0,)


@pytest.mark.parametrize("replaces", [(1,), ()])
def test_a_stand_in_of_a_missing_version_is_replaced_too(platform: Platform, monkeypatch, replaces: tuple[int, ...]):
    id_ = started(platform)
    assert platform.ask("ada", "POST", f"/matches/{id_}/resign", cause="resign-01").status_code == 200
    assert match(platform, id_).players[0] == "bot:any_move@1"
    release(monkeypatch, Bot("any_move", 2, any_move, 5, replaces))
    assert platform.ask("ada", "POST", f"/matches/{id_}/resign", cause="resign-01").status_code == 200  # once more
    platform.settle()
    assert match(platform, id_).is_over
    by = "service:game_command"
    assert seated(platform, id_) == [(0, "bot:any_move@1", "person:ada"), (0, "bot:any_move@2", by)]
    verified(platform, id_)


def test_a_stand_in_of_an_older_version_that_fails_leaves_its_seat_to_the_newest(platform: Platform, monkeypatch):
    def fails(*_: Any) -> Any:
        raise ZeroDivisionError("a fault in a mind")

    id_ = opened(platform, bots=["any_move"])
    assert platform.ask("ada", "POST", f"/tables/{id_}/seats", nonce_hash=None, cause="sit-00001").status_code == 200
    platform.settle()
    move(platform, id_)
    release(monkeypatch, Bot("any_move", 1, lambda game, seat: fails, 5), Bot("any_move", 2, any_move, 5))
    for _ in range(TRIES + 1):
        platform.settle()
        platform.rounds()
    platform.settle()
    assert (match(platform, id_).players[1], match(platform, id_).called) == ("bot:any_move@2", (0,))


def test_the_newest_version_sits_down(platform: Platform, monkeypatch):
    release(monkeypatch, *GREEDY[KEPT])
    assert match(platform, started(platform)).players[1] == "bot:greedy@2"


def test_no_bot_is_replaced_in_a_match_whose_rules_this_release_lacks(platform: Platform, monkeypatch):
    id_ = bot_called(platform)
    platform.queues[0].empty()
    release(monkeypatch, *GREEDY[GONE])
    monkeypatch.setattr("shared.platform.match.state.Match.game", None)
    for _ in range(TRIES + 1):
        platform.rounds()
        platform.work("bots")
    assert seated(platform, id_) == []


def test_a_release_that_comes_back_replaces_a_version_again_in_the_same_turn(platform: Platform, monkeypatch):
    """As when a newer one was put back and came again before any bot moved."""
    id_ = bot_called(platform)
    platform.queues[0].empty()
    newer, older = Bot("greedy", 2, greedy, 5, replaces=(1,)), Bot("greedy", 1, greedy, 5, replaces=(2,))
    for row in (newer, older, newer):
        release(monkeypatch, row)
        platform.rounds()
        assert match(platform, id_).players[1] == row.player
        platform.queues[0].empty()
    platform.settle()
    platform.rounds()
    platform.settle()
    assert match(platform, id_).called == (0,)


def test_who_saw_the_seat_before_it_was_replaced_replaces_it_no_second_time(platform: Platform, monkeypatch):
    id_ = bot_called(platform)
    platform.queues[0].empty()
    release(monkeypatch, *GREEDY[REPLACED])
    before = match(platform, id_)
    with capture_logs() as logged:
        for anew in (False, True, True):
            replace_missing(before, 1, anew=anew)
    assert seated(platform, id_) == [(1, "bot:greedy@2", "service:game_command")]
    assert [line["event"] for line in logged] == ["bot_replaced"]


@pytest.mark.parametrize("way", GREEDY)
def test_the_log_names_a_replacement_once_and_none_that_did_not_happen(platform: Platform, monkeypatch, way: str):
    id_ = bot_called(platform)
    before = match(platform, id_)
    replace = replace_failing if way == KEPT else replace_missing
    with capture_logs() as logged:
        platform.settle()  # the bot moves
        release(monkeypatch, *GREEDY[way])
        replace(before, 1)
        assert logged == []
        move(platform, id_)
        now = match(platform, id_)
        for _ in range(2):
            replace(now, 1)
    comes = stand_in() if way == KEPT else PLAYS_ON[way]
    assert [(line["event"], line["bot"], line["by"]) for line in logged] == [("bot_replaced", "bot:greedy@1", comes)]
