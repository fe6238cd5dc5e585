"""Kills for as long as you like, and how long each kind was away: python -m tests.bench.kills [--minutes 10]"""

import argparse
import tempfile
import time
from pathlib import Path
from statistics import median

from tests.servers import ports
from tests.whole.kills import KINDS, SIGNALS, Kills
from tests.whole.product import Product


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.kills", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--only", default="", help="kinds with this word in their name")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="urbanist-") as name:
        folder = Path(name)
        product = Product(folder / "var", ports(6), folder / "log", URBANIST_BOT_PAUSE="0.1", URBANIST_BOT_PATIENCE="1")
        try:
            kills = Kills(product.start()).start()
            strike(kills, asked.minutes * 60, asked.only)
            kills.finish()
            tell(kills)
        finally:
            product.stop()


def strike(kills: Kills, seconds: float, only: str) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        for number in SIGNALS:
            for kind in (kind for kind in KINDS if only in kind.name):
                if time.monotonic() < until:
                    print(f"{kind.name}, {number.name}: {kills.hit(kind, number):.2f} s", flush=True)


def tell(kills: Kills) -> None:
    print("\n| process | signal | times | away, median | at most |\n|---|---|---|---|---|")
    for (name, number), outages in sorted(kills.outages.items(), key=lambda found: (found[0][1], found[0][0])):
        print(f"| {name} | {number.name} | {len(outages)} | {median(outages):.2f} s | {max(outages):.2f} s |")
    moves = sum(len(person.acknowledged) for person in kills.people)
    print(f"\n{moves} acknowledged moves of people: none lost, none doubled. Matches between bots: {len(kills.bots)}.")
    print("Answers: " + ", ".join(f"{count} times {status}" for status, count in sorted(kills.answered.items())))


if __name__ == "__main__":
    main()
