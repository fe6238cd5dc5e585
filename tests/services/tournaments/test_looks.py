"""A look at a tournament comes each second: it asks for each thing once, and for nothing that it doesn't need."""

from collections import Counter
from importlib import import_module
from typing import Any

import pytest

from services.matchmaking.tournaments import bots
from services.matchmaking.tournaments.deadlines import Deadlines
from shared.ledger.absences import Absences
from shared.ledger.redis import RedisLedger
from shared.platform.tournament import Tournament
from shared.roster import Kind, Offer, Reservations, Roster, built_in
from shared.tournaments import Times
from shared.tournaments.of_bots import is_of_bots
from shared.web.rosters import roster
from tests.services.conftest import Platform
from tests.services.tournaments.played import add, desk, enter, of_bots, opened, own_table, settle, state
from tests.services.tournaments.test_people import ANN, BOB, begun
from tests.services.tournaments.test_remote_entrants import GAMES, OWNER, go_away

pytestmark = pytest.mark.server


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """No machine is too slow for a program that says nothing by itself."""
    monkeypatch.setattr(bots, "PATIENCE", 3600.0)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often it is asked, by the method and what the question is about."""
    found: Counter[str] = Counter()
    for owner, name in ((Roster, "offer"), (Reservations, "asked"), (Absences, "learn"), (RedisLedger, "read")):
        count(monkeypatch, owner, name, found)
    return found


def count(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, found: Counter[str]) -> None:
    called = getattr(owner, name)

    def counting(self: Any, *given: Any, **more: Any) -> Any:
        found[f"{name} {given[0]}" if given else name] += 1
        return called(self, *given, **more)

    monkeypatch.setattr(owner, name, counting)


def waiting_for(platform: Platform, offer: Offer) -> tuple[str, str]:
    """A tournament whose table waits for Ann and for this bot, and that table."""
    roster().announce(offer)
    id_ = opened(platform, "round_robin")
    add(platform, id_, bots=[offer.name])
    enter(platform, id_, ANN)
    go_away(platform, offer)
    desk(platform, id_, "start")
    settle(platform)
    return id_, own_table(platform, id_, ANN)["match"]


@pytest.mark.parametrize("kind", [Kind.REMOTE, Kind.PLUG_IN])
def test_a_look_asks_once_about_a_bot_that_is_missing(platform: Platform, calls: Counter[str], kind: Kind):
    novice = Offer("novice", 1, kind, GAMES, 5, owner=OWNER)
    id_, table = waiting_for(platform, novice)
    for is_up in (False, True):
        if is_up:
            roster().announce(novice)
        calls.clear()
        platform.tables.hold(id_)
        assert calls["learn"] == 0  # the listener keeps them fresh
        assert calls[f"asked {table}"] == 1
        assert calls[f"offer {novice.player}"] == int(is_up)


def test_a_look_reads_a_table_that_waits_for_people_once_to_seat_them_and_once_for_its_result(
    platform: Platform, calls: Counter[str]
):
    id_ = begun(platform, ANN, BOB)
    table = own_table(platform, id_, ANN)["match"]
    calls.clear()
    platform.tables.hold(id_)
    assert calls[f"read table:{table}"] == 2


def test_only_an_arena_that_lasts_for_a_span_of_time_is_asked_when_it_began(platform: Platform):
    id_ = of_bots(platform, rounds=1)
    desk(platform, id_, "start")
    folded = platform.streams.tournaments.load(f"tournament:{id_}")
    nothing: Any = None  # whoever reads a time there fails
    assert not Deadlines(nothing, nothing).is_time_over(folded)
    arena = of_bots(platform, "arena", minutes=10)
    times = Times(platform.streams.ledger)
    folded = platform.streams.tournaments.load(f"tournament:{arena}")
    assert not Deadlines(platform.tables.absences, times).is_time_over(folded)


def test_whose_a_bot_is_can_be_said_without_the_games_that_it_plays(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(import_module("shared.roster.built_in"), "Plays", None)  # whoever makes an offer fails
    assert not bots.is_brought("bot:any_move@1")
    assert bots.is_brought("bot:any_move@7")
    assert bots.is_brought("bot:zaphod@1")
    assert not bots.is_brought(f"person:{ANN}")


def test_all_minds_of_this_release_are_its_own():
    assert not any(map(bots.is_brought, built_in()))


def test_what_a_tournament_that_goes_on_has_as_results_is_no_question_yet(platform: Platform):
    id_ = of_bots(platform, "round_robin")
    desk(platform, id_, "start")
    settle(platform)
    found: Tournament = state(platform, id_)
    assert is_of_bots(found)
    nothing: Any = None  # whoever walks through the rounds fails
    assert not is_of_bots(found._replace(ended=None, rounds=nothing))
