"""What a person reads first of a record: for whom it is fair, and what operators did with it."""

from dataclasses import replace
from typing import Any

import pytest

from infra.verify import (
    BROKEN,
    COMMITTED,
    FAIR,
    MOST_ACTS,
    QUESTIONABLE,
    RUNNING,
    Own,
    Player,
    Verdict,
    acts_of,
    read,
    say,
    told,
    verify,
)
from shared.games.registry import GAMES
from shared.platform.score import Correct
from tests.cups import ABSENT
from tests.infra.test_verify_by_players import file as by_players
from tests.records import at, forged, one_nonce_missed, record, rows, with_nonce

ADA = Own(0, "person:ada", True, 15, 15, keyless=False)
BOB = Own(1, "person:bob", False, 15, 13, keyless=False)
CLEO = Own(2, "person:cleo", True, 0, 0, keyless=True)
DAN = Own(1, "person:dan", False, 3, 0, keyless=True, is_late=True)


def first(file: bytes) -> list[str]:
    return [line for line in told("x.jsonl", verify(file), "") if not line.endswith(" ok")]


def of(grade: str, *seats: Any, acts: tuple[str, ...] = ()) -> Verdict:
    return Verdict(grade, {}, seats=seats, acts=acts)


def test_fair_stands_alone_only_where_the_number_of_every_person_is_in():
    assert of(FAIR, ADA, CLEO).words == "fair"
    some = of(FAIR, ADA, BOB, CLEO)
    assert some.words == "fair for seats 1 and 3, but 2 moves of seat 2 are unsigned"
    assert some.counted_as == "fair for some"
    assert some.why == "their secret numbers went into the draws, and none of seat 2"
    assert of(FAIR, ADA, BOB).words == "fair for seat 1, but 2 moves of seat 2 are unsigned"
    assert of(COMMITTED, BOB).words == f"{COMMITTED}, but 2 moves of seat 2 are unsigned"
    assert of(COMMITTED, BOB).counted_as == of(COMMITTED, ADA).words == COMMITTED


def test_who_came_when_all_was_drawn_has_no_number_in_it():
    bob = BOB._replace(is_in=True)
    late = of(FAIR, ADA, bob, DAN)
    assert late.words == "fair for seats 1 and 2, but 2 moves of seat 2 are unsigned"
    assert late.why.endswith("and none of who took over seat 2 when all was drawn")
    assert "none of seat 2 or who took over seat 2 when" in of(FAIR, ADA, BOB, DAN).why


def test_a_person_is_told_what_they_signed_and_fair_only_where_all_of_it_is():
    assert ADA.said(FAIR) == (
        "person:ada: fair for you: your number is in it, and every move of yours carries your signature"
    )
    for grade in (BROKEN, QUESTIONABLE, RUNNING, COMMITTED):
        assert "fair for you" not in ADA.said(grade)
    assert BOB.said(FAIR) == "person:bob: no number of yours is in it, and 13 of 15 moves of yours carry your signature"
    assert CLEO.said(FAIR) == "person:cleo: fair for you: your number is in it, and you made no move"
    assert DAN.said(FAIR).endswith("and your moves are unsigned, because you sat down without a key")


@pytest.mark.parametrize(
    ("way", "said"),
    [
        ("corrected", "fair, but operator:root changed the points from 5 : 30 to 1 : 2 (counted by hand)"),
        ("adjudicated", "fair, but operator:root decided the places: 2 : 1 (the other one has left the town)"),
        ("aborted", "fair, but operator:root ended the match without a result ("),
    ],
)
def test_what_operators_did_stands_in_the_first_line_and_why_below(way, said):
    words, why, *_ = first(record("quadropolis", way))
    assert words.startswith(f"x.jsonl: {said}")
    assert why == "  why        the secret number of every person went into the draws"


def test_half_a_fair_record_says_for_whom():
    words, *people = first(record("quadropolis", "one nonce missed"))
    assert words == "x.jsonl: fair for seat 1: their secret numbers went into the draws, and none of seat 2"
    assert [line[:27] for line in people] == ["  seat 1     person:ada: yo", "  seat 2     person:bea: no"]


def corrected(**changes: Any) -> list[str]:
    """A correction of a count, and one that follows it."""
    told_ = one_nonce_missed(GAMES["quadropolis"]).start().play().count()
    result = GAMES["quadropolis"].result(told_.match.state)
    told_.obey("score", "operator:root", Correct(result=replace(result, **changes), note="counted by hand"))
    return list(verify(told_.file).acts)


