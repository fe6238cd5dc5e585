"""How well promises of Quadropolis foresee the ends of held-out positions, against the change at once.

`python -m tests.bench.foresight classic classic.jsonl` prints it; `--write` puts the doubts where the game reads them.
The ends of some imagined worlds are noisy: nothing can correlate with them better than the square root of the share
of their variance that isn't luck, the ceiling. Each correlation divided by it says what would be found with worlds
without number. Needs numpy.
"""

import json
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from shared.games.quadropolis.play.evolve import built
from shared.games.quadropolis.play.tiles import TILES
from shared.games.quadropolis.score.promise import features, promise, turns_left
from shared.games.quadropolis.score.result import points
from tests.bench.held_out import HeldOut, read, rebuilt
from tests.bench.promises import GAMES_AT, NORMAL, THOUSAND

WEIGHTS_AT = GAMES_AT / "quadropolis" / "score" / "promise.json"


class Foretold(NamedTuple):
    """Of each building tried in a position: what it changes, its promise and its change at once, in points, and by
    world how many points more it ended with than discarding did."""

    left: int
    features: np.ndarray
    promises: np.ndarray
    gains: np.ndarray
    ends: np.ndarray


def foretold(mode: str, position: HeldOut) -> Foretold:
    state = rebuilt(mode, position)
    now, holding, changes, promises, gains = points(state, 0), state.holdings[0], [], [], []
    for tile, square in position.tried:
        then = built(holding, tile, square, TILES[tile].inhabitants, TILES[tile].energy)
        gains.append(points(state._replace(holdings=(then, *state.holdings[1:])), 0) - now)
        changes.append(features(state, 0, tile, square, gains[-1]))
        promises.append(promise(state, 0, tile, square, gains[-1]) / THOUSAND)
    ends = np.array(position.ends, float)
    return Foretold(
        turns_left(state), np.array(changes, float), np.array(promises), np.array(gains, float), ends[1:] - ends[0]
    )


def figures(each: Sequence[Foretold]) -> dict[str, float]:
    """Of positions with two buildings tried or more and turns to come."""
    promises, gains = (np.concatenate([getattr(one, name) for one in each]) for name in ("promises", "gains"))
    ends = np.concatenate([one.ends for one in each])
    within = [np.concatenate([_apart(getattr(one, name)) for one in each]) for name in ("promises", "gains", "ends")]
    worlds = ends.shape[1]
    luck = float(ends.var(1, ddof=1).mean() / worlds)
    degrees = sum([len(one.gains) - 1 for one in each])
    apart = within[2] - within[2].mean(1, keepdims=True)
    luck_within = float((apart**2).sum() / (degrees * (worlds - 1)) / worlds)
    ceilings = [_ceiling(float(ends.mean(1).var()), luck)]
    ceilings.append(_ceiling(float((within[2].mean(1) ** 2).sum() / degrees), luck_within))
    said: dict[str, float] = {"positions": len(each), "buildings": len(ends), "worlds": worlds}
    for name, ceiling, (promised, gained, ended) in (
        ("over all", ceilings[0], (promises, gains, ends.mean(1))),
        ("within positions", ceilings[1], (within[0], within[1], within[2].mean(1))),
    ):
        said[f"{name}: ceiling"] = ceiling
        for what, by in (("promise", promised), ("change at once", gained)):
            said[f"{name}: correlation, {what}"] = float(np.corrcoef(by, ended)[0, 1])
            said[f"{name}: correlation without luck, {what}"] = said[f"{name}: correlation, {what}"] / ceiling
    off = {"promise": promises, "change at once": gains, "always the average": np.full(len(gains), ends.mean())}
    for what, by in off.items():
        said[f"off by, {what}"] = float(np.sqrt(max(0.0, ((by - ends.mean(1)) ** 2).mean() - luck)))
    for what, by in (("promise", promises), ("change at once", gains)):
        said[f"slope, {what}"] = float((by @ ends.mean(1)) / (by @ by))
    for what, name in (("promise", "promises"), ("change at once", "gains")):
        best = [one.ends.mean(1)[getattr(one, name).argmax()] - one.ends.mean() for one in each]
        said[f"points more than the average building, highest {what}"] = float(np.mean(best))
    for what, name in (("promise", "promises"), ("change at once", "gains")):
        said[f"rank correlation, {what}"] = ranked(each, name)
    said["luck"] = float(np.sqrt(luck))
    return said


def ranked(each: Sequence[Foretold], what: str) -> float:
    """Spearman's, averaged over positions; where all are equal it says nothing, 0."""
    found = []
    for one in each:
        by, ended = _ranks(getattr(one, what)), _ranks(one.ends.mean(1))
        found.append(float(np.corrcoef(by, ended)[0, 1]) if by.std() and ended.std() else 0.0)
    return float(np.mean(found))


def _ranks(values: np.ndarray) -> np.ndarray:
    """The rank of each, from 0; equal ones share theirs."""
    return np.array([float((value > values).sum() + ((value == values).sum() - 1) / 2) for value in values])


def _apart(values: np.ndarray) -> np.ndarray:
    return np.asarray(values - values.mean(0))


def _ceiling(variance: float, luck: float) -> float:
    return float(np.sqrt(max(1e-6, variance - luck) / variance))


def of_file(mode: str, kept: Path) -> list[Foretold]:
    found = [foretold(mode, position) for position in read(kept) if len(position.tried) > 1]
    return [one for one in found if one.left]


def doubts_of(each: Sequence[Foretold]) -> tuple[float, float]:
    """The square of the doubt, always and for each turn that is left, by least squares and without what is luck."""
    off = np.array(
        [((one.promises - one.ends.mean(1)) ** 2 - one.ends.var(1, ddof=1) / one.ends.shape[1]).mean() for one in each]
    )
    left = np.array([one.left for one in each], float)
    always, a_turn = np.polynomial.polynomial.polyfit(left, off, 1)
    if a_turn < 0:
        always, a_turn = max(0.0, off.mean()), 0.0
    elif always < 0:
        always, a_turn = 0.0, max(0.0, (off @ left) / (left @ left))
    return NORMAL**2 * float(always), NORMAL**2 * float(a_turn)


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bench.foresight", description=__doc__)
    parser.add_argument("mode", choices=("classic", "expert"))
    parser.add_argument("kept", type=Path)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    each = of_file(asked.mode, asked.kept)
    for name, value in figures(each).items():
        print(f"{name}: {value:.2f}")
    always, a_turn = doubts_of(each)
    print(f"doubt: {always:.2f}, {a_turn:.2f}")
    if asked.write:
        listed = json.loads(WEIGHTS_AT.read_text())
        listed[asked.mode] |= {"doubt": round(always, 2), "doubt_left": round(a_turn, 2)}
        WEIGHTS_AT.write_text(json.dumps(listed, indent=1) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
