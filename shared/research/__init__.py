"""The games as PettingZoo environments, for people who study and train players. It needs the extra `rl`.

docs/research.md describes it. No part of the product imports this package.
"""

from shared.research.environment import Environment
from shared.research.make import env, parallel_env
from shared.research.opponents import Opponent, opponent

__all__ = ["Environment", "Opponent", "env", "opponent", "parallel_env"]
