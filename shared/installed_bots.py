"""Bots of other packages that are installed here: known by their entry points, without loading anything of them."""

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, EntryPoint, distributions

import structlog

GROUP = "urbanist.bots"
NAME = re.compile("[a-z][a-z0-9_]{1,30}")  # of any bot, whoever brings it

log = structlog.get_logger()


def entry_point(name: str) -> EntryPoint | None:
    """Where the package gives its bot; None if no package has one of this name."""
    return next((found for found in _found() if found.name == name), None)


def installed_bots() -> tuple[str, ...]:
    """Their names. A name that no bot may have is left out."""
    return tuple(sorted({found.name for found in _found() if NAME.fullmatch(found.name)}))


def _found() -> Iterator[EntryPoint]:
    """Of each package once, the first on the path. One whose entry points can't be read has no bots here."""
    seen = set[str]()
    for package in distributions():
        name = _name(package)
        if name in seen:
            continue
        seen.add(name)
        try:
            given = package.entry_points.select(group=GROUP)
        except (ValueError, OSError, TypeError, AttributeError) as error:  # whoever wrote the file is not trusted
            log.warning("package_not_read", package=name, reason=repr(error))
            continue
        yield from given


def _name(package: Distribution) -> str:
    """As it stands in the name of its folder where it says none."""
    try:
        name = str(package.metadata["Name"] or "")
    except (ValueError, OSError, TypeError, AttributeError):
        name = ""
    folder = str(getattr(package, "_path", "?")).rpartition("/")[2]
    return (name or folder).lower().replace("_", "-")
