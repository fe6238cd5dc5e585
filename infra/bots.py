"""Bots of other packages that this machine runs."""

from shared.installed_bots import installed_bots
from shared.settings import Settings

NONE = ("none",)
UNKNOWN = "URBANIST_BOTS names {name}, but no such bot is installed here; there are: {known}."


def bots_here(chosen: Settings) -> list[str]:
    """Those that are installed, unless `URBANIST_BOTS` names fewer."""
    return [] if chosen.bots == NONE else [name for name in installed_bots() if name in (chosen.bots or (name,))]


def missing_bots(chosen: Settings) -> list[str]:
    """A sentence for each that `URBANIST_BOTS` names in vain: a slip would start nothing and say nothing."""
    installed = installed_bots()
    known = ", ".join(installed) or "none"
    named = () if chosen.bots == NONE else chosen.bots
    return [UNKNOWN.format(name=name, known=known) for name in named if name not in installed]
