"""Which roles of the table of rights whoever asks has: all that the gate is told of cookies and accounts.

Who has a seat or is the owner of a table is not said here: what decides about the table knows.
"""

from frontend.people.accounts import NOBODY, Accounts
from frontend.people.sessions import known_person
from frontend.people.who import player_of
from shared.people.standing import ACCOUNT, Standing

Roles = frozenset[str]
A_STRANGER: Roles = frozenset({"nobody"})
A_GUEST: Roles = frozenset({"guest"})


def is_somebody() -> bool:
    return known_person() is not None


def roles_now(accounts: Accounts) -> Roles:
    """Asks for what every drawing asks for too, the facts of the person who acts. Raises Unavailable."""
    if (person := known_person()) is None:
        return A_STRANGER
    player = player_of(person)
    return roles_of(accounts.facts([player]).get(player, NOBODY).standing)


def roles_of(standing: Standing) -> Roles:
    """Nobody acts as a person who was erased, or whose account is closed."""
    if standing.is_guest:
        return A_GUEST
    if standing.state != ACCOUNT:
        return A_STRANGER
    more = {"organiser": standing.is_organiser, "operator": standing.is_operator}
    return frozenset({"account", *(role for role, holds in more.items() if holds)})
