"""Seats of people who left: where the table offers them, somebody else takes one over, with all that belongs to it."""

from dataclasses import replace

import pytest

from shared.errors import NotAllowed, NotYourSeat
from shared.platform.match import AgreeToPause, AgreeToResume, AgreeToStandIn, Reclaim, Resign, TakeOver, TakeVacation
from shared.platform.match.events import SeatTakenOver
from shared.platform.player import is_person
from shared.platform.terms import DAY, DAYS, TOTAL, TURN, Clock
from tests.platform.clocked import ADA, BOB, EVE, STAND_IN, Clocked
from tests.platform.test_leavers import absent, as_told

DAN = "person:dan"
KEPT = "this seat can't be taken over: somebody plays there, or the table keeps it for who left"


def left(clock: Clock | None = None, out: str = "turn") -> Clocked:
    """A match that Ada has left for as long as the table waits."""
    told = Clocked(clock, out, absent=60, substitutes=True)
    absent(told)
    return told


def test_somebody_else_takes_the_seat_over_and_its_owner_watches():
    told = left()
    told.bid(0)
    told.obey(EVE, TakeOver(player=EVE, seat=0))
    assert told.events()[-1] == SeatTakenOver(seat=0, player=EVE, key=None)
    assert (told.match.players, told.match.seating.owners) == ((EVE, BOB), (EVE, BOB))
    assert (told.match.seat_of(EVE), told.match.seat_of(ADA)) == (0, None)
    with pytest.raises(NotYourSeat, match="somebody else has taken over your seat"):
        told.obey(ADA, Reclaim(player=ADA))
    told.bid(1)
    told.bid(0)
    assert told.difference() is None


def test_its_owner_may_come_back_until_somebody_took_it():
    told = left()
    told.obey(ADA, Reclaim(player=ADA))
    with pytest.raises(NotAllowed, match=KEPT):
        told.obey(EVE, TakeOver(player=EVE, seat=0))
    assert told.difference() is None


def test_who_took_a_seat_over_may_leave_it_and_come_back_as_others_do():
    told = left()
    told.obey(EVE, TakeOver(player=EVE, seat=0))
    absent(told)
    told.obey(EVE, Reclaim(player=EVE))
    told.obey(EVE, Resign(player=EVE))
    assert told.match.resigned == {0}
    told.obey(DAN, TakeOver(player=DAN, seat=0))
    assert not told.match.resigned
    assert told.match.resigners == {EVE}
    assert told.match.seating.everybody == (ADA, BOB, EVE, DAN)
    for former in (ADA, EVE):
        with pytest.raises(NotYourSeat, match="somebody else has taken over your seat"):
            told.obey(former, Reclaim(player=former))
    assert told.difference() is None


PEOPLE_ALONE = "only people take over a seat"
ONCE = "you have had a seat in this match: only somebody else can take one over"


@pytest.mark.parametrize(
    ("player", "sentence"), [(ADA, ONCE), (BOB, ONCE), (STAND_IN, PEOPLE_ALONE), ("bot:look_ahead@1", PEOPLE_ALONE)]
)
def test_nobody_takes_over_who_has_had_a_seat_and_no_bot_does(player: str, sentence: str):
    told = left()
    with pytest.raises(NotAllowed, match=sentence):
        told.obey(player, TakeOver(player=player, seat=0))


def test_a_seat_is_kept_where_the_table_says_so_or_where_somebody_plays():
    kept = Clocked(None, absent=60)
    absent(kept)
    assert not kept.match.on_offer
    for told, seat in ((kept, 0), (left(), 1), (left(), 2), (left(), -1)):
        with pytest.raises(NotAllowed, match=KEPT):
            told.obey(EVE, TakeOver(player=EVE, seat=seat))


def test_a_seat_whose_time_ran_out_is_not_on_offer():
    told = Clocked(Clock(TOTAL, 60), out="seat", absent=60, substitutes=True)
    told.pass_time(seconds=62)
    told.run_out(0)
    assert told.match.seating.left == {0}
    assert not told.match.on_offer


