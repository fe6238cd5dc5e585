"""The judge's verdict on every move of a counted match: seconds of work, done once."""

from collections.abc import Callable, Iterator
from contextlib import suppress

from shared.annotations import is_aside
from shared.bots.judge import JUDGE, judgement
from shared.errors import MatchOver
from shared.evidence import Asked
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.canonical import canonical
from shared.ledger.decider import Message
from shared.ledger.past import Entry
from shared.platform.match import Match, evolve
from shared.platform.match.events import MatchEnded
from shared.platform.moves import move_from, plain_move
from shared.platform.score import Analyse
from shared.platform.score.events import Judged
from shared.platform.standing import moves_that_stand
from shared.platform.streams import cite
from shared.web.ledger import streams

SERVICE = "service:scoring"


Told = Callable[[int, int], None]
"""Is told how many of how many turns are done."""


def analyse_match(match_id: str, told: Told) -> None:
    """Weigh every move of a match that `is_wanted` by what its player knew then, and store what each gave away."""
    past = streams().matches.reader.past(f"match:{match_id}")
    whole = len(own_moves(past.entries))
    turns = tuple(counted(judged(match_id, past.entries), whole, told))
    command = Analyse(match=cite(past), bot=JUDGE, turns=turns)
    cause = f"match:{match_id}#{past.version}:analyse"
    with suppress(MatchOver):  # another job was faster
        streams().scores.handle(Message(stream=f"score:{match_id}", by=SERVICE, cause=cause, command=command))


def is_wanted(match_id: str) -> bool:
    """Whether it was played to its end, its game is known here, and it is neither analysed nor archived yet."""
    folded = streams().match(match_id)
    is_played = isinstance(folded.state.end, MatchEnded) and folded.state.game is not None
    is_open = not streams().ledger.is_archived(f"score:{match_id}")
    return is_played and is_open and folded.unknown is None and streams().analysis(match_id) is None


def counted(turns: Iterator[Judged], whole: int, told: Told) -> Iterator[Judged]:
    """The same turns; after each of them somebody is told how many there were."""
    for done, turn in enumerate(turns, 1):
        told(done, whole)
        yield turn


def judged(match_id: str, entries: tuple[Entry, ...]) -> Iterator[Judged]:
    match, own = Match(id=match_id, games=GAMES), own_moves(entries)
    for entry in entries:
        if match.game and (asked := own.get(entry.version)):
            yield weighed(match, match.game, asked)
        match = evolve(match, entry.event, entry.asked)


def own_moves(entries: tuple[Entry, ...]) -> dict[int, Asked]:
    """Those that stand and answered a turn, by version.

    What a branch repeats in its first command was moved in the match it continues.
    """
    first = entries[0].envelope.cause
    found = moves_that_stand(entries)
    answers = {entry.version for entry in entries if not is_aside(entry.event) and entry.envelope.cause != first}
    return {version: asked for version, asked in found.items() if version in answers}


def weighed(match: Match, game: Game, asked: Asked) -> Judged:
    view, made = match.view(asked.seat), move_from(game.moves, asked.move)
    best, given_away, doubt = judgement(game, asked.seat, view, game.legal_moves(view, asked.seat), made)
    return Judged(
        turn=asked.turn,
        seat=asked.seat,
        best=canonical(plain_move(game.moves, best)).decode(),
        given_away=given_away,
        doubt=doubt,
    )
