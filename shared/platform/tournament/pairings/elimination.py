"""Pairs who is not knocked out. Tables of two follow a bracket in which the best meet last; of tables of three or four
the best two go on, and who goes on is spread by the standings. Double elimination knocks out after a second defeat.
"""

from collections.abc import Sequence

from shared.platform.tournament.pairings.field import Field, field_of, seeding
from shared.platform.tournament.pairings.swiss import Pairing, sizes, swiss, without_table
from shared.platform.tournament.rules import DOUBLE
from shared.platform.tournament.state import Round, Tournament


def bracket(count: int) -> list[int]:
    """Seeds in the order of the bracket: neighbours meet, and the sum of their numbers is that of best and last."""
    order = [0]
    while len(order) < count:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order


def ranked(one: Round, table: int, seeds: dict[int, int]) -> list[int]:
    """The entrants of a table, the best first: by place, then by points of the game, then by seed."""
    result, seats = one.results[table], one.tables[table]
    last = len(seats) + 1
    keys = {who: (result.places[at] or last, -result.points[at], seeds[who]) for at, who in enumerate(seats)}
    return sorted(seats, key=lambda who: keys[who])


def alive(tournament: Tournament) -> list[int]:
    """Who is still in: for tables of two in the order of the bracket, else by seed."""
    seeds = {one: at for at, one in enumerate(seeding(tournament))}
    if tournament.format == DOUBLE:
        lost = defeats(tournament, seeds)
        return [one for one in seeds if lost[one] < 2]
    still = list(seeds)
    for one in tournament.of_stage:
        still = _after(tournament, one, still, seeds)
    return still


def _after(tournament: Tournament, one: Round, still: list[int], seeds: dict[int, int]) -> list[int]:
    on = {who for table in one.results for who in going_on(tournament, one, table, seeds)} | set(one.byes)
    if is_last(tournament, len(still)):
        return [ranked(one, 0, seeds)[0]] if 0 in one.results else []
    return [who for who in still if who in on]


def going_on(tournament: Tournament, one: Round, table: int, seeds: dict[int, int]) -> list[int]:
    """As many as the rules say, and never all of a short table."""
    return ranked(one, table, seeds)[: min(tournament.rules.go_on, len(one.tables[table]) - 1)]


def is_last(tournament: Tournament, count: int) -> bool:
    """Whether so many play the last round."""
    return count <= tournament.rules.seats


def defeats(tournament: Tournament, seeds: dict[int, int]) -> dict[int, int]:
    lost = dict.fromkeys(seeds, 0)
    for one in tournament.of_stage:
        for table in one.results:
            for who in ranked(one, table, seeds)[1:]:
                lost[who] += 1
    return lost


def knocked_out(tournament: Tournament) -> Pairing:
    """The pairing of the next round."""
    seeds = {one: at for at, one in enumerate(seeding(tournament))}
    if tournament.format == DOUBLE:
        return _double(tournament, seeds)
    still = alive(tournament)
    if tournament.rules.seats == 2:
        return _in_bracket(tournament, still, seeds)
    if is_last(tournament, len(still)):
        return Pairing((tuple(still),), ())
    return _spread(still, tournament)


def _in_bracket(tournament: Tournament, still: Sequence[int], seeds: dict[int, int]) -> Pairing:
    by_seed = sorted(still, key=lambda one: seeds[one])
    if not tournament.of_stage:
        places = bracket(len(by_seed))
        slots = [by_seed[place] if place < len(by_seed) else None for place in places]
    else:
        slots = [*_slots(tournament, seeds)]
    couples = [slots[at : at + 2] for at in range(0, len(slots), 2)]
    tables = [(one, other) for one, other in couples if one is not None and other is not None]
    byes = [one if other is None else other for one, other in couples if (one is None) != (other is None)]
    third = _third(tournament, len(still), seeds)
    return Pairing((*tables, *third), tuple(one for one in byes if one is not None))


def _slots(tournament: Tournament, seeds: dict[int, int]) -> list[int | None]:
    """The bracket after all rounds that were played: who goes on, in the place of the table that they come from."""
    first = tournament.of_stage[0]
    members = sorted((one for seats in first.tables for one in seats), key=lambda one: seeds[one])
    members = sorted({*members, *first.byes}, key=lambda one: seeds[one])
    slots: list[int | None] = [members[place] if place < len(members) else None for place in bracket(len(members))]
    for one in tournament.of_stage:
        winners = {ranked(one, table, seeds)[0] for table in one.results} | set(one.byes)
        couples = [slots[at : at + 2] for at in range(0, len(slots), 2)]
        slots = [next((who for who in couple if who in winners), None) for couple in couples]
    return slots


def _third(tournament: Tournament, count: int, seeds: dict[int, int]) -> tuple[tuple[int, ...], ...]:
    if not (tournament.rules.third_place and count == 2 and tournament.of_stage):
        return ()
    before = tournament.of_stage[-1]
    losers = [ranked(before, table, seeds)[1] for table in sorted(before.results) if len(before.tables[table]) == 2]
    return (tuple(losers),) if len(losers) == 2 else ()


def _spread(still: Sequence[int], tournament: Tournament) -> Pairing:
    """The best of each row to another table, back and forth, so that tables are about equally strong."""
    wanted = sizes(len(still), tournament.rules.seats, min(tournament.rules.shortest, 3))
    field = field_of(tournament)
    among = [one for one in field.contenders if one.entrant in still]
    byes = without_table(among, len(still) - sum(wanted))
    tables: list[list[int]] = [[] for _ in wanted]
    playing = [one for one in still if one not in byes]
    rows = [playing[at : at + len(wanted)] for at in range(0, len(playing), len(wanted))]
    for number, row in enumerate(rows):
        open_ = [at for at, size in enumerate(wanted) if size > number]
        for at, who in zip(open_ if number % 2 == 0 else reversed(open_), row, strict=False):
            tables[at].append(who)
    return Pairing(tuple(map(tuple, tables)), tuple(byes))


def _double(tournament: Tournament, seeds: dict[int, int]) -> Pairing:
    """Who has not lost meets others who have not, who has lost once meets others who have; at last the two that are
    left meet, a second time if each has lost once by then.
    """
    lost, field = defeats(tournament, seeds), field_of(tournament)
    still = [one for one in field.contenders if lost[one.entrant] < 2]
    if len(still) == 2:
        return swiss(field._replace(contenders=tuple(still), format=DOUBLE), is_flat=True)
    made = [
        swiss(_part(field, [one for one in still if lost[one.entrant] == defeats_]), is_flat=True)
        for defeats_ in (0, 1)
    ]
    return Pairing(made[0].tables + made[1].tables, tuple(sorted(made[0].byes + made[1].byes)))


def _part(field: Field, some: Sequence[object]) -> Field:
    return field._replace(contenders=tuple(some))  # type: ignore[arg-type]
