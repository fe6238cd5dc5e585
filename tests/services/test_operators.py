"""What operators command: only with a signature that says so, and also where a match can't be read or never starts."""

from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest

from infra.verify import verify
from shared.errors import MatchNotFound, TableNotOpen
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.platform.match.events import MatchAborted, MatchAdjudicated
from shared.platform.table import OpenTable, TakeSeat
from shared.platform.table.events import TableClosed
from shared.platform.unstarted import call_off, is_unstarted, never_dealt
from shared.settings import settings
from shared.web.identity import HEADER, sign
from tests.services.conftest import Platform

pytestmark = pytest.mark.server
REASON = {"reason": "they asked for it"}
GONE = "gonegonegone"  # a table of a game that is not in the registry


def ask(platform: Platform, by: str, path: str, **body: Any) -> Any:
    """As whoever is named in full: `person:ada`, `operator:ada`."""
    client = platform.clients[path.split("/")[1]]
    body = {"cause": "a-key-of-a-form", **body}
    return client.post(path, json=body, headers={HEADER: sign(platform.key, by)})


def started(platform: Platform) -> str:
    body = {"game": "quadropolis", "seats": 2, "bots": ["greedy"], "cause": "open-0001"}
    id_ = str(platform.ask("ada", "POST", "/tables", **body).json["id"])  # type: ignore[index]
    assert platform.ask("ada", "POST", f"/tables/{id_}/seats", cause="sit-00001").status_code == 200
    platform.settle()
    return id_


def of_a_game_that_is_gone(platform: Platform, seated: tuple[str, ...] = ("ada", "bob")) -> None:
    """As an earlier release left it, in which that game was played."""
    game = replace(GAMES["quadropolis"], slug="atlantis")
    command = OpenTable(by="person:ada", game=game, options=game.options(), seats=2, listed=True, seed="5e" * 32)
    orders: list[tuple[str, Any]] = [("person:ada", command)]
    orders += [(f"person:{who}", TakeSeat(by=f"person:{who}")) for who in seated]
    for number, (by, each) in enumerate(orders):
        stream = f"table:{GONE}"
        platform.streams.tables.handle(Message(stream=stream, by=by, cause=f"order-{number}", command=each))


def have_waited(platform: Platform, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "0")
    settings.cache_clear()
    platform.tables.settings = settings()


def status_of(platform: Platform, id_: str) -> str:
    (row,) = platform.rows.of([id_.encode()])
    return row.status


def test_an_operator_calls_a_match_off_with_a_reason(platform: Platform):
    id_ = started(platform)
    answer = ask(platform, "operator:eve", f"/matches/{id_}/abort", **REASON)
    assert answer.status_code == 200
    assert ask(platform, "operator:eve", f"/matches/{id_}/abort", **REASON).json == answer.json
    assert platform.streams.match(id_).state.end == MatchAborted(reason="operator", note="they asked for it")
    last = platform.streams.matches.reader.past(f"match:{id_}").entries[-1].envelope
    assert last.by == "operator:eve"


def test_an_operator_decides_the_places(platform: Platform):
    id_ = started(platform)
    answer = ask(platform, "operator:eve", f"/matches/{id_}/adjudicate", places=[2, 1], **REASON)
    assert answer.status_code == 200
    assert platform.streams.match(id_).state.end == MatchAdjudicated(places=(2, 1), note="they asked for it")


@pytest.mark.parametrize(
    ("places", "status"), [([1], 403), ([1, 3], 403), ([1, 2, 3], 403), ([0, 1], 400), ([], 400), ("1,2", 400)]
)
def test_places_that_are_none_change_nothing(platform: Platform, places: Any, status: int):
    id_ = started(platform)
    answer = ask(platform, "operator:eve", f"/matches/{id_}/adjudicate", places=places, **REASON)
    assert answer.status_code == status, answer.text
    assert not platform.streams.match(id_).state.is_over


@pytest.mark.parametrize("reason", ["", " ", "x" * 201, "two\nlines", None])
def test_a_reason_is_one_line_that_can_be_read(platform: Platform, reason: Any):
    id_ = started(platform)
    answer = ask(platform, "operator:eve", f"/matches/{id_}/abort", reason=reason)
    assert answer.status_code == 400
    assert not platform.streams.match(id_).state.is_over


@pytest.mark.parametrize("by", ["person:ada", "person:eve", "person:nobody", "bot:greedy@1", "service:scoring"])
def test_nobody_else_ends_a_match_or_a_table(platform: Platform, by: str):
    id_ = started(platform)
    commands: list[tuple[str, dict[str, Any]]] = [
        (f"/matches/{id_}/abort", REASON),
        (f"/matches/{id_}/adjudicate", {"places": [1, 2], **REASON}),
        (f"/tables/{id_}/abort", {}),
    ]
    for path, body in commands:
        answer = ask(platform, by, path, **body)
        assert (answer.status_code, answer.json["sentence"]) == (403, "only operators can do this")
    assert not platform.streams.match(id_).state.is_over


