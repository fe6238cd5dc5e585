"""A match as a PettingZoo environment in which agents move one after the other (AEC)."""

import json
from collections.abc import Mapping
from copy import copy
from hashlib import sha256
from secrets import randbits
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from shared.bots.trying import after, begun, settled
from shared.errors import Malformed
from shared.games.chance import Chance, Draw
from shared.games.game import Game
from shared.research.arrays import Coding, Small
from shared.research.rewards import Rewarded
from shared.research.sampling import Actions

ANSI = "ansi"


class Observed(TypedDict):
    observation: Small
    action_mask: Small


class Unsealed(Chance):
    """The same orders without seals, which take most of the time of a draw: nobody has to be convinced of them."""

    __slots__ = ()

    def draw(self, label: str, items: Any) -> Draw:
        return Draw(label, tuple(items), self.order(label, len(items)), ())


class Environment(AECEnv[str, Observed, int | None]):
    """`player_0` is the first seat. States never change, so a clone shares its state with the original.

    An action that is not allowed raises IllegalMove, and changes nothing.
    """

    def __init__(
        self, game: Game, coding: Coding, seats: int, options: Any, rewarded: Rewarded, render_mode: str | None
    ) -> None:
        super().__init__()
        self.game, self.coding, self.seats, self.options = game, coding, seats, options
        self.rewarded, self.render_mode = rewarded, render_mode
        self.metadata = {
            "name": f"{game.slug}_v{game.rules}",
            "render_modes": [ANSI],
            "is_parallelizable": False,  # by aec_to_parallel, that is, which asks everybody once in each round
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.action_spaces = {agent: Actions(self.coding.actions) for agent in self.possible_agents}
        self._seed, self._matches = randbits(64), 0

    def _observations(self) -> spaces.Dict:
        layout, actions = self.coding.layout, self.coding.actions
        seen = spaces.Box(np.zeros_like(layout.most), layout.most, dtype=np.int8)
        return spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Actions:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """The same seed, the same draws, and the same in the matches after it. `options` are those of the maker."""
        if seed is not None:
            self._seed, self._matches = seed, 0
        luck = Unsealed(sha256(f"{self._seed}:{self._matches}".encode()).digest())
        self._matches += 1
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on(begun(self.game, self.seats, self.options, luck))

    def observe(self, agent: str) -> Observed:
        """What the agent's view shows, and which actions it has: none while others are called."""
        seat = self.possible_agents.index(agent)
        view = self.game.view(self.state_now, seat)
        return {"observation": self.coding.observed(view, seat), "action_mask": self.coding.mask(view, seat)}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise Malformed("{agent} has to give an action", agent=agent)
        seat = self.possible_agents.index(agent)
        move = self.coding.move(self.state_now, seat, action)
        state = settled(self.game, after(self.game, self.state_now, seat, move))
        self._cumulative_rewards[agent] = 0.0
        self._go_on(state)

    def _go_on(self, state: Any) -> None:
        """Ask who is called next, or end the match."""
        self.state_now = state
        if called := self.game.to_move(state):
            self.agent_selection = self.possible_agents[called[0]]
            return
        outcome = (self.game.outcome or self.game.result)(state)
        self.rewards = dict(zip(self.agents, self.rewarded(outcome), strict=True))
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos = {
            agent: {"points": outcome.points[seat], "place": outcome.places[seat]}
            for seat, agent in enumerate(self.agents)
        }
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    def clone(self) -> "Environment":
        """An independent match in the same state, by copying a few small tables. It knows all that is hidden.

        Only the spaces are shared, with the luck of their `sample`.
        """
        other = copy(self)
        other.agents, other.infos = list(self.agents), {agent: dict(info) for agent, info in self.infos.items()}
        other.rewards, other._cumulative_rewards = dict(self.rewards), dict(self._cumulative_rewards)
        other.terminations, other.truncations = dict(self.terminations), dict(self.truncations)
        return other

    def imagined(self, agent: str, seed: int) -> "Environment":
        """A clone in which all that the agent can't know is drawn afresh: for players that search, and don't cheat."""
        seat, luck = self.possible_agents.index(agent), Chance(sha256(str(seed).encode()).digest())
        other = self.clone()
        other.state_now = self.game.imagine(self.game.view(self.state_now, seat), seat, luck)
        return other

    def render(self) -> str | None:
        """What a spectator sees, as JSON; without a render mode nothing."""
        if self.render_mode != ANSI:
            return None
        return json.dumps(self.game.plain(self.game.view(self.state_now, None)), indent=2)

    def close(self) -> None:
        """There is nothing open."""
