"""Sample positions of Quadropolis as pages get them: a site, cities, and what can be chosen on them."""

from copy import deepcopy
from typing import Any

from shared.annotations import Json

KINDS = {"T": "tower", "S": "shop", "V": "service", "P": "park", "F": "factory", "H": "harbour"}
CODES = {"T": "TOW", "S": "SHO", "V": "PUB", "P": "PAR", "F": "FAC", "H": "HAR"}
SIDES = "NESW"
ELSEWHERE = "architect {architect} builds in row {architect} or column {architect}"

# Kind, inhabitants, energy, points, m: the mayor's sign. `.` is empty, `#` lies face down.
SITE = """
T200 P000 H110 . S000
V001 F020 . T100m P000
S000 T300 H003 F030 V000
F020 # S000 H200 T200
P000 V002 T100 # H020
"""
# Kind, floors, points.
MINE = """
T30 P10 . .
V12 T10 S10 .
. F10 H11 .
. . . .
"""
ADAS = """
S10 . H10 H10
. F10 . T10
P10 T20 . .
. . V11 .
"""
FULL = """
T40 P10 T20 P10
S10 F10 S10 T10
H12 H10 H10 H10
V11 F10 S10 V10
"""


def site() -> list[list[Json | None]]:
    return [[_tile(word, row, column) for column, word in enumerate(line.split())] for row, line in _lines(SITE)]


def city(seat: int, drawing: str, **more: Any) -> Json:
    squares = [[_building(word) for word in line.split()] for _, line in _lines(drawing)]
    received: Json = {"inhabitants": 6, "energy": 4, "available": [3, 4], "last": {"row": 1, "column": 1}}
    return {"seat": seat, "squares": squares, **received, **more}


def plain(seats: int = 2) -> Json:
    others = [city(seat, ADAS, available=[2, 4]) for seat in range(1, seats)]
    return {
        "mode": "classic",
        "round": 2,
        "rounds": 4,
        "turns_left": 3,
        "starts": 1,
        "mayor": 1,
        "urbanist": {"row": 1, "column": 2},
        "squares": False,
        "pool": None,
        "districts": [[1, 1, 2, 2], [1, 1, 2, 2], [3, 3, 4, 4], [3, 3, 4, 4]],
        "numbers": None,
        "site": site(),
        "architects": [
            {"side": "N", "line": 1, "seat": 1, "number": 3},
            {"side": "W", "line": 4, "seat": 1, "number": 1},
            {"side": "E", "line": 0, "seat": 0, "number": 1},
            {"side": "S", "line": 3, "seat": 0, "number": 2},
            *({"side": "S", "line": seat, "seat": seat, "number": 1} for seat in range(2, seats) if seat != 2),
            *({"side": "E", "line": seat, "seat": seat, "number": 3} for seat in range(2, min(seats, 3))),
        ],
        "cities": [city(0, MINE), *others],
        "to_move": [0],
    }


def choices(board: Json, architect: str = "", slot: str = "", target: str = "", tile: str = "") -> Json:
    """What the rules would offer, by a small model of them that is good enough for a picture."""
    slots = [_slot(board, side, line, architect, slot) for side in SIDES for line in range(5)]
    at = next((each["reaches"] for each in slots if each["chosen"]), None) if architect else None
    there = board["site"][at["row"]][at["column"]] if at else None
    taken = {"tile": there if there and "down" not in there else None, "square": at} if at else None
    squares = _squares(board["cities"][0], int(architect), target) if taken and taken["tile"] else []
    discard = {"refusal": None, "gain": -1, "chosen": target == "discard"} if squares else None
    move = {"name": "take_tile"} if taken and (target or not taken["tile"]) else None
    return {
        "architects": [_architect(board, number, architect) for number in range(1, 5)],
        "slots": slots,
        "tiles": _tiles(board, slots, architect, tile),
        "taken": taken,
        "squares": squares,
        "discard": discard,
        "move": move,
        "next": "confirm" if move else "target" if taken else "slot" if architect else "architect",
        "refused": None,
    }