def test_an_operator_plays_under_no_such_name(platform: Platform):
    id_ = started(platform)
    answer = ask(platform, "operator:ada", f"/matches/{id_}/resign")
    assert answer.status_code == 403
    assert answer.json["sentence"] == "operators play under their own name, as everybody does"


def test_what_is_not_there_is_not_ended(platform: Platform):
    assert ask(platform, "operator:eve", "/matches/nosuchmatch1/abort", **REASON).status_code == 404
    body = {"places": [1, 2], **REASON}
    assert ask(platform, "operator:eve", "/matches/nosuchmatch1/adjudicate", **body).status_code == 404
    assert ask(platform, "operator:eve", "/tables/nosuchtable1/abort").status_code == 404


def test_a_table_is_closed_whoever_waits_there(platform: Platform):
    of_a_game_that_is_gone(platform, ("ada",))
    assert ask(platform, "operator:eve", f"/tables/{GONE}/abort").status_code == 200
    platform.settle()
    assert status_of(platform, GONE) == "given_up"
    again = ask(platform, "operator:eve", f"/tables/{GONE}/abort", cause="another-key")
    assert (again.status_code, again.json["sentence"]) == (409, "this table is closed")


def test_a_match_whose_game_is_gone_is_called_off_and_its_record_holds(platform: Platform):
    of_a_game_that_is_gone(platform)
    platform.settle()
    assert status_of(platform, GONE) == "starting"
    platform.rounds()
    assert not platform.streams.ledger.last(f"match:{GONE}")  # another release may still have the game
    answer = ask(platform, "operator:eve", f"/matches/{GONE}/abort", **REASON)
    assert answer.json == {"version": 2}
    platform.settle()
    assert status_of(platform, GONE) == "aborted"
    assert never_dealt(platform.streams, GONE) == MatchAborted(reason="operator", note="they asked for it")
    record = platform.ask("ada", "GET", f"/matches/{GONE}/export").data
    assert verify(record).holds, verify(record).first
    again = ask(platform, "operator:eve", f"/matches/{GONE}/abort", cause="another-key", **REASON)
    assert (again.status_code, again.json["sentence"]) == (409, "the match is over")


def test_it_is_called_off_by_itself_when_nobody_has_started_it_for_as_long_as_matches_may_idle(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
):
    of_a_game_that_is_gone(platform)
    platform.settle()
    have_waited(platform, monkeypatch, "URBANIST_ABORT_AFTER")
    for _ in range(2):
        platform.rounds()
        platform.settle()
    assert never_dealt(platform.streams, GONE) == MatchAborted(reason="idle", note=None)
    assert platform.rows.listed("starting") == []


def test_a_full_table_whose_game_is_gone_closes_without_a_match(platform: Platform, monkeypatch: pytest.MonkeyPatch):
    """While nonces are awaited, no match is announced yet: then none has to be called off."""
    of_a_game_that_is_gone(platform, ("ada",))
    promise = TakeSeat(by="person:bob", nonce_hash=sha256(b"never shown").hexdigest())
    stream = f"table:{GONE}"
    platform.streams.tables.handle(Message(stream=stream, by="person:bob", cause="promise", command=promise))
    have_waited(platform, monkeypatch, "URBANIST_NONCE_WAIT")
    platform.settle()
    platform.rounds()
    platform.settle()
    assert status_of(platform, GONE) == "filled"
    have_waited(platform, monkeypatch, "URBANIST_ABORT_AFTER")
    platform.rounds()
    assert platform.streams.table(GONE).state.closed == TableClosed(match=False, reason="forgotten")


def test_a_match_is_called_off_that_its_release_can_not_start(platform: Platform, monkeypatch: pytest.MonkeyPatch):
    """Nothing of the game is loaded, and when the game is back, nothing is dealt either."""
    of_a_game_that_is_gone(platform)
    assert ask(platform, "operator:eve", f"/matches/{GONE}/abort", **REASON).status_code == 200
    monkeypatch.setitem(GAMES, "atlantis", replace(GAMES["quadropolis"], slug="atlantis"))
    seen: Any = platform.ask("ada", "GET", f"/matches/{GONE}").json
    assert (seen["status"], seen["view"], seen["rules"]) == ("aborted", None, 0)


def test_only_what_was_announced_is_called_off(platform: Platform):
    of_a_game_that_is_gone(platform, ("ada",))
    with pytest.raises(TableNotOpen, match="no match follows this table"):
        call_off(platform.streams, GONE, "operator", None)
    with pytest.raises(MatchNotFound, match="there is no match nosuchtable1"):
        call_off(platform.streams, "nosuchtable1", "operator", None)
    assert not is_unstarted(platform.streams, GONE)


def test_a_match_that_has_started_is_aborted_and_not_called_off(platform: Platform):
    id_ = started(platform)
    ask(platform, "operator:eve", f"/matches/{id_}/abort", **REASON)
    assert never_dealt(platform.streams, id_) is None
