"""Tournaments: who may do what and when, said as whole sentences."""

from dataclasses import replace
from typing import Any

import pytest

from shared.errors import MatchOver, NotAllowed, NotFound
from shared.games.chance import nonce_hash
from shared.games.registry import GAMES
from shared.platform.terms import Clock, Terms
from shared.platform.tournament import Final, Tournament, decide, due
from shared.platform.tournament.commands import (
    BeginFinal,
    ChangePairing,
    CheckIn,
    EndRound,
    EndTournament,
    Enter,
    LinkMatch,
    OpenTournament,
    PairRound,
    Pause,
    RecordResult,
    Resume,
    Return,
    ShowNonce,
    StartTournament,
    Withdraw,
)
from shared.platform.tournament.events import Played, ResultRecorded, RoundPaired
from shared.platform.tournament.pairings import Pairing
from tests.platform.tournament.held import (
    GAME,
    ID,
    ORGANISER,
    SEED,
    at_random,
    by_strength,
    do,
    opened,
    paired,
    played,
    player,
    result,
    started,
    step,
    swiss,
    to_the_end,
)

NONCE = "0f" * 32
OTHER = "person:otto"
DIGEST = "cc" * 32


def refused(held: Tournament, command: Any, sentence: str, kind: type = NotAllowed) -> None:
    with pytest.raises(kind) as verdict:
        decide(held, command)
    assert str(verdict.value) == sentence


def opening(**changed: Any) -> OpenTournament:
    rules = swiss()._replace(**changed)
    return OpenTournament(by=ORGANISER, game=GAME, options=GAME.options(), rules=rules, seed=SEED)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"tie_breaks": ("luck",)}, "there is no such tie-break, or it is named twice"),
        ({"tie_breaks": ("wins", "wins")}, "there is no such tie-break, or it is named twice"),
        ({"check_in": "always"}, "there is no such rule for check-in or for who is absent"),
        ({"absent": "waits"}, "there is no such rule for check-in or for who is absent"),
        ({"most": 1}, "a tournament has room for 2 to 2000 entrants"),
        ({"minutes": -1}, "a round takes a year at most"),
        ({"format": "knitting"}, "there is no such format of tournaments"),
        ({"shortest": 1}, "Quadropolis has no tables of so many seats"),
        ({"seats": 5}, "Quadropolis has no tables of so many seats"),
        ({"format": "double_elimination"}, "double elimination is for tables of two"),
        ({"rounds": 0}, "a tournament has 1 to 100 rounds"),
        ({"rounds": 101}, "a tournament has 1 to 100 rounds"),
        ({"final": Final("swiss", 0, 8)}, "a tournament has 1 to 100 rounds"),
        ({"final": Final("swiss", 3, 1)}, "this can't be followed by such a final"),
        (
            {"groups": 2},
            "only Swiss and round robins are played in groups, 64 at most, and a final follows them",
        ),
        ({"final": Final("arena", 3, 8)}, "this can't be followed by such a final"),
        ({"points": (12, 24, 0, 0)}, "a better place never brings fewer points, and the first one brings some"),
        ({"points": (36, 24, 12)}, "a better place never brings fewer points, and the first one brings some"),
        ({"points": (37, 24, 12, 0)}, "a place brings a whole number of points, 100 at most"),
        ({"bye": 37}, "a bye brings no more than a first place"),
        (
            {"terms": Terms(clock=Clock("turn", 1))},
            "a turn takes 5 seconds to 24 hours",
        ),
    ],
)
def test_rules_that_make_no_sense_are_named(changed, sentence):
    refused(Tournament(id=ID), opening(**changed), sentence)


def test_a_tournament_is_opened_once_and_of_a_game_that_somebody_wins():
    refused(opened(swiss()), opening(), "this tournament is open already")
    together = GAMES["sprawlopolis"]
    command = replace(opening(), game=together, options=together.options())
    refused(Tournament(id=ID), command, "nobody can win a tournament of a game that all play together")


