"""Another release, as far as its bots go."""

import pytest

from shared import bots
from shared.bots import Bot


def release(monkeypatch: pytest.MonkeyPatch, *rows: Bot) -> None:
    """From now on it has these bots, and what it had under other names."""
    given = {row.name for row in rows}
    monkeypatch.setattr(bots, "BOTS", (*(bot for bot in bots.BOTS if bot.name not in given), *rows))
