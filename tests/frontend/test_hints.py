"""Whether a table plays with hints is decided when it is opened, and holds for everybody who sits there."""

import re
from typing import Any

import pytest

from shared.games.registry import GAMES
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
