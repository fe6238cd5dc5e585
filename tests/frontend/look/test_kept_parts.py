"""Parts that are drawn once: a page shows the same as if each were drawn again, whatever it is about."""

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from jinja2 import Environment, UndefinedError

from frontend.kept import MOST
from tests.frontend.look.pages import PAGES, drawn_with, environment, render

BOARDS = ("match-target", "match-four", "match-ended", "expert-confirm", "expert-spectator", "city-put", "city-watched")
LOG = re.compile(r'<ol class="(?:log|news)".*?</ol>', re.DOTALL)  # its key is the digest of all that it tells
Path = tuple[str | int, ...]


def drawn(templates: Environment, template: str, context: Any) -> str | None:
    """None: no page can show this."""
    try:
        return LOG.sub("", templates.get_template(template).render(context))
    except (UndefinedError, LookupError, TypeError, ValueError):
        return None


def test_every_page_beside_all_the_others():
    for name in (*PAGES, *reversed([*PAGES])):
        template, context = drawn_with(name)
        assert environment(MOST).get_template(template).render(context) == render(name), name


def values(found: Any, path: Path = ()) -> Iterator[Path]:
    """Where all texts, numbers and truths are."""
    for key, value in found.items() if isinstance(found, dict) else enumerate(found):
        if isinstance(value, dict | list):
            yield from values(value, (*path, key))
        elif isinstance(value, str | int):
            yield (*path, key)


def changed(context: Any, path: Path) -> Any:
    """The same with another value there."""
    made = deepcopy(context)
    inside = made
    for key in path[:-1]:
        inside = inside[key]
    value = inside[path[-1]]
    inside[path[-1]] = not value if isinstance(value, bool) else value + (1 if isinstance(value, int) else "x")
    return made


@pytest.mark.parametrize("name", BOARDS)
def test_a_page_of_which_one_value_is_another(name: str):
    """One value of each kind: the last in all lists, as seats, squares and cards are alike."""
    template, context = drawn_with(name)
    kinds = {tuple("*" if isinstance(key, int) else key for key in path): path for path in values(context)}
    kinds = {kind: path for kind, path in kinds.items() if kind[:2] != ("match", "log")}
    assert len(kinds) > 60
    before, shown, stale = drawn(environment(), template, context), 0, list[Path]()
    for path in kinds.values():
        another = changed(context, path)
        page = drawn(environment(), template, another)
        shown += page not in (None, before)
        if drawn(environment(MOST), template, another) != page:
            stale.append(path)
    assert stale == []
    assert shown > 20
