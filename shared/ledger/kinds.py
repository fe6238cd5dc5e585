"""The kinds of streams there are: what a table, a match and a score fold to, and the handlers that change them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from shared.errors import MatchNotFound, TableNotFound
from shared.ledger import scores
from shared.ledger.codec import Registry
from shared.ledger.decider import Decider
from shared.ledger.fold import Folded
from shared.ledger.handler import Handler
from shared.ledger.moves import plain_move
from shared.ledger.scores import Score
from shared.ledger.store import Ledger
from shared.rules import match, table
from shared.rules.games import GAMES
from shared.rules.match import Asked, Branched, Match, Play, Start, repeated
from shared.rules.platform import EVENTS, ScoreAnalysed, TableOpened


def evidence(state: Match, order: match.Order) -> dict[int, dict[str, Any]]:
    """What is kept beside the events of a move: docs/ledger.md, "Envelope"."""
    match order:
        case Play():
            return {0: _plain(Asked(order.seat, order.turn, order.move))}
        case Start(branched=Branched()):
            return {place: _plain(asked) for place, asked in repeated(state, order).items()}
        case _:
            return {}


def _plain(asked: Asked) -> dict[str, Any]:
    moves = next(game.moves for game in GAMES.values() if type(asked.move) in game.moves.values())
    return {"move": plain_move(moves, asked.move), "seat": asked.seat, "turn": asked.turn}


def same_table(stored: Sequence[Any], decided: Sequence[Any]) -> bool:
    """An order to open is the same with another seed: luck isn't part of what was asked."""
    return list(map(_without_luck, stored)) == list(map(_without_luck, decided))


def _without_luck(event: Any) -> Any:
    return replace(event, seed="", commitment="") if isinstance(event, TableOpened) else event


TABLE: Decider[table.Table, table.Order] = Decider(
    initial=lambda id_: table.Table(),
    decide=table.decide,
    evolve=lambda state, event, asked: table.evolve(state, event),
    same=same_table,
)
MATCH: Decider[Match, match.Order] = Decider(
    initial=lambda id_: Match(id=id_, games=GAMES),
    decide=match.decide,
    evolve=match.evolve,
    reveals=match.reveals,
    evidence=evidence,
)
BLIND = replace(MATCH, initial=lambda id_: Match(id=id_, games={}), reads_unknown=True)
SCORE: Decider[scores.Scored, scores.Order] = Decider(
    initial=lambda id_: scores.Scored(),
    decide=scores.decide,
    evolve=lambda state, event, asked: scores.evolve(state, event),
)

REGISTRY = Registry(EVENTS, *(game.events for game in GAMES.values()))
"""Every event that this release knows."""


class Streams:
    """A ledger with the handlers of all kinds of streams. `blind` changes matches without loading their games."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.tables = Handler(ledger, REGISTRY, TABLE)
        self.matches = Handler(ledger, REGISTRY, MATCH)
        self.scores = Handler(ledger, REGISTRY, SCORE)
        self.blind = Handler(ledger, Registry(EVENTS), BLIND)

    def table(self, id_: str) -> Folded[table.Table]:
        """Raises TableNotFound."""
        folded = self.tables.load(f"table:{id_}")
        if not folded.version:
            raise TableNotFound("there is no table {id}", id=id_)
        return folded

    def match(self, id_: str) -> Folded[Match]:
        """Raises MatchNotFound."""
        folded = self.matches.load(f"match:{id_}")
        if not folded.version:
            raise MatchNotFound("there is no match {id}", id=id_)
        return folded

    def score(self, id_: str) -> Score | None:
        """The count that stands."""
        return self.scores.load(f"score:{id_}").state.count

    def analysis(self, id_: str) -> ScoreAnalysed | None:
        return self.scores.load(f"score:{id_}").state.analysis
