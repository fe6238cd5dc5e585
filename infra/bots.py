"""Bots of other packages that this machine runs: known by their entry points, without loading anything of them."""

import re
from importlib.metadata import entry_points

from shared.settings import Settings

GROUP = "urbanist.bots"  # as in shared/plug_ins/plug_in.py
NAME = re.compile("[a-z][a-z0-9_]{1,30}")
NONE = ("none",)


def bots_here(chosen: Settings) -> list[str]:
    """Those that are installed, unless `URBANIST_BOTS` names fewer. A name that no bot may have is left out."""
    names = {found.name for found in entry_points(group=GROUP) if NAME.fullmatch(found.name)}
    if chosen.bots == NONE:
        return []
    return sorted(names.intersection(chosen.bots or names))
