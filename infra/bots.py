"""Bots of other packages that this machine runs."""

from shared.installed_bots import installed_bots
from shared.settings import Settings

NONE = ("none",)


def bots_here(chosen: Settings) -> list[str]:
    """Those that are installed, unless `URBANIST_BOTS` names fewer."""
    return [] if chosen.bots == NONE else [name for name in installed_bots() if name in (chosen.bots or (name,))]
