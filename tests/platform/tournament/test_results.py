"""How a table ended, from the record of its match."""

from shared.platform.match import Abort, Adjudicate
from shared.platform.tournament.decide_tables import ADJUDICATED, FORFEIT
from shared.platform.tournament.results import TableResult, result_of_table
from shared.platform.tournament.rules import STANDS_IN
from tests.platform.clocked import ADA, BOB, Clocked

PLAYERS = (ADA, BOB)
OPERATOR = "operator:olga"


def test_a_match_that_runs_has_none():
    assert result_of_table(STANDS_IN, PLAYERS, Clocked(None).match, None) is None


def test_at_a_table_that_was_called_off_nobody_has_a_place():
    told = Clocked(None)
    told.obey(OPERATOR, Abort(reason="operator", note="the server was moved"))
    assert result_of_table(STANDS_IN, PLAYERS, told.match, None) == TableResult(FORFEIT, (None, None), (0, 0))


def test_what_an_operator_decided_counts_with_the_reason():
    told = Clocked(None)
    told.obey(OPERATOR, Adjudicate(places=(2, 1), note="rain stopped play"))
    found = result_of_table(STANDS_IN, PLAYERS, told.match, None)
    assert found == TableResult(ADJUDICATED, (2, 1), (0, 0), "rain stopped play")
