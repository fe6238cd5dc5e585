"""What a bot does that it must not is found."""

from pathlib import Path

import pytest

from shared.games.registry import GAMES
from shared.plug_ins.conformance import choices, findings, ways
from shared.plug_ins.wall import Limits
from shared.roster import Kind, Offer, Plays
from tests.plug_ins.packages import GOOD, install

LIMITS = Limits(memory=1024 * 2**20)
ALONE = "GAMES = {'sprawlopolis': Plays((1,), {'difficulty': ('normal',)})}\n"

SLOW = """
import time
def move(view, moves, chance):
    began = time.process_time()
    while time.process_time() < began + 0.6:  # of one second
        pass
    return moves[0]
"""


def wrong(folder: Path, code: str) -> list[tuple[str, str]]:
    """The checks that a bot fails, each with the first line of what is told."""
    install(folder, "novice", ALONE + code, seconds=1)
    found = list(findings("novice", LIMITS))
    return [(each.check, each.wrong.splitlines()[0]) for each in found if each.wrong]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_a_bot_that_keeps_to_the_rules_has_nothing_wrong(folder: Path):
    assert wrong(folder, GOOD) == []


def test_a_bot_that_breaks_several_rules_is_told_each(folder: Path):
    """It counts its turns over all matches, and reads a file."""
    code = """
seen = []
def move(view, moves, chance):
    seen.append(view)
    open("/etc/hostname").close()
    return moves[len(seen) % len(moves)]
"""
    told = dict(wrong(folder, code))
    assert told["asks for nothing but its view, its moves and its luck"] == "the file /etc/hostname"
    assert " answers differ, such as in sprawlopolis for 1" in told["answers the same for the same luck"]
    assert " answers differ, such as in sprawlopolis for 1" in told["remembers nothing of other turns and matches"]
    assert len(told) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "check", "told"),
    [
        ("def move(*_):\n    return 7\n", "plays sprawlopolis for 1 difficulty=normal", "14 of 14 answers"),
        ("def move(*_):\n    1 / 0\n", "plays sprawlopolis for 1 difficulty=normal", "ZeroDivisionError"),
        (SLOW, "needs half of its 1 s", "the slowest answer took"),
        ("1 / 0\ndef move(*_): ...\n", "loads", "ZeroDivisionError"),
    ],
    ids=["illegal", "raises", "slow", "does not load"],
)
def test_each_rule_is_checked(folder: Path, code: str, check: str, told: str):
    (first, *_) = wrong(folder, code)
    assert (first[0].startswith(check), first[1].startswith(told)) == (True, True), first


def test_every_way_that_is_claimed_is_played():
    offer = Offer("novice", 1, Kind.PLUG_IN, {"quadropolis": Plays((2, 3), {"mode": ("expert",)})}, 5)
    assert [str(way) for way in ways(offer)] == [
        f"quadropolis for {seats} mode=expert squares={squares}" for seats in (2, 3) for squares in (False, True)
    ]
    assert choices(GAMES["sprawlopolis"]) == {"difficulty": ("normal", "easier", "harder")}
