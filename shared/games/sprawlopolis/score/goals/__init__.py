"""The 18 goals on the backs of the cards, and how each is counted.

`goals.json` has each rule and its rulings in words, and how sure they are: the rulings of goals 1, 7 and 17 about
holes, of 11 about shared blocks and loops, and of 13 about parks of one group are readings, not rules.
"""

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

from shared.games.sprawlopolis.score.goals.edges import central_perks, tourist_traps
from shared.games.sprawlopolis.score.goals.lines import bloom_boom, sprawlopolis, the_strip
from shared.games.sprawlopolis.score.goals.neighbours import concrete_jungle, skid_row, stacks_and_scrapers
from shared.games.sprawlopolis.score.goals.runs import (
    looping_lanes,
    mini_marts,
    morning_commute,
    park_hopping,
    superhighway,
    the_outskirts,
)
from shared.games.sprawlopolis.score.goals.zones import block_party, go_green, master_planned, the_burbs
from shared.games.sprawlopolis.score.survey import Line

COUNTED: Mapping[int, Line] = {
    1: the_outskirts,
    2: bloom_boom,
    3: go_green,
    4: block_party,
    5: stacks_and_scrapers,
    6: master_planned,
    7: central_perks,
    8: the_burbs,
    9: concrete_jungle,
    10: the_strip,
    11: mini_marts,
    12: superhighway,
    13: park_hopping,
    14: looping_lanes,
    15: skid_row,
    16: morning_commute,
    17: tourist_traps,
    18: sprawlopolis,
}


class Goal(NamedTuple):
    """`line` gives the reasons for its points; `rule` and `rulings` are words, `confidence` says how sure they are."""

    number: int
    name: str
    rule: str
    rulings: tuple[str, ...]
    confidence: str
    line: Line


def _read() -> list[Goal]:
    listed = json.loads(files(__package__).joinpath("goals.json").read_text(encoding="ascii"))
    return [Goal(**{**goal, "rulings": tuple(goal["rulings"])}, line=COUNTED[goal["number"]]) for goal in listed]


GOALS: Mapping[int, Goal] = {goal.number: goal for goal in _read()}
