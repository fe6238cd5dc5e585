"""The same matches without a lie: each has to stay as fair as it is, whatever verifiers suspect."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from infra.verify import COMMITTED, PRACTICE
from services.console.cup.held import Asked, held
from services.console.cup.named import entrants
from shared.games.registry import GAMES
from shared.platform.match import (
    Abort,
    AgreeToPause,
    AgreeToResume,
    AgreeToStandIn,
    AnswerTakeBack,
    AskToTakeBack,
    EndAlone,
    NoteAbsence,
    Reclaim,
    Resign,
    RunOut,
    SeatStandIn,
    StandIn,
    TakeOver,
)
from shared.platform.terms import DAY, Clock, Terms
from shared.platform.tournament import rules_for
from tests.attacks.attack import PROVED_FAIR, SEAT, Says
from tests.attacks.scene import EVE, EVERYBODY, GREEDY, Scene
from tests.records import ADA, BEA, BOT, SERVICE
from tests.signed import public

STRONG = "bot:strong@2"
QUICK = Terms(clock=Clock("turn", 60), out="seat")
TURN_BY_TURN = Terms(clock=Clock("turn", 60), out="turn")
CHESS = Terms(clock=Clock("total", 1800))
WATCHED = Terms(absent=60)
OPEN_SEATS = Terms(absent=60, substitutes=True)


def two(game: str = "quadropolis") -> Scene:
    return Scene(game=game).seated().begun()


def many(count: int) -> Scene:
    return Scene(EVERYBODY[:count]).seated().begun()


def against(bot: str, game: str = "quadropolis", **options: Any) -> Scene:
    return Scene((ADA,), (bot,), game, **options).seated().begun()


def until(scene: Scene, player: str) -> Scene:
    """It is this player's turn."""
    while scene.match.players[scene.match.called[0]] != player:
        scene.go_on(1)
    return scene


def seat_of(scene: Scene, player: str) -> int:
    return scene.match.players.index(player)


def against_strong(otherwise: bool = False) -> Scene:
    """Two moves each, then nobody comes for two days."""
    scene = until(against(STRONG, "sprawlopolis"), STRONG)
    return (
        scene.go_on(1, otherwise={STRONG} if otherwise else ())
        .go_on(2)
        .wait(2 * DAY)
        .obey("match", SERVICE, Abort(reason="idle"))
    )


def resigned(*, by_hand: bool = False) -> Scene:
    scene = two().go_on(6).obey("match", BEA, Resign(player=BEA))
    return scene.go_on(otherwise={BOT} if by_hand else ())


def failed(seconds: int) -> Scene:
    """Greedy did not answer for so long, and the stand-in came."""
    scene = until(against(GREEDY).go_on(4), GREEDY).wait(seconds)
    return scene.obey("match", SERVICE, SeatStandIn(seat=seat_of(scene, GREEDY))).go_on()


def stood_in(*, by_hand: bool = False) -> Scene:
    """For one move."""
    scene = until(against(GREEDY).go_on(4), GREEDY)
    match, seat = scene.match, seat_of(scene, GREEDY)
    move = scene.move(seat, by_hand, BOT)
    command = StandIn(player=BOT, seat=seat, turn=match.turn, move=move, reason="failed")
    return scene.obey("match", BOT, command).go_on()


def out_of_time(*, by_hand: bool = False) -> Scene:
    """Bea's turn is played by the stand-in."""
    scene = until(Scene(terms=TURN_BY_TURN).seated().begun().go_on(4), BEA).wait(100)
    seat = seat_of(scene, BEA)
    move = scene.move(seat, by_hand, BOT)
    return scene.obey("match", BOT, RunOut(seat=seat, turn=scene.match.turn, player=BOT, move=move)).go_on()


def ran_out() -> Scene:
    """Bea's time is over, and the stand-in plays on."""
    scene = until(Scene(terms=QUICK).seated().begun().go_on(4), BEA).wait(100)
    command = RunOut(seat=seat_of(scene, BEA), turn=scene.match.turn, player=BOT)
    return scene.obey("match", SERVICE, command).go_on()


def absent(terms: Terms = WATCHED, seconds: int = 61) -> Scene:
    scene = until(Scene(terms=terms).seated().begun().go_on(4), BEA).wait(seconds)
    command = NoteAbsence(seat=seat_of(scene, BEA), turn=scene.match.turn, player=BOT, seconds=60)
    return scene.obey("match", SERVICE, command)


def reclaimed() -> Scene:
    return absent().go_on(3).obey("match", BEA, Reclaim(player=BEA)).go_on()


def taken_over() -> Scene:
    return over_by_eve(absent(OPEN_SEATS).go_on(3)).go_on()


