"""Running matches of a tournament in miniature: what a spectator sees, looked up seldom."""

from typing import TypedDict

from frontend.presentation.games import GameContext, game_context
from frontend.presentation.tournament.shown import Shown
from frontend.site import Site
from shared.annotations import Json

MOST = 48


class BoardContext(TypedDict):
    """`plain` is what a spectator sees, for the game's board; `table` counts from 1."""

    game: GameContext
    table: int
    match: str
    seats: list[str]
    plain: Json


def boards_context(site: Site, shown: Shown) -> list[BoardContext]:
    """The visitor's own table first, then the first tables, where the best play."""
    held = shown.held
    playing = [
        (held.rounds[number].matches[table], table, seats)
        for number, table, seats in held.playing()
        if table in held.rounds[number].matches
    ]
    playing.sort(key=lambda each: shown.you not in each[2])
    found: list[BoardContext] = []
    for match, table, seats in playing[:MOST]:
        plain = site.miniatures.look(match)
        if plain is not None:
            names = [shown.called.names[entrant] for entrant in seats]
            game = game_context(held.opening.game)
            found.append({"game": game, "table": table + 1, "match": match, "seats": names, "plain": plain})
    return found
