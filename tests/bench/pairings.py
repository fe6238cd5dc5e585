"""How good Swiss pairings are, and how fast tournaments of a thousand are paired and folded.

.venv/bin/python -m tests.bench.pairings
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from shared.ledger.decider import Message
from shared.ledger.memory import MemoryLedger
from shared.platform.streams import Streams
from shared.platform.tournament import Command, Tournament, due
from shared.platform.tournament.commands import PairRound, StartTournament
from shared.platform.tournament.decide_tables import record
from shared.platform.tournament.pairings import dutch, ours
from shared.platform.tournament.pairings.field import Contender, Field
from shared.platform.tournament.pairings.lately import pairs
from shared.platform.tournament.pairings.swiss import swiss
from tests.bench.figure import Figure
from tests.frontend.look import cups, pages
from tests.frontend.look.house import CLEO
from tests.frontend.look.samples import house
from tests.platform.tournament import held

ROUNDS = 6
SEEDS = 5
MANY = 1000
Tables = Sequence[Sequence[int]]


def figures() -> Iterator[Figure]:
    for entrants in (16, 40, 200):
        yield Figure(f"4 seats, {entrants} entrants, {ROUNDS} rounds: repeats", repeats_of(entrants))
        yield Figure(f"4 seats, {entrants} entrants, {ROUNDS} rounds: seats", seats_of(entrants))
    for seats, entrants in ((4, 8), (3, 9), (4, 12)):
        yield Figure(f"one round of {entrants} at {seats} seats: repeats", beside_the_optimum(seats, entrants))
    for seats in (2, 4):
        yield Figure(f"{MANY:,} entrants, {seats} seats: the slowest round", f"{slowest(seats):.1f} s")
    yield Figure(
        f"{dutch.MOST} entrants, 2 seats, by the library: the slowest round", f"{slowest(2, dutch.MOST, True):.1f} s"
    )
    yield Figure(f"fold of 10 rounds of {MANY:,}", f"{folded(MANY, 10):.2f} s")
    yield Figure(f"standings page of {MANY:,}", f"{1000 * standings_page():.0f} ms")


def repeats_of(entrants: int) -> str:
    mine = [repeats([one.tables for one in at_end(entrants, seed).rounds]) for seed in range(SEEDS)]
    chance = [repeats(at_random(entrants, seed)) for seed in range(SEEDS)]
    fewest = max(0, ROUNDS * entrants * 3 // 2 - entrants * (entrants - 1) // 2)
    return f"{mean(mine)}; random tables {mean(chance)}; never fewer than {fewest}"


def seats_of(entrants: int) -> str:
    mine = [imbalance([one.tables for one in at_end(entrants, seed).rounds]) for seed in range(SEEDS)]
    chance = [imbalance(at_random(entrants, seed)) for seed in range(SEEDS)]
    return f"{mean(mine)} % of entrants had one twice more often than another; random tables {mean(chance)} %"


def mean(numbers: Sequence[int]) -> str:
    return f"{sum(numbers) / len(numbers):.1f}"


def at_end(entrants: int, seed: int) -> Tournament:
    return held.to_the_end(held.started(held.swiss(4, ROUNDS), entrants), held.at_random(seed))


def at_random(entrants: int, seed: int) -> list[Tables]:
    random, found = Random(seed), list[Tables]()
    for _ in range(ROUNDS):
        order = random.sample(range(entrants), entrants)
        found.append([order[at : at + 4] for at in range(0, entrants, 4)])
    return found


def repeats(rounds: Sequence[Tables]) -> int:
    met = Counter(pair for tables in rounds for table in tables for pair in pairs(table))
    return sum(met.values()) - len(met)


def imbalance(rounds: Sequence[Tables]) -> int:
    """Percent of all entrants."""
    had: dict[int, list[int]] = {}
    for tables in rounds:
        for table in tables:
            for seat, entrant in enumerate(table):
                had.setdefault(entrant, [0] * 4)[seat] += 1
    return 100 * sum(max(counts) - min(counts) > 1 for counts in had.values()) // len(had)


def beside_the_optimum(seats: int, entrants: int, cases: int = 60) -> str:
    """In fields where everybody may meet everybody, after any past."""
    own = best = equal = 0
    for seed in range(cases):
        field = any_past(seats, entrants, seed)
        mine = met_again(field, swiss(field, is_flat=True).tables)
        least = min(met_again(field, tables) for tables in partitions(tuple(range(entrants)), seats))
        own, best, equal = own + mine, best + least, equal + int(mine == least)
    return (
        f"{own / cases:.2f}; the optimum by brute force {best / cases:.2f}, found in {100 * equal // cases} % of cases"
    )


def any_past(seats: int, entrants: int, seed: int) -> Field:
    """Two or three rounds at random tables."""
    random = Random(seed)
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(random.choice((2, 3))):
        order = random.sample(range(entrants), entrants)
        met.update(pair for at in range(0, entrants, seats) for pair in pairs(order[at : at + seats]))
    contenders = tuple(Contender(one, 0, 0, 0, (0,) * seats) for one in range(entrants))
    return Field("swiss", 3, seats, seats, contenders, met)


def standings_page() -> float:
    """Of the first one who asks for it: from the state that was folded to the whole page, in seconds."""
    drawing = pages.environment()
    for event, page in ((cups.running, ""), (cups.large, "?page=2")):
        id_, began = event(), time.perf_counter()
        template, context = house().get(CLEO, f"/tournaments/{id_}/standings{page}")
        drawing.get_template(template).render(context)
        took = time.perf_counter() - began
    return took


def met_again(field: Field, tables: Tables) -> int:
    return sum(field.times_met(*pair) for table in tables for pair in pairs(table))


def partitions(entrants: tuple[int, ...], seats: int) -> Iterator[list[tuple[int, ...]]]:
    if not entrants:
        yield []
        return
    first, *others = entrants
    for chosen in combinations(others, seats - 1):
        rest = tuple(one for one in others if one not in chosen)
        for more in partitions(rest, seats):
            yield [(first, *chosen), *more]


def slowest(seats: int, entrants: int = MANY, library: bool = False) -> float:
    """Of five rounds, with the pairing alone."""
    if library:
        dutch.dutch(held.started(held.swiss(seats, 5), 4))  # it loads much at its first call
    now, worst = held.started(held.swiss(seats, 5), entrants), 0.0
    while due(now) != "over":
        if due(now) == "pair":
            began = time.perf_counter()
            pairing = dutch.dutch(now) if library else ours(now)
            worst = max(worst, time.perf_counter() - began)
            now = held.do(
                now, PairRound(round=len(now.rounds), library=pairing if library else None, made_by="bench 1")
            )
        elif due(now) == "play":
            now = at_once(now, len(now.rounds))
        else:
            now = held.step(now, held.by_strength)
    return worst


def at_once(now: Tournament, seed: int) -> Tournament:
    """All results at once: one command after the other would mostly measure commands."""
    last, ends = now.rounds[-1], held.at_random(seed)
    results = {table: record(now, held.result(last, table, ends(last, table))) for table in last.open}
    return now._replace(rounds=(*now.rounds[:-1], last._replace(results=results)))


def folded(entrants: int, rounds: int) -> float:
    """Seconds from the stored bytes, in a process that has seen nothing of them, at tables of four."""
    streams, stream = Streams(MemoryLedger()), f"tournament:{held.ID}"
    commands = list(story(entrants, rounds))
    for number, command in enumerate(commands):
        streams.tournaments.handle(Message(stream=stream, by=held.ORGANISER, cause=f"c{number}", command=command))
    fresh, began = Streams(streams.ledger), time.perf_counter()
    state = fresh.tournaments.load(stream).state
    taken = time.perf_counter() - began
    assert len(state.rounds) == rounds
    return taken


def story(entrants: int, rounds: int) -> Iterator[Command]:
    """Commands of a tournament, each decided once while it is told."""
    now = Tournament(id=held.ID)
    begun: list[Command] = [held.opening(held.swiss(4, rounds)), *map(held.entry, range(entrants))]
    for command in [*begun, StartTournament(by=held.ORGANISER)]:
        now = held.do(now, command)
        yield command
    while due(now) not in ("end", "over"):
        for command in held.commands_due(now, held.by_strength):
            now = held.do(now, command)
            yield command


def main() -> None:
    for name, value in figures():
        print(f"{name}: {value}", flush=True)


if __name__ == "__main__":
    main()
