"""Places at the end of a match: they count from 1, equal ones are shared, and null is for who has none."""

from collections.abc import Sequence

Places = tuple[int | None, ...]


def by_points(points: Sequence[int], target: int | None = None) -> Places:
    """Without a tie-break: equal points share a place. With a target all have won together, or nobody has a place."""
    if target is not None:
        return tuple(1 if each >= target else None for each in points)
    return tuple(1 + sum(other > each for other in points) for each in points)


def are_places(places: Places) -> bool:
    """Whether each of those who have one has it right: 1 and as many more as there are others before."""
    ranked = [place for place in places if place is not None]
    return all(place == 1 + sum(other < place for other in ranked) for place in ranked)
