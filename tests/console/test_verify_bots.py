"""`urbanist verify` runs bots again: whose hand played a bot's seat is named, and who can't be run is said."""

import json
import re
from pathlib import Path

import pytest

from infra.verify import BROKEN, LATER, NO, OK, UNREAD
from infra.verify import verify as alone
from services.console.verify import verify
from services.console.verify_bots import UNASKED, Total, together
from shared.games.registry import GAMES
from shared.platform.again.of_bots import SETTLED, Ran
from tests.console.conftest import Urbanist
from tests.records import KINDS, Row, at, forged, grade, record, rows, written

GREEDY = "bot:greedy@1"


def rows_of_hand(slug: str, version: str = GREEDY) -> list[Row]:
    """The record of a match in which a person's hand made every move of a bot's seat, as its server wrote it: those
    moves are any_move's.
    """
    lines = rows(record(slug, "fair"))
    text = json.dumps(lines).replace("bot:any_move@1", version)
    return json.loads(text)  # type: ignore[no-any-return]


def hand(slug: str, version: str = GREEDY) -> bytes:
    """Hashed again throughout, so that nothing else is wrong with it."""
    return forged(rows_of_hand(slug, version))


@pytest.mark.parametrize(("slug", "way"), KINDS)
def test_bots_of_every_honest_record_made_their_moves(slug, way):
    state = verify(record(slug, way)).checks["bots"]
    if grade(way) == "still running":
        assert state == LATER
    elif way == "given up":
        assert state == "ok: no bot has moved"
    else:
        assert re.fullmatch(r"ok: (no bot has moved|\d+ moves run again in \d+\.\d s)", state)


@pytest.mark.parametrize("slug", GAMES)
def test_a_hand_that_plays_the_seat_of_a_bot_is_named_with_line_version_and_both_moves(slug):
    file = hand(slug)
    assert alone(file).grade == "fair"  # the rules alone find nothing, and neither does who doesn't have them
    verdict = verify(file)
    assert (verdict.grade, verdict.checks["legality"], verdict.checks["points"]) == (BROKEN, OK, OK)
    assert verdict.checks["bots"] == NO
    lines = rows(file)
    found = re.fullmatch(
        r"line (\d+), match version (\d+): bots: bot:greedy@1 would have taken (\{.*\}); "
        r"its operator played something else: (\{.*\})",
        str(verdict.first),
    )
    assert found
    envelope = lines[int(found[1]) - 1]["envelope"]
    assert (envelope["version"], envelope["by"]) == (int(found[2]), GREEDY)
    assert json.loads(found[4]) == envelope["move"]["move"] != json.loads(found[3])


def test_no_bots_leaves_them_alone_and_says_so(urbanist: Urbanist, tmp_path: Path):
    (tmp_path / "forged.jsonl").write_bytes(hand("quadropolis"))
    output = urbanist("verify", "--no-bots", tmp_path / "forged.jsonl")
    assert output.code == 0
    assert f"  bots       {UNASKED}" in output.lines
    assert urbanist("verify", tmp_path / "forged.jsonl").code == 1


def test_a_version_that_this_release_does_not_have_is_not_checked_and_named():
    verdict = verify(hand("quadropolis", "bot:greedy@7"))
    assert verdict.grade == "fair"
    assert verdict.checks["bots"] == f"{UNREAD}: bot:greedy@7 can't be run here"


def test_all_others_are_run_beside_a_bot_that_is_not_here():
    lines = rows(record("quadropolis", "stood in"))
    text = json.dumps(lines).replace(GREEDY, "bot:of_a_package@2")
    state = verify(forged(json.loads(text))).checks["bots"]
    assert re.fullmatch(r"not checked: bot:of_a_package@2 can't be run here; \d moves run again in \d+\.\d s", state)


def test_a_version_that_was_still_being_changed_then_makes_a_record_questionable(
    urbanist: Urbanist, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(SETTLED, GREEDY, "2026-12-24T00:00:00.000Z")
    (tmp_path / "old.jsonl").write_bytes(hand("quadropolis"))
    output = urbanist("verify", tmp_path / "old.jsonl")
    assert output.code == 1
    assert output.lines[0].startswith(f"{tmp_path / 'old.jsonl'}: questionable: line ")
    assert "  bots       in doubt: " in output.out
    said = "until 2026-12-24 what this version plays was still being changed, so it may have played like this"
    assert said in output.lines[0]


def test_nothing_is_asked_of_a_record_that_is_wrong_in_another_way():
    lines = rows(record("quadropolis", "fair"))
    lines[at(lines, "quadropolis.tile_taken", 5)]["envelope"]["data"]["inhabitants"] += 3
    assert verify(forged(lines)).checks["bots"] == UNREAD
    assert verify(written(lines)).checks["bots"] == UNREAD


def test_many_files_are_judged_by_several_processes_in_their_order(urbanist: Urbanist, tmp_path: Path):
    for number in range(6):
        file = hand("quadropolis") if number == 3 else record("sprawlopolis", "fair")
        (tmp_path / f"{number}.jsonl").write_bytes(file)
    names = sorted(tmp_path.iterdir())
    output = urbanist("verify", "--jobs", "2", *names)
    judged = [line for line in output.lines if line.startswith(str(tmp_path))]
    assert [line.partition(": ")[0] for line in judged] == [str(name) for name in names]
    assert (output.code, output.err) == (1, "")
    assert output.lines[-2] == "6 records, 1 broken, 5 fair"
    assert re.fullmatch(r"bots: ok: \d+ moves run again in \d+\.\d s", output.lines[-1])


def test_less_than_one_process_is_refused(urbanist: Urbanist):
    assert urbanist("verify", "--jobs", "0", "x") == (1, "", "urbanist: --jobs: at least 1\n")


def test_what_bots_took_is_added_up_with_the_names_of_those_who_are_not_here():
    rans = [Ran(3, None, ("bot:a@1",)), Ran(4), Ran(0, None, ("bot:b@2", "bot:a@1"))]
    assert together(rans) == Ran(7, None, ("bot:a@1", "bot:b@2"))
    assert str(Total()) == "bots: ok: no bot has moved"


def test_a_tournament_says_what_the_bots_of_all_its_matches_took(urbanist: Urbanist, tmp_path: Path):
    cup = tmp_path / "cup.jsonl"
    words = ("--seats", "2", "--rounds", "1", "--entrants", "greedy:2,any_move:2", "--log", cup)
    assert urbanist("tournament", "quadropolis", *words).code == 0
    output = urbanist("verify", cup)
    assert output.code == 0
    assert re.fullmatch(r"  bots       ok: \d+ moves run again in \d+\.\d s", output.lines[-1])
