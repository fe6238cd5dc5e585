"""The smallest game with hidden cards: take the top card of a common pile, in turn, until it is empty.

A card's back is public, its face is seen by all when it is taken. Cards whose place is below the top stay hidden.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any

from shared.annotations import Range, drawn
from shared.errors import IllegalMove
from shared.games.chance import Chance, Drawn
from shared.games.game import Game, Result
from shared.ledger.codec import Registry
from shared.ledger.decider import Decider, Message
from shared.ledger.handler import Handler
from shared.ledger.memory import MemoryLedger
from shared.ledger.past import Reader
from shared.platform import events as platform
from shared.platform import match, table
from shared.platform.cited import Cited
from shared.platform.moves import plain_move
from shared.platform.streams import called_by

CARDS = ("ace", "two", "three", "four")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    cards: Annotated[int, Range(1, 4)] = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCard:
    guess: Annotated[int, Range(1, 4)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardTaken:
    seat: int
    card: str = drawn("pile")


@dataclass(frozen=True, slots=True)
class State:
    seats: int
    pile: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()


def evolve(state: State, event: Any) -> State:
    if isinstance(event, Drawn):
        (public,), (order,) = event.draws, event.orders
        return replace(state, pile=tuple(public.items[index] for index in order))
    return replace(state, pile=state.pile[1:], taken=(*state.taken, event.card))


def setup(seats: int, options: Options, chance: Chance) -> list[Any]:
    pile = chance.draw("pile", CARDS[: options.cards])
    return [Drawn(draws=(pile.public,), orders=(pile.order,))]


def decide(state: State, seat: int, move: TakeCard) -> list[Any]:
    if move.guess == 4:
        raise IllegalMove("nobody guesses four")
    return [CardTaken(seat=seat, card=state.pile[0])]


def to_move(state: State) -> tuple[int, ...]:
    return (len(state.taken) % state.seats,) if state.pile else ()


MOVES: Mapping[str, type] = {"take_card": TakeCard}
EVENTS: Mapping[str, type] = {"tiny.card_taken": CardTaken}
GAME = Game(
    slug="tiny",
    title="Tiny",
    rules=1,
    seats=range(1, 3),
    options=Options,
    moves=MOVES,
    events=EVENTS,
    initial=lambda seats, options, rules: State(seats),
    setup=setup,
    decide=decide,
    follow=lambda state: [],
    evolve=evolve,
    to_move=to_move,
    legal_moves=lambda state, seat: [TakeCard()],
    points=lambda state, seat: 0,
    explain=lambda view: {},
    result=lambda state: Result(points=(0,), places=(1,), lines=({},)),
    view=lambda state, seat: state,
    imagine=lambda view, seat, chance: view,
    plain=lambda view: {},
    choices=lambda view, seat, chosen, *, hints=True: {},
)

REGISTRY = Registry(platform.EVENTS, EVENTS)
ID = "m1k2m3k4m5k6"
SEED = "5e" * 32
ANNA, BOB = "person:anna", "person:bob"


def evidence(state: match.Match, command: match.Command) -> dict[int, dict[str, Any]]:
    if not isinstance(command, match.Play):
        return {}
    return {0: {"move": plain_move(MOVES, command.move), "seat": command.seat, "turn": command.turn}}


MATCH: Decider[match.Match, match.Command] = Decider(
    initial=lambda id_: match.Match(id=id_, games={"tiny": GAME}),
    decide=match.decide,
    evolve=match.evolve,
    reveals=match.reveals,
    evidence=evidence,
    called=called_by,
)
TABLE: Decider[table.Table, table.Command] = Decider(
    initial=lambda id_: table.Table(),
    decide=table.decide,
    evolve=lambda state, event, asked: table.evolve(state, event),
)
OPEN = table.OpenTable(by=ANNA, game=GAME, options=Options(), seats=2, listed=True, seed=SEED)


def order(ledger: Any, stream: str, by: str, given: Any) -> None:
    decider: Decider[Any, Any] = MATCH if stream.startswith("match") else TABLE
    handler = Handler(ledger, REGISTRY, decider)
    handler.handle(Message(stream=stream, by=by, cause=f"key-{handler.load(stream).version}", command=given))


def seated(ledger: Any = None, id_: str = ID) -> Any:
    """A ledger with a table that closed with two players who brought no nonces."""
    ledger = ledger or MemoryLedger()
    for by, given in ((ANNA, OPEN), (ANNA, table.TakeSeat(by=ANNA)), (BOB, table.TakeSeat(by=BOB))):
        order(ledger, f"table:{id_}", by, given)
    return ledger


def started(ledger: Any = None, id_: str = ID, *, practice: bool = False) -> Any:
    """A match that waits for its first move; a practice match has no table."""
    ledger = ledger or MemoryLedger()
    cited = None if practice else cite(seated(ledger, id_), f"table:{id_}")
    start = match.Start(
        game=GAME,
        options=Options(),
        players=(ANNA, BOB),
        seed=SEED,
        nonces=(None, None),
        table=cited,
        practice=practice,
    )
    order(ledger, f"match:{id_}", "service:game-command", start)
    return ledger


def cite(ledger: Any, stream: str) -> Cited:
    past = Reader(ledger, REGISTRY).past(stream)
    assert past.digest is not None
    return Cited(past.version, past.digest)


def played(ledger: Any = None, id_: str = ID, turns: int = 3, *, practice: bool = False) -> Any:
    """A match after some of its three turns."""
    ledger = started(ledger, id_, practice=practice)
    handler = Handler(ledger, REGISTRY, MATCH)
    for _ in range(turns):
        now = handler.load(f"match:{id_}").state
        seat = now.called[0]
        play = match.Play(player=now.players[seat], seat=seat, turn=now.turn, move=TakeCard())
        order(ledger, f"match:{id_}", now.players[seat], play)
    return ledger
