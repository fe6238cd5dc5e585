"""Whether a table plays with hints is decided when it is opened, and holds for everybody who sits there."""

import json
import re
from html import unescape
from typing import Any

import pytest

from frontend.door.limits import HINT, turn_of
from shared.bots.hint import changes
from shared.bots.trying import after
from shared.games.registry import GAMES
from shared.platform.moves import move_from
from tests.frontend.conftest import Pages, Visitor
from tests.games.scenario import play

pytestmark = pytest.mark.server
HINTED = re.compile(
    r"promises|class=\"(promised|at-once)\"|data-(promise|total|lines)=|would be|Alone it brings|it would bring"
)


def begin(pages: Pages, who: Visitor, hints: str) -> str:
    """The id of a match of one person and a bot."""
    address = who.post("/tables/new", game="quadropolis", seats="2", hints=hints).headers["Location"]
    who.post(f"{address}/sit")
    who.post(f"{address}/bots", bot="greedy")
    pages.settle()
    return address.rsplit("/", 1)[1]


def choosing(pages: Pages, who: Visitor, id_: str) -> str:
    """The page on which the visitor has chosen an architect and a slot that reaches a tile."""
    state = pages.streams.match(id_).state
    move = next(each for each in state.rules.legal_moves(state.state, 0) if each.target)
    return who.get(f"/m/{id_}?architect={move.architect}&slot={move.slot.name}").text


def until_called(pages: Pages, who: Visitor, hints: str) -> str:
    for _ in range(30):  # who begins is drawn
        id_ = begin(pages, who, hints)
        if pages.streams.match(id_).state.called == (0,):
            return id_
    raise AssertionError("the bot began thirty times")


@pytest.mark.parametrize("hints", ["yes", "no"])
def test_a_table_says_so_and_its_match_keeps_to_it(pages: Pages, hints: str):
    ada = pages.visitor()
    id_ = until_called(pages, ada, hints)
    shown = choosing(pages, ada, id_)
    assert 'class="square want' in shown
    assert bool(HINTED.search(shown)) is (hints == "yes")
    assert ("Played without hints" in shown) is (hints == "no")
    assert ada.seen(id_)["hints"] is (hints == "yes")
    table, match = pages.streams.table(id_).state.opening, pages.streams.match(id_).state.start
    assert table.hints is match.hints is (hints == "yes")


def test_the_form_offers_it_and_the_table_says_it(pages: Pages):
    ada = pages.visitor()
    assert ada.get("/tables/new").text.count('name="hints" value="no"') == len(GAMES)
    address = ada.post("/tables/new", game="sprawlopolis", seats="2", hints="no").headers["Location"]
    assert "Without hints: nobody here is told what a move would bring." in pages.visitor().get(address).text
    other = ada.post("/tables/new", game="sprawlopolis", seats="2").headers["Location"]
    assert "Without hints" not in ada.get(other).text


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_without_hints_choices_say_what_is_allowed_and_nothing_else(game: Any):
    state = play(game, 2, 3, 4).state
    (seat,) = game.to_move(state)
    view = game.view(state, seat)
    for chosen in chosen_in(game, view, seat):
        told, untold = (game.choices(view, seat, chosen, hints=hints) for hints in (True, False))
        assert numbers(told, HINTS) != []
        assert numbers(untold, HINTS) == []
        assert without(told, HINTS) == without(untold, HINTS)


HINTS = ("gain", "promise", "total", "lines", "reasons")


def chosen_in(game: Any, view: Any, seat: int) -> list[dict[str, str]]:
    if game.slug == "sprawlopolis":
        return [{"card": str(view.cards_of(seat)[0])}, {"card": str(view.cards_of(seat)[0]), "place": "0,1"}]
    move = next(each for each in game.legal_moves(view, seat) if each.target)
    return [{"architect": str(move.architect), "slot": move.slot.name}]


def numbers(value: Any, names: tuple[str, ...]) -> list[Any]:
    """All that these names say, at any depth."""
    if isinstance(value, dict):
        own = [each for name, each in value.items() if name in names and each not in (None, ())]
        return own + [each for inner in value.values() for each in numbers(inner, names)]
    return [each for inner in value for each in numbers(inner, names)] if isinstance(value, list) else []


