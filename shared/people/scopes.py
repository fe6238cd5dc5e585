"""What a token lets a program do, and which scope each call of the public door needs: one table.

The paths are those of the services' own documents, which the door offers below `/api`. A test walks both, so a new call
needs a line here; until it has one, no token may make it, and the door's documents leave it out.
"""

from collections.abc import Collection, Mapping
from enum import StrEnum


class Scope(StrEnum):
    READ = "read"
    PLAY = "play"
    BOT = "bot"
    ORGANISE = "organise"


ANY = "*"  # stands for one segment: an id, or a game
# Looking is always READ, and a count changes nothing.
COMMANDS: Mapping[str, Scope] = {
    "/tables": Scope.ORGANISE,
    "/tables/branches": Scope.ORGANISE,
    "/tables/*/seats": Scope.PLAY,
    "/tables/*/leave": Scope.PLAY,
    "/tables/*/nonces": Scope.PLAY,
    "/tables/*/bots": Scope.ORGANISE,
    "/tables/*/invited": Scope.ORGANISE,
    "/tables/*/unseat": Scope.ORGANISE,
    "/tables/*/close": Scope.ORGANISE,
    "/matches/*/moves": Scope.PLAY,
    "/matches/*/resign": Scope.PLAY,
    "/matches/*/stand_in": Scope.PLAY,
    "/scoring/*": Scope.READ,
}
# The door never says that somebody acts as an operator, so these are no use to programs, whoever runs them.
FOR_OPERATORS = frozenset({"/tables/*/abort", "/matches/*/abort", "/matches/*/adjudicate"})
LOOKING = frozenset({"GET", "HEAD", "OPTIONS"})
# BOT is for bots that this server will call; for now it allows what PLAY allows, and nothing else.
ENOUGH: Mapping[Scope, frozenset[Scope]] = {Scope.PLAY: frozenset({Scope.PLAY, Scope.BOT})}


def scope_of(method: str, path: str) -> Scope | None:
    """What a call needs, such as POST and `/tables/7xk2m9qa4b1c/seats`; None if there is no such command."""
    if method.upper() in LOOKING:
        return Scope.READ
    return next((scope for pattern, scope in COMMANDS.items() if _fits(path.split("/"), pattern.split("/"))), None)


def allows(held: Collection[Scope], needed: Scope) -> bool:
    return not ENOUGH.get(needed, frozenset({needed})).isdisjoint(held)


def _fits(path: list[str], pattern: list[str]) -> bool:
    return len(path) == len(pattern) and all(each in (ANY, said) for said, each in zip(path, pattern, strict=True))
