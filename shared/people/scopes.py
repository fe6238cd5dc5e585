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
# Looking is READ, unless a bot looks, or the look is a sign that somebody waits; and a count changes nothing.
COMMANDS: Mapping[str, Scope] = {
    "/tables": Scope.ORGANISE,
    "/tables/branches": Scope.ORGANISE,
    "/tables/queue": Scope.PLAY,
    "/tables/queue/leave": Scope.PLAY,
    "/tables/rematch": Scope.ORGANISE,
    "/tables/*/seats": Scope.PLAY,
    "/tables/*/leave": Scope.PLAY,
    "/tables/*/nonces": Scope.PLAY,
    "/tables/*/bots": Scope.ORGANISE,
    "/tables/*/invited": Scope.ORGANISE,
    "/tables/*/unseat": Scope.ORGANISE,
    "/tables/*/close": Scope.ORGANISE,
    "/matches/deals": Scope.PLAY,
    "/tournaments": Scope.ORGANISE,
    "/tournaments/*/enter": Scope.PLAY,
    "/tournaments/*/withdraw": Scope.PLAY,
    "/tournaments/*/return": Scope.PLAY,
    "/tournaments/*/check-in": Scope.PLAY,
    "/tournaments/*/nonces": Scope.PLAY,
    "/tournaments/*/entries": Scope.PLAY,
    "/tournaments/*/add": Scope.ORGANISE,
    "/tournaments/*/drop": Scope.ORGANISE,
    "/tournaments/*/next": Scope.ORGANISE,
    "/tournaments/*/bring-back": Scope.ORGANISE,
    "/tournaments/*/attend": Scope.ORGANISE,
    "/tournaments/*/start": Scope.ORGANISE,
    "/tournaments/*/pause": Scope.ORGANISE,
    "/tournaments/*/resume": Scope.ORGANISE,
    "/tournaments/*/pairing": Scope.ORGANISE,
    "/tournaments/*/results": Scope.ORGANISE,
    "/tournaments/*/adjudicate": Scope.ORGANISE,
    "/tournaments/*/end": Scope.ORGANISE,
    "/tournaments/*/describe": Scope.ORGANISE,
    "/tournaments/*/unname": Scope.ORGANISE,
    "/matches/*/moves": Scope.PLAY,
    "/matches/*/resign": Scope.PLAY,
    "/matches/*/stand_in": Scope.PLAY,
    "/matches/*/pause": Scope.PLAY,
    "/matches/*/resume": Scope.PLAY,
    "/matches/*/reclaim": Scope.PLAY,
    "/matches/*/take_over": Scope.PLAY,
    "/matches/*/end": Scope.PLAY,
    "/matches/*/vacation": Scope.PLAY,
    "/matches/*/take-back": Scope.PLAY,
    "/matches/*/take-back/answer": Scope.PLAY,
    "/matches/*/take-back/withdraw": Scope.PLAY,
    "/scoring/*": Scope.READ,
    "/bots": Scope.BOT,
    "/bots/*/tables/*/accept": Scope.BOT,
    "/bots/*/tables/*/decline": Scope.BOT,
    "/bots/*/tables/*/leave": Scope.BOT,
    **{f"/bots/*/tournaments/*/{act}": Scope.BOT for act in ("enter", "withdraw", "return", "nonces")},
    "/bots/*/matches/*/moves": Scope.BOT,
    "/bots/*/matches/*/resign": Scope.BOT,
    "/bots/*/matches/*/talk": Scope.BOT,
}
LOOKS: Mapping[str, Scope] = {
    "/tables/queue": Scope.PLAY,
    "/bots/*": Scope.BOT,
    "/bots/*/stream": Scope.BOT,
    "/bots/*/matches/*": Scope.BOT,
}
FOR_ALL = frozenset({"/key"})  # looks that a token allows whatever its scopes are
LOOKING = frozenset({"GET", "HEAD", "OPTIONS"})


def is_for_all(method: str, path: str) -> bool:
    return method.upper() in LOOKING and path in FOR_ALL


def scope_of(method: str, path: str) -> Scope | None:
    """What a call needs, such as POST and `/tables/7xk2m9qa4b1c/seats`; None if there is no such command."""
    if method.upper() in LOOKING:
        return _listed(LOOKS, path) or Scope.READ
    return _listed(COMMANDS, path)


def allows(held: Collection[Scope], needed: Scope) -> bool:
    """No scope holds another: a bot that is taken over plays nothing of its owner's."""
    return needed in held


def _listed(table: Mapping[str, Scope], path: str) -> Scope | None:
    return next((scope for pattern, scope in table.items() if _fits(path.split("/"), pattern.split("/"))), None)


def _fits(path: list[str], pattern: list[str]) -> bool:
    return len(path) == len(pattern) and all(each in (ANY, said) for said, each in zip(path, pattern, strict=True))
