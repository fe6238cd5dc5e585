"""Sprawlopolis (Steven Aramini, Danny Devine and Paul Kluka, 2018) as one folder."""

from shared.rules.game import Calculator, Game
from shared.rules.sprawlopolis.calculator import CityOnTheTable, count
from shared.rules.sprawlopolis.choices import choices
from shared.rules.sprawlopolis.decide import decide
from shared.rules.sprawlopolis.events import EVENTS
from shared.rules.sprawlopolis.evolve import evolve
from shared.rules.sprawlopolis.explain import explained
from shared.rules.sprawlopolis.follow import follow
from shared.rules.sprawlopolis.legal import legal_moves
from shared.rules.sprawlopolis.moves import MOVES
from shared.rules.sprawlopolis.plain import plain
from shared.rules.sprawlopolis.result import points, result
from shared.rules.sprawlopolis.setup import Options, dealt, initial, setup
from shared.rules.sprawlopolis.sheet import sheet, sheet_of
from shared.rules.sprawlopolis.state import to_move
from shared.rules.sprawlopolis.view import imagine, view

GAME = Game(
    slug="sprawlopolis",
    title="Sprawlopolis",
    rules=1,
    seats=range(1, 5),
    options=Options,
    moves=MOVES,
    events=EVENTS,
    initial=initial,
    setup=setup,
    decide=decide,
    follow=follow,
    evolve=evolve,
    to_move=to_move,
    legal_moves=legal_moves,
    points=points,
    result=result,
    view=view,
    imagine=imagine,
    plain=plain,
    explain=explained,
    choices=choices,
    dealt=dealt,
    calculator=Calculator(asks=CityOnTheTable, count=count, sheet=sheet, sheet_of=sheet_of),
)
