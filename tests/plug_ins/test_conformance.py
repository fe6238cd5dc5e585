"""What a bot does that it must not is found."""

from pathlib import Path

import pytest

from shared.games.chance import Chance
from shared.games.registry import GAMES
from shared.plug_ins.conformance import Asked, choices, findings, slow, ways
from shared.plug_ins.wall import Limits
from shared.plug_ins.wire import Answer, Question
from shared.roster import Kind, Offer, Plays
from tests.plug_ins.packages import GOOD, install

LIMITS = Limits(memory=1024 * 2**20)
ALONE = "GAMES = {'sprawlopolis': Plays((1,), {'difficulty': ('normal',)})}\n"


def wrong(folder: Path, code: str, repeatable: bool = False) -> list[tuple[str, str]]:
    """The checks that a bot fails, each with the first line of what is told."""
    install(folder, "novice", ALONE + code, seconds=1, repeatable=repeatable)
    found = list(findings("novice", LIMITS))
    return [(each.check, each.wrong.splitlines()[0]) for each in found if each.wrong]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_a_bot_that_keeps_to_the_rules_has_nothing_wrong(folder: Path):
    assert wrong(folder, GOOD) == []


OF_THE_PROCESS = """
luck = hash("of this process")
def move(view, moves, chance):
    return moves[luck % len(moves)]
"""


def test_a_bot_that_says_so_is_asked_twice_in_processes_of_their_own(folder: Path):
    assert wrong(folder, GOOD, repeatable=True) == []
    assert "is repeatable, as it says" in [each.check for each in findings("novice", LIMITS)]
    told = dict(wrong(folder, OF_THE_PROCESS, repeatable=True))
    assert " answers differ, such as in sprawlopolis for 1" in told["is repeatable, as it says"]


def test_a_bot_that_breaks_several_rules_is_told_each(folder: Path):
    """It counts its turns over all matches, and reads a file."""
    code = """
seen = []
def move(view, moves, chance):
    seen.append(view)
    open("/dev/zero").close()
    return moves[len(seen) % len(moves)]
"""
    told = dict(wrong(folder, code))
    assert told["asks for nothing but its view, its moves and its luck"] == "the file /dev/zero"
    assert " answers differ, such as in sprawlopolis for 1" in told["answers the same for the same luck"]
    assert " answers differ, such as in sprawlopolis for 1" in told["remembers nothing of other turns and matches"]
    assert len(told) == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "check", "told"),
    [
        ("def move(*_):\n    return 7\n", "plays sprawlopolis for 1 difficulty=normal", "14 of 14 answers"),
        ("def move(*_):\n    1 / 0\n", "plays sprawlopolis for 1 difficulty=normal", "ZeroDivisionError"),
        ("1 / 0\ndef move(*_): ...\n", "loads", "ZeroDivisionError"),
    ],
    ids=["illegal", "raises", "does not load"],
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


def test_who_needs_most_of_its_time_is_slow():
    """By its processor time, whatever else runs on the machine."""
    offer = Offer("novice", 1, Kind.PLUG_IN, {"quadropolis": Plays((2,), {})}, 5)
    game = GAMES["quadropolis"]
    asked = [
        Asked(Question("m-1", game, 0, None, [], Chance(b"")), Answer("m-1", move=0, spent=spent))
        for spent in (20, 2400)
    ]
    assert slow(asked, offer) == ""
    assert slow([*asked, asked[0]._replace(answer=Answer("m-1", move=0, spent=2600))], offer) == (
        "the slowest answer took 2.6 of 5 s"
    )
