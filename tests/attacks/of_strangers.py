"""Somebody who has a file, and no key of anybody in it."""

from collections.abc import Iterator

from infra.verify import BROKEN, QUESTIONABLE
from tests.attacks import honest
from tests.attacks.attack import PROVED_FAIR, Attack, Says
from tests.attacks.rewritten import Edit
from tests.attacks.scene import HOST, Scene
from tests.records import Row, at, forged, rows, written

A_STRANGER = "a stranger"


def more_points(lines: list[Row]) -> None:
    lines[at(lines, "score.counted")]["envelope"]["data"]["points"][0] += 30


def other_move(lines: list[Row]) -> None:
    """Of the last one who moved; what it led to stays as it was."""
    last = [line for line in lines[1:] if line["envelope"]["move"]][-1]["envelope"]
    last["data"]["inhabitants"] += 3


def unsigned(lines: list[Row]) -> None:
    other_move(lines)
    for line in lines[1:]:
        line["envelope"].pop("signed", None)


def edited(change: Edit, *, is_hashed: bool) -> bytes:
    lines = rows(honest.honest("two"))
    change(lines)
    return forged(lines) if is_hashed else written(lines)


def of_another_server() -> bytes:
    scene = Scene()
    scene.impostors[HOST] = "a stranger"
    return scene.seated().begun().go_on().counted().file


def number_of_another_table() -> bytes:
    """The stranger puts the match of one table behind another table."""
    lines, other = rows(honest.honest("two")), rows(of_another_server())
    lines[1 : at(lines, "match.started")] = other[1 : at(other, "match.started")]
    return written(lines)


def attacks() -> Iterator[Attack]:
    def lie(name: str, lie: str, make: honest.Made, says: Says, rules: Says | None = None) -> Attack:
        return Attack(name, A_STRANGER, lie, "two", make, says, rules)

    yield lie(
        "points_edited",
        "changes points and no hash",
        lambda: edited(more_points, is_hashed=False),
        Says(BROKEN, "digest", "the hash of this event is not the digest that it carries"),
    )
    yield lie(
        "points_edited_and_hashed",
        "changes points and all hashes after them",
        lambda: edited(more_points, is_hashed=True),
        PROVED_FAIR,
        Says(BROKEN, "points", "the rules lead to something else here: field data.points[0]"),
    )
    yield lie(
        "signatures_left_by_a_stranger",
        "changes what a move led to, and all hashes",
        lambda: edited(other_move, is_hashed=True),
        PROVED_FAIR,
        Says(BROKEN, "legality", "the rules lead to something else here: field data.inhabitants"),
    )
    yield lie(
        "signatures_dropped_by_a_stranger",
        "drops all signatures as well, those of the server too",
        lambda: edited(unsigned, is_hashed=True),
        Says(QUESTIONABLE, "course", "the server has a key, and did not sign the start of this match"),
        Says(BROKEN, "legality", "the rules lead to something else here: field data.inhabitants"),
    )
    yield lie(
        "table_of_another_match",
        "puts another table before a match",
        number_of_another_table,
        Says(BROKEN, "previous", "the match does not name the last event of the table in this file"),
    )
    yield Attack(
        "server_invented",
        A_STRANGER,
        "writes a whole match by a key of their own and says that it is this server's",
        "two",
        of_another_server,
        PROVED_FAIR,
        limit="a file says which key signed it, and not whose key that is: `GET /api/key` does",
    )
