"""The boards of expert mode: numbers, districts and the common architects are seen, and said."""

import re
from random import Random

import pytest

from shared.games.quadropolis.play.board import EXPERT, EXPERT_DISTRICTS, EXPERT_NUMBERS
from shared.games.quadropolis.play.pieces import Kind
from shared.games.quadropolis.score.score import explain, settle
from tests.frontend.look import tables
from tests.frontend.look.house import EVE
from tests.frontend.look.pages import ask, environment, render
from tests.frontend.look.samples import house
from tests.frontend.look.test_templates import words
from tests.games.quadropolis.cities import SQUARES, city_by


def pool() -> tuple[int, ...]:
    """How many common architects are left, by number."""
    return tuple(house().streams.match(tables.expert()).state.state.pools[0])


def large_city(name: str) -> str:
    return render(name).split('<svg class="board city big', 1)[1].split("</svg>", 1)[0]


def plots(name: str) -> list[str]:
    return re.findall(r'<g class="plot ([^"]*)"', large_city(name))


def test_every_square_says_whose_it_is():
    told = [{int(name.removeprefix("own")) for name in plot.split()} for plot in plots("expert-architect")]
    for number in EXPERT.architects:
        own = {square for square in range(EXPERT.squares) if EXPERT.own[number] >> square & 1}
        assert {square for square, numbers in enumerate(told) if number in numbers} == own


def test_every_square_shows_its_number():
    numbers = re.findall(r'<g class="number">.*?<text[^>]*>(\d)</text>', large_city("expert-architect"))
    assert tuple(map(int, numbers)) == EXPERT_NUMBERS


def test_every_district_is_named_at_the_edge_of_the_city():
    flags = re.findall(r'<g class="flag own\d">.*?<text[^>]*>(\d)</text>', large_city("expert-architect"))
    assert sorted(map(int, flags)) == sorted(set(EXPERT_DISTRICTS))


def test_borders_run_exactly_between_districts():
    path = re.search(r'<path class="border" d="([^"]*)"', large_city("expert-architect"))
    assert path is not None
    rows = [EXPERT_DISTRICTS[first : first + 5] for first in range(0, 20, 5)]
    beside = sum(row[at] != row[at + 1] for row in rows for at in range(4))
    below = sum(rows[at][column] != rows[at + 1][column] for at in range(3) for column in range(5))
    assert (path[1].count("v"), path[1].count("h")) == (beside, below)


def test_choosing_an_architect_lights_his_squares_before_a_slot_is_chosen():
    assert render("expert-slot").split('<svg class="board city big', 1)[1].startswith(" numbered for2")
    assert "builds on squares numbered 2 and in district 2" in words(render("expert-slot"))
    assert render("match-slot").split('<svg class="board city big', 1)[1].startswith(" for4")
    assert "Architect 4 builds in row 4 or column 4." in words(render("match-slot"))


def test_common_architects_are_drawn_once_with_how_many_are_left():
    hand = render("expert-architect").split('<div class="hand">', 1)[1].split("</ul>", 1)[0]
    left = re.findall("\N{MULTIPLICATION SIGN}(\\d)</text>", hand)
    assert list(map(int, left)) == list(pool()[1:])
    assert "seat" not in hand
    others = render("expert-spectator").split('<div class="others', 1)[1]
    assert 'class="architects' not in others.split('<div class="hidden-text">')[0]


def test_an_architect_that_is_used_up_says_why():
    assert pool()[3] == 0
    assert 'data-why="every architect 3 has been used this round"' in render("expert-architect")
    assert "Architects left for all: 3 \N{MULTIPLICATION SIGN} 1, 3 \N{MULTIPLICATION SIGN} 2" in words(
        render("expert-architect")
    )


def test_a_square_is_called_by_what_its_drawing_shows():
    assert "park to square 5 of district 2 (promises " in words(render("expert-confirm"))
    assert re.search(r"builds it on square \d of district \d", words(render("expert-confirm")))
    assert "Row 2, column 4 (square 5 of district 2): build here, promises " in render("expert-target")


