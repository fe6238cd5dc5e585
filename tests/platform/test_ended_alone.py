"""Who is the last person in a match that all others left may end it: decided where ratings are at stake, else over."""

from dataclasses import replace
from typing import Any

import pytest

from shared.errors import NotAllowed, NotYourSeat
from shared.platform.match import EndAlone, Reclaim, Resign, TakeOver, result_of
from shared.platform.match.events import MatchAborted, MatchEnded
from shared.platform.rating import why_unrated
from shared.platform.rating.unrated import rated_places
from shared.platform.terms import TURN, Clock
from tests.platform.clocked import ADA, BOB, EVE, SERVICE, STAND_IN, Clocked
from tests.platform.test_leavers import absent, as_told

OTHERS = "a match ends like this once all other people have left it, and bots play for them"
OTHER_BOT = "bot:look_ahead@1"
CLOCK = Clock(TURN, 30)


def rated(*players: str, substitutes: bool = False) -> Clocked:
    return Clocked(CLOCK, players=players or (ADA, BOB), absent=60, rated=True, substitutes=substitutes)


def end(told: Clocked, player: str = BOB) -> None:
    told.obey(player, EndAlone(player=player))


def places(told: Clocked) -> dict[str, int]:
    """By which the match is rated."""
    assert why_unrated(told.match) is None
    return rated_places(told.match, result_of(told.match).places)


def test_unrated_it_simply_ends():
    told = Clocked(None, absent=60)
    absent(told)
    end(told)
    assert told.events()[-1] == MatchAborted(reason="left", note=None)
    assert told.difference() is None


@pytest.mark.parametrize("way", ["away", "resigned"])
def test_rated_it_is_decided_for_who_stayed(way: str):
    told = rated()
    told.bid(1, coins=0)
    told.bid(0, coins=3)  # who leaves is ahead
    if way == "away":
        absent(told)
    else:
        told.obey(ADA, Resign(player=ADA))
    end(told)
    assert told.events()[-1] == MatchEnded(reason="left")
    found = result_of(told.match)
    assert found.places == (2, 1)
    assert found.points[0] > found.points[1]  # as they stood
    assert places(told) == {ADA: 2, BOB: 1}
    assert told.difference() is None


def test_those_who_stayed_share_the_first_place_bots_too():
    told = rated(ADA, OTHER_BOT, BOB, EVE)
    for player in (ADA, EVE):
        told.obey(player, Resign(player=player))
    end(told)
    assert result_of(told.match).places == (3, 1, 1, 3)
    assert places(told) == {ADA: 3, OTHER_BOT: 1, BOB: 1, EVE: 3}


def test_who_took_over_may_be_the_last_and_is_not_rated():
    told = rated(substitutes=True)
    absent(told)
    told.obey(EVE, TakeOver(player=EVE, seat=0))
    told.obey(BOB, Resign(player=BOB))
    end(told, EVE)
    assert result_of(told.match).places == (1, 2)
    assert places(told) == {ADA: 1, BOB: 1}  # both left, one as the other
    assert told.difference() is None


def test_who_stays_to_the_end_beside_a_substitute_is_rated_before_who_left():
    told = rated(substitutes=True)
    absent(told)
    told.obey(EVE, TakeOver(player=EVE, seat=0))
    while not told.match.is_over:
        told.bid(0, coins=2)
        told.bid(1, coins=0)
    assert places(told) == {ADA: 2, BOB: 1}


def test_not_while_somebody_else_still_sits_there_or_has_come_back():
    told = Clocked(None, absent=60)
    for _ in range(2):
        with pytest.raises(NotAllowed, match=OTHERS):
            end(told)
        absent(told)
        told.obey(ADA, Reclaim(player=ADA))
    with pytest.raises(NotAllowed, match=OTHERS):
        end(told)


def test_nobody_ends_a_match_with_bots_alone_like_this_nor_one_without_a_seat():
    told = Clocked(None, players=(ADA, STAND_IN))
    with pytest.raises(NotAllowed, match=OTHERS):
        end(told, ADA)
    told = Clocked(None, absent=60)
    absent(told)
    for player in (ADA, EVE, SERVICE):
        with pytest.raises(NotYourSeat, match="you do not sit at this match"):
            end(told, player)


@pytest.mark.parametrize(
    ("by", "events"),
    [
        (BOB, [MatchEnded(reason="left")]),
        (BOB, [MatchAborted(reason="left", note=None)]),
        (BOB, [MatchAborted(reason="idle", note=None)]),
        (SERVICE, [MatchEnded(reason="left")]),
    ],
)
def test_the_audit_finds_an_end_that_nobody_could_ask_for(by: str, events: list[Any]):
    told = Clocked(None)
    told.handler.decider = replace(told.handler.decider, decide=as_told)
    told.obey(by, events)
    assert told.difference() is not None
