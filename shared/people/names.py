"""Which names a person may have: one rule for guests, accounts, and the operators' console."""

from shared.errors import Malformed, filled
from shared.marked import marked
from shared.people.letters import BLANK, VARIANTS, category, composed, has_shape, out_of_place
from shared.people.lookalikes import shows

LONGEST = 24  # characters of a name
BOT_MARK = "(bot)"


def tidy(wished: str) -> str:
    """One line of 1 to 24 visible characters, none of which reverses the direction of writing (letters.py)."""
    name = composed(wished).strip()
    if not name:
        raise _bad_name(marked("a name needs at least one character"))
    if len(name) > LONGEST:
        raise _bad_name(marked("a name has at most {longest} characters"), longest=LONGEST)
    if not has_shape(name) or any(map(_is_blank, name)) or list(out_of_place(name)):
        raise _bad_name(marked("a name is made of characters that can be seen"))
    if shows(name, BOT_MARK):
        raise _bad_name(marked("only bots are called {bot}"), bot=BOT_MARK)
    return name


def _is_blank(character: str) -> bool:
    """Whether it has no shape and does not change another one's; a plain space is the only space that a name needs."""
    kind = category(character)
    is_other_space = character != " " and (character.isspace() or kind[0] == "Z")
    return character in BLANK - VARIANTS or kind == "Co" or is_other_space


def _bad_name(template: str, **values: object) -> Malformed:
    return Malformed(template, fields={"name": [filled(template, values)]}, **values)
