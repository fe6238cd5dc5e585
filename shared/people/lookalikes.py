"""Names that look the same: a skeleton of what is visible, by Unicode's table of confusable characters (UTS 39).

Two names with the same skeleton are hard to tell apart, such as one with a Latin and one with a Cyrillic a.
"""

import unicodedata
from functools import lru_cache
from typing import Any

from confusable_homoglyphs import confusables

from shared.people.letters import BLANK, UNSEEN, category

ALIKE: dict[str, list[dict[str, Any]]] = confusables.confusables_data  # both ways: a Cyrillic a names a, a all like it
MARK = "\u200e"  # stands around characters of writing from right to left in that table


@lru_cache(4096)
def skeleton(text: str) -> str:
    """The same for all texts that look the same; to be compared, never to be shown."""
    plain = unicodedata.normalize("NFKD", text)
    drawn = "".join(_drawn(character) for character in plain if not _is_lost(character))
    return " ".join(unicodedata.normalize("NFKD", drawn).split())


def shows(text: str, word: str) -> bool:
    """Whether somebody may read `word` in the text, in any case, with spaces between or marks on its letters."""
    bare = "".join(each for each in unicodedata.normalize("NFKD", text) if category(each) != "Mn")
    drawn = (skeleton(each).casefold().replace(" ", "") for each in (bare, bare.upper(), bare.lower()))
    wanted = skeleton(word).casefold()
    return any(wanted in each for each in drawn)


def _is_lost(character: str) -> bool:
    """Whether it is invisible."""
    return character in BLANK or category(character) in UNSEEN


def _drawn(character: str) -> str:
    """One character for all that look like it: the first letter in Unicode's order, ASCII's if there is one."""
    alike = _alike(character)
    if len(alike) == 1:  # it is drawn like another one, which knows of all the others
        alike |= _alike(next(iter(alike)))
    return min({character, *alike}, key=lambda each: (len(each), not each.isalpha(), each))


def _alike(character: str) -> set[str]:
    return {str(each["c"]).strip(MARK) for each in ALIKE.get(character, ())}
