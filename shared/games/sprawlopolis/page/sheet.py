"""The calculator's page as data: a city that is laid card by card, as on a real table, and what it is worth."""

from collections.abc import Iterator

from shared.annotations import Json
from shared.games.query import Query, Wrong, unread_press
from shared.games.sprawlopolis.page.box import beyond_the_box
from shared.games.sprawlopolis.page.codes import read_place
from shared.games.sprawlopolis.page.entered import DIFFICULTIES, Entered, read, write
from shared.games.sprawlopolis.page.presses import PRESSES, pressed
from shared.games.sprawlopolis.play.cards import CARDS
from shared.games.sprawlopolis.play.city import with_card
from shared.games.sprawlopolis.play.ground import Spot
from shared.games.sprawlopolis.play.plain import plain_card, plain_cell, plain_laid
from shared.games.sprawlopolis.play.state import GOALS as GOALS_OF_A_MATCH
from shared.games.sprawlopolis.play.state import IN_CITY, State
from shared.games.sprawlopolis.score.goals import GOALS
from shared.games.sprawlopolis.score.plain import plain_counted, plain_goal, plain_rows
from shared.games.sprawlopolis.score.score import Settled, settle
from shared.marked import marked


def sheet(query: Query) -> Json:
    """`query` is the address's (`entered.py`), with `press` and `on` (`presses.py`): what was clicked, and where.

    `chosen` is the query to go on from. `cards` are all 18 as they would lie, `is_used` in the city, `is_goal` or both;
    `places` are those of the card in hand, with the change of the total. `counted` is None without a city, and
    `decided` says that the match is over. `wrong` names what could not be read, `beyond` what the box does not hold.
    """
    before, wrong = read(query)
    entered = pressed(before, query.get("press", ""), read_place(query.get("on", "")))
    beyond = beyond_the_box(entered.goals, entered.city.blocks, [laid.card for laid in entered.laid])
    return {
        "chosen": write(entered),
        "difficulty": entered.difficulty,
        "difficulties": list(DIFFICULTIES),
        "goals": [{**plain_goal(goal), "chosen": goal in entered.goals} for goal in GOALS],
        "cards": [_card(entered, card) for card in CARDS],
        "turned": entered.turned,
        "places": _places(entered),
        "city": {**plain_rows(entered.city.blocks), "cards": [plain_laid(laid) for laid in entered.laid]},
        "wrong": [each.plain() for each in (*wrong, *_unread(query))],
        "beyond": [each.shown() for each in beyond],
        "decided": len(entered.goals) == GOALS_OF_A_MATCH and len(entered.laid) == IN_CITY and not beyond,
        "counted": _counted(entered) if entered.laid else None,
    }


def sheet_of(view: State, seat: int) -> Query:
    """The query for a match's city, which is every seat's."""
    return write(Entered(laid=view.laid, goals=view.goals, difficulty=view.difficulty))


def _card(entered: Entered, card: int) -> Json:
    return {
        **plain_card(card, entered.turned),
        "chosen": card == entered.card,
        "is_used": card in entered.in_city,
        "is_goal": card in entered.goals,
    }


def _places(entered: Entered) -> list[Json]:
    now = _settled(entered).total
    return [{**plain_cell(spot), "gain": _gain(entered, spot, now)} for spot in entered.open_spots]


def _gain(entered: Entered, spot: Spot, now: int) -> int | None:
    """None without a card in hand, and for the first card: without a city there is no total."""
    if entered.card is None or not entered.laid:
        return None
    after = with_card(entered.city, entered.card, spot, entered.turned)
    return settle(after.blocks, entered.goals, entered.difficulty).total - now


def _settled(entered: Entered) -> Settled:
    return settle(entered.city.blocks, entered.goals, entered.difficulty)


def _counted(entered: Entered) -> Json:
    settled, target = _settled(entered), sum(entered.goals)
    return {**plain_counted(settled), "target": target, "won": settled.total >= target}


NO_PLACE = marked("“{said}” is not a place: nothing was changed")
NAMES = ("city", "goals", "difficulty", "card", "turned", "press", "on")


def _unread(query: Query) -> Iterator[Wrong]:
    yield from unread_press(query, NAMES, PRESSES)
    if query.get("on") and read_place(query["on"]) is None:
        yield Wrong("on", NO_PLACE, {"said": query["on"]})
