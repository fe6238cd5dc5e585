"""Which matches are rated, by which places, and the sentence for each of the others."""

from typing import Any

import pytest

from shared.games.registry import GAMES
from shared.platform.cited import OfDeal
from shared.platform.match import Abort, Adjudicate, Match, Resign, SeatStandIn, Start, after, decide
from shared.platform.rating import pool_of, why_unrated
from shared.platform.rating.unrated import SENTENCES, Unrated, rated_places
from shared.platform.terms import Clock, Terms

ADA, BOB, EVE, GREEDY, OLDER = "person:ada", "person:bob", "person:eve", "bot:greedy@3", "bot:greedy@2"
RATED = Terms(Clock("days", 86_400), rated=True)


def match(*players: str, game: str = "quadropolis", commands: tuple[Any, ...] = (), **more: Any) -> Match:
    """After these commands."""
    rules = GAMES[game]
    facts: dict[str, Any] = {"table": None, "practice": False, "terms": RATED, "seed": "5e" * 32} | more
    options = facts.pop("options", rules.options())
    start = Start(game=rules, options=options, players=players, nonces=(None,) * len(players), **facts)
    found = Match(id="m1k2m3k4m5k6", games=GAMES)
    for command in (start, *commands):
        found = after(found, decide(found, command))
    return found


CASES = {
    Unrated.PRACTICE: match(ADA, BOB, practice=True),
    Unrated.DEAL: match(ADA, GREEDY, deal=OfDeal("d1e2a3l4d5e6", "daily:2026-05-02:quadropolis", 1, "cc" * 32)),
    Unrated.TOGETHER: match(ADA, BOB, game="sprawlopolis"),
    Unrated.ALONE: match(ADA, game="sprawlopolis"),
    Unrated.CASUAL: match(ADA, BOB, terms=Terms(Clock("days", 86_400))),
    Unrated.TWICE: match(ADA, BOB, ADA),
    Unrated.SAME: match(GREEDY, GREEDY),
    Unrated.REPLACED: match(ADA, OLDER, commands=(SeatStandIn(seat=1, player=GREEDY),)),
    Unrated.CALLED_OFF: match(ADA, BOB, commands=(Abort(reason="operator", note=None),)),
    Unrated.NO_PLACES: match(ADA, BOB, commands=(Adjudicate(places=(1, None), note="void"),)),
}


@pytest.mark.parametrize("why", Unrated)
def test_each_match_that_is_not_rated_says_why(why: Unrated):
    assert why_unrated(CASES[why]) is why
    assert SENTENCES[why].startswith("Not rated: ")


@pytest.mark.parametrize(
    "rated",
    [
        match(ADA, BOB),
        match(ADA, GREEDY, GREEDY),
        match(ADA, GREEDY, OLDER, BOB),
        match(ADA, BOB, commands=(Resign(player=ADA),)),
        match(ADA, BOB, commands=(Adjudicate(places=(1, 1), note="a draw"),)),
    ],
)
def test_people_and_bots_are_rated_also_where_somebody_resigned_or_an_operator_decided(rated: Match):
    assert why_unrated(rated) is None


@pytest.mark.parametrize(
    ("players", "left", "places", "expected"),
    [
        ((ADA, BOB), (), (2, 1), {ADA: 2, BOB: 1}),
        ((ADA, BOB, EVE), (), (1, 1, 3), {ADA: 1, BOB: 1, EVE: 3}),
        ((ADA, BOB, EVE), (ADA,), (1, 2, 3), {ADA: 3, BOB: 1, EVE: 2}),
        ((ADA, BOB, EVE), (ADA, EVE), (1, 3, 2), {ADA: 2, BOB: 1, EVE: 2}),
        ((ADA, GREEDY, GREEDY), (), (2, 1, 3), {ADA: 1, GREEDY: 1}),
        ((ADA, GREEDY, GREEDY), (), (1, 2, 3), {ADA: 1, GREEDY: 2}),
        ((GREEDY, ADA, GREEDY, BOB), (), (1, 2, 4, 3), {GREEDY: 2, ADA: 1, BOB: 3}),
    ],
)
def test_who_left_comes_behind_and_a_bot_with_several_seats_counts_once(players, left, places, expected):
    found = match(*players, commands=tuple(Resign(player=player) for player in left))
    assert rated_places(found, places) == expected


def test_a_pool_is_a_game_and_its_mode():
    options = GAMES["quadropolis"].options
    assert pool_of(match(ADA, BOB, options=options(mode="expert", squares=True)).start) == "quadropolis-expert"
    assert pool_of(match(ADA, BOB).start) == "quadropolis-classic"
    assert pool_of(match(ADA, BOB, game="sprawlopolis").start) == "sprawlopolis-usual"
