"""What nobody asked for: what the rules say happens next, and then who is called or that the match has ended."""

from typing import Any

from shared.platform.match.events import MatchEnded, TurnStarted
from shared.platform.match.evolve import after
from shared.platform.match.state import Match


def and_what_follows(match: Match, events: list[Any]) -> list[Any]:
    """These events, after which the match is as given, and those that follow."""
    game = match.rules
    found = list(events)
    while followed := game.follow(match.state):
        found += followed
        match = after(match, followed)
    seats = game.to_move(match.state)
    if not seats:
        found.append(MatchEnded(reason="finished"))
    elif set(seats) != set(match.called):  # others than those who still owe a move of the running turn
        found.append(TurnStarted(seats=seats))
    return found
