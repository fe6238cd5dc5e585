"""What nobody asks for in Sprawlopolis: the deal, the city's first card, and what lies on the deck."""

from collections.abc import Iterator
from typing import cast

from shared.games.sprawlopolis.play.events import CityStarted, Event, GoalsLaid, HandDealt, StarterDrawn, TopShown
from shared.games.sprawlopolis.play.state import FIRST_PLACE, FULL_HAND, GOALS, NOBODY, State


def follow(state: State) -> list[Event]:
    """What comes next, or nothing if a player has to act or the match is over. A view is not enough: it lacks draws."""
    if state.starts is None:
        return []
    if state.active == NOBODY:
        return [StarterDrawn(seat=state.starts)]
    if not state.goals:
        goals = _next(state, GOALS)
        return [GoalsLaid(cards=goals, target=sum(goals))]
    if not state.laid:
        return list(_hands(state, state.starts)) if not any(state.hands) else [_city_started(state)]
    if state.deck and not state.is_shown:
        return [TopShown(card=_next(state, 1)[0])]
    return []


def _hands(state: State, starts: int) -> Iterator[HandDealt]:
    """Three cards for the starting seat, one for each other seat, clockwise."""
    seats, dealt = len(state.hands), 0
    for step in range(seats):
        count = 1 if step else FULL_HAND
        cards = tuple(sorted(_next(state, dealt + count)[dealt:]))
        yield HandDealt(seat=(starts + step) % seats, count=count, cards=cards)
        dealt += count


def _city_started(state: State) -> CityStarted:
    return CityStarted(card=_next(state, 1)[0], place=FIRST_PLACE)


def _next(state: State, count: int) -> tuple[int, ...]:
    """From the top of the deck."""
    return cast(tuple[int, ...], state.deck[:count])  # only views have gaps
