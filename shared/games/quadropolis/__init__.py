"""Quadropolis (François Gandon, 2016) as one folder."""

from shared.games.game import Calculator, Daily, Game, Positions
from shared.games.quadropolis.page.calculator import CityOnTheTable, count
from shared.games.quadropolis.page.choices import choices
from shared.games.quadropolis.page.chosen import chosen_for
from shared.games.quadropolis.page.notation import moves, write
from shared.games.quadropolis.page.plain import plain
from shared.games.quadropolis.page.position import Position
from shared.games.quadropolis.page.round import OF_CITY, compare
from shared.games.quadropolis.page.sheet import sheet, sheet_of
from shared.games.quadropolis.page.teaching import teaching
from shared.games.quadropolis.play.decide import decide
from shared.games.quadropolis.play.events import EVENTS
from shared.games.quadropolis.play.evolve import evolve
from shared.games.quadropolis.play.follow import follow
from shared.games.quadropolis.play.legal import legal_moves
from shared.games.quadropolis.play.moves import MOVES
from shared.games.quadropolis.play.setup import Options, dealt, initial, setup
from shared.games.quadropolis.play.state import to_move
from shared.games.quadropolis.play.view import imagine, view
from shared.games.quadropolis.score.explain import allocation, explained
from shared.games.quadropolis.score.promise import promises
from shared.games.quadropolis.score.result import measures, outcome, points, points_after, result, ties

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
    chosen_for=chosen_for,
    promises=promises,
    outcome=outcome,
    points_after=points_after,
    allocation=allocation,
    dealt=dealt,
    ties=ties,
    teach=teaching,
    measures=measures,
    daily=Daily(seats=4, bot="level_2"),
    calculator=Calculator(
        asks=CityOnTheTable, count=count, sheet=sheet, sheet_of=sheet_of, of_city=OF_CITY, compare=compare
    ),
    positions=Positions(asks=Position, moves=moves, write=write),
)
