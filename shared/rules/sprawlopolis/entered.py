"""What somebody has told the calculator so far, read from the page's address and written into it again.

`city` as in `codes.py`; `goals`: their numbers with commas; `difficulty`; `card`: the number of the one in hand;
`turned`: `yes`, or not there.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, get_args

from shared.rules.sprawlopolis.cards import CARDS
from shared.rules.sprawlopolis.chosen import TURNED
from shared.rules.sprawlopolis.city import NO_CITY, City, with_card
from shared.rules.sprawlopolis.codes import read_cards, write_cards
from shared.rules.sprawlopolis.ground import Spot, spot_of
from shared.rules.sprawlopolis.legal import places
from shared.rules.sprawlopolis.pieces import Difficulty
from shared.rules.sprawlopolis.state import FIRST_PLACE, GOALS, IN_CITY, Laid

DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
NUMBERS = {str(number): number for number in CARDS}


class Wrong(NamedTuple):
    """A field that made no sense, as a template and its values."""

    field: str
    template: str
    values: Mapping[str, Any]


class Entered(NamedTuple):
    """`card` is in hand, None: none is. Of one number there is one card: in the city, in hand, or a goal."""

    laid: tuple[Laid, ...] = ()
    goals: tuple[int, ...] = ()
    difficulty: Difficulty = DIFFICULTIES[0]
    card: int | None = None
    turned: bool = False

    @property
    def city(self) -> City:
        city = NO_CITY
        for laid in self.laid:
            city = with_card(city, *laid)
        return city

    @property
    def used(self) -> set[int]:
        return {*self.goals, *(laid.card for laid in self.laid)}

    @property
    def places(self) -> list[Spot]:
        """Where the next card can lie."""
        if len(self.laid) == IN_CITY:
            return []
        return places(self.city) if self.laid else [spot_of(FIRST_PLACE)]


def read(said: Mapping[str, str]) -> tuple[Entered, tuple[Wrong, ...]]:
    """What makes no sense is left out, and of the city all that came after it."""
    goals, unread = _goals(said.get("goals", ""))
    entered = Entered(
        goals=goals,
        difficulty=next((each for each in DIFFICULTIES if each == said.get("difficulty")), DIFFICULTIES[0]),
        turned=said.get("turned") == TURNED,
    )
    entered, unlaid = _with_cards(entered, read_cards(said.get("city", "")))
    card = NUMBERS.get(said.get("card", ""))
    return entered._replace(card=None if card in entered.used else card), (*unread, *unlaid)


def write(entered: Entered) -> dict[str, str]:
    """What a newcomer is shown anyway is left out."""
    parts = {
        "city": write_cards(entered.laid),
        "goals": ",".join(map(str, entered.goals)),
        "difficulty": entered.difficulty if entered.difficulty != DIFFICULTIES[0] else "",
        "card": str(entered.card or ""),
        "turned": TURNED if entered.turned else "",
    }
    return {key: value for key, value in parts.items() if value}


def _goals(text: str) -> tuple[tuple[int, ...], list[Wrong]]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    goals = tuple(dict.fromkeys(NUMBERS[word] for word in words if word in NUMBERS))[:GOALS]
    if len(goals) == len(words):
        return goals, []
    return goals, [Wrong("goals", "“{said}” is not up to {most} different goals", {"said": text, "most": GOALS})]


def _with_cards(entered: Entered, cards: Iterable[Laid | None]) -> tuple[Entered, list[Wrong]]:
    for laid in cards:
        if laid is None or laid.card in entered.used or laid.spot not in entered.places:
            number = len(entered.laid) + 1
            return entered, [Wrong("city", "card {number} of the city can't lie as it is told", {"number": number})]
        entered = entered._replace(laid=(*entered.laid, laid))
    return entered, []
