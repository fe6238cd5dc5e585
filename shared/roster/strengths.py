"""What bots of this release were measured to be worth. tests/bots/strengths.py writes the rows of strengths.json."""

import json
from importlib.resources import files
from typing import NamedTuple


class Strength(NamedTuple):
    """`over`: the bot whose totals are compared where all play together; None: first places are counted."""

    game: str
    option: str | None
    seats: int
    bots: str
    seed: str
    bot: str
    over: str | None
    matches: int
    value: float
    low: float
    high: float
    seconds: float
    slowest: float
    digest: str

    @property
    def command(self) -> str:
        option = f" --option {self.option}" if self.option else ""
        who = f"{self.game} --seats {self.seats}{option} --bots {self.bots}"
        return f"urbanist arena {who} --matches {self.matches} --seed {self.seed}"


def read() -> list[Strength]:
    text = files(__package__).joinpath("strengths.json").read_text(encoding="ascii")
    return [Strength(**row) for row in json.loads(text)]
