"""The kinds of streams: what a table, a match, a score and a book of ratings fold to, and what changes them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from shared.errors import DealNotFound, MatchNotFound, NotFound, TableNotFound
from shared.evidence import Asked
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.codec import Registry
from shared.ledger.decider import Decider
from shared.ledger.fold import Folded
from shared.ledger.handler import Handler, Sign, as_it_came
from shared.ledger.past import Past
from shared.ledger.store import Ledger
from shared.platform import deal, match, rating, score, table, tournament
from shared.platform.cited import Cited, OfDeal
from shared.platform.deal import Deal
from shared.platform.deal.events import DealCommitted
from shared.platform.events import EVENTS
from shared.platform.match import Branched, Match, Play, RunOut, StandIn, Start, repeated
from shared.platform.match.events import MatchStarted, StandInAgreed, StandInSeated, TurnStarted
from shared.platform.moves import plain_move
from shared.platform.player import is_bot, player_from
from shared.platform.score import Score
from shared.platform.score.events import ScoreAnalysed
from shared.platform.table.events import SeatTaken, TableOpened
from shared.platform.tournament.events import TournamentOpened


def evidence(state: Match, command: match.Command) -> dict[int, dict[str, Any]]:
    """What is kept beside the events of a move: docs/ledger.md, "Envelope"."""
    match command:
        case RunOut(move=None):
            return {}
        case Play() | StandIn() | RunOut():
            return {0: _plain(state.rules, Asked(command.seat, command.turn, command.move))}
        case Start(branched=Branched()):
            return {index: _plain(command.game, asked) for index, asked in repeated(state, command).items()}
        case _:
            return {}


def _plain(game: Game, asked: Asked) -> dict[str, Any]:
    return {"move": plain_move(game.moves, asked.move), "seat": asked.seat, "turn": asked.turn}


def called_by(state: Any, events: Sequence[Any]) -> tuple[int, ...]:
    """The seats of the last turn that the events start; none where they start no turn."""
    return next((event.seats for event in reversed(events) if isinstance(event, TurnStarted)), ())


def same_table(stored: Sequence[Any], decided: Sequence[Any]) -> bool:
    """A command is the same with another seed, as luck isn't part of the request.

    Nor is the version of a bot, and with which key it signs: it says so itself, and not the opener who asked it.
    """
    return list(map(_without_luck, stored)) == list(map(_without_luck, decided))


def same_match(stored: Sequence[Any], decided: Sequence[Any]) -> bool:
    """A command is the same in a release with another stand-in: which bot plays on isn't part of what was asked.

    Nor is whether the consent was the last one needed: that depends on the time.
    """
    return _asked_for(stored) == _asked_for(decided)


def same_deal(stored: Sequence[Any], decided: Sequence[Any]) -> bool:
    """A deal is the same with another seed, which isn't part of the request, and however late it was asked for."""
    return [_named(event) for event in stored] == [_named(event) for event in decided]


def _named(event: Any) -> Any:
    return event.name if isinstance(event, DealCommitted) else event


def _asked_for(events: Sequence[Any]) -> list[Any]:
    match events:
        case [StandInAgreed() as agreed, *_]:
            return [agreed]
        case _:
            return list(map(_without_bot, events))


def _without_bot(event: Any) -> Any:
    """Nor does a match start again because somebody asks for it with another key, as in another browser."""
    match event:
        case StandInSeated():
            return replace(event, player="")
        case MatchStarted():
            return replace(event, host_key=None, keys=())
        case _:
            return event


def _without_luck(event: Any) -> Any:
    match event:
        case TableOpened():
            return replace(event, seed="", commitment="", host_key=None)
        case TournamentOpened():
            return replace(event, seed="", commitment="")
        case SeatTaken() if is_bot(event.player):
            return replace(event, player=str(player_from(event.player)._replace(version=None)), key=None)
        case _:
            return event