def test_a_correction_that_leaves_the_points_says_what_it_changed():
    counted = verify(record("quadropolis", "one nonce missed"))
    assert counted.acts == ()
    (places,) = corrected(places=(2, 2))
    assert places.startswith("operator:root changed the places from ")
    assert places.endswith(" to 2 : 2 (counted by hand)")
    (pad,) = corrected(lines=({}, {}))
    assert pad == "operator:root changed the score pad, and neither points nor places (counted by hand)"


def test_points_that_were_never_counted_are_set():
    told_ = with_nonce(GAMES["quadropolis"]).start().play()
    result = replace(GAMES["quadropolis"].result(told_.match.state), points=(1, 2), places=(2, 1), lines=({}, {}))
    told_.obey("score", "operator:root", Correct(result=result, note="no rules"))
    assert verify(told_.file).words == "fair, but operator:root set the points to 1 : 2 (no rules)"


def test_whatever_else_an_operator_wrote_is_named():
    lines = rows(record("quadropolis", "fair"))
    lines[at(lines, "table.seat_taken")]["envelope"]["by"] = "operator:root"
    assert list(acts_of(read(forged(lines)).lines)) == ["operator:root wrote table.seat_taken"]


def test_of_a_broken_record_nobody_is_told_what_was_done_in_it():
    lines = rows(record("quadropolis", "corrected"))
    lines[at(lines, "match.started")]["envelope"]["data"]["nonces"] = [None, None]
    verdict = verify(forged(lines))
    assert (verdict.words, verdict.acts, verdict.seats) == (BROKEN, (), ())


def test_many_acts_are_listed_below_the_first_line(capsys):
    acts = tuple(f"operator:root changed the pairing of round {number}" for number in range(1, 6))
    assert say([("x", of(FAIR, ADA, acts=acts), "")]) == 0
    words, _, *others = capsys.readouterr().out.splitlines()
    assert words == f"x: fair, but {' and '.join(acts[:MOST_ACTS])} and there are 2 more acts of operators"
    assert others[:5] == [f"  operator   {act}" for act in acts]


def test_a_doubt_is_no_contradiction_to_what_operators_did():
    assert of(QUESTIONABLE, acts=("operator:root did it",)).words == "questionable, and operator:root did it"


# Tournaments.


def player(**more: Any) -> Player:
    usual: dict[str, Any] = {"player": "person:ada", "matches": 5, "numbers": 5, "has_entered": True}
    return Player(**usual | {"orders": 9, "signed": 9, "keyless": False} | more)


def test_a_tournament_is_fair_for_those_whose_number_is_in_all_they_played_by():
    whole, late, missed = player(), player(has_entered=False), player(numbers=2)
    verdict = of(FAIR, whole, late, missed)
    assert (of(FAIR, whole).words, verdict.words) == ("fair", "fair for 1 of 3 people")
    assert verdict.why == "the secret numbers of the others are not in all draws that they played by"
    signed = "and every move of yours carries your signature"
    assert whole.said(FAIR) == f"person:ada: fair for you: your number is in it, {signed}"
    assert late.said(FAIR) == (
        f"person:ada: your number is in 5 of your 5 matches, and not in the draws of the tournament, {signed}"
    )
    assert missed.said(FAIR) == (
        f"person:ada: your number is in the draws of the tournament, and in 2 of your 5 matches, {signed}"
    )
    assert player(numbers=0, has_entered=False).said(FAIR) == f"person:ada: no number of yours is in it, {signed}"


def test_people_who_played_in_a_tournament_are_told_of():
    (ann,) = verify(ABSENT).seats
    assert (ann.player, ann.matches, ann.orders, ann.signed, ann.keyless) == ("person:ann000000000", 1, 1, 0, True)
    assert first(ABSENT)[-1].startswith("  person     person:ann000000000: no number of yours is in it, and your moves")


def test_results_and_pairings_that_were_changed_stand_in_the_first_line():
    words, *_ = first(by_players())
    assert words == (
        "x.jsonl: committed only, but person:olga changed the pairing of round 1 (they live together) and "
        "person:olga changed the points from 50 : 45 to 40 : 45 at table 2 of round 1 (the sheet says so)"
    )