def test_nothing_can_be_asked_of_a_tournament_that_is_not_there_or_over():
    refused(Tournament(id=ID), StartTournament(by=None), "there is no such tournament", NotFound)
    over = to_the_end(started(swiss(rounds=1), 4), by_strength)
    refused(over, Pause(by=ORGANISER, note="tea"), "this tournament is over", MatchOver)


def test_who_may_enter():
    held = opened(swiss()._replace(bots=False, most=2))
    refused(held, Enter(by=OTHER, player=player(1)), "only the organiser of a tournament can do this")
    refused(held, Enter(by=OTHER, player=None), "only the organiser of a tournament can do this")
    refused(held, Enter(by=ORGANISER, player="bot:greedy@3"), "this tournament is for people alone")
    wrong = Enter(by=OTHER, player=OTHER, nonce_hash="short")
    refused(held, wrong, "nonce_hash must be 64 lower-case hexadecimal digits")
    held = do(held, Enter(by=OTHER, player=OTHER))
    refused(held, Enter(by=OTHER, player=OTHER), "this player has entered already")
    held = do(held, Enter(by=ORGANISER, player=None))
    refused(held, Enter(by=player(1), player=player(1)), "this tournament is full")
    assert [one.player for one in held.entrants] == [OTHER, None]


def test_late_entry_is_by_rule_and_never_into_a_schedule_or_bracket():
    late = Enter(by=OTHER, player=OTHER)
    sentence = "this tournament has started, and nobody can enter any more"
    refused(started(swiss(late=False), 4), late, sentence)
    refused(started(swiss()._replace(format="elimination"), 4), late, sentence)
    held = step(started(swiss(), 8), by_strength)
    held = do(held, late)
    assert not held.is_active(8, 0)
    assert held.is_active(8, 1)


def test_nonces_are_shown_before_the_start_and_go_into_the_key():
    held = opened(swiss())
    held = do(held, Enter(by=player(0), player=player(0), nonce_hash=nonce_hash(NONCE)))
    held = do(held, Enter(by=player(1), player=player(1)))
    wrong = "this is not the nonce whose hash was given on entering"
    refused(held, ShowNonce(by=player(0), nonce="00" * 32), wrong)
    refused(held, ShowNonce(by=player(1), nonce=NONCE), "this entrant has no nonce to show")
    refused(held, ShowNonce(by=OTHER, nonce=NONCE), "this entrant has no nonce to show")
    late = do(held, StartTournament(by=None))
    refused(late, ShowNonce(by=player(0), nonce=NONCE), "this tournament has started without this nonce")
    shown = do(held, ShowNonce(by=player(0), nonce=NONCE), StartTournament(by=None))
    assert (late.nonces, shown.nonces) == ((None, None), (NONCE, None))
    assert late.key != shown.key


def test_a_start_needs_two_who_are_there_and_happens_once():
    held = do(opened(swiss(check_in="start")), *(Enter(by=player(one), player=player(one)) for one in range(3)))
    refused(held, StartTournament(by=OTHER), "only the organiser of a tournament can do this")
    refused(held, StartTournament(by=None), "a tournament needs at least 2 entrants")
    held = do(held, CheckIn(by=player(0), entrant=0), CheckIn(by=ORGANISER, entrant=2), StartTournament(by=None))
    assert [one.is_in for one in held.entrants] == [True, False, True]
    assert held.members == (0, 2)
    refused(held, StartTournament(by=None), "this tournament has started already")


def test_check_in_before_each_round_decides_who_is_paired():
    held = do(opened(swiss(2, check_in="rounds")), *(Enter(by=player(one), player=player(one)) for one in range(5)))
    held = do(held, *(CheckIn(by=player(one), entrant=one) for one in range(4)), StartTournament(by=None))
    refused(held, CheckIn(by=player(1), entrant=1), "this entrant has checked in already")
    held = paired(held)
    assert sorted(one for table in held.rounds[0].tables for one in table) == [0, 1, 2, 3]
    assert held.rounds[0].byes == ()
    held = played(held, by_strength)
    held = do(held, EndRound(round=0))
    refused(held, PairRound(round=1), "no round can be paired now")
    assert due(held) == "end"


