"""The worth of a city's best allocation, exactly.

Offices and factories tie the choices together, by what they and the buildings beside them gain from each other. So the
search goes over the sets of active offices, and for each over what active factories ask of their neighbours; given
both, all else depends on each other by numbers alone. It begins where most can be hoped for, and ends as soon as no
hope is left to beat what was found.
"""

from shared.games.quadropolis.play.pieces import City, Kind
from shared.games.quadropolis.score.additions import Squares, squares_by_kind
from shared.games.quadropolis.score.offices import Offices
from shared.games.quadropolis.score.others import Others
from shared.games.quadropolis.score.tables import NEEDS, PLANS, Plan
from shared.games.quadropolis.score.worth import NOTHING


def best_worth(mode: str, city: City, inhabitants: int, energy: int) -> int:
    """The highest worth of an allocation, less the points that all allocations of this city have in common."""
    plan, squares = PLANS[mode], squares_by_kind(city)
    others, stacks = Others(plan, city, squares), squares[Kind.OFFICE]
    if not stacks:
        return others.best(others.beside(()), inhabitants, energy, above=NOTHING)
    offices = Offices(plan, city, squares)

    def best_with(active: frozenset[int], above: int) -> int:
        own, count = offices.worth(active), len(active)
        return own + others.best(others.beside(active), inhabitants - count, energy - count, above - own)

    if is_enough(plan, squares, inhabitants, energy):
        return best_with(frozenset(stacks), NOTHING)
    best, every = NOTHING, others.hoped_beside(stacks)
    hopes = {
        count: others.best(every, inhabitants - count, energy - count, above=NOTHING)
        for count in range(min(len(stacks), inhabitants, energy) + 1)
    }
    for hope, active in offices.sets(hopes):
        if hope <= best:
            break
        best = max(best, best_with(active, best))
    return best


def is_enough(plan: Plan, squares: Squares, inhabitants: int, energy: int) -> bool:
    """Whether every building can be active and full: an office more never costs a point then."""
    people, power = (sum(needs[which] * len(squares[kind]) for kind, needs in NEEDS.items()) for which in (0, 1))
    return inhabitants >= people + plan.customers * len(squares[Kind.SHOP]) and energy >= power