def test_the_keys_and_the_prompt_name_five_architects():
    assert "<dt>1\N{EN DASH}5</dt>" in render("expert-architect")
    said = words(render("expert-architect"))
    assert "Choose a common architect (1\N{EN DASH}5, \N{MULTIPLICATION SIGN} shows how many are left)" in said
    assert "Choose an architect (1\N{EN DASH}4)" in words(render("match-architect"))
    assert "<dt>1\N{EN DASH}4</dt>" in render("match-architect")


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_has_a_drawing_a_letter_and_a_colour(kind):
    glyphs = environment().get_template("boards/quadropolis/_glyphs.html").module
    sprite, letters = str(glyphs.sprite()), glyphs.LETTERS  # type: ignore[attr-defined]
    for floors in range(1, 6):
        assert f'id="glyph-{glyphs.sign(kind.value, floors)}"' in sprite  # type: ignore[attr-defined]
    assert len({letters[each.value] for each in Kind}) == len(Kind)


def test_the_result_names_every_line_and_every_reason():
    said = words(render("expert-result"))
    for line in ("Offices", "Monuments"):
        assert line in said
    assert "An office of" in said
    assert "A monument beside" in said
    reasons = render("expert-result").split('<ul class="reasons">', 1)[1]
    assert re.findall(r"<li[^>]*><b>[^<]*</b> ([a-z][^<]*)", reasons) == [], "reasons without a sentence of their own"


@pytest.mark.parametrize("mode", ["classic", "expert"])
def test_whatever_gives_points_in_a_city_has_a_sentence(mode):
    pad = environment().get_template("boards/quadropolis/_pad.html").module
    chance, told = Random(mode), set()
    for _ in range(200):
        city = city_by(chance, chance.randint(6, SQUARES[mode]), mode)
        for reason in explain(mode, city, settle(mode, city, chance.randint(0, 25), chance.randint(0, 15))):
            said = str(pad.because(reason.key, reason.values, reason.line)).strip()  # type: ignore[attr-defined]
            assert re.match("[A-Z0-9]", said), reason
            told.add(reason.key)
    assert told >= {"lacked_energy", "lacked_inhabitant", "harbour_column", "square_beside_towers", "energy_left"}
    assert ({"lacked_both", "left_inactive", "office_group", "monument_beside"} <= told) == (mode == "expert")


def test_classic_cities_number_rows_and_columns():
    city = large_city("match-architect")
    assert 'class="number"' not in city
    assert len(re.findall(r'class="axis own\d"', city)) == 8


def test_a_chosen_part_that_the_rules_refuse_is_told():
    _, context = ask(tables.expert, architect="3")()
    assert context["match"]["choices"]["refused"]["template"] == "every architect {architect} has been used this round"


def test_a_spectator_may_keep_any_other_city_beside_the_site():
    match, page = tables.expert(), render("expert-spectator")
    links = re.findall(r'<a href="([^"]*)" rel="nofollow">Keep this city', page)
    assert links == [f"/m/{match}?city={city}" for city in range(1, len(links) + 2) if city != 2]
    assert links


def test_a_spectator_of_a_replay_keeps_its_moment_beside_another_city():
    template, context = ask(tables.expert, EVE, at="5")()
    page = environment().get_template(template).render(context)
    links = re.findall(r'<a href="[^"]*\?([^"]*)" rel="nofollow">Keep this city', page)
    assert links == [f"at=5&amp;city={city}" for city in range(2, len(context["match"]["seats"]) + 1)]
    assert links


@pytest.mark.parametrize("city", ["0", "-7", "99", "x"])
def test_a_city_that_nobody_has_is_not_shown_large(city: str):
    template, context = ask(tables.expert, EVE, city=city)()
    page = environment().get_template(template).render(context)
    kept = re.findall(r"\?city=(\d)", page)
    assert kept == [str(seat) for seat in range(2, len(context["match"]["seats"]) + 1)]
