"""Another release, as far as bots are concerned."""

import pytest

from shared import bots
from shared.bots import Bot


def release(monkeypatch: pytest.MonkeyPatch, *rows: Bot) -> None:
    """From now on these are the bots of their names; those of other names stay."""
    given = {row.name for row in rows}
    monkeypatch.setattr(bots, "BOTS", (*(bot for bot in bots.BOTS if bot.name not in given), *rows))
