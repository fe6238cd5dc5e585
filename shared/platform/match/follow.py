"""What follows by the rules alone, and then who is called, or that the match has ended."""

from typing import Any

from shared.platform.match.events import MatchEnded, TurnStarted
from shared.platform.match.evolve import after
from shared.platform.match.state import Match


def and_what_follows(match: Match, events: list[Any]) -> list[Any]:
    """These events, which led to `match`, and those that follow from them."""
    game = match.rules
    found = list(events)
    while followed := game.follow(match.state):
        found += followed
        match = after(match, followed)
    seats = game.to_move(match.state)
    if not seats:
        found.append(MatchEnded(reason="finished"))
    elif set(seats) != set(match.called):  # not just those who still owe a move in this turn
        found.append(TurnStarted(seats=seats))
    return found
