"""What is sent again under its key gets its first answer, whatever has happened since: time, turns, releases."""

from dataclasses import replace
from typing import Any

import pytest

from services.game_command import reactions
from services.game_command.api import create_app
from shared.bots import Bot
from shared.bots.greedy import greedy
from shared.games.registry import GAMES
from shared.ledger.store import Notice
from shared.settings import settings
from tests.bots.registered import release
from tests.services.conftest import Platform
from tests.services.test_reactions import opened, started
from tests.services.test_seats import be_patient, playing

pytestmark = pytest.mark.server


def test_every_command_to_a_match_is_answered_as_at_first(platform: Platform, monkeypatch: pytest.MonkeyPatch):
    """The agreement needs nobody else's, as after a long time; sent again, it would be refused as too early."""
    be_patient(monkeypatch, "0")
    id_, (_, ada, third) = playing(platform, ("eve", "ada", "bob"))
    asked: dict[str, tuple[str, dict[str, Any], Any]] = {}

    def send(who: str, what: str, **body: Any) -> None:
        answer = platform.ask(who, "POST", f"/matches/{id_}/{what}", cause=f"key-of-{what}".replace("/", "-"), **body)
        assert answer.status_code == 200, answer.text
        asked[what] = who, body, answer.json
        platform.settle()

    match = platform.streams.match(id_).state
    send(ada, "stand_in", absent=match.called[0], turn=match.turn)
    seen: Any = platform.ask(ada, "GET", f"/matches/{id_}").json
    send(ada, "moves", turn=seen["turn"], move=seen["legal_moves"][0])
    back: dict[str, Any] = {"to": seen["turn"], "cause": "asked-first"}
    first = platform.ask(ada, "POST", f"/matches/{id_}/take-back", **back).json
    send(ada, "take-back/withdraw", request=first and first["version"])
    send(ada, "take-back", to=seen["turn"])
    send(third, "take-back/answer", request=asked["take-back"][2]["version"], agrees=True)
    send(ada, "resign")
    monkeypatch.setenv("URBANIST_ABSENT_AFTER", "10000")
    settings.cache_clear()
    before = platform.streams.ledger.read(f"match:{id_}")
    for what, (who, body, first) in asked.items():
        again = platform.ask(who, "POST", f"/matches/{id_}/{what}", cause=f"key-of-{what}".replace("/", "-"), **body)
        assert (again.status_code, again.json) == (200, first), what
    assert platform.streams.ledger.read(f"match:{id_}") == before
    rules = [rule for rule in create_app().url_map.iter_rules() if "POST" in (rule.methods or ())]
    of_operators = {"abort", "adjudicate"}  # tests/services/test_operators.py
    of_clocks = {"pause", "resume", "vacation", "reclaim"}  # tests/services/test_clocks.py and test_leavers.py
    of_leavers = {"take_over", "end"}  # tests/services/test_taken_over.py
    elsewhere = of_operators | of_clocks | of_leavers
    deal = {"/matches/deals"}  # tests/services/test_deals.py
    assert {rule.rule for rule in rules} - deal == {f"/matches/<match_id>/{what}" for what in asked.keys() | elsewhere}


def test_who_agreed_before_others_were_waived_is_answered_as_at_first(platform: Platform, monkeypatch: Any):
    be_patient(monkeypatch, "0")
    with monkeypatch.context() as early:
        early.setattr("services.game_command.api.waived_for", lambda *_: frozenset())
        id_, (_, ada, _) = playing(platform, ("eve", "ada", "bob"))
        match = platform.streams.match(id_).state
        body = {"absent": match.called[0], "turn": match.turn, "cause": "agree-0001"}
        first = platform.ask(ada, "POST", f"/matches/{id_}/stand_in", **body)
    again = platform.ask(ada, "POST", f"/matches/{id_}/stand_in", **body)
    assert (first.status_code, again.status_code, again.json) == (200, 200, first.json)


def test_bots_are_asked_for_once_across_a_release_with_newer_ones(platform: Platform, monkeypatch: Any):
    table = {"game": "quadropolis", "seats": 3, "bots": ["greedy"], "cause": "open-0001"}
    id_ = opened(platform, seats=3)
    seat = {"bot": "greedy", "seat": 0, "cause": "bot-00001"}
    first = [platform.ask("ada", "POST", path, **body).json for path, body in each_of(id_, table, seat)]
    release(monkeypatch, Bot("greedy", 2, greedy, 5, replaces=(1,)))
    assert [platform.ask("ada", "POST", path, **body).json for path, body in each_of(id_, table, seat)] == first
    assert all("version" in answer for answer in first if answer)


def each_of(id_: str, table: dict[str, Any], seat: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [("/tables", table), (f"/tables/{id_}/bots", seat)]


def test_news_of_a_full_table_that_come_again_after_a_release_with_newer_rules_start_nothing(
    platform: Platform, monkeypatch: Any
):
    id_ = started(platform)
    before = platform.streams.ledger.read(f"match:{id_}")
    newer = {name: replace(game, rules=game.rules + 1) for name, game in GAMES.items()}
    monkeypatch.setattr(reactions, "GAMES", newer)
    heard = Notice(f"table:{id_}", platform.streams.table(id_).version, "table.closed")
    platform.matches.reactions()["table.closed"](heard)
    assert platform.streams.ledger.read(f"match:{id_}") == before