def test_leaving_and_coming_back():
    held = started(swiss(2), 4)
    refused(held, Withdraw(by=OTHER, entrant=1), "only the organiser of a tournament can do this")
    refused(held, Withdraw(by=OTHER, entrant=7), "nobody has entered under this number")
    refused(held, Withdraw(by=ORGANISER, entrant=1), "whoever is dropped is told why")
    refused(held, Return(by=player(1), entrant=1), "this entrant has not left")
    held = do(held, Withdraw(by=player(1), entrant=1), Withdraw(by=ORGANISER, entrant=2, note="rude"))
    refused(held, Withdraw(by=player(1), entrant=1), "this entrant has left the tournament")
    refused(held, CheckIn(by=player(1), entrant=1), "this entrant has left the tournament")
    held = do(held, Return(by=player(1), entrant=1))
    assert [one.is_in for one in held.entrants] == [True, True, False, True]


def test_who_left_before_the_start_of_a_schedule_has_no_place_in_it():
    held = do(
        opened(swiss(2)._replace(format="round_robin", rounds=0)),
        *(Enter(by=player(one), player=player(one)) for one in range(5)),
    )
    held = do(held, Withdraw(by=player(4), entrant=4), StartTournament(by=None))
    assert held.members == (0, 1, 2, 3)
    sentence = "this tournament has started, and nobody can enter any more"
    refused(held, Return(by=player(4), entrant=4), sentence)


def test_a_round_is_paired_once_and_in_its_turn():
    held = started(swiss(), 8)
    refused(opened(swiss()), PairRound(round=0), "no round can be paired now")
    refused(held, PairRound(round=1), "this round is paired already, or its turn has not come")
    unsaid = PairRound(round=0, instead="bored")
    refused(held, unsaid, "there is no such reason for another pairing")
    held = do(held, PairRound(round=0, instead="late"))
    refused(held, PairRound(round=0), "this round is paired already, or its turn has not come")
    refused(held, PairRound(round=1), "no round can be paired now")


def test_what_a_library_pairs_is_checked():
    held = started(swiss(2), 5)
    for pairing, broken in (
        (Pairing(((0, 1), (2, 3)), ()), "this pairing breaks its own rules: somebody is missing or sits twice"),
        (Pairing(((0, 1), (2, 2)), (4,)), "this pairing breaks its own rules: somebody is missing or sits twice"),
        (Pairing(((0, 1),), (2, 3, 4)), "this pairing breaks its own rules: a table has too many or too few seats"),
    ):
        command = PairRound(round=0, library=pairing, made_by="somebody 1")
        refused(held, command, broken)
    first = PairRound(round=0, library=Pairing(((0, 1), (2, 3)), (4,)), made_by="somebody 1")
    held = do(held, first)
    held = do(played(held, by_strength), EndRound(round=0))
    again = replace(first, round=1)
    refused(held, again, "this pairing breaks its own rules: two have met before")
    bye = replace(first, round=1, library=Pairing(((0, 2), (1, 3)), (4,)))
    refused(held, bye, "this pairing breaks its own rules: a second bye")


def test_a_library_gives_nobody_the_same_seat_a_third_time_in_a_row():
    held = started(swiss(2, rounds=3), 6)
    for number, tables in enumerate((((0, 1), (2, 3), (4, 5)), ((0, 2), (4, 1), (3, 5)))):
        held = do(held, PairRound(round=number, library=Pairing(tables, ()), made_by="somebody 1"))
        held = do(played(held, by_strength), EndRound(round=number))
    third = PairRound(round=2, library=Pairing(((0, 5), (1, 3), (2, 4)), ()), made_by="somebody 1")
    broken = "this pairing breaks its own rules: somebody has the same seat once more than FIDE allows"
    refused(held, third, broken)
    do(held, replace(third, library=Pairing(((5, 0), (1, 3), (2, 4)), ())))


