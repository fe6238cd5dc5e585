"""A bracket as a drawing: a column for each round, a box for each table, and lines from where its players came.

Boxes stand in the middle of those that feed them, pushed apart where they would touch. Whole units of an SVG.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypedDict

from frontend.presentation.tournament.rounds import SeatContext, table_context
from frontend.presentation.tournament.shown import EntrantContext, Shown
from shared.platform.tournament.pairings.elimination import bracket, going_on, ranked
from shared.platform.tournament.pairings.field import seeding
from shared.platform.tournament.rules import ELIMINATION
from shared.platform.tournament.state import Round

ACROSS, APART = 212, 52  # of a box, and between columns
LINE, PAD, GAP, TOP = 26, 4, 18, 40  # of a name, around names, between boxes, and above the first one
MOST = 128  # entrants of a round that is drawn: of more there are lists, and the drawing begins later


class BoxContext(TypedDict):
    """`seats` of a table that is played; `alone` who has a bye; neither where nobody knows yet. `on`: who goes on."""

    x: int
    y: int
    high: int
    table: int | None
    round: int
    seats: list[SeatContext]
    on: list[bool]
    alone: EntrantContext | None
    match: str | None
    empty: int


class ColumnContext(TypedDict):
    x: int
    round: int
    left: int


class BracketContext(TypedDict):
    """`lines` are paths. `left` of a column: how many rounds follow it, so that it can be called a final."""

    wide: int
    high: int
    across: int
    columns: list[ColumnContext]
    boxes: list[BoxContext]
    lines: list[str]


@dataclass
class Node:
    """`who` by seat; `table` None for a bye or a table that is to come. `y` is its middle."""

    round: int
    who: tuple[int, ...]
    table: int | None
    high: int
    feeds: list["Node"] = field(default_factory=list)
    y: float = 0

    @property
    def is_to_come(self) -> bool:
        return self.table is None and len(self.who) != 1


def bracket_context(shown: Shown) -> BracketContext | None:
    """From the first round on that few enough play. None where there is none yet, and where nobody is knocked out."""
    rounds = drawn_rounds(shown)
    if not rounds:
        return None
    columns = _columns(shown, rounds)
    for nodes in columns:
        _place(nodes)
    lowest = min(node.y - node.high / 2 for nodes in columns for node in nodes)
    for node in _all(columns):
        node.y += TOP - lowest
    return {
        "wide": len(columns) * (ACROSS + APART) - APART + 2,
        "high": round(max(node.y + node.high / 2 for node in _all(columns))) + 2,
        "across": ACROSS,
        "columns": [
            {"x": _x(at), "round": rounds[0].number + at + 1, "left": len(columns) - 1 - at}
            for at in range(len(columns))
        ],
        "boxes": [_box(shown, at, node) for at, nodes in enumerate(columns) for node in nodes],
        "lines": [_line(at, one, node) for at, nodes in enumerate(columns) for node in nodes for one in node.feeds],
    }


def drawn_rounds(shown: Shown) -> list[Round]:
    rounds = shown.held.of_stage if shown.held.is_knock_out else ()
    return [one for one in rounds if sum(map(len, one.tables)) + len(one.byes) <= MOST]


def _columns(shown: Shown, rounds: Sequence[Round]) -> list[list[Node]]:
    columns: list[list[Node]] = []
    for one in rounds:
        nodes = [Node(one.number, seats, table, _high(len(seats))) for table, seats in enumerate(one.tables)]
        nodes += [Node(one.number, (entrant,), None, _high(1)) for entrant in one.byes]
        columns.append(nodes)
        for node in nodes:
            node.feeds = _feeding(columns[-2], node) if len(columns) > 1 else []
    _in_order(shown, columns[0])
    if shown.held.format == ELIMINATION and shown.rules.seats == 2 and not shown.held.ended:
        _add_what_is_to_come(columns)
    return columns


def _feeding(before: Sequence[Node], node: Node) -> list[Node]:
    return [one for one in before if set(one.who) & set(node.who)]


def _in_order(shown: Shown, first: list[Node]) -> None:
    """By the slots of the bracket, in which the best meet last; other tables as they are numbered."""
    if shown.rules.seats != 2 or shown.held.format != ELIMINATION:
        return
    seeds = {entrant: seed for seed, entrant in enumerate(seeding(shown.held))}
    began = shown.held.of_stage[0]
    everybody = [*began.byes, *(entrant for seats in began.tables for entrant in seats)]
    there = sorted(everybody, key=lambda entrant: seeds[entrant])
    slot = {there[seed]: at for at, seed in enumerate(bracket(len(there))) if seed < len(there)}
    first.sort(key=lambda node: min(slot[entrant] for entrant in node.who))


def _add_what_is_to_come(columns: list[list[Node]]) -> None:
    """Neighbours meet. The match for the third place feeds nothing."""
    while len(last := columns[-1]) > 1:
        if len(columns) > 1 and len(columns[-2]) == len(last) == 2:
            return
        _place(last)
        pairs = [last[at : at + 2] for at in range(0, len(last), 2)]
        number = last[0].round + 1
        columns.append([Node(number, (), None, _high(2), feeds=list(pair)) for pair in pairs])


def _high(lines: int) -> int:
    return lines * LINE + 2 * PAD


def _place(nodes: list[Node]) -> None:
    """Sorts them by where they come from, and pushes them apart downwards, then back towards their middle."""
    for node in nodes:
        if node.feeds:
            node.y = sum(one.y for one in node.feeds) / len(node.feeds)
    if any(node.feeds for node in nodes):
        nodes.sort(key=lambda node: node.y)
    wanted = [node.y for node in nodes]
    for above, node in pairwise(nodes):
        node.y = max(node.y, above.y + (above.high + node.high) / 2 + GAP)
    too_low = sum(node.y - want for node, want in zip(nodes, wanted, strict=True)) / max(len(nodes), 1)
    for node in nodes:
        node.y -= too_low if nodes[0].feeds else 0


def _all(columns: Sequence[Sequence[Node]]) -> Iterator[Node]:
    for nodes in columns:
        yield from nodes


def _x(column: int) -> int:
    return column * (ACROSS + APART) + 1


def _box(shown: Shown, column: int, node: Node) -> BoxContext:
    held = shown.held
    one = held.rounds[node.round] if node.round < len(held.rounds) else None
    table = table_context(shown, one, node.table) if one and node.table is not None else None
    return {
        "x": _x(column),
        "y": round(node.y - node.high / 2),
        "high": node.high,
        "table": table["number"] if table else None,
        "round": node.round + 1,
        "seats": table["seats"] if table else [],
        "on": _on(shown, node) if table else [],
        "alone": shown.entrants[node.who[0]] if node.table is None and len(node.who) == 1 else None,
        "match": table["match"] if table else None,
        "empty": 2 if node.is_to_come else 0,
    }


def _on(shown: Shown, node: Node) -> list[bool]:
    """Who goes on, or has won the last table."""
    one = shown.held.rounds[node.round]
    if node.table is None or node.table not in one.results:
        return [False] * len(node.who)
    seeds = {entrant: seed for seed, entrant in enumerate(seeding(shown.held))}
    is_last = bool(shown.held.ended) and one is shown.held.of_stage[-1]
    on = ranked(one, node.table, seeds)[:1] if is_last else going_on(shown.held, one, node.table, seeds)
    return [entrant in on for entrant in node.who]


def _line(column: int, before: Node, node: Node) -> str:
    start, end = _x(column - 1) + ACROSS, _x(column)
    middle = (start + end) // 2
    return f"M{start} {round(before.y)}H{middle}V{round(node.y)}H{end}"
