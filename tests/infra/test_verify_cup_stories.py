"""Tournaments on real tables, whose whole record is their own: what organisers may do, and libraries may pair."""

from copy import deepcopy

from infra.verify import Verdict, verify
from shared.platform.records.tournament_file import export_tournament
from shared.platform.tournament import due
from shared.platform.tournament.commands import (
    ChangePairing,
    EndRound,
    EndTournament,
    Enter,
    PairRound,
    RecordResult,
    StartTournament,
    Withdraw,
)
from shared.platform.tournament.pairings import made
from tests.cups import Row, forged
from tests.platform.tournament.held import ORGANISER, opening, player, swiss
from tests.platform.tournament.test_stored import Story


def started(format_: str, rounds: int, entrants: int) -> Story:
    story = Story()
    story.say(opening(swiss(2, rounds)._replace(format=format_)), ORGANISER)
    for number in range(entrants):
        story.say(Enter(by=ORGANISER, player=player(number)), ORGANISER)
    return story


def by_hand(story: Story, places: tuple[int, int] = (1, 2)) -> None:
    """All tables of the last round, and its end."""
    for table in story.now.rounds[-1].open:
        number = story.now.rounds[-1].number
        told = RecordResult(by=ORGANISER, round=number, table=table, how="by_hand", places=places, points=(9, 8))
        story.say(told, ORGANISER)
    story.say(EndRound(round=story.now.rounds[-1].number))


def file_of(story: Story) -> bytes:
    return export_tournament(story.streams.ledger, story.now)


def test_a_table_that_was_forfeited_before_its_pairing_was_changed_needs_no_reason():
    story = started("round_robin", 0, 4)
    story.say(StartTournament(by=ORGANISER), ORGANISER)
    story.say(Withdraw(by=player(3), entrant=3), player(3))
    now = story.say(PairRound(round=0))
    (forfeited,) = now.rounds[0].results
    alone, other = now.rounds[0].tables[forfeited], now.rounds[0].tables[1 - forfeited]
    away, there = (3, next(one for one in alone if one != 3))
    tables = [(other[0], there), (other[1], away)]
    change = ChangePairing(
        by=ORGANISER, round=0, tables=tuple(tables if forfeited == 0 else tables[::-1]), byes=(), note="one table less"
    )
    assert list(story.say(change, ORGANISER).rounds[0].results) == [1 - forfeited]
    by_hand(story)
    story.say(EndTournament(by=ORGANISER, note="only one could win"), ORGANISER)
    assert verify(file_of(story)).failures == ()


def of_library(rounds: int = 6) -> Story:
    story = started("swiss", rounds, 8)
    story.say(StartTournament(by=ORGANISER), ORGANISER)
    while due(story.now) == "pair":
        found = made(story.now)
        assert found.instead is None
        story.say(PairRound(round=len(story.now.rounds), library=found.pairing, made_by=found.by))
        by_hand(story)
    story.say(EndTournament(by=None))
    return story


def test_a_library_that_gives_somebody_the_same_seat_a_third_time_is_named():
    file = file_of(of_library())
    assert verify(file).failures == ()
    found = [exchanged(file, round_, table) for round_ in range(6) for table in range(4)]
    wrong = [failure.wrong for one in found for failure in one.failures if failure.check == "pairing"]
    assert "somebody has the same seat once more than FIDE allows" in wrong


def exchanged(file: bytes, round_: int, table: int) -> Verdict:
    """Those of one table sit the other way round."""

    def edit(rows: list[Row]) -> None:
        types = [row["envelope"]["type"] for row in rows]
        pairings = [at for at, type_ in enumerate(types) if type_ == "tournament.round_paired"]
        rows[pairings[round_]]["envelope"]["data"]["tables"][table].reverse()

    return verify(forged(file, edit))


def crowded(count: int) -> bytes:
    """As many as no tournament lets in, and a pairing of them."""
    story = started("swiss", 2, 4)
    story.say(StartTournament(by=ORGANISER), ORGANISER)
    story.say(PairRound(round=0, instead="late"))
    story.say(EndTournament(by=ORGANISER, note="forged"), ORGANISER)

    def edit(rows: list[Row]) -> None:
        at = next(at for at, row in enumerate(rows) if row["envelope"]["type"] == "tournament.entered")
        more = [deepcopy(rows[at]) for _ in range(count)]
        for number, row in enumerate(more):
            row["envelope"]["cause"] = f"forged-{number}"
            row["envelope"]["data"].update(entrant=number, player=f"person:x{number}")
        rows[at : at + 4] = more
        next(row for row in rows if row["envelope"]["type"] == "tournament.started")["envelope"]["data"]["nonces"] = [
            None
        ] * count

    return forged(file_of(story), edit)


def test_more_than_any_tournament_holds_are_named_and_not_paired():
    verdict = verify(crowded(6_000))
    wrong = {(failure.check, failure.wrong) for failure in verdict.failures}
    assert ("permitted", "this can't be done here by the rules of the tournament") in wrong
    assert ("pairing", "this round does not come next") in wrong
    assert any(check == "standing" for check, _ in wrong)
