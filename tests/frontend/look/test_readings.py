"""A fresh reader finds on the page of rules what the booklets leave open, and that it is a reading of ours."""

import csv
import re
from importlib.resources import files

import pytest

from shared.games.quadropolis.score import tables
from shared.games.sprawlopolis.score.goals import GOALS
from tests.frontend.look.pages import render

MARK = '<span class="unsure">our reading</span>'
UNSURE = ("high", "inferred", "uncertain")
OPEN = {
    "help": {
        "tiles that lie face down": "count as empty squares: an architect who reaches one takes nothing",
        "until when they lie there": "They stay where they lie until the round ends",
        "who learns what they were": "nobody learns what they were before the match is over",
        "what the urbanist closes": "Both are closed from both ends",
        "whether one may discard what could be built": "always allowed, also where the tile could be built",
        "stacking": "in his row, on one in his column, or on any one as floor 3",
        "what another booklet says of stacking": "The Dutch booklet has it by the floor only",
        "groups of six and more offices": "score as groups of five do",
        "inactive buildings": "each leaves an empty square",
        "inactive neighbours": "they break a line of harbours",
        "who moves inhabitants and energy at the end": "found for everybody: the most points",
        "after both tie-breaks": "share the victory",
        "the supply": "never run out",
        "the list of tiles": "52 are best guesses",
    },
    "help-together": {
        "a loop and goal 1": "A closed loop has no end and brings 1",
        "a road into a hole and goal 1": "A road that runs out into a hole of the city ends at its edge",
        "a hole and goals 7 and 17": "An open place inside the city counts as outside it",
        "equal groups and goal 8": "Of several largest groups the best one counts",
        "a home between two marts": "A home between two marts serves both",
        "a loop and goal 11": "A loop is read all the way round",
        "a loop and goal 12": "The longest road may be a loop",
        "two parks of one group": "Two blocks of one group of parks are two different parks",
        "equal groups in harder matches": "groups that are equally large one counts in harder matches",
    },
}


@pytest.mark.parametrize(("page", "about"), [(page, about) for page, found in OPEN.items() for about in found])
def test_the_reading_of_what_the_booklets_leave_open_is_told_and_marked(page, about):
    """The mark stands with the sentence: in its line of a list, or in the title of what it describes."""
    reading = OPEN[page][about]
    pieces = [piece for piece in re.split(r"<li|<dt>|<p>", render(page)) if reading in piece]
    assert pieces
    assert all(MARK in piece for piece in pieces)


def test_every_goal_that_is_not_certain_has_a_reading():
    page = render("help-together")
    for number, goal in GOALS.items():
        told = page.split(f'<li id="goal-{number}">', 1)[1].split('<li id="goal-', 1)[0]
        assert (MARK in told) == any(word in f"{goal.rulings} {goal.confidence}" for word in UNSURE), number


def test_as_many_tiles_are_guesses_as_the_page_says():
    listed = files("shared.games.quadropolis.play").joinpath("tiles.csv").read_text("ascii")
    rows = list(csv.DictReader(listed.splitlines()))
    guesses = sum(row["status"] == "reconstructed" for row in rows)
    assert f"Of the {len(rows)} tiles {guesses} are best guesses" in render("help")


@pytest.mark.parametrize("size", [6, 7, 20])
def test_larger_groups_of_offices_score_as_groups_of_five(size):
    assert [tables.office(size, floors) for floors in range(6)] == list(tables.OFFICES[5])
