"""What somebody has entered into the calculator's page so far, read from the page's address and written into it again.

It can be anything that `calculator.py` counts: any number of goals, even those of cards in the city.

`city` as in `codes.py`; `goals`: their numbers, separated by commas; `difficulty`; `card`: the number of the one in
hand; `turned`: `yes`, or missing.
"""

from collections.abc import Iterator
from typing import NamedTuple, get_args

from shared.games.query import Query, Wrong, one_of, unread, without_defaults
from shared.games.sprawlopolis.page.codes import TURNED, read_cards, write_cards
from shared.games.sprawlopolis.play.cards import CARDS
from shared.games.sprawlopolis.play.city import NO_CITY, City, open_spots, with_card
from shared.games.sprawlopolis.play.ground import Spot, cell_of, spot_of
from shared.games.sprawlopolis.play.pieces import Difficulty
from shared.games.sprawlopolis.play.refusals import GOAL_TWICE, LIES_ALREADY, NO_GOAL, NUMBER_OF_CARDS, place_refusal
from shared.games.sprawlopolis.play.state import FIRST_PLACE, IN_CITY, Laid
from shared.marked import marked

DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
LEFT_OUT = marked("card {number} of the city can't lie there: it and all cards after it are left out")
NO_CARD = marked("“{word}” is not a card of a city")
NOT_FIRST = marked("a city begins with a card at “ee”")
NO_DIFFICULTY = marked("there is no difficulty “{said}”: the city is counted as normal")
NOT_IN_HAND = marked("there is no card {said}: none is in hand")
NO_TURN = marked("“{said}” does not turn a card: only “{yes}” does")
NUMBERS = {str(number): number for number in CARDS}


class Entered(NamedTuple):
    """`card` is the one in hand, if any. Each number is there once at most, in the city or in hand."""

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
    def in_city(self) -> set[int]:
        return {laid.card for laid in self.laid}

    @property
    def open_spots(self) -> list[Spot]:
        """Where the next card may lie."""
        if len(self.laid) == IN_CITY:
            return []
        return open_spots(self.city) if self.laid else [spot_of(FIRST_PLACE)]


def read(query: Query) -> tuple[Entered, tuple[Wrong, ...]]:
    """Anything invalid is left out, and in the city everything after it."""
    goals, no_goals = _goals(query.get("goals", ""))
    entered = Entered(
        goals=goals,
        difficulty=one_of(DIFFICULTIES, query.get("difficulty", "")),
        turned=query.get("turned") == TURNED,
    )
    entered, unlaid = _with_cards(entered, query.get("city", ""))
    card = NUMBERS.get(query.get("card", ""))
    entered = entered._replace(card=None if card in entered.in_city else card)
    return entered, (*no_goals, *unlaid, *_others(query, entered))


def write(entered: Entered) -> dict[str, str]:
    """Without what a newcomer is shown anyway."""
    defaults = {"difficulty": DIFFICULTIES[0]}
    fields = {
        "city": write_cards(entered.laid),
        "goals": ",".join(map(str, entered.goals)),
        "difficulty": entered.difficulty,
        "card": str(entered.card or ""),
        "turned": TURNED if entered.turned else "",
    }
    return without_defaults(fields, defaults)


def _goals(text: str) -> tuple[tuple[int, ...], list[Wrong]]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    goals = [NUMBERS[word] for word in words if word in NUMBERS]
    wrong = [Wrong("goals", NO_GOAL, {"goal": word}) for word in words if word not in NUMBERS]
    if len(set(goals)) < len(goals):
        wrong.append(Wrong("goals", GOAL_TWICE, {}))
    return tuple(dict.fromkeys(goals)), wrong


def _with_cards(entered: Entered, text: str) -> tuple[Entered, list[Wrong]]:
    """With the cards up to the first that can't lie there. What is wrong names the rule, then the consequence here."""
    for at, laid in enumerate(read_cards(text)):
        following = _with_card(entered, laid, text[3 * at : 3 * at + 3])
        if isinstance(following, Wrong):
            return entered, [following, Wrong("city", LEFT_OUT, {"number": at + 1})]
        entered = following
    return entered, []


def _with_card(entered: Entered, laid: Laid | None, word: str) -> Entered | Wrong:
    """With one card more, or the rule that it breaks, in the words that answer programs that lay cards."""
    if laid is None:
        return Wrong("city", NO_CARD, {"word": word})
    if len(entered.laid) == IN_CITY:
        return Wrong("city", NUMBER_OF_CARDS, {"most": IN_CITY})
    if laid.card in entered.in_city:
        return Wrong("city", LIES_ALREADY, {"card": laid.card})
    if wrong := _misplaced(entered, laid):
        return wrong
    return entered._replace(laid=(*entered.laid, laid))


def _misplaced(entered: Entered, laid: Laid) -> Wrong | None:
    if not entered.laid:
        return None if laid.spot in entered.open_spots else Wrong("city", NOT_FIRST, {})
    refusal = place_refusal(entered.city, cell_of(laid.spot))
    return Wrong("city", refusal.template, refusal.values) if refusal else None


def _others(query: Query, entered: Entered) -> Iterator[Wrong]:
    yield from unread(query, "difficulty", DIFFICULTIES, NO_DIFFICULTY)
    yield from unread(query, "card", NUMBERS, NOT_IN_HAND)
    yield from unread(query, "turned", [TURNED], NO_TURN, yes=TURNED)
    if (card := NUMBERS.get(query.get("card", ""))) in entered.in_city:
        yield Wrong("card", LIES_ALREADY, {"card": card})
