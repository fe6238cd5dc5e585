"""More pieces than the box holds: the parts of a city that can't lie on a real table. They are counted all the same.

A city has 15 of the 18 cards, and each card has one block of each zone (Button Shy Games, 2018).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from shared.games.box import Excess, excess
from shared.games.sprawlopolis.play.cards import CARDS, letters_of, turned
from shared.games.sprawlopolis.play.pieces import Block, Blocks, Zone
from shared.games.sprawlopolis.play.state import GOALS, IN_CITY
from shared.marked import marked

BLOCKS: Mapping[Zone, str] = {
    Zone.RESIDENTIAL: marked("more residential blocks than the cards of a city have: {most}"),
    Zone.COMMERCIAL: marked("more commercial blocks than the cards of a city have: {most}"),
    Zone.INDUSTRIAL: marked("more industrial blocks than the cards of a city have: {most}"),
    Zone.PARK: marked("more parks than the cards of a city have: {most}"),
}
STRAIGHT: Mapping[Zone, str] = {
    Zone.RESIDENTIAL: marked("more residential blocks with the road {road} than the cards have: {most}"),
    Zone.COMMERCIAL: marked("more commercial blocks with the road {road} than the cards have: {most}"),
    Zone.INDUSTRIAL: marked("more industrial blocks with the road {road} than the cards have: {most}"),
}
BENT: Mapping[Zone, str] = {
    Zone.RESIDENTIAL: marked("more residential blocks with the road {road} or {turned} than the cards have: {most}"),
    Zone.COMMERCIAL: marked("more commercial blocks with the road {road} or {turned} than the cards have: {most}"),
    Zone.INDUSTRIAL: marked("more industrial blocks with the road {road} or {turned} than the cards have: {most}"),
}
MORE_GOALS = marked("more goals than a match has: {most}")
TWICE = marked("card {card} is both a goal and in the city; cards of that number in the box: {most}")


def beyond_the_box(goals: Sequence[int], blocks: Blocks, laid: Iterable[int] = ()) -> list[Excess]:
    """`laid`: the numbers of the city's cards, if those were told."""
    found = [Excess("goals", len(goals), GOALS, MORE_GOALS), *_zones(blocks), *_roads(goals, blocks)]
    if len(goals) <= GOALS:
        found += [Excess(f"card {card}", 2, 1, TWICE, {"card": card}) for card in laid if card in goals]
    return excess(found)


def _zones(blocks: Blocks) -> Iterator[Excess]:
    counts = Counter(block.zone for block in blocks.values())
    for zone, template in BLOCKS.items():
        yield Excess(f"{zone} blocks", counts[zone], IN_CITY, template)


def _roads(goals: Sequence[int], blocks: Blocks) -> Iterator[Excess]:
    """The three goals of a match are not cards of its city. With other goals, any card may be in the city."""
    cards = [card for number, card in CARDS.items() if len(goals) != GOALS or number not in goals]
    most = Counter(_paved(block) for card in cards for block in card.blocks)
    counts = Counter(_paved(block) for block in blocks.values() if block.road)
    for (zone, names), count in counts.items():
        piece = f"{zone} blocks with the road {' or '.join(names)}"
        template = (STRAIGHT if len(names) == 1 else BENT)[zone]
        yield Excess(piece, count, most[zone, names], template, dict(zip(("road", "turned"), names, strict=False)))


def _paved(block: Block) -> tuple[Zone, tuple[str, ...]]:
    """A card may be turned by 180°: its roads go by either name."""
    names = {letters_of(each.road) or "" for each in (block, *turned((block,)))}
    return block.zone, tuple(sorted(names))
