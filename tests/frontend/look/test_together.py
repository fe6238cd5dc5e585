"""What is won or lost together is told as one total against its target, and every point of it in a sentence."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from frontend.sentences import why_not
from shared.games.sprawlopolis.page.calculator import CityOnTheTable, count
from shared.games.sprawlopolis.play import refusals
from shared.games.sprawlopolis.play.events import EVENTS
from shared.games.sprawlopolis.score.goals import GOALS
from shared.ledger.forms.schema import made
from shared.platform.events import EVENTS as PLATFORM
from shared.platform.rating.unrated import IMPORTED, SENTENCES, Unrated
from tests.frontend.look import together
from tests.frontend.look.pages import environment, render
from tests.frontend.look.test_templates import words

TESTS = Path(__file__).parents[2]
CASES = TESTS / "games/sprawlopolis"
BOARD = "boards/sprawlopolis"
UNSURE = ("inferred", "uncertain", "ours", "high")


def module(name: str) -> Any:
    return environment().get_template(name).module


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("together-won", "Won together: 37 points, 31 needed"),
        ("together-lost", "Lost together: \u22124 of 17 points"),
        ("together-alone", "You won: 33 points, 32 needed"),
        ("together-watched", "Cleo won: 33 points, 32 needed"),
    ],
)
def test_the_heading_says_whether_it_was_won_with_total_and_target(name, sentence):
    assert f"<h1>{sentence}</h1>" in render(name)


@pytest.mark.parametrize(
    ("name", "why"), [("together-won", "together"), ("together-lost", "together"), ("together-alone", "alone")]
)
def test_the_result_says_why_it_is_not_rated(name, why):
    assert f"Not rated: played {why}." in words(render(name))


@pytest.mark.parametrize("why", Unrated)
def test_pages_say_why_in_the_words_that_programs_read(why):
    assert str(module("_outcome.html").not_rated({"not_rated": str(why)})) == SENTENCES[why]
    assert str(module("_outcome.html").not_rated({"not_rated": "imported"})) == IMPORTED


def test_a_rated_match_is_not_said_to_be_unrated():
    assert str(module("_outcome.html").not_rated({"not_rated": None})) == ""
    assert "Not rated: casual." in words(render("result"))


def test_a_practice_match_is_not_rated_because_it_is_one():
    match = together.match(together.WON) | {"not_rated": "practice"}
    assert str(module("_outcome.html").not_rated(match)) == "Not rated: practice."


def test_while_it_runs_the_team_has_a_total_and_a_target_and_no_seat_has_points():
    team = together.match(together.WON, moves=4)["team"]
    assert (team["won"], team["target"]) == (False, 31)
    page = render("together-running")
    assert f"If it ended now {team['points']} of 31 needed" in words(page)
    players = page.split('<section class="players"', 1)[1].split("</section>", 1)[0]
    assert players.count('class="points"') == 1


def test_a_match_that_is_over_says_so_in_the_bar():
    assert "The match is over. Won together: 37 points, 31 needed." in words(render("together-ended"))


def test_the_pad_has_the_lines_in_their_order_and_adds_up():
    result = together.result(together.WON)
    lines = re.findall(r'data-line="([^"]+)"', render("together-won"))
    goals = [f"goal {goal['number']}" for goal in result["match"]["plain"]["goals"]]
    assert lines == ["residential", "commercial", "industrial", "park", "roads", *goals]
    assert sum(result["match"]["team"]["lines"].values()) == 37
    assert "Roads cost nothing" in words(render("together-won"))


def test_every_reason_leads_to_its_blocks_on_the_drawing():
    page = render("together-won")
    (reasons,) = {json.dumps(each) for each in together.result(together.WON)["explanations"]}
    told = [each for each in json.loads(reasons) if each["blocks"]]
    assert len(told) > 20
    links = re.findall(r'href="#why-(\d+)" data-shows="why-(\d+)"', page)
    marks = dict(re.findall(r'<div class="why" id="why-(\d+)">(.*?)</div>', page, re.DOTALL))
    assert all(href == shows and href in marks for href, shows in links)
    assert len(links) == len(marks) == len(told)
    outlined = sorted(mark.count('class="told"') for mark in marks.values())
    assert outlined == sorted(len(each["blocks"]) for each in told)


def test_where_an_operator_decided_the_city_is_shown_as_it_stood():
    decided = together.result(together.WON) | {"cities": [], "explanations": [], "calculators": []}
    pad = str(module(f"{BOARD}.html").pad(decided, decided["match"]))
    assert "Total37" in words(pad)
    assert "Road 1, " in pad


def every_reason() -> Iterator[dict[str, Any]]:
    """Of all cities that the tests of the rules know, with all goals and difficulties."""
    for name in ("goal_examples.jsonl", "edge_cases.jsonl", "scored_games.jsonl"):
        for line in (CASES / name).read_text("utf-8").splitlines():
            for difficulty in ("normal", "easier", "harder"):
                told = {**json.loads(line)["input"], "goals": sorted(GOALS), "difficulty": difficulty}
                yield from count(made(CityOnTheTable, told))["explanation"]


def test_every_kind_of_reason_has_a_sentence_of_its_own():
    why = (Path(environment().loader.searchpath[0]) / BOARD / "_why.html").read_text("utf-8")  # type: ignore[union-attr]
    said = set(re.findall(r'key == "(\w+)"', why))
    reasons = list(every_reason())
    assert said == {reason["message"] for reason in reasons}
    city: dict[str, Any] = {"top": 1, "left": 1, "rows": [[]], "roads": []}
    for reason in reasons:
        blocks = [{"row": row, "column": column} for row, column in reason["blocks"]]
        told = {"key": reason["message"], "values": reason["values"], "blocks": blocks}
        sentence = str(module(f"{BOARD}/_why.html").because(city, told))
        assert re.fullmatch(r"[A-Z0-9][^{}_]+", sentence), sentence


def test_all_goals_are_told_with_their_titles_and_what_is_our_reading():
    told = module(f"{BOARD}/_goals.html").GOALS
    assert {number: str(goal["title"]).replace("\u2019", "'") for number, goal in told.items()} == {
        number: goal.name for number, goal in GOALS.items()
    }
    unsure = {
        number
        for number, goal in GOALS.items()
        if any(word in " ".join((*goal.rulings, goal.confidence)).lower() for word in UNSURE)
    }
    assert {number for number, goal in told.items() if goal["unsure"]} == unsure
    page = render("help-together")
    assert [int(number) for number in re.findall(r'<li id="goal-(\d+)">', page)] == sorted(GOALS)
    readings = sum(len(goal["unsure"]) for goal in told.values())
    marks = page.count('<span class="unsure">our reading</span>')
    assert marks == readings + 2  # one says what it means, one is of a difficulty


def test_the_rules_say_both_difficulties_and_what_a_group_and_a_road_are():
    page = words(render("help-together"))
    for sentence in ("Easier: roads cost nothing.", "Harder: of the four zones only the largest group of all counts"):
        assert sentence in page
    assert "blocks of the zone that are joined side by side" in page
    assert "\u22121 for every road, however long." in page


def sample(name):
    """Of an event that the match in the pictures has not."""
    (found,) = (TESTS / "ledger/old_events").glob(f"{name}@1.json")
    return {"type": name, "data": json.loads(found.read_text("utf-8"))["data"]}


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_of_the_game_has_its_sentence(name):
    match = together.match(together.WON)
    entries = [entry for entry in match["log"] if entry["type"] == name] or [sample(name)]
    for entry in entries:
        sentence = str(module(f"{BOARD}/_log.html").sentence(entry, match))
        assert sentence.endswith((".", "?"))
        assert "no words" not in sentence


@pytest.mark.parametrize("board", ["quadropolis", "sprawlopolis"])
@pytest.mark.parametrize("name", [name for name in PLATFORM if name.startswith(("match.", "score."))])
def test_every_event_of_the_platform_has_its_sentence_on_every_board(name, board):
    (sample,) = (TESTS / "ledger/old_events").glob(f"{name}@1.json")
    entry = {"type": name, "data": json.loads(sample.read_text("utf-8"))["data"], "name": None}
    match = {"seats": [{"name": f"Player {seat}"} for seat in range(4)]}
    sentence = str(module(f"boards/{board}/_log.html").sentence(entry, match))
    assert sentence.endswith(".")
    assert "no words" not in sentence


@pytest.mark.parametrize(
    ("sentence", "type_", "data"),
    [
        ("Cleo passes 2 cards on to any move.", "hand_passed", {"seat": 0, "to": 1, "count": 2}),
        ("Cleo passes 1 card on.", "hand_passed", {"seat": 0, "to": 0, "count": 1}),
        ("any move is drawn to start.", "starter_drawn", {"seat": 1}),
        ("Cleo is dealt 3 cards.", "hand_dealt", {"seat": 0, "count": 3}),
        ("The goals: 3 Go Green, 4 Block Party. 7 points are needed.", "goals_laid", {"cards": [3, 4], "target": 7}),
        ("Card 7 lies open on the deck.", "top_shown", {"card": 7}),
        ("Cleo shows card 7: where should it go?", "card_shown", {"seat": 0, "card": 7}),
    ],
)
def test_the_log_tells_it_in_words(sentence, type_, data):
    entry = {"type": f"sprawlopolis.{type_}", "data": data}
    assert str(module(f"{BOARD}/_log.html").sentence(entry, together.match(together.WON))) == sentence


def test_a_place_counts_from_the_top_left_of_the_city_that_is_shown():
    city = {"top": -2, "left": -1}
    assert str(module(f"{BOARD}/_words.html").place(city, {"row": 0, "column": 0})) == "row 3, column 2"
    assert str(module(f"{BOARD}/_words.html").place(city, {"row": -3, "column": -3})) == "row 0, column \u22121"


def test_a_refusal_names_the_players():
    match = together.match(together.WON, moves=4)
    waiting = {"template": "waiting for {seats}", "values": {"seats": [0, 1]}}
    assert why_not(waiting, match) == "waiting for Cleo and any move"
    for template in (refusals.APART, refusals.AT_CORNER):
        assert why_not({"template": template, "values": {}}, match) == template


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("lobby", "Bots with you none 1 2 3 Play Sprawlopolis"),
        ("lobby", "Bots against you 1 2 3 Play Quadropolis"),
        ("lobby", "won \u00b7 74 of 46 points"),
        ("lobby", "lost \u00b7 30 of 37 points"),
        ("lobby", "won together, 74 of 46 points"),
        ("lobby", "lost together, 30 of 37 points"),
        ("tables-new", "1, alone 2 3 4"),
        ("tables-new", "Easier roads cost nothing"),
        ("table-alone", "You play alone here: sit down, and the match starts."),
        ("table-alone", "Sit down and start"),
        ("table-alone-filled", "You play alone: the match starts in a moment."),
        ("laying-empty", "Choose the three goals on the table"),
        ("laying-empty", "Points appear with the first card."),
        ("laying-first", "Card 7: start the city with it."),
        ("laying-counted", "13 points, 18 needed"),
        ("laying-counted", "Road 1, 9 blocks long"),
        ("laying-card", "Card 7, turned: choose the place of its middle."),
        ("laying-wrong", "There is no goal x."),
        ("laying-wrong", "Card 2 of the city can&#39;t lie there: it and all cards after it are left out."),
    ],
)
def test_a_page_says_what_there_is_to_do_or_what_came_of_it(name, sentence):
    assert sentence in words(render(name))


def test_nobody_is_invited_to_a_table_of_one():
    assert "Invitation link" not in render("table-alone")
    assert "Add bot" not in render("table-alone")


def test_every_place_of_the_calculator_says_what_laying_there_brings():
    places = together.sheet(**together.SHEET, card="7", turned="yes")["places"]
    links = re.findall(r'data-press="lay" data-on="(-?\d+),(-?\d+)"[^>]* aria-label="([^"]*)"', render("laying-card"))
    assert [(int(row), int(column)) for row, column, _ in links] == [(each["row"], each["column"]) for each in places]
    for each, (_, _, label) in zip(places, links, strict=True):
        sign = "\u2212" if each["gain"] < 0 else "+" if each["gain"] else ""
        assert label.endswith(f": {sign}{abs(each['gain'])}")
    assert 'data-press="lay"' not in render("laying-counted")


def test_the_keys_of_the_calculator_are_there_once_each():
    keys = [key for told in re.findall(r'data-hotkey="([^"]+)"', render("laying-card")) for key in told.split()]
    assert len(keys) == len(set(keys))
    assert {"t", "Backspace", "Delete", "g", "C"} <= set(keys)
