"""Which roles an account has: given and taken by the console, read wherever somebody asks for a page.

Keys: the field `roles` of the hash `person:<id>`; `people:news` names whose standing has changed.
"""

from typing import Any, NamedTuple

import redis

from shared.errors import NotAllowed
from shared.ledger.redis import answering
from shared.people.news import tell
from shared.people.roles import Role
from shared.people.standing import ACCOUNT, Standing, standing_from
from shared.platform.player import as_player


class Holder(NamedTuple):
    """An account that has a role, or several."""

    person: str
    name: str
    standing: Standing


class Roles:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client

    def grant(self, person: str, role: Role) -> None:
        """To an account alone: a guest is only a cookie, which anybody may lose. Raises NotAllowed."""
        self._change(person, lambda held: held | {role})

    def revoke(self, person: str, role: Role) -> None:
        """Raises NotAllowed."""
        self._change(person, lambda held: held - {role})

    def _change(self, person: str, change: Any) -> None:
        key = as_player(person)

        def write(pipe: Any) -> None:
            """Roles that this release doesn't know stay as they are."""
            state, roles = pipe.hmget(key, "state", "roles")
            if state != ACCOUNT:
                raise NotAllowed("only somebody who has an account can have a role")
            unknown = set((roles or "").split()) - {str(role) for role in Role}
            held = change(standing_from(state, roles).roles)
            pipe.multi()
            pipe.hset(key, "roles", " ".join(sorted({*map(str, held), *unknown})))
            tell(pipe, person)

        with answering():
            self.redis.transaction(write, key)

    def standing(self, person: str) -> Standing:
        with answering():
            return standing_from(*self.redis.hmget(as_player(person), "state", "roles"))

    def holders(self, accounts: "list[str]") -> list[Holder]:
        """Those of these accounts that have a role, by name."""
        with answering(), self.redis.pipeline(transaction=False) as pipe:
            for person in accounts:
                pipe.hmget(as_player(person), "name", "state", "roles")
            found = zip(accounts, pipe.execute(), strict=True)
        kept = [Holder(person, name or person, standing_from(state, roles)) for person, (name, state, roles) in found]
        return sorted((each for each in kept if each.standing.roles), key=lambda each: (each.name, each.person))