@pytest.mark.parametrize("clock", [Clock(TURN, 30), Clock(TOTAL, 60, increment=5, delay=2)])
def test_the_seat_comes_with_the_time_that_it_has(clock: Clock):
    told = left(clock=clock, out="seat")
    told.pass_time(hours=1)
    told.obey(EVE, TakeOver(player=EVE, seat=0))
    assert told.left(0) == (30_000 if clock.kind == TURN else 62_000)
    told.pass_time(seconds=1)
    told.bid(0)
    assert told.difference() is None


def test_a_vacation_stays_with_who_left():
    told = Clocked(Clock(DAYS, DAY), out="seat", absent=60, substitutes=True)
    until = told.match.now + 10 * DAY * 1000
    told.obey(ADA, TakeVacation(player=ADA, until=until))
    told.obey(ADA, Resign(player=ADA))
    assert told.match.time.hands[0].away == until
    told.obey(EVE, TakeOver(player=EVE, seat=0))
    told.pass_time(hours=1)
    assert told.left(0) == 23 * 3600 * 1000
    assert told.difference() is None


def test_what_was_played_before_is_not_taken_back():
    told = left()
    told.bid(0)
    told.bid(1)
    told.obey(EVE, TakeOver(player=EVE, seat=0))
    assert told.match.ways_back(0) == []
    assert told.match.ways_back(1) == []


@pytest.mark.parametrize("player", [EVE, BOB, ADA])
def test_the_audit_finds_a_seat_that_nobody_could_take_over(player: str):
    told = Clocked(None, absent=60)
    told.handler.decider = replace(told.handler.decider, decide=as_told)
    told.obey(player, [SeatTakenOver(seat=0, player=player, key=None)])
    assert told.difference() is not None


def change_hands(told: Clocked, way: str) -> None:
    """Of the first seat, and in this turn."""
    if way == "resigned":
        told.obey(ADA, Resign(player=ADA))
        return
    absent(told)
    told.obey(*((ADA, Reclaim(player=ADA)) if way == "came back" else (EVE, TakeOver(player=EVE, seat=0))))


def people(told: Clocked) -> list[str]:
    return [player for player in told.match.players if is_person(player)]


WAYS = pytest.mark.parametrize("way", ["resigned", "came back", "was taken over"])


def of_three() -> Clocked:
    return Clocked(Clock(DAYS, DAY), players=(ADA, BOB, DAN), absent=60, substitutes=True)


@WAYS
def test_nobody_is_bound_to_a_pause_or_to_its_end_that_was_wanted_before_a_seat_changed_hands(way: str):
    told = of_three()
    turn = told.match.turn
    for player in (ADA, BOB):
        told.obey(player, AgreeToPause(player=player, turn=turn))
    change_hands(told, way)
    told.obey(DAN, AgreeToPause(player=DAN, turn=turn))
    assert told.match.time.paused is None
    for player in (each for each in people(told) if each != DAN):
        told.obey(player, AgreeToPause(player=player, turn=turn))
    assert told.match.time.paused is not None
    assert told.difference() is None


@pytest.mark.parametrize("wants", [(BOB,), (BOB, DAN)])
def test_a_pause_is_over_once_all_want_it_who_are_left(wants: tuple[str, ...]):
    told = of_three()
    for player in (ADA, BOB, DAN):
        told.obey(player, AgreeToPause(player=player, turn=told.match.turn))
    for player in wants:
        told.obey(player, AgreeToResume(player=player))
    told.obey(ADA, Resign(player=ADA))
    assert told.match.time.paused is not None
    for player in (BOB, DAN):
        told.obey(player, AgreeToResume(player=player))
    assert told.match.time.paused is None
    assert told.difference() is None


@WAYS
def test_a_bot_that_others_wanted_for_a_seat_is_wanted_anew_for_whoever_sits_there_then(way: str):
    told = of_three()
    turn = told.match.turn
    told.obey(BOB, AgreeToStandIn(player=BOB, absent=0, turn=turn))
    if way == "resigned":  # somebody else, without whom Bob alone has to agree
        told.obey(DAN, Resign(player=DAN))
    else:
        change_hands(told, way)
        told.obey(DAN, AgreeToStandIn(player=DAN, absent=0, turn=turn))
    assert told.match.players[0] in (ADA, EVE)
    told.obey(BOB, AgreeToStandIn(player=BOB, absent=0, turn=turn))
    assert told.match.players[0] == STAND_IN
    assert told.difference() is None
