"""Values of any kind, the tournaments that are called with them, and what holds after each call."""

from collections.abc import Callable
from typing import Any

from services.console.verify import verify
from tests.services.conftest import Platform
from tests.services.tournaments.bodies import Body
from tests.services.tournaments.played import HASH, add, desk, enter, opened, record, said, settle, shown, state

Call = Callable[[str, str, Body], Any]  # to a tournament, what, with this
ANN, EVE = "ann000000000", "eve000000000"

VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 1, 2, 3, 10**4, 2**31, 2**53, 2**64, 10**400, 1.5),
    *("1", "", "x" * 5000, "\x00", "\ud7ff", "\u202e<script>", "2026-12-01T18:00:00Z", "0001-01-01T00:00:00Z"),
    *([], [[]], [[0, 0]], [[0, 1, 2, 3]], [[0, 1], [2, 3]], [[2**53, 1], [2, 3]]),
    *([-1], [0], [1], [0, 1], [1, 1], [2, 1], [1, 3], [20, 20], [None, None], [1, None], [1000, -1000]),
    *([1] * 20, [0] * 3000, [2**64], [None], ["x"], ["any_move"]),
    *({}, {"a": 1}),
)


def planned(platform: Platform, **more: Any) -> str:
    """Real tables for which one has entered here, and three by name. Entrants check in before the start."""
    id_ = opened(platform, in_person=True, **{"rounds": 2, "check_in": "start", **more})
    enter(platform, id_, ANN, nonce_hash=HASH)
    add(platform, id_, names=["Bert", "Carl", "Dora"])
    return id_


def running(platform: Platform) -> str:
    """The first round, which the last one has left."""
    id_ = planned(platform, check_in="never")
    desk(platform, id_, "start")
    settle(platform)
    desk(platform, id_, "drop", entrant=3, note="has to go")
    return id_


def check_can_be_read(platform: Platform, id_: str) -> None:
    """By everybody, after all that follows."""
    settle(platform)
    rounds = [f"/rounds/{one.number}" for one in state(platform, id_).rounds]
    for path in ("", "/standings", *rounds, "/exports/json", "/exports/csv"):
        answer = said(platform, EVE, "GET", f"/tournaments/{id_}{path}")
        assert answer.status_code == 200, (path, answer.text)
    verdict = verify(record(platform, id_))
    assert verdict.holds, verdict.failures


def seen(platform: Platform, id_: str) -> tuple[Any, Any]:
    """Its record, and what lies beside that."""
    return state(platform, id_), shown(platform, id_)


def check_values(platform: Platform, begun: Callable[[], str], call: Call, act: str, body: Body) -> int:
    """Of each field in turn, and of the key that every call has. How many of them were carried out."""
    id_, count = begun(), 0
    before = seen(platform, id_)
    for field in (*body, "cause"):
        for value in VALUES:
            answer = call(id_, act, {**body, field: value})
            if answer.status_code in (200, 201):
                check_can_be_read(platform, answer.json.get("id", id_))
                id_, count = begun(), count + 1
                before = seen(platform, id_)
                continue
            assert answer.status_code in (400, 403, 404, 409), (field, value, answer.text)
            assert answer.json["sentence"], (field, value)
            assert seen(platform, id_) == before, (field, value)
    return count
