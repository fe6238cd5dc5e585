"""Quadropolis read a second time: lists and loops from the rulebook's words, without the product's rules.

Rows, columns, lines and rounds count from 1 as in the rulebook, seats from 0; (1, 1) is the top left square.
"""

import csv
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

TILE_LIST = Path(__file__).parents[3] / "shared/games/quadropolis/play/tiles.csv"
STACKING = ("tower", "office")
Square = tuple[int, int]


class Tile(NamedTuple):
    id: str
    round: int
    kind: str
    inhabitants: int
    energy: int
    points: int
    mayor: bool
    players: int


class Box(NamedTuple):
    """What is played with: classic or expert, and squares instead of five parks."""

    mode: str
    squares: bool

    @property
    def rounds(self) -> int:
        return 4 if self.mode == "classic" else 5

    @property
    def numbers(self) -> range:
        """Of the architects."""
        return range(1, 5) if self.mode == "classic" else range(1, 6)

    def tiles(self) -> dict[str, Tile]:
        with TILE_LIST.open(newline="") as lines:
            rows = [row for row in csv.DictReader(lines) if row["set"] in ("both", self.mode)]
        tiles = [self.square(row) if self.squares and row["number"] else read_tile(row) for row in rows]
        return {tile.id: tile for tile in tiles}

    def square(self, row: dict[str, str]) -> Tile:
        """Squares, each of which brings an inhabitant, replace the numbered parks."""
        park = read_tile(row)
        return park._replace(id=f"R{park.round}-SQU-01", kind="square", inhabitants=1)

    def architects(self, players: int) -> list[Counter[int]]:
        """Each player's; in expert everybody takes from the same ones, as many of each as there are players."""
        if self.mode == "classic":
            return [Counter(self.numbers) for _ in range(players)]
        return [Counter(dict.fromkeys(self.numbers, players))] * players

    def builds(self, number: int, square: Square) -> bool:
        if self.mode == "classic":
            return number in square
        row, column = square
        return str(number) in (EXPERT_CITY[row - 1].split()[column - 1])


EXPERT_CITY = """
    1.2 1.3 4.1 2.1 2.3
    1.5 1.4 4.2 2.5 2.4
    5.1 5.2 4.3 3.1 3.2
    5.4 5.3 4.5 3.5 3.4
""".strip().splitlines()  # district and number of each square


def read_tile(row: dict[str, str]) -> Tile:
    numbers = {name: int(row[name]) for name in ("round", "inhabitants", "energy", "points", "players")}
    return Tile(id=row["id"], kind=row["kind"], mayor=row["mayor"] == "yes", **numbers)


class Turn(NamedTuple):
    """Architect `number` goes to an end of a line; `target` None: what he finds is discarded, or he finds nothing."""

    number: int
    side: str
    line: int
    target: Square | None


@dataclass
class Player:
    architects: Counter[int] = field(default_factory=Counter)
    city: dict[Square, list[Tile]] = field(default_factory=dict)
    inhabitants: int = 0
    energy: int = 0


class Reading:
    """A match on a table: `decks` are the 25 tiles of each round in the order in which they are laid out."""

    def __init__(self, box: Box, players: int, mayor: int, decks: list[list[str]]) -> None:
        self.box = box
        self.tiles = box.tiles()
        self.players = [Player() for _ in range(players)]
        self.mayor = mayor
        self.decks = decks
        self.round = 0
        self.deal()

    def deal(self) -> None:
        """Only tiles for this number of players are turned up; the rest lie face down and are never taken."""
        self.round += 1
        squares = [(row, column) for row in range(1, 6) for column in range(1, 6)]
        laid = dict(zip(squares, (self.tiles[name] for name in self.decks[self.round - 1]), strict=True))
        self.face_up = {square: tile for square, tile in laid.items() if tile.players <= len(self.players)}
        self.face_down = set(laid) - set(self.face_up)
        self.urbanist: Square | None = None
        self.slots: dict[tuple[str, int], tuple[int, int]] = {}  # who stands there: seat and number
        first = self.mayor
        self.waiting = [(first + turn) % len(self.players) for turn in range(4 * len(self.players))]
        for player, architects in zip(self.players, self.box.architects(len(self.players)), strict=True):
            player.architects = architects

    def turns(self) -> set[Turn]:
        """Everything that the player whose turn it is may do."""
        player = self.players[self.waiting[0]]
        room = {
            (number, kind): open_squares(self.box, player, kind, number)
            for number in sorted(+player.architects)
            for kind in ("tower", "office", "anything else")
        }
        found = set()
        for side, line in [(side, line) for side in "NESW" for line in range(1, 6)]:
            if (side, line) in self.slots or self.is_closed(side, line):
                continue
            for number in +player.architects:
                tile = self.face_up.get(seen_from(side, line, number))
                kind = tile.kind if tile and tile.kind in STACKING else "anything else"
                targets = room[number, kind] if tile else set()
                found |= {Turn(number, side, line, target) for target in (None, *targets)}
        return found

    def is_closed(self, side: str, line: int) -> bool:
        if self.urbanist is None:
            return False
        row, column = self.urbanist
        return line == (row if side in "WE" else column)

    def take(self, turn: Turn) -> None:
        seat = self.waiting.pop(0)
        player = self.players[seat]
        player.architects[turn.number] -= 1
        self.slots[turn.side, turn.line] = (seat, turn.number)
        self.urbanist = seen_from(turn.side, turn.line, turn.number)
        tile = self.face_up.pop(self.urbanist, None)
        if tile and turn.target:
            player.city.setdefault(turn.target, []).append(tile)
            player.inhabitants += tile.inhabitants
            player.energy += tile.energy
            if tile.mayor:
                self.mayor = seat
        if not self.waiting and self.round < self.box.rounds:
            self.deal()


def seen_from(side: str, line: int, number: int) -> Square:
    """The square that lies `number` steps into the line, counted from the architect's own side."""
    if side == "W":
        return line, number
    if side == "E":
        return line, 6 - number
    if side == "N":
        return number, line
    return 6 - number, line


def open_squares(box: Box, player: Player, kind: str, number: int) -> set[Square]:
    """Where the tile may stand in the city; discarding is always allowed as well."""
    found = set()
    for square in [(row, column) for row in range(1, 5) for column in box.numbers]:
        stack, mine = player.city.get(square, []), box.builds(number, square)
        if not stack and mine:
            found.add(square)
        if not stack or kind not in STACKING or stack[0].kind != kind:
            continue
        if len(stack) < (4 if box.mode == "classic" else 5) and (mine or len(stack) + 1 == number):
            found.add(square)
    return found
