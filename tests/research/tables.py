"""What is played: each game with each of its options, by each number of seats."""

from collections.abc import Iterator
from dataclasses import asdict
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pytest

from shared.research import Environment, env
from shared.research.codings import CODINGS


class Table(NamedTuple):
    facts: ModuleType
    options: Any
    seats: int

    def env(self, **told: Any) -> Environment:
        return env(self.facts.GAME.slug, seats=self.seats, **asdict(self.options), **told)

    def __str__(self) -> str:
        return "-".join(
            [self.facts.GAME.slug, *(str(value) for value in asdict(self.options).values()), str(self.seats)]
        )


FACTS = [import_module(f"tests.games.{slug}.facts") for slug in CODINGS]
TABLES = [Table(facts, options, seats) for facts in FACTS for options in facts.OPTIONS for seats in facts.GAME.seats]
every_table = pytest.mark.parametrize("table", TABLES, ids=str)


def played(table: Table, seed: int, **told: Any) -> Iterator[Environment]:
    """One environment, before each action of careless players, and at its end."""
    match, careless = table.env(**told), Random(seed)
    match.reset(seed=seed)
    while not any(match.terminations.values()):
        yield match
        match.step(careless.choice(allowed(match)))
    yield match


def allowed(match: Environment) -> list[int]:
    found: list[int] = np.flatnonzero(match.observe(match.agent_selection)["action_mask"]).tolist()
    return found