def test_a_pairing_can_be_changed_with_a_reason_before_anything_is_played():
    held = paired(started(swiss(2), 4))
    good = ChangePairing(by=ORGANISER, round=0, tables=((0, 1), (2, 3)), byes=(), note="they live together")
    refused(held, replace(good, by=OTHER), "only the organiser of a tournament can do this")
    refused(held, replace(good, tables=((0, 1),)), "a changed pairing has everybody of the round just once")
    refused(held, replace(good, tables=((0, 1, 2, 3),)), "a table of this tournament has 2 to 2 seats")
    refused(held, replace(good, note=""), "whatever an organiser decides has a reason, which everybody is told")
    refused(held, replace(good, round=1), "this round is not paired yet")
    changed = do(held, good)
    assert changed.rounds[0].tables == ((0, 1), (2, 3))
    late = "this round has begun, and its pairing can't be changed any more"
    refused(do(held, LinkMatch(round=0, table=0, match=ID)), good, late)
    refused(played(held, by_strength), good, late)


def test_results_are_of_the_match_of_their_table():
    held = paired(started(swiss(2), 4))
    cited = Played(ID, 9, DIGEST, 1, DIGEST)
    base = RecordResult(by=None, round=0, table=0, how="played", places=(1, 2), points=(9, 8), played=cited)
    refused(held, base, "this is not the match of this table")
    held = do(held, LinkMatch(round=0, table=0, match=ID))
    refused(held, LinkMatch(round=0, table=0, match=ID), "this table has its match already")
    refused(held, LinkMatch(round=0, table=5, match=ID), "this round has no such table")
    how = "a result is played, entered by hand, forfeited or decided by the organiser"
    refused(held, replace(base, how="by_hand"), how)
    refused(held, replace(base, played=None), how)
    refused(held, replace(base, how="guessed", played=None), how)
    refused(held, replace(base, places=(1, 3)), "a result has a place and points for each seat")
    refused(held, replace(base, points=(1,)), "a result has a place and points for each seat")
    done = do(held, base)
    assert done.rounds[0].open == (1,)
    reason = "whatever an organiser decides has a reason, which everybody is told"
    refused(done, base, reason)
    refused(held, replace(base, by=ORGANISER, how="adjudicated", played=None), reason)
    again = replace(base, places=(2, 1), note="seats were exchanged")
    refused(done, again, "this table has its result, and only a corrected count takes its place by itself")
    counted = replace(again, played=cited._replace(score=2))
    assert do(done, counted).rounds[0].results[0].places == (2, 1)
    decided = do(done, replace(again, by=ORGANISER, how="by_hand", played=None))
    refused(decided, counted, "this table has its result, and only a corrected count takes its place by itself")


def test_who_was_dropped_comes_back_by_the_organiser_alone_and_nobody_into_a_full_tournament():
    held = started(swiss(2, most=4), 4)
    dropped = do(held, Withdraw(by=ORGANISER, entrant=1, note="cheats"))
    refused(dropped, Return(by=player(1), entrant=1), "only the organiser of a tournament can do this")
    assert do(dropped, Return(by=ORGANISER, entrant=1)).entrants[1].is_in
    left = do(held, Withdraw(by=player(1), entrant=1))
    assert do(left, Return(by=player(1), entrant=1)).entrants[1].is_in
    full = do(left, Enter(by=player(9), player=player(9)))
    refused(full, Return(by=player(1), entrant=1), "this tournament is full")
    placed = started(swiss(2, most=4)._replace(format="round_robin", rounds=0), 4)
    back = do(placed, Withdraw(by=player(1), entrant=1), Return(by=player(1), entrant=1))
    assert back.entrants[1].is_in


