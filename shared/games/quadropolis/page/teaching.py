"""What a page can teach about each kind of building with the numbers of one city: needs, worth, and the best place."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from shared.annotations import Json
from shared.games.quadropolis.play.board import BOARDS, CELLS
from shared.games.quadropolis.play.pieces import Building, City, Kind
from shared.games.quadropolis.play.state import Holding, State
from shared.games.quadropolis.play.tiles import KINDS, STACKING
from shared.games.quadropolis.score.pad import PAD
from shared.games.quadropolis.score.score import explain, settle
from shared.games.quadropolis.score.standing import Reason, Standing
from shared.games.quadropolis.score.tables import CUSTOMERS, NEEDS, PLANS, SHOP

LINE: Mapping[Kind, str] = {
    Kind.TOWER: "towers",
    Kind.SHOP: "shops",
    Kind.SERVICE: "services",
    Kind.PARK: "parks",
    Kind.SQUARE: "parks",
    Kind.FACTORY: "factories",
    Kind.HARBOUR: "harbours",
    Kind.OFFICE: "offices",
    Kind.MONUMENT: "monuments",
}

FAR_REACHING = (Kind.HARBOUR, Kind.OFFICE)  # more than the neighbours counts


class Place(NamedTuple):
    """What one more building does for the line of its kind on this square, if everything is active."""

    square: int
    gain: int
    why: Reason | None


def teaching(view: State, seat: int | None, *, hints: bool = True) -> Json:
    """By kind. `own` has the numbers of the seat's city; who only watches gets the rules without them. Without hints
    it says nothing of what one more building would bring (`best` is None).
    """
    kinds = tuple(kind for kind in KINDS[view.mode] if kind is not Kind.SQUARE or view.with_squares)
    return {
        "mode": view.mode,
        "kinds": [{"kind": kind.value, **_alone(view.mode, kind)} for kind in kinds],
        "own": None if seat is None else _own(view.mode, view.holdings[seat], kinds if hints else ()),
    }


@lru_cache(maxsize=1024)  # a page is drawn several times before a city changes
def _own(mode: str, holding: Holding, kinds: tuple[Kind, ...]) -> Json:
    """`asked`: what all buildings of the city need together. `standing`: what each square brings, settled now."""
    city = holding.city
    wanted = [NEEDS[building.kind] for building in city if building]
    inhabitants, energy = (sum(each) for each in zip(*wanted, strict=True)) if wanted else (0, 0)
    free = max(0, holding.inhabitants - inhabitants)
    return {
        "held": {"inhabitants": holding.inhabitants, "energy": holding.energy},
        "asked": {"inhabitants": inhabitants, "energy": energy},
        "best": {kind.value: _shown(mode, best_place(mode, city, kind)) for kind in kinds} or None,
        "customers": min(free, CUSTOMERS[mode]),
        "customers_bring": SHOP[min(free, CUSTOMERS[mode])] if kinds else None,
        "standing": _standing(mode, city, holding.inhabitants, holding.energy),
    }


@lru_cache(maxsize=4096)
def best_place(mode: str, city: City, kind: Kind) -> Place | None:
    """Where one more of this kind does most for the points of its own line; None in a full city."""
    before = _points(_reasons(mode, city, kind))
    found: Place | None = None
    for square in _open(mode, city, kind):
        after = _reasons(mode, _with(city, square, kind), kind)
        gain = _points(after) - before
        if found is None or gain > found.gain:
            found = Place(square, gain, _why(after, square))
    return found


def _alone(mode: str, kind: Kind) -> Json:
    """In an otherwise empty city."""
    needs = NEEDS[kind]
    place = best_place(mode, (None,) * BOARDS[mode].squares, kind)
    alone = place.gain if place else 0
    return {"needs": {"inhabitants": needs[0], "energy": needs[1]}, "alone": alone}


def _open(mode: str, city: City, kind: Kind) -> Iterator[int]:
    """Empty squares, and stacks of this kind that can grow. Of squares that are alike the first stands for all."""
    plan, seen = PLANS[mode], set[Any]()
    for square, there in enumerate(city):
        if there is None:
            near = tuple(city[other] for other in plan.beside[square])
            alike = plan.districts[square] if kind is Kind.SERVICE else () if kind is Kind.TOWER else near
            if kind not in FAR_REACHING and alike in seen:
                continue
            seen.add(alike)
            yield square
        elif kind in STACKING and there.kind is kind and there.floors < BOARDS[mode].floors:
            yield square


def _with(city: City, square: int, kind: Kind) -> City:
    there = city[square]
    built = there._replace(floors=there.floors + 1) if there else Building(kind)
    return (*city[:square], built, *city[square + 1 :])


def _reasons(mode: str, city: City, kind: Kind) -> list[Reason]:
    """Of the kind's line, as if every building were active."""
    standing = Standing(
        plan=PLANS[mode],
        city=city,
        shut=(None,) * len(city),
        customers=(0,) * len(city),
        inhabitants_left=0,
        energy_left=0,
    )
    return [*PAD[LINE[kind]](standing)]


def _points(reasons: list[Reason]) -> int:
    return sum(reason.points for reason in reasons)


def _why(reasons: list[Reason], square: int) -> Reason | None:
    """The reason in which this square brings most; a printed number explains nothing."""
    of_square = [each for each in reasons if square in each.squares and not each.key.endswith("_printed")]
    return max(of_square, key=lambda each: each.points, default=None)


def _shown(mode: str, place: Place | None) -> Json | None:
    if place is None:
        return None
    why = None if place.why is None else {"key": place.why.key, "values": dict(place.why.values)}
    return {**CELLS[mode][place.square]._asdict(), "gain": place.gain, "why": why}


def _standing(mode: str, city: City, inhabitants: int, energy: int) -> list[Json]:
    """Why each square brings what it brings, in the best allocation of what the city has now."""
    settled = settle(mode, city, inhabitants, energy)
    return [
        {**CELLS[mode][square]._asdict(), "line": each.line, "points": each.points, "key": each.key}
        | {"values": dict(each.values)}
        for each in explain(mode, city, settled)
        for square in each.squares
        if each.line != "unplaced"
    ]
