"""What a page of a match offers: the links of the next choice, or the form that sends the move."""

import re
from html import unescape
from typing import NamedTuple

FORM = re.compile(r'<form id="turn"[^>]* action="([^"]+)".*?</form>', re.DOTALL)
FIELD = re.compile(r'<input type="hidden" name="([^"]+)" value="([^"]*)"')
LINK = re.compile(r'href="([^"]+)"[^>]* data-key="(architect|slot|square|discard)[^"]*" data-pick')
STEPS = (("architect=", ("architect",)), ("slot=", ("slot",)), ("target=", ("square", "discard")))
"""What the address holds once a step was taken, and whose links take it."""


class Form(NamedTuple):
    action: str
    fields: dict[str, str]


def form(html: str) -> Form | None:
    """The form of the whole move, None while something is left to choose."""
    found = FORM.search(html)
    if found is None:
        return None
    return Form(unescape(found[1]), {name: unescape(value) for name, value in FIELD.findall(found[0])})


def choices(html: str, address: str) -> list[str]:
    """Where the links of the next step lead: first an architect, then a slot, then a square or the discard pile."""
    kinds = next(kinds for sign, kinds in STEPS if sign not in address)
    return [unescape(to) for to, kind in LINK.findall(html) if kind in kinds]