def final_squares() -> list[list[Json | None]]:
    squares: list[list[Any]] = deepcopy(city(0, FULL)["squares"])
    for row in squares:
        for each in row:
            needs_energy = each["building"] in ("tower", "shop")
            needs_person = each["building"] in ("service", "factory", "harbour")
            each.update(active=True, inhabitants=int(needs_person), energy=int(needs_energy))
    squares[1][0].update(inhabitants=4)
    squares[3][2].update(active=False, energy=0)
    squares[0][3] = None
    return squares


def refusal(template: str, **values: Any) -> Json:
    return {"template": template, "values": values}


def _lines(drawing: str) -> list[tuple[int, str]]:
    return list(enumerate(drawing.strip().splitlines()))


def _tile(word: str, row: int, column: int) -> Json | None:
    if word == ".":
        return None
    if word == "#":
        return {"down": True}
    return {
        "id": f"R2-{CODES[word[0]]}-{row}{column}",
        "building": KINDS[word[0]],
        "inhabitants": int(word[1]),
        "energy": int(word[2]),
        "points": int(word[3]),
        "mayor": word.endswith("m"),
    }


def _building(word: str) -> Json | None:
    if word == ".":
        return None
    tiles = [f"R1-{CODES[word[0]]}-0{floor}" for floor in range(int(word[1]))]
    return {"building": KINDS[word[0]], "floors": int(word[1]), "points": int(word[2]), "tiles": tiles}


def _architect(board: Json, number: int, architect: str) -> Json:
    used = number not in board["cities"][0]["available"]
    why = refusal("architect {architect} has already been used this round", architect=number) if used else None
    return {"number": number, "chosen": architect == str(number), "refusal": why}


def _slot(board: Json, side: str, line: int, architect: str, slot: str) -> Json:
    name = f"{side}{line + 1}"
    why = None
    if line == board["urbanist"]["column" if side in "NS" else "row"]:
        why = refusal("column {line} is closed by the urbanist", line=line + 1)
    for there in board["architects"]:
        if (there["side"], there["line"]) == (side, line):
            told = {"slot": name, "seat": there["seat"], "architect": there["number"]}
            why = refusal("slot {slot} is taken by {seat}'s architect {architect}", **told)
    reaches = _reached(side, line, int(architect)) if architect else None
    return {"side": side, "line": line, "name": name, "chosen": slot == name, "refusal": why, "reaches": reaches}


def _reached(side: str, line: int, architect: int) -> Json:
    far, near = 5 - architect, architect - 1
    row, column = {"N": (near, line), "S": (far, line), "W": (line, near), "E": (line, far)}[side]
    return {"row": row, "column": column}


def _tiles(board: Json, slots: list[Json], architect: str, tile: str) -> list[Json]:
    numbers = [int(architect)] if architect else board["cities"][0]["available"]
    open_slots = [each for each in slots if not each["refusal"]]
    if any(each["chosen"] for each in open_slots):
        open_slots = [each for each in open_slots if each["chosen"]]
    by_cell: dict[tuple[int, int], list[Json]] = {}
    for each in open_slots:
        for number in numbers:
            at = _reached(each["side"], each["line"], number)
            there = board["site"][at["row"]][at["column"]]
            if there and "down" not in there:
                pair = {"architect": number, "side": each["side"], "line": each["line"]}
                by_cell.setdefault((at["row"], at["column"]), []).append(pair)
    return [
        {"row": row, "column": column, "chosen": tile == f"{row + 1},{column + 1}", "pairs": found}
        for (row, column), found in sorted(by_cell.items())
    ]


def _squares(mine: Json, architect: int, target: str) -> list[Json]:
    squares = []
    for row, line in enumerate(mine["squares"]):
        for column, there in enumerate(line):
            why = None
            if there:
                why = refusal("this square is taken")
            elif architect - 1 not in (row, column):
                why = refusal(ELSEWHERE, architect=architect)
            gain = None if why else 3 * ((row, column) == (2, 3))
            chosen = target == f"{row + 1},{column + 1}"
            squares.append({"row": row, "column": column, "refusal": why, "gain": gain, "chosen": chosen})
    return squares
