"""How a match is played is chosen when a table is opened, and named wherever the match is."""

import re
from typing import Any

import pytest

from frontend.presentation.games import game_context, options_context
from shared.games.registry import GAMES
from tests.frontend.conftest import Pages

pytestmark = pytest.mark.server
NAME = "Quadropolis, expert, with squares"


def test_the_form_offers_what_the_dataclass_has():
    mode, squares = options_context(GAMES["quadropolis"])
    assert (mode["default"], [choice["value"] for choice in mode["choices"]]) == ("classic", ["classic", "expert"])
    assert (squares["default"], [choice["value"] for choice in squares["choices"]]) == ("false", ["false", "true"])


def test_the_form_explains_every_choice(pages: Pages):
    form = pages.visitor().get("/tables/new").text
    assert "5 rounds, a city of 4 \N{MULTIPLICATION SIGN} 5, offices and monuments" in form
    assert "one park a round becomes a square" in form


def test_a_table_of_expert_mode_with_squares_is_called_so_everywhere(pages: Pages):
    ada = pages.visitor()
    id_ = pages.expert_match(ada)
    started = pages.streams.match(id_).state.started
    assert started is not None
    assert started.options == {"mode": "expert", "squares": True}
    for address in (f"/m/{id_}", "/"):
        assert NAME in ada.get(address).text
    ada.post(f"/m/{id_}/resign")
    pages.settle()
    assert NAME in ada.get(f"/m/{id_}/result").text
    assert ada.seen(id_)["options"] == started.options


def test_an_open_table_is_called_so_too(pages: Pages):
    ada = pages.visitor()
    address = pages.open_table(ada).headers["Location"]
    pages.settle()
    assert f"<h1>{NAME}</h1>" in ada.get(address).text
    assert f"{NAME}: nobody yet" in pages.visitor().get("/").text


def test_an_option_that_makes_no_sense_opens_no_table(pages: Pages):
    refused = pages.open_table(pages.visitor(), squares="maybe")
    assert refused.status_code == 400
    assert 'role="alert"' in refused.text


def test_a_form_that_is_refused_keeps_what_was_chosen(pages: Pages):
    ada = pages.visitor()
    refused = ada.post("/tables/new", game="quadropolis", seats="3", mode="expert", squares="maybe", listed="no")
    form = refused.text.partition('aria-label="Quadropolis"')[2].partition("</form>")[0]
    kept = re.findall(r'name="(\w+)" value="(\w+)" checked', form)
    away = [("absent", "0"), ("substitutes", "no")]
    terms = [("rated", "no"), ("clock", "none"), ("out", "turn"), *away, ("take_back", "yes")]
    house = [("watch", "all"), ("talk", "seats"), ("hints", "yes")]
    assert kept == [("seats", "3"), ("mode", "expert"), ("entry", "link"), *terms, *house]


def test_the_lines_that_groups_fold_into_say_what_is_chosen(pages: Pages):
    """Where a browser can't tell what is chosen now, the line says what was sent."""
    chosen: Any = {"clock": "turn-300-0-0", "out": "loss", "absent": "60", "substitutes": "yes", "talk": "all"}
    refused = pages.visitor().post("/tables/new", game="quadropolis", seats="2", squares="maybe", **chosen)
    form = refused.text.partition('aria-label="Quadropolis"')[2].partition("</form>")[0]
    lines = [re.findall(r'class="was">([^<]+)<', each) for each in re.findall(r"<summary>.*?</summary>", form)]
    assert lines == [
        ["No"],
        ["5 minutes a turn", "The match is lost"],
        ["After 1 minute", "Somebody else may take it over"],
        ["By consent"],
        ["Anybody watches", "Also those who watch talk", "Hints"],
    ]


def test_a_game_in_which_every_move_shows_something_hidden_says_nothing_of_taking_moves_back(pages: Pages):
    ada = pages.visitor()
    form = ada.get("/tables/new").text.partition('aria-label="Sprawlopolis"')[2].partition("</form>")[0]
    assert "taking moves back" not in form.lower()
    table = ada.post("/tables/new", game="sprawlopolis", seats="2", take_back="no").headers["Location"]
    assert "taken back" not in ada.get(table).text


def test_play_now_stays_classic(pages: Pages):
    ada = pages.visitor()
    started = pages.streams.match(pages.match(ada)).state.started
    assert started is not None
    assert started.options == {"mode": "classic", "squares": False}
    assert "<b>Quadropolis</b>, classic: four rounds, about 15 minutes." in ada.get("/").text


def test_a_game_of_a_newer_release_is_called_by_its_name():
    assert game_context("opera") == {"slug": "opera", "title": "opera", "has_board": False}
