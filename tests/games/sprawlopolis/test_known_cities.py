"""Cities with known points through the calculator."""

import pytest

from shared.games.sprawlopolis.page.calculator import CityOnTheTable, count
from shared.ledger.forms.schema import made
from tests.games.sprawlopolis.known import QUESTIONS, Question, read

every_question = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.id)


@every_question
def test_a_city_has_its_points_line_by_line_and_every_line_its_reasons(question: Question):
    question.check(count(made(CityOnTheTable, question.asked)))


@pytest.mark.parametrize("game", read("scored_games"), ids=lambda game: game["id"])
def test_the_lines_of_a_complete_game_stand_in_the_order_of_the_pad(game):
    said = count(made(CityOnTheTable, game["input"]))
    assert list(said["lines"]) == list(game["expect"]["lines"])


def test_there_are_cases_for_every_goal():
    assert {goal for question in QUESTIONS for goal in question.asked["goals"]} == set(range(1, 19))
    assert len(QUESTIONS) == 20 + 17 + 4 * 9
