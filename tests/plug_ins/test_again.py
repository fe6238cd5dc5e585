"""A bot of another package that says it is repeatable is run again by whoever has it installed."""

import os
import re
from pathlib import Path

import pytest

from infra.verify import BROKEN
from services.console.verify import verify
from shared.platform.again.of_bots import NoAnswer
from shared.plug_ins import family
from shared.plug_ins.again import Repeated
from shared.plug_ins.plug_in import load
from shared.plug_ins.wall import Limits
from shared.roster.offer import Kind, Offer, Plays, field_of, offer_from, text_of
from tests.console.test_verify_bots import hand
from tests.plug_ins.packages import GOOD, install

NOVICE = "bot:novice@1"
FIRST = "def move(view, moves, chance):\n    return moves[0]\n"
FAILS = "def move(view, moves, chance):\n    1 / 0\n"
AGAIN = r"ok: \d+ moves run again in \d+\.\d s"
NOT_HERE = "not checked: bot:novice@1 can't be run here"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_its_moves_are_made_again_and_no_process_stays(folder: Path):
    """What `hand` makes are moves of any_move, which GOOD plays as well."""
    install(folder, "novice", GOOD, repeatable=True)
    before = set(family.below(os.getpid()))
    assert re.fullmatch(AGAIN, verify(hand("sprawlopolis", NOVICE)).checks["bots"])
    assert set(family.below(os.getpid())) == before


def test_a_move_that_is_not_its_own_is_named(folder: Path):
    install(folder, "novice", FIRST, repeatable=True)
    verdict = verify(hand("sprawlopolis", NOVICE))
    assert verdict.grade == BROKEN
    assert "bots: bot:novice@1 would have taken " in str(verdict.first)


@pytest.mark.parametrize(
    ("code", "repeatable", "player", "why"),
    [
        (GOOD, False, NOVICE, "the bot bot:novice@1 does not say that it is repeatable"),
        (GOOD, True, "bot:novice@2", "the bot bot:novice@2 could not be run again: another version of it is installed"),
        (GOOD, True, "bot:other@1", "no package that is installed here has the bot bot:other@1"),
        ("1 / 0\n" + GOOD, True, NOVICE, "the bot bot:novice@1 could not be run again: "),
    ],
    ids=["says nothing", "another version", "not installed", "does not load"],
)
def test_who_can_not_be_run_is_named_with_the_reason(folder: Path, code: str, repeatable: bool, player: str, why: str):
    install(folder, "novice", code, repeatable=repeatable)
    with Repeated(lambda: Limits(memory=1024 * 2**20)) as installed, pytest.raises(NoAnswer) as raised:
        installed.make(player)
    assert str(raised.value).startswith(why)
    verdict = verify(hand("sprawlopolis", player))
    assert (verdict.grade, verdict.checks["bots"]) == ("fair", NOT_HERE.replace(NOVICE, player))


def test_one_that_fails_now_proves_nothing(folder: Path):
    install(folder, "novice", FAILS, repeatable=True)
    assert verify(hand("sprawlopolis", NOVICE)).checks["bots"] == NOT_HERE


def test_what_it_says_is_kept_and_older_texts_say_nothing(folder: Path):
    install(folder, "novice", GOOD, repeatable=True)
    offer = load("novice").offer
    facts = {"kind": "plug_in", "owner": "", field_of(1): text_of(offer)}
    assert offer.repeatable
    assert offer_from("novice", 1, facts) == offer
    older = Offer("novice", 1, Kind.PLUG_IN, {"sprawlopolis": Plays((1,), {})}, 5)
    assert "repeatable" not in text_of(older)
    assert offer_from("novice", 1, {**facts, field_of(1): text_of(older)}) == older
