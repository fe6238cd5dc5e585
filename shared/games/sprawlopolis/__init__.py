"""Sprawlopolis (Steven Aramini, Danny Devine and Paul Kluka, 2018) as one folder."""

from shared.games.game import Calculator, Daily, Game
from shared.games.sprawlopolis.page.calculator import CityOnTheTable, count
from shared.games.sprawlopolis.page.choices import choices
from shared.games.sprawlopolis.page.chosen import chosen_for
from shared.games.sprawlopolis.page.plain import plain
from shared.games.sprawlopolis.page.sheet import sheet, sheet_of
from shared.games.sprawlopolis.page.teaching import teaching
from shared.games.sprawlopolis.play.decide import decide
from shared.games.sprawlopolis.play.events import EVENTS
from shared.games.sprawlopolis.play.evolve import evolve
from shared.games.sprawlopolis.play.follow import follow
from shared.games.sprawlopolis.play.legal import legal_moves
from shared.games.sprawlopolis.play.moves import MOVES
from shared.games.sprawlopolis.play.setup import Options, dealt, initial, setup
from shared.games.sprawlopolis.play.state import to_move
from shared.games.sprawlopolis.play.view import imagine, view
from shared.games.sprawlopolis.score.explain import explained
from shared.games.sprawlopolis.score.promise import promises
from shared.games.sprawlopolis.score.prospects import worth_after
from shared.games.sprawlopolis.score.result import outcome, points, points_after, result

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
    outcome=outcome,
    points_after=points_after,
    worth_after=worth_after,
    result=result,
    view=view,
    imagine=imagine,
    plain=plain,
    explain=explained,
    choices=choices,
    chosen_for=chosen_for,
    promises=promises,
    dealt=dealt,
    teach=teaching,
    goes_back=False,  # who plays draws a card, and passes the hand on
    daily=Daily(seats=1),
    calculator=Calculator(asks=CityOnTheTable, count=count, sheet=sheet, sheet_of=sheet_of),
)
