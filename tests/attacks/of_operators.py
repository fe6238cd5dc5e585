"""What operators write in place of what happened, and points that do not follow from the boards."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from infra.verify import BROKEN, FAIR
from shared.platform.match import Abort, Adjudicate, result_of
from shared.platform.match.events import MatchAdjudicated
from shared.platform.score import Correct
from tests.attacks import honest
from tests.attacks.attack import PROVED_FAIR, Attack, Says, unsigned_at
from tests.attacks.honest import two
from tests.attacks.rewritten import edited
from tests.attacks.scene import OPERATOR, Scene
from tests.records import ADA, SERVICE, Row, at

AN_OPERATOR = "an operator"


def corrected(by: str = OPERATOR) -> bytes:
    """Bea has 999 points."""
    scene = two().go_on().counted()
    result = replace(result_of(scene.match), points=(1, 999), places=(2, 1))
    return scene.obey("score", by, Correct(result=result, note="counted by hand")).file


def counted_by(by: str) -> bytes:
    def edit(lines: list[Row]) -> None:
        lines[at(lines, "score.counted")]["envelope"]["by"] = by

    return edited(honest.honest("two"), edit)


def counted_wrongly(lines: list[Row]) -> None:
    lines[at(lines, "score.counted")]["envelope"]["data"]["points"][1] += 30


def board_changed(lines: list[Row]) -> None:
    """A tile brought more than the rules give."""
    data = lines[at(lines, "quadropolis.tile_taken", 20)]["envelope"]["data"]
    data["inhabitants"] += 3


def placed(by: str) -> Scene:
    return two().go_on(8).write("match", by, MatchAdjudicated(places=(2, 1), note="he has left the town"))


def attacks() -> Iterator[Attack]:
    def lie(name: str, liar: str, lie: str, make: Any, says: Says, rules: Says | None = None) -> Attack:
        return Attack(name, liar, lie, "two", make, says, rules)

    yield lie(
        "points_corrected",
        AN_OPERATOR,
        "corrects points to 999",
        corrected,
        Says(f"{FAIR}, but {OPERATOR} changed the points from ", part="to 1 : 999 (counted by hand)"),
    )
    yield lie(
        "points_corrected_by_the_service",
        "the host",
        "corrects points in the name of its service",
        lambda: corrected(SERVICE),
        Says(BROKEN, "course", "service:game_command did this, and only an operator may"),
    )
    yield lie(
        "points_corrected_by_a_player",
        "a player",
        "corrects the points of her own match",
        lambda: corrected(ADA),
        Says(BROKEN, "course", "person:ada did this, and only an operator may"),
    )
    yield lie(
        "points_counted_wrongly",
        "the host",
        "counts thirty points too many",
        lambda: edited(honest.honest("two"), counted_wrongly),
        PROVED_FAIR,
        Says(BROKEN, "points", "the rules lead to something else here: field data.points[1]"),
    )
    yield lie(
        "points_counted_by_a_player",
        "a player",
        "counts her own match",
        lambda: counted_by(ADA),
        Says(BROKEN, "course", "person:ada did this, and only this server itself may"),
    )
    yield lie(
        "more_inhabitants",
        "the host",
        "gives more for a tile than the rules do",
        lambda: edited(honest.honest("two"), board_changed),
        Says(unsigned_at((1, 5), (2, 6))),
        Says(BROKEN, "legality", "the rules lead to something else here: field data.inhabitants"),
    )
    yield lie(
        "places_adjudicated",
        AN_OPERATOR,
        "decides the places of a match that is played",
        lambda: two().go_on(8).obey("match", OPERATOR, Adjudicate(places=(2, 1), note="he has left the town")).file,
        Says(f"{FAIR}, but {OPERATOR} decided the places: 2 : 1 (he has left the town)"),
    )
    yield lie(
        "places_adjudicated_by_the_service",
        "the host",
        "decides the places in the name of its service",
        lambda: placed(SERVICE).file,
        Says(BROKEN, "course", "service:game_command did this, and only an operator may"),
    )
    yield lie(
        "ended_by_an_operator",
        AN_OPERATOR,
        "ends a match without a result",
        lambda: two().go_on(8).obey("match", OPERATOR, Abort(reason="operator", note="a bad deal")).file,
        Says(f"{FAIR}, but {OPERATOR} ended the match without a result (a bad deal)"),
    )
    yield lie(
        "ended_at_once_by_an_operator",
        AN_OPERATOR,
        "ends a match as soon as its deal is known",
        lambda: two().obey("match", OPERATOR, Abort(reason="operator", note="a bad deal")).file,
        Says(f"{FAIR}, but {OPERATOR} ended the match without a result (a bad deal)"),
    )
