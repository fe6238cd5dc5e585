"""Rows of several soaks are one table and one plot."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.bench import soak
from tests.bench.milestones import HEADERS, Measured, drawn, head, keep, kept

FEW = Measured(1_000, lobby=3.26, page=4.0, move=8.0, slow_move=20.0, start=5.0, memory=12.0, server=30.0, archive=40.0)
MANY = replace(FEW, matches=100_000, archive=4000.0)


def test_rows_of_several_runs_are_joined_by_matches_and_the_later_one_counts(tmp_path: Path):
    first, second = tmp_path / "first", tmp_path / "second"
    for file, measured in ((first, MANY), (first, FEW), (second, replace(MANY, lobby=9))):
        keep(file, measured)
    assert kept([first, second]) == [FEW, replace(MANY, lobby=9)]
    assert kept([second, first]) == [FEW, MANY]
    assert kept([tmp_path / "none"]) == []


def test_a_row_has_a_cell_for_each_header():
    assert str(FEW) == "| 1,000 | 3.3 | 4.0 | 8.0 | 20.0 | 5.0 | 12.0 | 30.0 | 40.0 |"
    assert {line.count("|") for line in (*head().splitlines(), str(FEW))} == {len(HEADERS) + 1}


def test_a_plot_has_a_point_of_each_row_in_every_panel():
    assert drawn([MANY, FEW]).count("<circle") == 2 * (len(HEADERS) - 1)
    assert drawn([MANY, FEW]) == drawn([FEW, MANY])


def test_only_what_no_run_has_measured_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    """And a folder that has more already is not measured at fewer."""
    asked: list[int] = []

    def soaked(_product: object, matches: int, _really: object) -> Measured | None:
        asked.append(matches)
        return replace(MANY, matches=matches) if matches > 10_000 else None

    file, image = tmp_path / "rows", tmp_path / "soak.svg"
    keep(file, FEW)
    monkeypatch.setattr(soak, "soaked", soaked)
    words = ["soak", "--played", "1", "--folder", str(tmp_path), "--keep", str(file), "--plot", str(image)]
    for _ in range(2):
        monkeypatch.setattr("sys.argv", words)
        soak.main()
    assert asked == [10_000, 100_000, 10_000]
    assert kept([file]) == [FEW, MANY]
    monkeypatch.setattr("sys.argv", ["soak", "--matches", "0", "--rows", str(file)])
    capsys.readouterr()
    soak.main()
    assert capsys.readouterr().out.splitlines() == [*head().splitlines(), str(FEW), str(MANY)]
    assert image.read_text() == drawn([FEW, MANY])