TABLE: Decider[table.Table, table.Command] = Decider(
    initial=lambda id_: table.Table(),
    decide=table.decide,
    evolve=lambda state, event, asked: table.evolve(state, event),
    same=same_table,
)
MATCH: Decider[Match, match.Command] = Decider(
    initial=lambda id_: Match(id=id_, games=GAMES),
    decide=match.decide,
    evolve=match.evolve,
    called=called_by,
    reveals=match.reveals,
    evidence=evidence,
    same=same_match,
    timed=match.timed,
)
BLIND = replace(MATCH, initial=lambda id_: Match(id=id_, games={}), reads_unknown=True)
SCORE: Decider[score.Scored, score.Command] = Decider(
    initial=lambda id_: score.Scored(),
    decide=score.decide,
    evolve=lambda state, event, asked: score.evolve(state, event),
)
RATING: Decider[rating.Book, rating.Command] = Decider(
    initial=lambda id_: rating.Book(),
    decide=rating.decide,
    evolve=lambda state, event, asked: rating.evolve(state, event),
)
TOURNAMENT: Decider[tournament.Tournament, tournament.Command] = Decider(
    initial=lambda id_: tournament.Tournament(id=id_),
    decide=tournament.decide,
    evolve=lambda state, event, asked: tournament.evolve(state, event),
    same=same_table,
)

DEAL: Decider[deal.Deal, deal.Command] = Decider(
    initial=lambda id_: deal.Deal(),
    decide=deal.decide,
    evolve=lambda state, event, asked: deal.evolve(state, event),
    same=same_deal,
    timed=deal.timed,
)

REGISTRY = Registry(EVENTS, *(game.events for game in GAMES.values()))
"""The stored form of every event; any other one comes out of it as Unknown."""


def cite(last: Folded[Any] | Past) -> Cited:
    """The last event of a stream, as another stream cites it. Raises NotFound where there is none."""
    if last.digest is None:
        raise NotFound("{stream} has no event", stream=last.stream)
    return Cited(last.version, last.digest)


class Streams:
    """A ledger with the handlers of all kinds of streams. `blind` changes matches without loading their games."""

    def __init__(self, ledger: Ledger, sign: Sign = as_it_came) -> None:
        """`sign` checks and gives the signatures of orders in matches."""
        self.ledger = ledger
        self.tables = Handler(ledger, REGISTRY, TABLE)
        self.matches = Handler(ledger, REGISTRY, MATCH, sign=sign)
        self.scores = Handler(ledger, REGISTRY, SCORE)
        self.ratings = Handler(ledger, REGISTRY, RATING)
        self.deals = Handler(ledger, REGISTRY, DEAL)
        self.tournaments = Handler(ledger, REGISTRY, TOURNAMENT)
        self.blind = Handler(ledger, Registry(EVENTS), BLIND, sign=sign)

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

    def deal(self, id_: str) -> Folded[deal.Deal]:
        """Raises DealNotFound."""
        folded = self.deals.load(f"deal:{id_}")
        if not folded.version:
            raise DealNotFound("there is no deal {id}", id=id_)
        return folded

    def is_sealed(self, match: Match) -> bool:
        """Whether the match shares its luck with others that may still be played: nobody but its player sees it."""
        return match.deal is not None and not self.has_ended(match.deal)

    def has_ended(self, cited: OfDeal) -> bool:
        return self.deal_now(cited.deal).is_ended

    def deal_now(self, id_: str) -> Deal:
        """As it is now, also where there is none. One that has ended stays so, and is not read again."""
        kept = self.deals.folder.kept(f"deal:{id_}")
        return (kept if kept and kept.state.is_ended else self.deals.load(f"deal:{id_}")).state

    def score(self, id_: str) -> Score | None:
        """The valid count."""
        return self.scores.load(f"score:{id_}").state.count

    def count_of(self, match: Folded[Match]) -> Score | None:
        """The valid count of this match. Only what is over is counted, so the ledger isn't asked before.

        What this release doesn't know of a match may have ended it.
        """
        return self.score(match.state.id) if match.state.is_over or match.unknown else None

    def analysis(self, id_: str) -> ScoreAnalysed | None:
        return self.scores.load(f"score:{id_}").state.analysis
