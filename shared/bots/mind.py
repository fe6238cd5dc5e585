"""What a bot is: it gets a view, its legal moves and luck of its own, and gives one of the moves."""

from collections.abc import Callable, Sequence
from typing import Any

from shared.games.chance import Chance

Mind = Callable[[Any, Sequence[Any], Chance], Any]
