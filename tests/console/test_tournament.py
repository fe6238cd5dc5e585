"""`urbanist tournament`: whole tournaments of bots, the same bytes for the same seed, verified by the rules."""

import json
from pathlib import Path

import pytest

from infra.verify import BROKEN, NO, OK, UNREAD
from services.console.verify import verify
from tests.console.conftest import Urbanist
from tests.cups import KINDS, Row, cup, forged, nth, played, unfinished
from tests.registry import forget

SAID = ("tournament", "quadropolis", "--seats", 4, "--rounds", 2, "--entrants", "greedy:4,any_move:5", "--seed", 3)


def test_the_same_duplicate_of_the_same_bots_gives_the_same_table(urbanist: Urbanist):
    once, again = (urbanist(*SAID, "--format", "duplicate").lines for _ in range(2))
    assert once == again
    assert urbanist(*SAID[:-1], 4, "--format", "duplicate").lines != once


def test_the_same_seed_writes_the_same_bytes_on_any_number_of_cores(urbanist: Urbanist, tmp_path: Path):
    alone, shared, other = (tmp_path / name for name in ("alone", "shared", "other"))
    said = urbanist(*SAID, "--log", alone)
    assert urbanist(*SAID, "--cores", 2, "--log", shared).lines == said.lines
    assert shared.read_bytes() == alone.read_bytes()
    urbanist(*SAID[:-1], 4, "--log", other)
    assert other.read_bytes() != alone.read_bytes()
    rows = [json.loads(line) for line in said.lines]
    assert [list(row) for row in rows] == [["place", "entrant", "points", "tie_breaks", "matches"]] * 9
    assert [row["place"] for row in rows] == list(range(1, 10))
    assert {row["entrant"] for row in rows} >= {"greedy 1", "greedy 4", "any_move 5"}
    assert rows[0]["entrant"].startswith("greedy")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--entrants", "nobody:4", "--rounds", 1), "there is no bot nobody"),
        (("--entrants", "greedy", "--rounds", 1), "--entrants: 2 to 2000 bots"),
        (("--entrants", "greedy:x"), "--entrants: as greedy:10,any_move:10"),
        (("--entrants", "greedy:4"), "a tournament has 1 to 100 rounds"),
        (("--entrants", "greedy:4", "--rounds", 1, "--cores", 0), "--cores: at least 1"),
        (("--entrants", "greedy:4", "--final", "swiss:x"), "--final: as elimination:8, or swiss:8:3 with its rounds"),
        (
            ("--entrants", "greedy:4", "--minutes", 9),
            "--minutes: only an arena without --rounds lasts for a span of time here",
        ),
        (
            ("--entrants", "greedy:4", "--rounds", 1, "--seasons", 2),
            "--seasons: only a league with --division has more than one",
        ),
        (("--entrants", "greedy:4", "--format", "league", "--division", 2, "--seasons", 0), "--seasons: 1 to 100"),
        (("--entrants", "greedy:4", "--seats", 7, "--rounds", 1), "Quadropolis has no tables of so many seats"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(urbanist: Urbanist, arguments, sentence):
    said = urbanist("tournament", "quadropolis", *arguments)
    assert said.code == 1
    assert sentence in said.err


def test_seasons_of_a_league_and_the_span_of_an_arena(urbanist: Urbanist):
    league = ("tournament", "quadropolis", "--format", "league", "--entrants", "any_move:4", "--division", 2)
    first, last = urbanist(*league), urbanist(*league, "--seasons", 2)
    before, after = ([json.loads(line) for line in said.lines] for said in (first, last))
    assert [row["division"] for row in after] == [1, 1, 2, 2]
    assert {row["entrant"] for row in after[:2]} == {before[0]["entrant"], before[2]["entrant"]}
    arena = urbanist("tournament", "quadropolis", "--format", "arena", "--entrants", "any_move:4", "--minutes", 3)
    rows = [json.loads(line) for line in arena.lines]
    assert [list(row["tie_breaks"])[:2] for row in rows] == [["average", "attended"]] * 4
    assert sum(row["matches"] for row in rows) >= 4


def test_a_file_that_is_there_is_not_written_over(urbanist: Urbanist, tmp_path: Path):
    file = tmp_path / "kept"
    file.write_text("precious")
    said = urbanist(*SAID, "--log", file)
    assert f"{file} is there already: name another file" in said.err
    assert file.read_text() == "precious"


def test_a_final_is_told(urbanist: Urbanist):
    said = urbanist(*SAID, "--final", "elimination:4", "--tie-breaks", "wins")
    rows = [json.loads(line) for line in said.lines]
    assert [row["place"] for row in rows] == [1, 2, 3, 4]
    assert list(rows[0]["tie_breaks"]) == ["reached", "last_place", "attended", "wins"]


@pytest.mark.parametrize("kind", KINDS)
def test_the_rules_lead_to_all_that_is_stored(kind):
    verdict = verify(cup(kind))
    assert (verdict.failures, verdict.checks["legality"]) == ((), OK)


def test_one_that_still_runs_is_decided_again_after_its_end():
    assert verify(unfinished(*played("arena"))).checks["legality"] == "after the end"


def under_no_terms(rows: list[Row]) -> None:
    """Of deals, whose matches have terms of their own, no other check sees those of the tournament."""
    nth(rows, "opened")["rules"]["terms"]["out"] = "never"


def test_what_only_the_rules_know_is_named_though_all_fits():
    verdict = verify(forged(cup("duplicate"), under_no_terms))
    assert verdict.grade == BROKEN
    assert verdict.checks["legality"] == NO
    assert verdict.first
    assert "the rules lead to something else here" in verdict.first.wrong


def test_a_forged_standing_is_named_before_any_rules(urbanist: Urbanist, tmp_path: Path):
    def edit(rows: list[Row]) -> None:
        nth(rows, "ended")["standings"].reverse()

    verdict = verify(forged(cup("arena"), edit))
    assert (verdict.checks["standing"], verdict.checks["legality"]) == (NO, UNREAD)
    file = tmp_path / "forged"
    file.write_bytes(forged(cup("arena"), edit))
    assert urbanist("verify", file).code == 1


def test_a_tournament_of_a_game_that_is_gone_can_only_be_read(monkeypatch: pytest.MonkeyPatch):
    file = cup("arena")
    forget("quadropolis", monkeypatch)
    verdict = verify(file)
    assert verdict.checks["legality"] == NO
    assert verdict.first
    assert "this release does not have the rules of quadropolis" in verdict.first.wrong


def test_a_tournament_is_not_imported(urbanist: Urbanist, tmp_path: Path):
    file = tmp_path / "cup"
    file.write_bytes(cup("arena"))
    sentence = "this is the record of a tournament: it can be verified, and its matches imported one by one"
    assert sentence in urbanist("import", file).err
