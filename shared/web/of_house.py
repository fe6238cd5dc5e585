"""Which tournaments the house holds: those of its organisers and operators. Those of bots alone rate them."""

from shared.ledger.fold import Folded
from shared.people.roles import Role
from shared.people.roles_kept import Roles
from shared.platform.player import is_person, player_from
from shared.platform.tournament import Tournament
from shared.tournaments import Announcements
from shared.tournaments.of_bots import RoundRobins, is_of_bots
from shared.web.client import shared_client


def note_round_robin(folded: Folded[Tournament], announcements: Announcements) -> None:
    """Once it is over, if everybody finds it. Safe to repeat. Raises Unavailable."""
    if not is_of_bots(folded.state) or not is_of_house(folded.state.opening.organiser):
        return
    if announcements.of(folded.state.id).listed:
        RoundRobins(shared_client()).note(folded)


def is_of_house(organiser: str) -> bool:
    if not is_person(organiser):
        return False
    held = Roles(shared_client()).standing(player_from(organiser).name).roles
    return bool(held & {Role.ORGANISER, Role.OPERATOR})
