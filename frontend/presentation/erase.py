"""The page on which somebody erases themselves."""

from typing import TypedDict

from frontend.people.accounts import former_player
from frontend.people.who import player_of
from frontend.site import Site
from shared.annotations import Json
from shared.platform.rows import LIVE


class EraseContext(TypedDict):
    """`running` is how many matches and tables end for this person; `typed` what could not be taken as the name."""

    is_unused: bool
    called: str
    former: str
    has_password: bool
    running: int
    typed: str
    error: Json | None


class ErasePage(TypedDict):
    erase: EraseContext


def erase_context(site: Site, person: str, is_unused: bool, typed: str, error: Json | None) -> EraseContext:
    rows = [] if is_unused else site.rows.concerning(player_of(person), 100)
    return {
        "is_unused": is_unused,
        "called": site.accounts.name(person),
        "former": former_player(),
        "has_password": site.register.has_password(person),
        "running": sum(row.status in LIVE and player_of(person) in (*row.players, row.opener) for row in rows),
        "typed": typed,
        "error": error,
    }
