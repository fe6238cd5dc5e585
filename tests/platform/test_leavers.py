"""Who is away: after a time that the table chose a bot keeps the seat, and they take it back whenever they come."""

from dataclasses import replace
from typing import Any

import pytest

from shared.errors import NotAllowed, NotYourSeat, StaleTurn
from shared.platform.match import AgreeToPause, EndPause, NoteAbsence, Reclaim, TakeVacation
from shared.platform.match.events import AbsenceNoted, SeatReclaimed, StandInSeated
from shared.platform.terms import DAY, DAYS, TOTAL, TURN, Clock
from tests.platform.clocked import ADA, BOB, EVE, SERVICE, STAND_IN, Clocked


def absent(told: Clocked, seat: int = 0, seconds: int = 60) -> None:
    told.obey(SERVICE, NoteAbsence(seat=seat, turn=told.match.turn, player=STAND_IN, seconds=seconds))


def test_a_bot_keeps_the_seat_and_its_owner_takes_it_back_at_a_later_turn():
    told = Clocked(None, absent=60)
    absent(told)
    noted = AbsenceNoted(seat=0, turn=told.match.turn, seconds=60)
    assert told.events()[-2:] == [noted, StandInSeated(seat=0, player=STAND_IN)]
    told.bid(0)
    told.bid(1)
    told.obey(ADA, Reclaim(player=ADA))
    assert told.events()[-1] == SeatReclaimed(seat=0, player=ADA)
    assert told.match.players == (ADA, BOB)
    told.bid(0)
    with pytest.raises(NotYourSeat, match="no bot keeps a seat for you here"):
        told.obey(ADA, Reclaim(player=ADA))
    assert told.difference() is None


@pytest.mark.parametrize("clock", [Clock(TURN, 30), Clock(TOTAL, 60, increment=5, delay=2)])
def test_who_comes_back_while_called_has_time_to_answer(clock: Clock):
    told = Clocked(clock, absent=60, out="seat")
    told.pass_time(seconds=10)
    absent(told)
    told.pass_time(hours=1)
    told.obey(ADA, Reclaim(player=ADA))
    assert told.left(0) == (30_000 if clock.kind == TURN else 60_000 - 8_000 + 2_000)
    told.pass_time(seconds=1)
    told.bid(0)
    absent(told, seat=1)
    told.bid(1)
    told.obey(BOB, Reclaim(player=BOB))
    assert told.difference() is None


def test_who_comes_back_while_others_are_called_waits_for_the_turn():
    told = Clocked(Clock(TURN, 30), absent=60)
    absent(told)
    told.bid(0)
    told.obey(ADA, Reclaim(player=ADA))
    assert told.match.time.running == (1,)


def test_nobody_is_away_who_was_there_or_who_is_not_called_or_where_the_table_waits():
    told = Clocked(None, absent=60)
    with pytest.raises(NotAllowed, match="this player was here a short while ago"):
        absent(told, seconds=59)
    with pytest.raises(NotAllowed, match="no bot plays on by itself for this seat"):
        absent(Clocked(None))
    with pytest.raises(NotAllowed, match="no bot plays on by itself for this seat"):
        absent(Clocked(None, players=(STAND_IN, ADA), absent=60))
    told.bid(0)
    with pytest.raises(StaleTurn):
        absent(told)
    for player, sentence in ((BOB, "no bot keeps a seat for you here"), (EVE, "you do not sit at this match")):
        with pytest.raises(NotYourSeat, match=sentence):
            told.obey(player, Reclaim(player=player))


def as_told(match: Any, events: Any) -> Any:
    """Whatever somebody wrote by hand."""
    return events


@pytest.mark.parametrize(
    ("by", "events"),
    [
        (BOB, [AbsenceNoted(seat=0, turn=3, seconds=60), StandInSeated(seat=0, player=STAND_IN)]),
        (SERVICE, [AbsenceNoted(seat=0, turn=3, seconds=59), StandInSeated(seat=0, player=STAND_IN)]),
        (SERVICE, [AbsenceNoted(seat=0, turn=3, seconds=60)]),
        (BOB, [SeatReclaimed(seat=0, player=BOB)]),
    ],
)
def test_the_audit_finds_an_absence_that_was_none(by: str, events: list[Any]):
    told = Clocked(None, absent=60)
    told.handler.decider = replace(told.handler.decider, decide=as_told)
    told.obey(by, events)
    assert told.difference() is not None


@pytest.mark.parametrize("way", ["pause", "vacation"])
def test_nobody_who_rests_is_away(way: str):
    told = Clocked(Clock(DAYS, DAY), absent=60)
    if way == "vacation":
        told.obey(ADA, TakeVacation(player=ADA, until=told.match.now + DAY * 1000))
    else:
        for player in (ADA, BOB):
            told.obey(player, AgreeToPause(player=player, turn=told.match.turn))
    with pytest.raises(NotAllowed, match="no bot plays on by itself for this seat"):
        absent(told)
    told.pass_time(seconds=DAY)
    if way == "pause":
        told.obey(SERVICE, EndPause())
    absent(told)
    assert told.difference() is None
