"""The best allocation of a city, for cities that bots build."""

import time

from services.console.play import in_memory
from shared.bots import mind
from shared.rules.games import GAMES
from shared.rules.match import Match, Play
from shared.rules.quadropolis.allocation import allocate
from shared.rules.quadropolis.state import Holding
from tests.bench.figure import Figure, spread
from tests.bench.played import ID, start

MATCHES = 12  # of four seats and four rounds


def figures() -> list[Figure]:
    found = [holding for number in range(MATCHES) for holding in holdings(number)]
    return [Figure(f"best allocation of each of {len(found)} cities", spread([seconds(holding) for holding in found]))]


def seconds(holding: Holding) -> float:
    begun = time.perf_counter()
    allocate("classic", holding.city, holding.inhabitants, holding.energy)
    return time.perf_counter() - begun


def holdings(number: int) -> list[Holding]:
    """What each seat has after every round of a match."""
    game, begin, obey = GAMES["quadropolis"], start(number), in_memory(ID)
    minds = [mind(player, game, seat) for seat, player in enumerate(begin.players)]
    match, found = obey(begin, "service:bench", "start"), list[Holding]()
    while match.called:
        before, (seat,) = match, match.called
        view = match.view(seat)
        move = minds[seat](view, game.legal_moves(view, seat), match.bot_chance(seat))
        player = match.players[seat]
        match = obey(Play(player=player, seat=seat, turn=match.turn, move=move), player, f"{match.turn}")
        if has_round_ended(before, match):
            found += match.state.holdings
    return found


def has_round_ended(before: Match, match: Match) -> bool:
    return match.is_over or bool(match.state.round != before.state.round)
