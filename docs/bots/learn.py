"""Learn Quadropolis by playing it: a softmax policy, linear in a few features of each move, in NumPy alone.

Both seats play by the same weights, and each match moves them towards what the seat with more points did (REINFORCE:
Williams, 1992). Run it where Urbanist is installed with its extra `rl`:

    python docs/bots/learn.py --matches 1200

It is compared with two of the product's bots before and after, on draws that it never learnt from.
"""

from argparse import ArgumentParser
from itertools import count

import numpy as np

from shared.games.quadropolis.play.board import REACH
from shared.research import Environment, Opponent, env, opponent
from shared.research.quadropolis import AWAY, BUILDING, COLUMNS, KINDS, LAYOUT, ROWS, SITES, TILE

SEEN = np.array(REACH)  # by slot and architect: the square of the site that a tile is taken from
BESIDE = np.zeros((SITES, AWAY))  # by place: 1 for each square of the city that shares a side with it
for one in range(AWAY):
    for other in range(AWAY):
        near = abs(one // COLUMNS - other // COLUMNS) + abs(one % COLUMNS - other % COLUMNS)
        BESIDE[one, other] = near == 1

KIND, RECEIVED = slice(len(KINDS)), slice(len(KINDS), len(KINDS) + 4)  # of a tile
FLOORS = len(KINDS)  # of a building
FEATURES = len(KINDS) * (len(KINDS) + 4) + 4 * 3 + 2
BATCH, PACE = 16, 0.05
HELD_OUT = 1_000_000  # the first seed of the matches that are compared: none of them is learnt from


def features(observation: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """By action: what its tile is, what stands beside and below, and what it brings; now, and as the end comes near."""
    line, place = np.divmod(actions, SITES)
    architect, slot = np.divmod(line, len(SEEN))
    tile = LAYOUT.part(observation, "site").reshape(-1, len(TILE))[SEEN[slot, architect]].astype(float)
    city = LAYOUT.part(observation, "cities")[0].reshape(ROWS * COLUMNS, len(BUILDING))
    around = np.column_stack([np.ones(SITES), BESIDE @ city[:, KIND], [*city[:, FLOORS], 0]])[place]
    left = [LAYOUT.part(observation, name)[0] - city[:, KIND].sum() for name in ("inhabitants", "energy")]
    enough = np.tanh(np.array(left) / 3)  # of people and of energy; below 0 where there are more buildings than that
    around = np.column_stack([around, np.tile(enough, (len(actions), 1))])
    pairs = (tile[:, KIND, None] * around[:, None]).reshape(len(actions), -1)
    received = (tile[:, RECEIVED, None] * [1, *enough]).reshape(len(actions), -1)
    built = (place != AWAY)[:, None]
    nothing = ~tile[:, KIND].any(axis=1)
    found = np.column_stack([built * pairs, built * received, ~built, nothing])
    late = LAYOUT.part(observation, "round").argmax() / 3 - 0.5  # from -0.5 in the first of four rounds to 0.5
    return np.column_stack([found, late * found])


def chances(weights: np.ndarray, found: np.ndarray) -> np.ndarray:
    """By action: how probable it is."""
    wanted = found @ weights
    raised = np.exp(wanted - wanted.max())
    probable: np.ndarray = raised / raised.sum()
    return probable


def learn(matches: int, seed: int) -> np.ndarray:
    """The weights after so many matches."""
    luck, match = np.random.default_rng(seed), env("quadropolis", seats=2, rewards="points")
    weights, slope, mean, square = np.zeros(2 * FEATURES), np.zeros(2 * FEATURES), 0.0, np.zeros(2 * FEATURES)
    for number in range(1, matches + 1):
        match.reset(seed=seed if number == 1 else None)
        wished = {agent: np.zeros(2 * FEATURES) for agent in match.agents}
        while not any(match.terminations.values()):
            agent, seen = match.agent_selection, match.observe(match.agent_selection)
            actions = np.flatnonzero(seen["action_mask"])
            found = features(seen["observation"], actions)
            probable = chances(weights, found)
            picked = luck.choice(len(actions), p=probable)
            wished[agent] += found[picked] - probable @ found
            match.step(actions[picked])
        mean += (sum(match.rewards.values()) / 2 - mean) / min(number, 50)
        slope += sum((match.rewards[agent] - mean) * wished[agent] for agent in match.agents) / (2 * BATCH)
        if number % BATCH == 0:  # each weight by its own pace (RMSProp: Hinton, 2012)
            square = 0.9 * square + 0.1 * slope**2
            weights, slope = weights + PACE * slope / (np.sqrt(square) + 1e-3), np.zeros_like(slope)
        if number % 200 == 0:
            print(f"{number} matches: {mean:.1f} points a seat", flush=True)
    return weights


def learned(weights: np.ndarray) -> Opponent:
    """What these weights want most."""

    def act(match: Environment, seed: int) -> int:
        seen = match.observe(match.agent_selection)
        actions = np.flatnonzero(seen["action_mask"])
        return int(actions[np.argmax(features(seen["observation"], actions) @ weights)])

    return act


def compared(one: Opponent, other: Opponent, matches: int) -> tuple[float, float]:
    """How often the first one wins, a shared victory being half of one, and by how many points on average."""
    match, wins, ahead, moves = env("quadropolis", seats=2, rewards="points"), 0.0, 0.0, count()
    for number in range(matches):
        match.reset(seed=HELD_OUT + number // 2)
        own = f"player_{number % 2}"  # each draw is played from both seats
        while not any(match.terminations.values()):
            play = one if match.agent_selection == own else other
            match.step(play(match, next(moves)))
        first, second = (match.infos[agent]["place"] for agent in (own, f"player_{1 - number % 2}"))
        wins += (first < second) + (first == second) / 2
        ahead += match.rewards[own] - match.rewards[f"player_{1 - number % 2}"]
    return wins / matches, ahead / matches


def say(name: str, weights: np.ndarray) -> None:
    for other in ("any_move", "greedy"):
        won, ahead = compared(learned(weights), opponent(other), 200)
        print(f"{name}: wins {won:.0%} of 200 matches against {other}, by {ahead:+.1f} points", flush=True)


def main() -> None:
    parser = ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--matches", type=int, default=1200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    say("untaught", np.zeros(2 * FEATURES))
    say("taught", learn(asked.matches, asked.seed))


if __name__ == "__main__":
    main()
