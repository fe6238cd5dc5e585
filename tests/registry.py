"""A release that has lost a game."""

import pytest

from shared.games.registry import GAMES


def forget(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All are taken out, the last one first, so that each has its place again afterwards: pages list them in order."""
    others = {each: game for each, game in GAMES.items() if each != slug}
    for each in reversed(list(GAMES)):
        monkeypatch.delitem(GAMES, each)
    for each, game in others.items():
        monkeypatch.setitem(GAMES, each, game)
