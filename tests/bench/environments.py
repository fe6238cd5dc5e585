"""Random moves per second through the environments for researchers, in the loop that PettingZoo's users write.

Each move is an observation and a mask, a sample of the action space, and a step; set-up and results are included.
"""

from collections.abc import Iterator
from itertools import count
from typing import Any

from shared.research import Environment, env
from tests.bench.figure import Figure, per_second, rate

SECONDS = 5.0
WARM = 100  # matches; by then the tables are made that are made when they are first asked for
MADE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("quadropolis", {"seats": 2, "mode": "classic"}),
    ("quadropolis", {"seats": 4, "mode": "classic"}),
    ("quadropolis", {"seats": 4, "mode": "expert"}),
    ("sprawlopolis", {"seats": 1}),
    ("sprawlopolis", {"seats": 4}),
)


def figures() -> Iterator[Figure]:
    for game, told in MADE:
        name = ", ".join([game, f"{told['seats']} seats", *([told["mode"]] if "mode" in told else [])])
        yield Figure(f"moves of an environment, {name}", rate(speed(env(game, **told))))


def speed(match: Environment) -> float:
    numbers = count()
    for _ in range(WARM):
        moves_of_a_match(match, next(numbers))
    return per_second(lambda: moves_of_a_match(match, next(numbers)), SECONDS)


def moves_of_a_match(match: Environment, seed: int) -> int:
    """Play one to its end and return the number of moves."""
    match.reset(seed=seed)
    moves = 0
    for agent in match.agent_iter():
        seen, _, ended, _, _ = match.last()
        if ended:
            match.step(None)
        else:
            match.step(int(match.action_space(agent).sample(seen["action_mask"])))
            moves += 1
    return moves


if __name__ == "__main__":
    for figure in figures():
        print(*figure, sep=": ", flush=True)
