"""The cards of Sprawlopolis, by Steven Aramini, Danny Devine and Paul Kluka, published by Button Shy Games (2018).

Facts only: `cards.json` lists the zone and the road of each block.
"""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from shared.games.sprawlopolis.play.ground import SIDES
from shared.games.sprawlopolis.play.pieces import Block, Card, Zone

LETTERS = {step: letter for letter, step in SIDES.items()}


def road_of(sides: str) -> tuple[int, ...]:
    """The steps of a road, from the letters of the sides that it joins, in any order."""
    return tuple(step for letter, step in SIDES.items() if letter in sides)


def letters_of(road: tuple[int, ...]) -> str | None:
    """The sides that the road joins; None if there is no road."""
    return "".join(LETTERS[step] for step in road) or None


def turned(blocks: tuple[Block, ...]) -> tuple[Block, ...]:
    """As they lie when their card is turned by 180°."""
    return tuple(Block(block.zone, _turned(block.road)) for block in reversed(blocks))


def _turned(road: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(step for step in LETTERS if -step in road)


def _read() -> list[Card]:
    listed = json.loads(files(__package__).joinpath("cards.json").read_text(encoding="ascii"))
    return [Card(card["number"], tuple(_block(block) for row in card["blocks"] for block in row)) for card in listed]


def _block(listed: Mapping[str, Any]) -> Block:
    return Block(Zone(listed["zone"]), road_of(listed["road"] or ""))


CARDS: Mapping[int, Card] = {card.number: card for card in _read()}

FACES: Mapping[tuple[int, bool], tuple[Block, ...]] = {
    (card.number, is_turned): turned(card.blocks) if is_turned else card.blocks
    for card in CARDS.values()
    for is_turned in (False, True)
}
"""By number and whether the card is turned: its blocks as they lie."""
