"""Quadropolis (François Gandon, 2016) as one folder."""

from shared.rules.game import Calculator, Game, Positions
from shared.rules.quadropolis.calculator import CityOnTheTable, count
from shared.rules.quadropolis.choices import choices
from shared.rules.quadropolis.decide import decide
from shared.rules.quadropolis.events import EVENTS
from shared.rules.quadropolis.evolve import evolve
from shared.rules.quadropolis.explain import explained
from shared.rules.quadropolis.follow import follow
from shared.rules.quadropolis.legal import legal_moves
from shared.rules.quadropolis.moves import MOVES
from shared.rules.quadropolis.plain import plain
from shared.rules.quadropolis.position import Position
from shared.rules.quadropolis.result import points, result, ties
from shared.rules.quadropolis.setup import Options, dealt, initial, setup
from shared.rules.quadropolis.sheet import sheet, sheet_of
from shared.rules.quadropolis.state import to_move
from shared.rules.quadropolis.view import imagine, view
from shared.rules.quadropolis.written import moves, write

GAME = Game(
    slug="quadropolis",
    title="Quadropolis",
    rules=1,
    seats=range(2, 5),
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
    ties=ties,
    calculator=Calculator(asks=CityOnTheTable, count=count, sheet=sheet, sheet_of=sheet_of),
    positions=Positions(asks=Position, moves=moves, write=write),
)
