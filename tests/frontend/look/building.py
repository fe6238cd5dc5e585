"""Sample contexts of a city that is being built: Cleo's turn in a really played match, and those who look on."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType, SimpleNamespace
from typing import Any

from frontend.presentation.hint import suggested
from frontend.presentation.match import match_context
from frontend.presentation.seen import look_unasked
from frontend.site import Site
from shared.annotations import Json
from shared.games.sprawlopolis.play.moves import ShowCard
from shared.ledger.decider import Message
from shared.people.house import House, Talkers
from shared.platform.match import Command, Play
from tests.frontend.look import together

PLAYED = (("greedy", "any_move"), 25)
MOVES = 6
CARD, TURNED = {"card": "5"}, {"turned": "yes"}


def turn(
    chosen: Mapping[str, str] = MappingProxyType({}),
    you: str | None = "cleo",
    moves: int = MOVES,
    at: int | None = None,
    hints: bool = True,
) -> Json:
    """With cards 1, 5 and 12 in hand; goals 17, 18 and 15."""
    site = together.hosted(*PLAYED, moves, hints)
    return dict(match_context(site, look_unasked(site, together.ID, you, at), chosen))


@cache
def _revealing(talk: Talkers) -> Site:
    """Where Cleo shows card 5."""
    site = together.hosted.__wrapped__(*PLAYED, MOVES)
    match = site.streams.match(together.ID).state
    (seat,) = match.called
    command: Command = Play(player=match.players[seat], seat=seat, turn=match.turn, move=ShowCard(card=5))
    message = Message(stream=f"match:{together.ID}", by="person:cleo", cause="show-card", command=command)
    site.streams.matches.handle(message)
    known: Any = site
    known.houses = SimpleNamespace(begun=lambda id_: House(talk=talk))
    return site


def revealing(you: str | None, talk: Talkers = Talkers.SEATS, **chosen: str) -> Json:
    site = _revealing(talk)
    return dict(match_context(site, look_unasked(site, together.ID, you), chosen))


def hinted() -> Json:
    """The card that the strongest bot would lay, chosen by a hint."""
    return turn(suggested(look_unasked(together.hosted(*PLAYED, MOVES), together.ID, "cleo")))


def judged() -> Json:
    """The turn that cost most in a match of bots that play anything."""
    site = together.analysed(together.LOST)
    analysis = site.streams.analysis(together.ID)
    assert analysis is not None
    at = max(analysis.turns, key=lambda each: each.given_away).turn
    return dict(match_context(site, look_unasked(site, together.ID, None, at)))


def somewhere(chosen: Mapping[str, str]) -> Json:
    """The card is put on the first place where it covers two blocks."""
    places = turn(chosen)["choices"]["places"]
    return turn({**chosen, "place": next(name(place) for place in places if place["covers"] == 2)})


def at_a_corner(chosen: Mapping[str, str]) -> Json:
    return turn({**chosen, "place": name(turn()["choices"]["corners"][0])})


def name(cell: Json) -> str:
    """A cell as addresses write it."""
    return f"{cell['row']},{cell['column']}"
