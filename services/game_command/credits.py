"""Gives back to who was to move what the product was away for, before anything is judged that came afterwards."""

from collections.abc import Iterable

from services.game_command.stand_ins import SERVICE
from shared.ledger.absences import Absence
from shared.ledger.decider import Message
from shared.ledger.fold import Folded
from shared.platform.match import Credit, Match
from shared.web.ledger import absences, streams


def credit(id_: str, periods: Iterable[Absence]) -> Folded[Match]:
    """The match at this moment, with each of these periods given back once."""
    folded = streams().matches.at_present(streams().match(id_))
    for period in periods:
        begin, end = int(period.begin * 1000), int(period.end * 1000)
        if concerns(folded.state, begin, end) and not folded.unknown:
            cause = f"match:{id_}:away_{begin}-{end}"
            command = Credit(begin=begin, end=end)
            streams().matches.handle(Message(stream=folded.stream, by=SERVICE, cause=cause, command=command))
            folded = streams().matches.at_present(streams().match(id_))
    return folded


def concerns(match: Match, begin: int, end: int) -> bool:
    """Whether somebody's clock ran through some of it that was not given back before."""
    begin, end = max(begin, match.time.credited), min(end, match.now)
    return any(hand.overlap(begin, end) for hand in match.time.hands) and not match.is_over


def credited(folded: Folded[Match]) -> Folded[Match]:
    """For whoever answers a request: the absence that has just ended may not have been noted yet."""
    if folded.state.clock is None or not folded.state.time.running:
        return folded
    known = absences()
    known.note()
    return credit(folded.state.id, known.periods)
