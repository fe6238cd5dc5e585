"""Bots of other packages that are installed here: known by their entry points, without loading anything of them."""

import re
from importlib.metadata import EntryPoint, entry_points

GROUP = "urbanist.bots"
NAME = re.compile("[a-z][a-z0-9_]{1,30}")  # of any bot, whoever brings it


def entry_point(name: str) -> EntryPoint | None:
    """Where the package gives its bot; None if no package has one of this name."""
    return next((found for found in entry_points(group=GROUP) if found.name == name), None)


def installed_bots() -> tuple[str, ...]:
    """Their names. A name that no bot may have is left out."""
    return tuple(sorted({found.name for found in entry_points(group=GROUP) if NAME.fullmatch(found.name)}))
