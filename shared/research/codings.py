"""The games that have environments, by their short names."""

from collections.abc import Mapping

from shared.research.arrays import Coding
from shared.research.quadropolis import CODING as QUADROPOLIS
from shared.research.sprawlopolis import CODING as SPRAWLOPOLIS

CODINGS: Mapping[str, Coding] = {"quadropolis": QUADROPOLIS, "sprawlopolis": SPRAWLOPOLIS}
