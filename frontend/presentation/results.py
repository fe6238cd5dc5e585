"""Results of a person, by game and mode and by opponent, as pages show them."""

from typing import TypedDict

from frontend.presentation.entries import Named, named
from frontend.presentation.games import GameContext, game_context
from frontend.presentation.over import MOST_COUNTED
from frontend.site import Site
from shared.annotations import Json
from shared.platform.rows import Mode, Results, Tally

MOST_OPPONENTS = 20


class TallyContext(TypedDict):
    played: int
    won: int
    lost: int
    drawn: int


class ModeResult(TypedDict):
    """`value` names the mode in addresses."""

    game: GameContext
    options: Json
    value: str
    tally: TallyContext


class OpponentResult(TypedDict):
    """`value` names the opponent in addresses."""

    who: Named
    value: str
    tally: TallyContext


class ResultsContext(TypedDict):
    """`more` opponents are not shown; `newest` is how many matches were counted where there are older ones."""

    modes: list[ModeResult]
    opponents: list[OpponentResult]
    more: int
    newest: int | None


def results_context(site: Site, found: Results, cut: bool) -> ResultsContext:
    shown = [*found.opponents.items()][:MOST_OPPONENTS]
    names = site.accounts.names([player for player, _ in shown])
    return {
        "modes": [
            {"game": game_context(mode.game), "options": {**options}, "value": value_of(mode), "tally": _tally(tally)}
            for mode, (options, tally) in found.modes.items()
        ],
        "opponents": [
            {"who": named(player, names[player]), "value": player, "tally": _tally(tally)} for player, tally in shown
        ],
        "more": len(found.opponents) - len(shown),
        "newest": MOST_COUNTED if cut else None,
    }


def value_of(mode: Mode) -> str:
    return f"{mode.game}:{mode.options}"


def _tally(tally: Tally) -> TallyContext:
    return {"played": tally.played, "won": tally.won, "lost": tally.lost, "drawn": tally.drawn}
