"""Who somebody is to this server, whatever match they sit in: read from the hash `person:<id>`."""

from typing import NamedTuple

from shared.people.roles import Role

ACCOUNT = "account"  # signs in with a password, a mailed link or a provider
CLOSED = "closed"  # an account that an operator has closed: nobody signs in, the name stays taken
FORMER = "former"  # erased: the id in the record is all that is left


class Standing(NamedTuple):
    """`state` is ACCOUNT, CLOSED, FORMER, or None for a guest. Only accounts have roles."""

    state: str | None = None
    roles: frozenset[Role] = frozenset()

    @property
    def is_guest(self) -> bool:
        return self.state is None

    @property
    def is_operator(self) -> bool:
        return Role.OPERATOR in self.roles

    @property
    def is_organiser(self) -> bool:
        return bool({Role.ORGANISER, Role.OPERATOR} & self.roles)


GUEST = Standing()


def standing_from(state: str | None, roles: str | None) -> Standing:
    """From the texts of the hash. Roles that this release doesn't know are left out: they allow nothing here."""
    known = {str(role): role for role in Role}
    held = frozenset(known[each] for each in (roles or "").split() if each in known)
    return Standing(state, held if state == ACCOUNT else frozenset())
