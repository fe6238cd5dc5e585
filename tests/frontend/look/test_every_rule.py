"""Coach and cards hold every rule, where docs/teaching.md says: who has never seen the rules needs the page alone."""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from shared.games.quadropolis.play.tiles import TILES
from shared.games.registry import GAMES
from shared.games.sprawlopolis.score.goals import GOALS
from tests.frontend.look.pages import drawn_with, environment, render
from tests.frontend.look.test_templates import words
from tests.games.scenario import play

LISTED = (Path(__file__).parents[3] / "docs" / "teaching.md").read_text(encoding="utf-8")
ROW = re.compile(r"\| ([^|]+) \| ([^|]+) \| ([^|]+) \|")
COACHES = {
    "coach": ("coach-architect", "coach-building", "coach-points"),
    "expert coach": ("coach-expert-architect", "coach-expert-building", "coach-expert-points"),
    "together coach": ("coach-card", "coach-groups", "coach-goals"),
}
RULES = {"Quadropolis": "help", "Sprawlopolis": "help-together"}


def rows(game: str) -> list[tuple[str, str, str]]:
    """Rule, place and words, as the document lists them."""
    part = LISTED.split(f"## {game}\n", 1)[1].split("\n## ", 1)[0]
    return [found for found in ROW.findall(part) if found[0] not in ("rule", "---")]


def said(html: str) -> str:
    """The words, with a blank between the cells of tables, and without the marks of our readings."""
    unmarked = re.sub(r'<span class="unsure">.*?</span>', "", html)
    return re.sub(r"\s+", " ", words(re.sub(r"</t[dh]>", " ", unmarked))).replace("&#39;", "'")


def coach(page: str) -> str:
    return said(render(page).split('<section class="coach"', 1)[1].split("</section>", 1)[0])


@cache
def cards(page: str) -> dict[str, str]:
    """What each card says, by its name."""
    html = render(page)
    own = dict(re.findall(r'<section class="lesson" id="lesson-([\w-]+)"(.*?)</section>', html, re.DOTALL))
    rules = dict(re.findall(r'<div class="lesson-rules" id="lesson-([\w-]+)-rules"(.*?)</div>', html, re.DOTALL))
    assert own.keys() == rules.keys()
    return {name: said(f"<p {own[name]}<p {rules[name]}") for name in own}


def alone() -> str:
    """The coach's first lesson for whoever plays Sprawlopolis alone."""
    module: Any = environment().get_template("boards/sprawlopolis.html").module
    return said(str(module.coach_more({}, 1, 1)))


def told_at(game: str, place: str) -> str:
    before, _, number = place.rpartition(" ")
    if before.endswith("coach"):
        if before == "alone coach":
            return alone()
        name = before if game == "Quadropolis" else f"together {before}"
        return coach(COACHES[name][int(number) - 1])
    if place == "rules":
        return said(render(RULES[game]))
    if game == "Sprawlopolis":
        return goal(int(number)) if before == "goal" else cards("city-card")[place]
    return cards("coach-expert-points" if before == "expert" else "coach-points")[number]


def goal(number: int) -> str:
    module: Any = environment().get_template("boards/sprawlopolis/_lessons.html").module
    return said(str(module.goal_rule(number, {"rule": ""})))


@pytest.mark.parametrize(("rule", "place", "phrase"), rows("Quadropolis"))
def test_every_rule_of_quadropolis_is_told(rule: str, place: str, phrase: str):
    assert phrase in told_at("Quadropolis", place), rule


@pytest.mark.parametrize(("rule", "place", "phrase"), rows("Sprawlopolis"))
def test_every_rule_of_sprawlopolis_is_told(rule: str, place: str, phrase: str):
    assert phrase in told_at("Sprawlopolis", place), rule


@pytest.mark.parametrize("number", GOALS)
def test_the_card_of_every_goal_says_what_the_page_of_rules_says(number: int):
    page = said(render("help-together").split(f'<li id="goal-{number}">', 1)[1].split('<li id="goal-', 1)[0])
    assert len(goal(number)) > 30
    assert all(sentence in page for sentence in re.findall(r"[^.:]+\.", goal(number)))


@pytest.mark.parametrize("number", GOALS)
def test_every_sentence_on_the_card_of_a_goal_is_listed(number: int):
    """Its rule, its rulings and our readings: with the numbers that the list has."""
    listed = " ".join(phrase for _, place, phrase in rows("Sprawlopolis") if place == f"goal {number}")
    assert [each for each in re.findall(r"[^.]+", goal(number)) if each.strip() not in listed] == []


def match_of(difficulty: str) -> dict[str, Any]:
    return {"plain": {"difficulty": difficulty}}


@pytest.mark.parametrize(
    ("difficulty", "told", "never"),
    [
        ("easier", "Roads cost nothing in this match", "costs a point"),
        ("normal", "every road costs a point", "in this match"),
        ("harder", "only the largest group of all zones scores", "group of each zone"),
    ],
)
def test_the_coach_says_what_scores_in_this_match(difficulty: str, told: str, never: str):
    module: Any = environment().get_template("boards/sprawlopolis.html").module
    words = said(str(module.coach_says(match_of(difficulty), 2)))
    assert told in words
    assert never not in words
    more = said(str(module.coach_more({"difficulty": difficulty}, 2, 2)))
    assert (f"This match is a{'n' * (difficulty == 'easier')} {difficulty} one." in more) == (difficulty != "normal")


def test_printed_points_are_as_many_as_the_tiles_have():
    printed = {kind: {tile.points for tile in TILES if tile.kind == kind} for kind in ("service", "harbour")}
    assert printed == {"service": {0, 1, 2}, "harbour": {0, 1, 2, 3}}  # a harbour with none has something else


def test_every_kind_of_building_has_a_card():
    assert {*cards("coach-points")} == {"tower", "shop", "service", "park", "factory", "harbour"}
    assert {*cards("coach-expert-points")} >= {"office", "monument", "square"}


@pytest.mark.parametrize("page", ["match-waiting", "expert-spectator", "city-watched", "match-replay"])
def test_whoever_watches_or_waits_has_the_cards_too(page: str):
    assert len(cards(page)) >= 6


def test_who_watches_is_told_no_numbers_of_a_city():
    assert 'class="own"' not in render("expert-spectator")
    assert 'class="own"' in render("expert-architect")


def test_cards_have_the_citys_own_numbers():
    """On the sample page: 2 inhabitants, 6 energy; a harbour, three factories, a shop and a service."""
    match = drawn_with("match-architect")[1]["match"]
    own = match["lessons"]["own"]
    assert (own["held"], own["asked"]) == ({"inhabitants": 2, "energy": 6}, {"inhabitants": 5, "energy": 1})
    told = cards("match-architect")
    assert "You have 6 energy; your buildings need 1." in told["tower"]
    assert "You have 2 inhabitants; your buildings need 5." in told["factory"]
    assert "in your city most at row 1, column 1: +3 points. The longest" in told["harbour"]


def test_a_pictures_city_is_the_one_of_the_rules():
    module: Any = environment().get_template("boards/quadropolis/_pictures.html").module
    for mode, pictured in (("classic", module.CLASSIC), ("expert", module.EXPERT)):
        game = GAMES["quadropolis"]
        options = game.options(mode=mode)
        plain = game.plain(game.view(play(game, 2, 1, 0, options).state, None))
        assert [list(row) for row in pictured["districts"]] == plain["districts"]
        assert (pictured["numbers"] and [list(row) for row in pictured["numbers"]]) == plain["numbers"]
