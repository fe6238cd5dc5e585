"""Passwords: long enough, kept as Argon2id hashes (RFC 9106), checked in the same time whether there is one or not."""

from collections.abc import Callable
from threading import BoundedSemaphore
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from shared.errors import Malformed, Unavailable, filled
from shared.marked import marked

Found = TypeVar("Found")

SHORTEST = 12  # characters; no rule says of which kind (NIST SP 800-63B, 3.1.1.2)
LONGEST = 200
FEWEST = 5  # different characters
HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)  # OWASP's: 19 MiB and some 30 ms of a core
# Of an unguessable text, with the same costs: whoever asks for a name that nobody has waits as long.
NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$QZpF/6co0vgAp486D4LGtA$kE4CNvSGRJm4k3B65b5S67KV7avxJMITWwv7fi1Cius"
# In a process: whoever guesses takes one core at most, and never the threads that others' pages need.
AT_ONCE, WAITING = BoundedSemaphore(1), BoundedSemaphore(4)
KNOWN_WAIT = BoundedSemaphore(4)  # a place of their own for those whom guessers must not keep out (guesses.py)


def hashed(password: str, name: str = "") -> str:
    """What is kept of it. Raises Malformed with what is wrong with it; `name` is whose it is."""
    return _working(lambda: HASHER.hash(checked(password, name)))


def checked(password: str, name: str = "") -> str:
    if len(password) < SHORTEST:
        raise _unfit(marked("a password has at least {shortest} characters: a few words will do"), shortest=SHORTEST)
    if len(password) > LONGEST:
        raise _unfit(marked("a password has at most {longest} characters"), longest=LONGEST)
    if len(set(password)) < FEWEST or (name and name.casefold() == password.casefold()):
        raise _unfit(marked("this password is easy to guess: take a few words that belong to nobody"))
    return password


def matches(kept: str | None, password: str, is_known: bool = False) -> bool:
    """Whether it is the one that was kept; where none was, the answer takes as long.

    `is_known` says that it comes from a device of the account.
    """
    if len(password) > LONGEST:
        password = ""
    room = KNOWN_WAIT if is_known else WAITING
    return _working(lambda: _verify(kept or NOBODYS, password), room) and kept is not None


def _verify(kept: str, password: str) -> bool:
    try:
        return HASHER.verify(kept, password)
    except (VerificationError, InvalidHashError):
        return False


def is_outdated(kept: str) -> bool:
    """Whether it was made with other costs than today's: whoever signs in has it made anew."""
    return HASHER.check_needs_rehash(kept)


def _working(work: Callable[[], Found], room: BoundedSemaphore | None = None) -> Found:
    """One at a time in a process, while a few wait. Raises Unavailable if more than those want to."""
    room = room or WAITING
    if not room.acquire(blocking=False):
        raise Unavailable("many people are signing in just now", reason="passwords are being checked")
    try:
        with AT_ONCE:
            return work()
    finally:
        room.release()


def _unfit(template: str, **values: object) -> Malformed:
    return Malformed(template, fields={"password": [filled(template, values)]}, **values)
