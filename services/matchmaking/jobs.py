"""What RQ's workers do for matchmaking: pair the rounds of tournaments."""

from services.matchmaking.tournaments.acting import act
from shared.platform.tournament.commands import PairRound
from shared.platform.tournament.due import can_pair
from shared.platform.tournament.pairings import OURS, made
from shared.web.ledger import streams


def pair_round(id_: str, round_: int) -> None:
    """If nobody has paired it meanwhile. What it follows from is read here, and judged once more when it is stored."""
    tournament = streams().tournaments.load(f"tournament:{id_}").state
    if tournament.opened is None or len(tournament.rounds) != round_ or not can_pair(tournament):
        return
    found = made(tournament)
    library = None if found.by == OURS else found.pairing
    command = PairRound(round=round_, library=library, made_by=found.by, instead=found.instead)
    act(streams(), id_, command, f"pair-{round_}-{found.by.replace(' ', '-')}")
