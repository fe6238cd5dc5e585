"""Accounts: whoever has one keeps the id that they had as a guest, so no event has to know of it.

Keys: the hash `person:<id>`, the list `person:<id>:names` of earlier names, the hash `people:names` from the looks of a
name to the id. What is kept is written by one script, so two people never have names that look alike.
"""

import time
from importlib.resources import files
from typing import Any

import redis

from shared.errors import Malformed, NotAllowed
from shared.ledger.redis import answering
from shared.marked import marked
from shared.people import passwords
from shared.people.looks import NAMES, looks
from shared.people.names import tidy
from shared.people.news import NEWS, tell
from shared.people.standing import ACCOUNT
from shared.platform.player import as_player

NOBODY = "nobody"  # whom no hash belongs to
CLAIM = files(__package__).joinpath("claim.lua").read_text(encoding="utf-8")
SWAP = """
if redis.call('HGET', KEYS[1], 'password') == ARGV[1] then redis.call('HSET', KEYS[1], 'password', ARGV[2]) end
"""


class Register:
    """`client` decodes what it reads. Everything here raises Unavailable."""

    def __init__(self, client: "redis.Redis") -> None:
        self.redis: Any = client
        self._claim = self.redis.register_script(CLAIM)
        self._swap = self.redis.register_script(SWAP)

    def sign_up(self, person: str, wished: str, password: str | None) -> str:
        """Make this guest an account, and return its name. Without a password, a mailed link or a provider signs in.

        Raises Malformed, NotAllowed.
        """
        name = tidy(wished)
        facts = {"since": str(now())}
        if password is not None:
            facts["password"] = passwords.hashed(password, name)
        self._take(person, name, ACCOUNT, facts)
        return name

    def rename(self, person: str, wished: str) -> str:
        """A guest's name must not look like an account's; two guests may be called the same. Raises Malformed."""
        name = tidy(wished)
        self._take(person, name, "", {})
        return name

    def _take(self, person: str, name: str, begins: str, facts: dict[str, str]) -> None:
        keys = [NAMES, as_player(person), f"{as_player(person)}:names", NEWS]
        more = [part for pair in facts.items() for part in pair]
        with answering():
            found = self._claim(keys=keys, args=[person, name, "\n".join(looks(name)), begins, *more])
        if found == "taken":
            sentence = marked("somebody with an account has this name, or one that looks like it")
            raise Malformed(sentence, fields={"name": [sentence]})
        if found == "gone":
            raise NotAllowed("this account is closed")
        if found == "begun":
            raise NotAllowed("you have an account already")

    def find(self, name: str) -> str | None:
        """The person whose account has this name, in any case; None if nobody has it."""
        with answering():
            found = self.redis.hmget(NAMES, looks(name))
        return next((person for person in found if person), None)

    def signs_in(self, person: str | None, password: str, is_known: bool = False) -> bool:
        """Whether this is the password of the person's account. For nobody it takes as long to say no.

        `is_known` says that it comes from a device of the account.
        """
        kept, state = self._kept(person or NOBODY)
        if not passwords.matches(kept, password, is_known) or person is None or kept is None:
            return False
        if self._kept(person) != (kept, state):  # a hash takes long enough for its owner to choose another password
            return self.signs_in(person, password, is_known)
        if passwords.is_outdated(kept):
            self._replace(person, kept, passwords.hashed(password))
        return state == ACCOUNT

    def _replace(self, person: str, kept: str, new: str) -> None:
        """The same password by another hash, unless it is no longer the person's."""
        with answering():
            self._swap(keys=[as_player(person)], args=[kept, new])

    def _kept(self, person: str) -> tuple[str | None, str | None]:
        with answering():
            kept, state = self.redis.hmget(as_player(person), "password", "state")
        return kept, state

    def has_password(self, person: str) -> bool:
        return self._kept(person)[0] is not None

    def change_password(self, person: str, password: str) -> None:
        """Raises Malformed, NotAllowed."""
        kept = passwords.hashed(password, self.name(person) or "")

        def write(pipe: Any) -> None:
            """Whoever was erased meanwhile stays so."""
            if pipe.hget(as_player(person), "state") != ACCOUNT:
                raise NotAllowed("this account is closed")
            pipe.multi()
            pipe.hset(as_player(person), "password", kept)
            tell(pipe, person)

        with answering():
            self.redis.transaction(write, as_player(person))

    def name(self, person: str) -> str | None:
        with answering():
            found: str | None = self.redis.hget(as_player(person), "name")
        return found


def now() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)
