"""A city described from outside a match, seen from above or card by card, and what is wrong with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from shared.annotations import Range
from shared.errors import IllegalMove, Malformed, filled
from shared.games.grid import Cell
from shared.games.refusals import nonsense
from shared.games.sprawlopolis.play.cards import road_of
from shared.games.sprawlopolis.play.city import NO_CITY, with_card
from shared.games.sprawlopolis.play.ground import REACH, SIDES, Spot, spot_of
from shared.games.sprawlopolis.play.pieces import Block, Blocks, Zone
from shared.games.sprawlopolis.play.refusals import LIES_ALREADY, NUMBER_OF_CARDS, place_refusal
from shared.games.sprawlopolis.play.state import IN_CITY
from shared.marked import marked

NO_BLOCK = "."
NUMBER_OF_ROWS = marked("a city has 1 to {most} rows, and at least one block")
UNEVEN = marked("all rows must be equally long, at most {most} blocks")
NO_WORD = marked("“{word}” is no block")
ZONES = {zone.value[0].upper(): zone for zone in Zone}

Coordinate = Annotated[int, Range(-10_000, 10_000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldCard:
    """`x` to the right and `y` down to its top left block, from any origin."""

    card: Annotated[int, Range(1, 18)]
    x: Coordinate
    y: Coordinate
    turned: bool


def seen_from_above(rows: tuple[str, ...]) -> Blocks:
    """Rows from the top, blocks separated by blanks: `.` none, `R`, `C`, `I`, `P` a zone, `C:NW` one with a road.

    Gaps and parts that touch nothing are allowed. Raises Malformed with every word that is not a block.
    """
    words = [row.split() for row in rows]
    wrong = {at: found for at, row in enumerate(words) if (found := _odd_row(row, len(words[0])))}
    if wrong:
        raise nonsense({"rows": wrong})
    blocks = {spot: block for spot, block in _blocks(words) if block is not None}
    if not blocks or len(rows) > REACH:
        raise nonsense({"rows": [as_sentence(NUMBER_OF_ROWS, most=REACH)]})
    return blocks


def card_by_card(cards: tuple[ToldCard, ...]) -> Blocks:
    """In the order of placement, each as the rules allow it; Malformed names the first that they don't allow."""
    if not 1 <= len(cards) <= IN_CITY:
        raise nonsense({"cards": [as_sentence(NUMBER_OF_CARDS, most=IN_CITY)]})
    city = NO_CITY
    for at, told in enumerate(cards):
        place = Cell(told.y - cards[0].y, told.x - cards[0].x)
        if told.card in [earlier.card for earlier in cards[:at]]:
            raise nonsense({"cards": {at: {"card": [as_sentence(LIES_ALREADY, card=told.card)]}}})
        if at and (refusal := place_refusal(city, place)):
            raise _misplaced(at, refusal)
        city = with_card(city, told.card, spot_of(place), told.turned)
    return city.blocks


def _misplaced(at: int, refusal: IllegalMove) -> Malformed:
    return nonsense({"cards": {at: [as_sentence(refusal.template, **refusal.values)]}})


def as_sentence(template: str, **values: Any) -> str:
    """In English, for programs."""
    verdict = filled(template, values)
    return f"{verdict[0].upper()}{verdict[1:]}."


def _odd_row(words: list[str], across: int) -> Mapping[int, list[str]] | list[str]:
    if len(words) != across or across > REACH:
        return [as_sentence(UNEVEN, most=REACH)]
    return {at: [as_sentence(NO_WORD, word=word)] for at, word in enumerate(words) if not _is_block(word)}


def _is_block(word: str) -> bool:
    zone, colon, road = word.partition(":")
    if not colon:
        return word == NO_BLOCK or zone in ZONES
    joins_two = len(road) == 2 and road[0] != road[1] and set(road) <= set(SIDES)
    return zone in ZONES and joins_two and ZONES[zone] is not Zone.PARK


def _blocks(words: list[list[str]]) -> Iterator[tuple[Spot, Block | None]]:
    for row, line in enumerate(words):
        for column, word in enumerate(line):
            zone, _, road = word.partition(":")
            yield spot_of(Cell(row, column)), Block(ZONES[zone], road_of(road)) if zone in ZONES else None
