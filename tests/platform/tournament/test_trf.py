"""The report of a tournament of two seats is one that pairing programs read."""

from pathlib import Path

from py4swiss.trf import TrfParser

from shared.platform.tournament.commands import Withdraw
from shared.platform.tournament.trf import games, trf
from tests.platform.tournament.held import at_random, do, paired, player, result, started, step, swiss


def test_a_report_is_read_by_another_program_with_the_same_points(tmp_path: Path):
    held = started(swiss(2, 5), 7)
    for _ in range(3):
        held = step(step(step(held, at_random(2)), at_random(2)), at_random(2))
        held = do(held, Withdraw(by=player(len(held.rounds)), entrant=len(held.rounds)))
    names = {0: "Ada\nLovelace", 1: "Bert"}
    text = trf(held, "An  event", names)
    file = tmp_path / "report.trf"
    file.write_text(text, encoding="utf-8")
    read = TrfParser.parse(file, strict=True)
    assert [one.starting_number for one in read.player_sections] == list(range(1, 8))
    assert {one.name for one in read.player_sections} >= {"Ada Lovelace", "Bert", "entrant 3"}
    points = sorted(one.points * 10 // 12 for one in held.standings)
    assert sorted(one.points_times_ten for one in read.player_sections) == points
    assert text.startswith("012 An event\n062 7\nXXR 5\n")


def test_forfeits_are_marked():
    held = paired(started(swiss(2, 5), 4))
    held = do(held, result(held.rounds[0], 0, (1, None)), result(held.rounds[0], 1, (None, None)))
    found = sorted(row[0].result for row in games(held).values())
    assert found == ["+", "-", "-", "-"]