def without(value: Any, names: tuple[str, ...]) -> Any:
    if isinstance(value, dict):
        return {name: without(inner, names) for name, inner in value.items() if name not in names}
    return [without(inner, names) for inner in value] if isinstance(value, list) else value


def move_in(shown: str) -> Any:
    """The move that *Confirm* sends."""
    found = [json.loads(unescape(text)) for text in re.findall(r'name="move" value="([^"]*)"', shown)]
    (move,) = [one for one in found if one["name"] != "show_card"]
    return move


def test_hints_leave_processors_for_pages(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada, "sprawlopolis", bots=1)
    with pages.app.test_request_context(), turn_of(HINT), turn_of(HINT):
        answer = ada.get(f"/m/{id_}/hint")
        assert (answer.status_code, answer.headers["Retry-After"]) == (429, "5")
        assert ada.get(f"/m/{id_}").status_code == 200
    assert ada.get(f"/m/{id_}/hint").status_code == 303


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_chooses_what_the_strongest_bot_would_play_and_says_why(pages: Pages, game: str):
    ada = pages.visitor()
    id_ = pages.match(ada, game, bots=1)
    assert f'href="/m/{id_}/hint"' in ada.get(f"/m/{id_}").text
    before = pages.streams.match(id_).version
    answer = ada.get(f"/m/{id_}/hint")
    assert answer.status_code == 303
    shown = ada.get(answer.headers["Location"]).text
    assert "The bot <b>strong</b> would play this" in shown
    assert move_in(shown) in ada.seen(id_)["legal_moves"]
    assert f'href="/m/{id_}/hint"' not in shown
    assert ada.get(f"/m/{id_}/hint").headers["Location"] == answer.headers["Location"]
    assert pages.streams.match(id_).version == before


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_any_move_can_be_chosen_by_an_address(game):
    state = play(game, 2, 1, 5).state
    (seat,) = game.to_move(state)
    view = game.view(state, seat)
    for move in game.legal_moves(view, seat)[::7]:
        assert move_from(game.moves, game.choices(view, seat, game.chosen_for(move))["move"]) == move


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_a_move_changes_on_the_pad_adds_up_to_its_gain(game):
    state = play(game, 2, 1, 9).state
    (seat,) = game.to_move(state)
    view = game.view(state, seat)
    for move in game.legal_moves(view, seat)[::9]:
        each = changes(game, seat, view, move)
        assert sum(change.points for change in each) == game.points(after(game, view, seat, move), seat) - game.points(
            view, seat
        )
        sizes = [abs(change.points) for change in each]
        assert sizes == sorted(sizes, reverse=True)


def test_hints_are_for_the_one_whose_turn_it_is_and_for_tables_with_hints(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    without, with_hints = until_called(pages, ada, "no"), until_called(pages, ada, "yes")
    assert "/hint" not in ada.get(f"/m/{without}").text
    assert "this match is played without hints" in said_to(ada, without)
    bob.get("/")  # who comes for the first time is nobody yet
    assert "hints are for those who play here" in said_to(bob, with_hints)
    ada.post(f"/m/{with_hints}/moves", **form_of(ada, with_hints))
    assert pages.streams.match(with_hints).state.called == (1,)
    refused = ada.get(f"/m/{with_hints}/hint")
    assert refused.status_code == 409
    assert "hints are there when it is your turn" in refused.text.lower()


def test_the_coach_is_silent_beside_a_hint(pages: Pages):
    """Two sheets of advice leave no room for the board."""
    ada = pages.visitor()
    id_ = until_called(pages, ada, "yes")
    assert 'id="coach-heading"' in ada.get(f"/m/{id_}").text
    hinted = ada.get(f"/m/{id_}/hint").headers["Location"]
    assert "hint=yes" in hinted
    assert 'id="coach-heading"' not in ada.get(hinted).text
    assert 'id="coach-heading"' in ada.get(hinted.replace("hint=yes", "")).text


def form_of(who: Visitor, id_: str) -> dict[str, Any]:
    seen = who.seen(id_)
    return {"turn": str(seen["turn"]), "move": json.dumps(seen["legal_moves"][0]), "cause": "after-the-hint"}


def said_to(who: Visitor, id_: str) -> str:
    return who.get(f"/m/{id_}/hint").text.lower()