def over_by_eve(scene: Scene) -> Scene:
    seat = next(at for at, player in enumerate(scene.match.players) if player == BOT)
    return scene.obey("match", EVE, TakeOver(player=EVE, seat=seat, key=public(EVE)))


def paused() -> Scene:
    scene = Scene(terms=CHESS).seated().begun().go_on(4)
    agreed(scene, ADA)
    agreed(scene, BEA).wait(100)
    for player in (ADA, BEA):
        scene.obey("match", player, AgreeToResume(player=player))
    return scene.go_on()


def agreed(scene: Scene, player: str) -> Scene:
    return scene.obey("match", player, AgreeToPause(player=player, turn=scene.match.turn))


def taken_back(*accomplices: str) -> Scene:
    """Ada asks, and Bea agrees."""
    scene = until(Scene(terms=Terms()).seated().begun().go_on(4), ADA)
    to = scene.match.turn
    scene.go_on(1)
    if accomplices:
        scene.alone(*accomplices)
    scene.obey("match", ADA, AskToTakeBack(player=ADA, to=to))
    request = scene.match.version
    return scene.obey("match", BEA, AnswerTakeBack(player=BEA, request=request, agrees=True)).go_on()


def consented(count: int = 3) -> Scene:
    """The third of three never moves, and the others agree to a bot."""
    scene = until(many(count), EVERYBODY[count - 1]).wait(DAY)
    return consents(scene, EVERYBODY[: count - 1], EVERYBODY[count - 1]).go_on()


def consents(scene: Scene, people: tuple[str, ...], absent: str) -> Scene:
    seat = seat_of(scene, absent)
    for player in people:
        scene.obey("match", player, AgreeToStandIn(player=player, absent=seat, turn=scene.match.turn))
    return scene


def ended_alone() -> Scene:
    return two().go_on(6).obey("match", BEA, Resign(player=BEA)).obey("match", ADA, EndAlone(player=ADA))


def idle() -> Scene:
    return two().go_on(6).wait(2 * DAY).obey("match", SERVICE, Abort(reason="idle"))


def of_a_deal(*, by_hand: bool = False) -> Scene:
    """Nobody's number is in the draws of a deal."""
    return Scene((ADA,), (BOT,)).dealt().go_on(otherwise={BOT} if by_hand else ()).counted().opened()


def cup() -> bytes:
    game = GAMES["quadropolis"]
    rules = rules_for(game, "round_robin", 2, 0)
    record, *_ = held(Asked(game, game.options(), rules, entrants("greedy:1,any_move:2"), "7"), 1)
    return record()


Found = Callable[[], Scene]
Made = Callable[[], bytes]
HONEST: Mapping[str, tuple[Callable[[], Scene | bytes], Says]] = {
    "two": (lambda: two().go_on(), PROVED_FAIR),
    "two_sprawlopolis": (lambda: two("sprawlopolis").go_on(), PROVED_FAIR),
    "three": (lambda: many(3).go_on(), PROVED_FAIR),
    "four": (lambda: many(4).go_on(), PROVED_FAIR),
    "greedy": (lambda: against(GREEDY).go_on(), PROVED_FAIR),
    "greedy_expert": (lambda: against(GREEDY, mode="expert").go_on(), PROVED_FAIR),
    "greedy_sprawlopolis": (lambda: against(GREEDY, "sprawlopolis").go_on(), PROVED_FAIR),
    "any_move": (lambda: against(BOT).go_on(), PROVED_FAIR),
    "any_move_sprawlopolis": (lambda: against(BOT, "sprawlopolis").go_on(), PROVED_FAIR),
    "level_2": (lambda: against("bot:level_2@1").go_on(), PROVED_FAIR),
    "strong": (against_strong, PROVED_FAIR),
    "resigned": (resigned, PROVED_FAIR),
    "failed": (lambda: failed(20), PROVED_FAIR),
    "stood_in": (stood_in, PROVED_FAIR),
    "out_of_time": (out_of_time, PROVED_FAIR),
    "ran_out": (ran_out, PROVED_FAIR),
    "absent": (lambda: absent().go_on(), PROVED_FAIR),
    "reclaimed": (reclaimed, PROVED_FAIR),
    "taken_over": (taken_over, Says("fair for seats 1 and 2", SEAT, "person:eve: no number of yours is in it")),
    "paused": (paused, PROVED_FAIR),
    "taken_back": (taken_back, PROVED_FAIR),
    "consented": (consented, PROVED_FAIR),
    "ended_alone": (ended_alone, PROVED_FAIR),
    "idle": (idle, PROVED_FAIR),
    "of_a_deal": (of_a_deal, Says(COMMITTED)),
    "tournament": (cup, Says(PRACTICE)),
}


@cache
def honest(name: str) -> bytes:
    made = HONEST[name][0]()
    return made if isinstance(made, bytes) else made.counted().file
