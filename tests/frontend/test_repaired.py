"""What an operator decided is said on the result page, with the reason."""

import re
from typing import Any

import pytest

from shared.games.game import Result
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.platform.match import Adjudicate, Command
from shared.platform.score import Command as OfScore
from shared.platform.score import Correct
from tests.frontend.conftest import Pages

pytestmark = pytest.mark.server


def test_decided_places_are_shown_with_the_reason(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    command: Command = Adjudicate(places=(2, 1), note="the other one fell ill")
    pages.streams.blind.handle(Message(stream=f"match:{id_}", by="operator:root", cause="decided", command=command))
    page = ada.get(f"/m/{id_}/result").text
    assert "An operator decided this match" in page
    assert "the other one fell ill" in page


def test_corrected_points_are_shown_with_the_reason(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    for turn in range(16):
        ada.move(id_, cause=f"turn-number-{turn:02}")
        pages.settle()
    score = pages.streams.score(id_)
    assert score
    lines = tuple({**line, "parks": line["parks"] + 100} for line in score.lines)
    result = Result(points=tuple(sum(line.values()) for line in lines), places=(1, 2), lines=lines)
    command: OfScore = Correct(result=result, note="every park was counted twice")
    pages.streams.scores.handle(Message(stream=f"score:{id_}", by="operator:root", cause="right", command=command))
    page = ada.get(f"/m/{id_}/result").text
    (said,) = re.findall(r"<h1>.*?</h1>\s*<p class=\"decided\">(.*?)</p>", page.replace("\u2212", "-"))
    one, other = zip(score.points, result.points, strict=True)
    changes = f"from {one[0]} to {one[1]} and greedy"
    assert changes in said
    assert f"from {other[0]} to {other[1]}: “every park was counted twice”." in said
    assert "An operator changed the points of " in ada.get(f"/m/{id_}").text
    assert all(str(points) in page for points in result.points)


def over(pages: Pages, game: str) -> str:
    """The id of a match that has ended and that nobody could count."""
    ada = pages.visitor()
    id_ = pages.match(ada, game)
    while not pages.streams.match(id_).state.is_over:
        ada.move(id_, cause=f"turn-{pages.streams.match(id_).version}-of-ada")
        while pages.platform.hear(1) or pages.platform.work("bots"):
            pass
    return id_


LINES: Any = {"a line of one seat": ({"parks": 7}, {}), "no line": ({}, {})}


@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_points_that_only_an_operator_could_tell_are_shown_as_far_as_he_told_them(pages: Pages, game: str, lines):
    id_ = over(pages, game)
    result = Result(points=(7, 5), places=(1, 2), lines=lines)
    command: OfScore = Correct(result=result, note="its rules stumbled")
    pages.streams.scores.handle(Message(stream=f"score:{id_}", by="operator:root", cause="right", command=command))
    for address in (f"/m/{id_}", f"/m/{id_}/result"):
        shown = pages.visitor().get(address)
        assert (shown.status_code, "7" in shown.text) == (200, True)
    assert "its rules stumbled" in shown.text
