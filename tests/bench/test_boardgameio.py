"""What the benchmark beside boardgame.io plays, reads and sums up. Nothing here needs the network."""

import json
import subprocess
from pathlib import Path

import pytest

from services.console.practice import played, practice
from shared.games.registry import GAMES
from tests.bench.boardgameio import packages
from tests.bench.boardgameio.carried import Carried, beside, ours
from tests.bench.boardgameio.packages import HERE, installed, program
from tests.bench.boardgameio.theirs import Theirs, carry, file_of, moves_of, stored
from tests.bench.load.account import Account
from tests.bench.load.processor import COLUMNS, LOAD
from tests.bench.load.run import Measured, Plan
from tests.node import MISSING, node

PLAYS = """
const { MOVES, setup, take, legal, endIf } = require(process.argv[1]);
const G = setup({ random: { Shuffle: list => [...list].reverse() } }), shown = [];
let made = 0, refused = 0;
for (; !endIf({ G }); made++) {
  const ctx = { currentPlayer: String(made % 2) };
  const { slots, squares } = legal(G, ctx.currentPlayer);
  const before = JSON.stringify(G);
  for (const wrong of [[99, squares[0]], [slots[0], 99]]) refused += take({ G, ctx }, ...wrong) === "INVALID_MOVE";
  if (JSON.stringify(G) !== before) throw new Error("a refused move changed something");
  if (take({ G, ctx }, slots.at(-1), squares[0])) throw new Error("a legal move was refused");
  shown.push(G.site.filter(tile => tile).length);
}
console.log(JSON.stringify({ made, MOVES, refused, shown, cities: G.cities, bag: G.secret.bag.length }));
"""


def test_their_game_has_as_many_moves_as_ours():
    path = node()
    assert path, MISSING
    command = [path, "-e", PLAYS, str(HERE / "game.js")]
    said = subprocess.run(command, capture_output=True, check=True, timeout=60, text=True)
    found = json.loads(said.stdout)
    game = GAMES["quadropolis"]
    _, moves = played(practice(game, ("bot:any_move@1",) * 2, game.options(), "1" * 64), "bench0000001", None)
    assert found["made"] == found["MOVES"] == moves
    assert found["refused"] == 2 * moves
    assert found["shown"] == [*range(24, 17, -1), 25] * 3 + [*range(24, 16, -1)]
    tiles = [tile for city in found["cities"] for tile in city]
    assert len(set(tiles)) == len(tiles) == moves
    assert found["bag"] == 0


def log(*types: str) -> str:
    return json.dumps({"key": "a:log", "value": [{"action": {"type": type_}} for type_ in types]})


def test_only_moves_that_are_in_a_whole_log_are_stored(tmp_path: Path):
    whole = log("MAKE_MOVE", "GAME_EVENT", "MAKE_MOVE")
    assert file_of("a:log") == "e09470f744b3eae6e03ac353d9db3649"
    (tmp_path / file_of("a:log")).write_text(whole)
    (tmp_path / file_of("b:log")).write_text(whole[:-1])
    assert [moves_of(tmp_path / file_of(f"{match}:log")) for match in "abc"] == [2, 0, 0]
    assert stored(tmp_path, {"a": 2, "b": 2, "c": 1}) == 2


def fake(folder: Path, name: str, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that is found in place of the real one."""
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder), prepend=":")


NODE = """
case "$1" in
  *server.js) echo ready; exec sleep 60;;
esac
echo begun
echo '{"times": [2, 4], "seconds": 0.5}'
echo '{"acknowledged": {"a": 2}, "errors": ["late"]}'
exec sleep 60
"""


def test_what_they_say_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    fake(tmp_path, "node", NODE, monkeypatch)
    (tmp_path / file_of("a:log")).write_text(log("MAKE_MOVE", "MAKE_MOVE"))
    found = carry(Theirs(matches=3, warm_up=0, seconds=0.5, synced=True), tmp_path, tmp_path)
    assert found.cells[:4] == ["boardgame.io, synced", "3", "4.0", "2.0, 4.0"]
    assert found.cells[6:] == ["2", "2", "1"]


def test_a_program_that_ends_early_ends_the_benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    fake(tmp_path, "node", "exit 3", monkeypatch)
    with pytest.raises(SystemExit, match="Node ended"):
        carry(Theirs(matches=1, warm_up=0, seconds=0), tmp_path, tmp_path)


def test_ours_is_all_that_the_product_uses_for_each_move():
    plan = Plan(style="post", matches=8, bots=0, warm_up=0, seconds=2)
    run = Measured(plan, seconds=2, account=Account(acknowledged=5, stored=5))
    run.used = {**dict.fromkeys(COLUMNS, 0.1), LOAD: 0.01}
    run.tally.measured.times["move"] = [0.01, 0.02]
    found = ours(run)
    assert isinstance(found, Carried)
    share = f"{1000 * 0.1 * (len(COLUMNS) - 1) / 2:.2f}"
    assert beside([found])[2] == f"| Urbanist | 8 | 1.0 | 10.0, 20.0 | {share} | 5.00 | 5 | 5 | none |"


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", "")
    with pytest.raises(SystemExit, match="npm is not installed: this benchmark needs Node 20"):
        program("npm")


def test_packages_are_installed_again_only_when_others_are_pinned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder, pinned = tmp_path / "packages", tmp_path / "pinned"
    pinned.mkdir()
    for name in packages.PINNED:
        (pinned / name).write_text("1")
    monkeypatch.setattr(packages, "HERE", pinned)
    fake(tmp_path, "npm", f'echo "$1" >> {tmp_path}/asked; mkdir node_modules', monkeypatch)
    assert installed(folder) == installed(folder) == folder / "node_modules"
    assert (tmp_path / "asked").read_text() == "ci\n"
    (pinned / "package-lock.json").write_text("2")
    fake(tmp_path, "npm", "echo no network >&2; exit 1", monkeypatch)
    for _ in range(2):
        with pytest.raises(SystemExit, match="no network"):
            installed(folder)
