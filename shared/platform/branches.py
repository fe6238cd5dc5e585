"""Branches: matches for practice that continue from a version of a match that is over.

What was played before is decided once more, so that the branch is a whole record of its own.
"""

from collections.abc import Iterator
from typing import Any

from shared.errors import Broken, MatchNotFound, NotAllowed
from shared.games.game import Game
from shared.ledger.past import Entry, Past
from shared.platform.cited import Branch
from shared.platform.match import Branched, Match
from shared.platform.moves import move_from
from shared.platform.standing import moves_that_stand
from shared.platform.streams import Streams


def branch_from(streams: Streams, id_: str, version: int, afresh: bool) -> Branch:
    """A branch from the end of the command that holds this version; later draws are made afresh, or stay as they were.

    Raises MatchNotFound, NotAllowed.
    """
    over = streams.match(id_).state
    if not over.is_over:
        raise NotAllowed("a match can be played on differently when it is over")
    if streams.is_sealed(over):
        raise NotAllowed("others may still play the same draws: it can be played on once all of them are over")
    past = _past(streams, id_)
    if not 1 <= version <= past.version:
        raise MatchNotFound("this match has not come that far")
    last = _last_of_its_command(past, version)
    match = streams.matches.folder.at(past.stream, last)
    game = match.rules
    if not game.to_move(match.state):
        raise NotAllowed("nothing is left to play from there: choose an earlier moment")
    return Branch(
        match=id_,
        version=last,
        digest=past.entries[last - 1].envelope.digest,
        settled=_dealt(game, match) if afresh else {label: len(draw.order) for label, draw in match.draws.items()},
    )


def branched(streams: Streams, branch: Branch) -> Branched:
    """What is needed to start that branch. Raises Broken where the match isn't the one that was cited."""
    past = _past(streams, branch.match)
    if branch.version > past.version or past.entries[branch.version - 1].envelope.digest != branch.digest:
        raise Broken("match {id} is not the one that its branch goes on from", id=branch.match)
    match = streams.matches.folder.at(past.stream, branch.version)
    rules = match.rules
    return Branched(
        branch=branch,
        rules=match.start.rules,
        orders={label: match.draws[label].order[:count] for label, count in branch.settled.items()},
        moves=tuple(_moves(rules, past.entries[: branch.version])),
    )


def _past(streams: Streams, id_: str) -> Past:
    return streams.matches.reader.past(f"match:{id_}")


def _last_of_its_command(past: Past, version: int) -> int:
    def command(at: int) -> tuple[str, str]:
        return past.entries[at - 1].envelope.by, past.entries[at - 1].envelope.cause

    while version < past.version and command(version + 1) == command(version):
        version += 1
    return version


def _dealt(game: Game, match: Match) -> dict[str, int]:
    if game.dealt is None:
        raise NotAllowed("{game} can only be played on with the draws as they were", game=game.title)
    return dict(game.dealt(match.state))


def _moves(game: Game, entries: tuple[Entry, ...]) -> Iterator[tuple[int, Any]]:
    for asked in moves_that_stand(entries).values():
        yield asked.seat, move_from(game.moves, asked.move)
