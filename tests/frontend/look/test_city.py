"""The city that all build: what is drawn is what the rules say, and every choice and its price can be read off it."""

import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from frontend.bundles.made import address_of
from shared.games.sprawlopolis import GAME
from shared.games.sprawlopolis.score.plain import plain_rows
from tests.frontend.look.building import name
from tests.frontend.look.pages import FRONTEND, drawn_with, environment, render
from tests.frontend.look.test_templates import Read, words
from tests.games.scenario import play
from tests.games.sprawlopolis.tables import city

BOARD = "boards/sprawlopolis"
Elements = list[dict[str, str | None]]


def drawn(told: dict[str, Any], **more: Any) -> str:
    module: Any = environment().get_template(f"{BOARD}/_city.html").module
    return str(module.drawing(told, "A city", **more))


def elements(html: str, attribute: str) -> Elements:
    return [attributes for _, attributes in Read(html).elements if attribute in attributes]


def the_map(page: str) -> str:
    return render(page).split('<svg class="board plan', 1)[1].split("</svg>", 1)[0]


def cells(rows: list[list[Any]], top: int, left: int) -> dict[str, Any]:
    placed = ((row, at, block) for row, blocks in enumerate(rows, top) for at, block in enumerate(blocks, left))
    return {f"{row},{column}": block for row, column, block in placed if block}


def said(link: dict[str, str | None]) -> dict[str, str]:
    return {key: value[0] for key, value in parse_qs(urlsplit(link["href"] or "").query).items()}


def match_of(page: str) -> Any:
    return drawn_with(page)[1]["match"]


@pytest.mark.parametrize("seed", range(6))
def test_every_block_is_drawn_in_its_place_by_colour_shape_and_letter(seed):
    told = plain_rows(play(GAME, 3, seed, 14).state.city.blocks)
    found = re.findall(
        r'<g class="block (\w+)" data-block="([^"]+)" transform="translate\((-?\d+) (-?\d+)\)"><rect [^>]*/>'
        r'<use href="#zone-(\w+)"[^>]*/><text class="letter"[^>]*>(\w)</text></g>',
        drawn(told),
    )
    assert {at: zone for zone, at, *_ in found} == {
        at: block["zone"] for at, block in cells(told["rows"], told["top"], told["left"]).items()
    }
    for zone, at, x, y, shape, letter in found:
        assert (shape, letter, f"{int(y) // 96},{int(x) // 96}") == (zone, zone[0].upper(), at)


def ends_of_pieces(path: str) -> list[tuple[int, int]]:
    straight = re.sub(r"Q\S+ \S+ ", "L", path)
    return [(int(x), int(y)) for x, y in re.findall(r"(-?\d+) (-?\d+)", straight)]


@pytest.mark.parametrize("seed", range(6))
def test_every_road_is_drawn_from_end_to_end_with_a_bar_at_each(seed):
    told = plain_rows(play(GAME, 3, seed, 14).state.city.blocks)
    roads = re.findall(r'<g class="road" data-road="(\d+)" data-blocks="([^"]*)">(.*?)</g></g>', drawn(told), re.DOTALL)
    assert [int(number) for number, *_ in roads] == list(range(1, len(told["roads"]) + 1))
    for (_, blocks, html), road in zip(roads, told["roads"], strict=True):
        assert blocks.split() == [name(cell) for cell in road["blocks"]]
        path = re.search(r'class="tar" d="([^"]+)"', html)
        assert path is not None
        stops = ends_of_pieces(path[1])
        assert len(stops) == len(road["blocks"]) + 1
        for (x, y), (to_x, to_y), cell in zip(stops, stops[1:], road["blocks"], strict=False):
            assert {x - cell["column"] * 96, to_x - cell["column"] * 96} <= {0, 48, 96}
            assert {y - cell["row"] * 96, to_y - cell["row"] * 96} <= {0, 48, 96}
            assert (x, y) != (to_x, to_y)
        bars = re.findall(r'class="cap" d="([^"]+)"', html)
        assert [bar.count("M") for bar in bars] == ([2] if road["ends"] else [])
        for (x, y), beyond in zip((stops[0], stops[-1]), road["ends"], strict=False):
            assert beyond["column"] * 96 <= x <= beyond["column"] * 96 + 96
            assert beyond["row"] * 96 <= y <= beyond["row"] * 96 + 96


def test_a_loop_has_no_ends():
    html = drawn(plain_rows(city("R:ES R:SW", "R:NE R:NW")))
    assert 'class="cap"' not in html
    assert re.search(r'class="tar" d="[^"]+Z"', html)
    assert "Road 1: 4 blocks, a loop" in html