def test_a_pause_holds_the_start_and_an_early_end_leaves_no_table_waiting():
    held = opened(swiss(2))
    for number in range(4):
        held = do(held, Enter(by=player(number), player=player(number)))
    paused = do(held, Pause(by=ORGANISER, note="the train is late"))
    assert due(paused) == "play"
    assert due(do(paused, Resume(by=ORGANISER))) == "start"
    playing = paired(do(held, StartTournament(by=None)))
    assert len(list(playing.playing())) == 2
    over = do(playing, EndTournament(by=ORGANISER, note="the hall closes"))
    assert list(over.playing()) == []


def test_a_bracket_does_not_go_back():
    held = started(swiss(2)._replace(format="elimination", rounds=0), 4)
    held = step(step(step(held, by_strength), by_strength), by_strength)
    again = result(held.rounds[0], 0, (2, 1), note="it was the other way round")
    assert do(held, again).rounds[0].results[0].places == (2, 1)
    held = paired(held)
    refused(held, again, "the next round was paired by this result: it can't be changed any more")


def test_a_round_ends_by_its_tables_or_by_the_clock():
    held = paired(started(swiss(2), 4))
    refused(held, EndRound(round=0), "some tables of this round still play")
    held = do(held, result(held.rounds[0], 1, (1, 2)), EndRound(round=0, late=True))
    assert held.rounds[0].results[0].places == (None, None)
    assert sorted(one.points for one in held.standings) == [0, 0, 0, 12]
    refused(held, EndRound(round=0), "this round has ended already")


def test_pausing_stops_what_would_come_next():
    held = started(swiss(), 8)
    refused(held, Resume(by=ORGANISER), "this tournament is paused already, or not paused at all")
    held = do(held, Pause(by=ORGANISER, note="lunch"))
    refused(held, Pause(by=ORGANISER, note="lunch"), "this tournament is paused already, or not paused at all")
    refused(held, PairRound(round=0), "no round can be paired now")
    assert due(held) == "play"
    assert due(do(held, Resume(by=ORGANISER))) == "pair"


def test_an_end_is_due_or_early_with_a_reason_or_called_off():
    early = "this tournament still goes on: to end it early takes its organiser and a reason"
    held = step(started(swiss(), 8), by_strength)
    refused(held, EndTournament(by=None), early)
    refused(held, EndTournament(by=ORGANISER), early)
    ended = do(held, EndTournament(by="operator:o1", note="the hall closes")).ended
    assert (ended and ended.reason, ended and len(ended.standings)) == ("early", 8)
    off = do(opened(swiss()), EndTournament(by=None, note="nobody came")).ended
    assert (off and off.reason, off and off.standings) == ("called_off", ())


def test_a_final_begins_when_its_stage_is_over_with_those_who_are_still_there():
    sentence = "the first stage still goes on, or no final follows it"
    held = started(swiss(2, 2, final=Final("elimination", 0, 4)), 8)
    refused(held, BeginFinal(), sentence)
    while due(held) != "final":
        held = step(held, by_strength)
    first = held.standings[0].entrant
    held = do(held, Withdraw(by=player(first), entrant=first), BeginFinal())
    assert held.finalists is not None
    assert len(held.finalists) == 4
    assert first not in held.finalists
    refused(held, Enter(by=OTHER, player=OTHER), "this tournament has started, and nobody can enter any more")


def test_where_others_have_left_who_is_there_wins():
    held = do(started(swiss(2)._replace(format="round_robin", rounds=0), 4), Withdraw(by=player(1), entrant=1))
    events = decide(held, PairRound(round=0))
    assert isinstance(events[0], RoundPaired)
    forfeited = [event for event in events if isinstance(event, ResultRecorded)]
    assert [sorted(one.places, key=str) for one in forfeited] == [[1, None]]
    ended = to_the_end(held, at_random(1))
    assert ended.standings[-1].entrant == 1
