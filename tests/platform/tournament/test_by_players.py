"""Results that players of a real table say themselves: the first word counts, and the organiser has the last one."""

from typing import Any

import pytest

from shared.errors import NotAllowed
from shared.platform.tournament import Tournament, decide, due
from shared.platform.tournament.commands import EndRound, EnterResult, LinkMatch
from shared.platform.tournament.events import ResultEntered, ResultRecorded
from tests.platform.tournament.held import do, paired, result, started, swiss

ADA = "person:ada"


def held() -> Tournament:
    """A round with two tables of two."""
    return paired(started(swiss(2, 2), 4))


def entered(seat: int = 0, points: tuple[int, ...] = (50, 40), **changed: Any) -> EnterResult:
    said: dict[str, Any] = {"by": ADA, "round": 0, "table": 0, "seat": seat, "places": (1, 2), "points": points}
    return EnterResult(**{**said, **changed})


def test_the_first_word_is_the_result():
    first = decide(held(), entered())
    assert [type(one) for one in first] == [ResultRecorded, ResultEntered]
    now = do(held(), entered())
    one = now.rounds[0]
    assert (one.results[0].how, one.results[0].points, one.unconfirmed) == ("by_hand", (50, 40), (0,))
    agreed = do(now, entered(1)).rounds[0]
    assert (agreed.disputed, agreed.unconfirmed) == ((), ())


def test_who_says_otherwise_changes_nothing_and_keeps_the_round_open_until_the_organiser_decides():
    now = do(held(), entered(), entered(1, (40, 50), places=(2, 1)), result(held().rounds[0], 1, (1, 2)))
    one = now.rounds[0]
    assert (one.results[0].points, one.disputed) == ((50, 40), (0,))
    assert due(now) == "play"
    disagree = "players of this round disagree about a result, which its organiser decides first"
    with pytest.raises(NotAllowed, match=disagree):
        decide(now, EndRound(round=0))
    decided = do(now, result(one, 0, (2, 1), "both showed me their pads"))
    assert (decided.rounds[0].entered, due(decided)) == ({}, "end_round")
    with pytest.raises(NotAllowed, match="this table has its result already: only the organiser can correct it"):
        decide(decided, entered())


def test_where_nobody_decides_in_time_the_first_word_counts():
    now = do(held(), entered(), entered(1, (40, 50)), EndRound(round=0, late=True))
    assert now.rounds[0].results[0].points == (50, 40)
    assert now.rounds[0].is_ended
    with pytest.raises(NotAllowed, match="this round is over: only its organiser can still correct a result"):
        decide(now, entered(table=1))


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"round": 3}, "this round is not paired yet"),
        ({"table": 5}, "this round has no such table"),
        ({"by": "service:matchmaking"}, "only who sits at a table can say how it ended"),
        ({"seat": 2}, "only who sits at a table can say how it ended"),
        ({"seat": -1}, "only who sits at a table can say how it ended"),
        ({"places": (1, 3)}, "a result has a place and points for each seat"),
        ({"points": (1,)}, "a result has a place and points for each seat"),
    ],
)
def test_what_nobody_can_say_of_a_table(said: dict[str, Any], sentence: str):
    with pytest.raises(NotAllowed) as verdict:
        decide(held(), entered(**said))
    assert str(verdict.value) == sentence


def test_each_player_has_one_word_and_a_match_speaks_for_itself():
    with pytest.raises(NotAllowed, match="this player has said already how it ended: only the organiser can correct"):
        decide(do(held(), entered()), entered(points=(1, 2)))
    with pytest.raises(NotAllowed, match="this table plays its match here, and its result follows from that"):
        decide(do(held(), LinkMatch(round=0, table=0, match="m1k2m3k4m5k6")), entered())