def test_what_is_shown_stands_out_with_the_roads_that_lie_in_it():
    told = plain_rows(city("R:EW R:EW C:EW", "P P I:NS"))
    html = drawn(told, lit=" 0,0 0,1 0,2 1,0 ")
    assert 'class="board plan showing"' in html
    assert re.findall(r'class="block \w+ lit" data-block="([^"]+)"', html) == ["0,0", "0,1", "0,2", "1,0"]
    assert re.findall(r'class="road lit" data-road="(\d)"', html) == ["1"]
    assert " lit" not in drawn(told, lit="")


def test_before_a_card_is_chosen_no_place_is_lit():
    assert "place-" not in the_map("city-card")
    assert "Choose a card from your hand." in words(render("city-card"))


def test_every_place_says_what_the_card_covers_there_and_what_the_city_would_be_worth():
    match = match_of("city-place")
    links = elements(the_map("city-place"), "data-lines")
    titles = re.findall(r'data-lines="[^>]*><title>([^<]*)</title>', the_map("city-place"))
    assert [link["data-key"] for link in links] == [f"place-{name(place)}" for place in match["choices"]["places"]]
    for link, title, place in zip(links, titles, match["choices"]["places"], strict=True):
        assert said(link) == {"card": "5", "place": name(place)}
        assert link["data-covers"] == str(place["covers"])
        assert (link["data-lines"] or "").split() == [str(points) for points in place["lines"].values()]
        assert sum(place["lines"].values()) == place["total"]
        total = str(place["total"]).replace("-", "\N{MINUS SIGN}")
        assert link["data-promise"] == str(place["promise"])
        hint = rf", promises \S+ by the end, changes \S+ now, total {total}$"
        assert re.search(hint, title)
    assert {link["data-names"] for link in elements(render("city-place"), "data-names")} == {
        "|".join(match["plain"]["counted"]["lines"])
    }


def test_where_a_card_may_not_lie_it_says_why():
    refused = elements(the_map("city-place"), "data-why")
    assert len(refused) == len(match_of("city-place")["choices"]["corners"])
    assert {link["data-why"] for link in refused} == {
        "touching the city at a corner is not enough: the card must share a side with it"
    }
    assert 'data-apart="a card must cover the city or lie beside it"' in render("city-place")
    assert "That can\N{RIGHT SINGLE QUOTATION MARK}t be: touching the city at a corner" in words(render("city-refused"))


def test_where_it_was_put_the_city_is_drawn_as_it_would_be():
    match = match_of("city-put")
    ghost = match["choices"]["ghost"]
    blocks = cells(ghost["city"]["rows"], ghost["city"]["top"], ghost["city"]["left"])
    found = re.findall(r'class="block (\w+)" data-block="([^"]+)"', the_map("city-put"))
    assert {at: zone for zone, at in found} == {at: block["zone"] for at, block in blocks.items()}
    plain = match["plain"]["city"]
    under = re.findall(r'<g class="under block (\w+)"', the_map("city-put"))
    before = cells(plain["rows"], plain["top"], plain["left"])
    assert under == [before[name(cell)]["zone"] for cell in ghost["covers"]]


def test_the_turn_is_named_whole_before_it_is_sent():
    match = match_of("city-put")
    ghost, plain = match["choices"]["ghost"], match["plain"]["city"]
    row, column = ghost["row"] - plain["top"] + 1, ghost["column"] - plain["left"] + 1
    where = f"row {row}, column {column}".replace("-", "\N{MINUS SIGN}")
    assert f"Place card 5, turned, at {where}" in words(render("city-put"))
    covers = r"Card 5, turned, covers 2 blocks: \w+ and \w+\. It promises \S+ points? by the end\. The total would be"
    assert re.search(covers, words(render("city-put")))


def test_points_are_shown_as_they_are_and_as_they_would_be():
    match = match_of("city-put")
    counted, ghost = match["plain"]["counted"], match["choices"]["ghost"]
    told = {link["data-line"]: link for link in elements(render("city-put"), "data-line") if "data-now" in link}
    assert set(told) == {*counted["lines"], "total"}
    for line, now in {**counted["lines"], "total": counted["total"]}.items():
        then = {**ghost["lines"], "total": ghost["total"]}[line]
        assert told[line]["data-now"] == str(now)
        assert told[line]["data-then"] == ("" if then == now else str(then).replace("-", "\N{MINUS SIGN}"))


