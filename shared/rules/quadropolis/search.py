"""The worth of a city's best allocation, exactly.

Offices and factories tie the choices together, by what they and the buildings beside them gain from each other. So the
search goes over the sets of active offices, and for each over what active factories ask of their neighbours; given
both, all else depends on each other by numbers alone. It begins where most can be hoped for, and ends as soon as no
hope is left to beat what was found.
"""

from shared.rules.quadropolis.additions import squares
from shared.rules.quadropolis.offices import Offices
from shared.rules.quadropolis.others import Others
from shared.rules.quadropolis.pieces import City, Kind
from shared.rules.quadropolis.tables import NEEDS, PLANS, Plan
from shared.rules.quadropolis.worth import NOTHING


def best_worth(mode: str, city: City, inhabitants: int, energy: int) -> int:
    """The highest worth of an allocation, less the points that all allocations of this city have in common."""
    plan = PLANS[mode]
    offices, others = Offices(plan, city), Others(plan, city)
    stacks = squares(city, Kind.OFFICE)

    def best_with(active: frozenset[int], above: int) -> int:
        own = offices.worth(active)
        left = inhabitants - len(active), energy - len(active)
        return own + others.best(others.beside(active), *left, above=above - own)

    if not stacks or is_enough(plan, city, inhabitants, energy):
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


def is_enough(plan: Plan, city: City, inhabitants: int, energy: int) -> bool:
    """Whether every building can be active and full: an office more never costs a point then."""
    kinds = [building.kind for building in city if building]
    people, power = (sum(NEEDS[kind][which] for kind in kinds) for which in (0, 1))
    return inhabitants >= people + plan.customers * kinds.count(Kind.SHOP) and energy >= power
