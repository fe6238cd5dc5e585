"""A mind: given a view, its legal moves and luck of its own, it returns one of those moves."""

from collections.abc import Callable, Sequence
from typing import Any

from shared.games.chance import Chance

Mind = Callable[[Any, Sequence[Any], Chance], Any]