@pytest.mark.parametrize(
    ("sample", "line"),
    [("city-shown", "goal 17"), ("city-waiting", "park"), ("city-watched", "roads"), ("city-replay", "goal 18")],
)
def test_a_line_shows_its_blocks_on_request_to_whoever_looks(sample, line):
    reasons = [each for each in match_of(sample)["plain"]["counted"]["reasons"] if each["line"] == line]
    lit = re.findall(r'class="block \w+ lit" data-block="([^"]+)"', the_map(sample))
    assert set(lit) == {name(cell) for reason in reasons for cell in reason["blocks"]}
    link = next(link for link in elements(render(sample), "data-lights") if link.get("aria-current"))
    assert set((link["data-lights"] or "").split()) == set(lit)
    assert "show" not in said(link), "it puts the light out again"


def test_what_else_was_chosen_stays_when_a_line_is_shown_and_when_a_card_is_turned():
    shown = next(link for link in elements(render("city-put"), "data-lights") if link["data-key"] == "show-roads")
    place = name(match_of("city-put")["choices"]["ghost"])
    assert said(shown) == {"card": "5", "turned": "yes", "place": place, "show": "roads"}
    turn = next(link for link in elements(render("city-put"), "data-hotkey") if link["data-hotkey"] == "r")
    assert said(turn) == {"card": "5", "place": place}
    replayed = next(link for link in elements(render("city-replay"), "data-lights") if link["data-key"] == "show-park")
    assert said(replayed) == {"at": "24", "show": "park", "zoom": "2"}


def test_a_hand_is_shown_to_who_holds_it_and_what_others_hold_as_far_as_one_has_seen_it():
    match = match_of("city-card")
    keys = [link["data-hotkey"] for link in elements(render("city-card"), "data-hotkey")]
    assert keys == ["h", *"123", "r", *"123"]  # first that of the rules
    (other,) = [hand for hand in match["plain"]["hands"] if hand["seat"] != match["you"]]
    backs = render("city-card").split('<span class="backs">', 1)[1].split("</li>", 1)[0]
    assert backs.count('class="board face"') == len(other["remembered"]) == 1
    assert "Seen before: card" in backs
    watched = render("city-watched").split('class="held-by"', 1)[1].split("</ul>", 1)[0]
    assert watched.count('class="board face"') == 0
    assert watched.count('class="board face back"') == sum(hand["count"] for hand in match["plain"]["hands"])
    assert "Your hand" not in render("city-watched")


def test_the_deck_shows_its_top_card_and_how_many_are_left():
    deck = match_of("city-card")["plain"]["deck"]
    assert f"On top: card {deck['top']['number']}" in render("city-card")
    assert f"{deck['count']} left" in words(render("city-card"))
    assert "cards to lay" in words(render("city-card"))


def test_without_scripts_a_larger_city_scrolls():
    assert '<div class="map zoom2"' in render("city-replay")
    assert {link["data-zoom"] for link in elements(render("city-card"), "data-zoom")} == {"in", "out", "fit"}


def test_before_goals_and_city_lie_there_is_a_page_too():
    assert "The goals are not laid yet." in render("city-dealt")
    assert 'class="block ' not in the_map("city-dealt")


def test_the_page_loads_the_script_of_its_board_if_there_is_one():
    assert f'"{address_of("sprawlopolis.js")}"' in render("city-card")
    assert "/static/sprawlopolis." not in render("match-architect")
    assert (FRONTEND / "static/boards/sprawlopolis.js").is_file()


def test_the_page_loads_the_style_sheet_of_its_board_if_there_is_one():
    assert f'"{address_of("sprawlopolis.css")}"' in render("city-card")
    assert f'"{address_of("quadropolis.css")}"' in render("help")
    for board in ({}, {"style": "quadropolis.css"}):
        template = environment().from_string('{% from "_styled.html" import style_of %}{{ style_of(board) }}')
        assert template.render(board=board).count(address_of("quadropolis.css")) == len(board)


def test_keys_follow_what_boards_say_of_themselves():
    assert "architect" not in (FRONTEND / "static/keys.js").read_text("utf-8")
    for sample, keys in (("match-architect", "1234"), ("expert-architect", "12345")):
        assert {link["data-hotkey"] for link in elements(render(sample), "data-hotkey")} == {"h", *keys}


def luminance(colour: str) -> float:
    """Of `#rrggbb`, by WCAG 2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("scheme", [0, 1])
@pytest.mark.parametrize("zone", ["residential", "commercial", "industrial", "park"])
def test_letters_and_roads_stand_out_on_every_zone_in_light_and_dark(zone, scheme):
    css = (FRONTEND / "static/boards/sprawlopolis.css").read_text("utf-8")
    colours = [re.findall(rf"--{each}: (#\w{{6}})", css)[scheme] for each in (zone, "print", "tar")]
    ground, letter, road = map(luminance, colours)
    assert (letter + 0.05) / (ground + 0.05) >= 4.5
    assert (road + 0.05) / (ground + 0.05) >= 3
