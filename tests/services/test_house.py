"""House rules and blocks, where the services decide: who sits down, who sees a match, what programs are told."""

from typing import Any

import pytest

from services.matchmaking import api, tables
from tests.services.conftest import Platform

pytestmark = pytest.mark.server

HOST, BOB, EVE, OPS = "host00000000", "bob000000000", "eve000000000", "operator0000"
HIDDEN = "only those who play this match see it until it is over"


def opening(platform: Platform, **more: Any) -> Any:
    body = {"game": "quadropolis", "seats": 2, "cause": "open-0001"} | more
    return platform.ask(HOST, "POST", "/tables", **body)


def opened(platform: Platform, **more: Any) -> str:
    answer = opening(platform, **more)
    assert answer.status_code == 201, answer.text
    platform.settle()
    return str(answer.json["id"])


def sit(platform: Platform, who: str, id_: str, cause: str = "sit-00001") -> tuple[int, str]:
    answer: Any = platform.ask(who, "POST", f"/tables/{id_}/seats", nonce_hash=None, cause=cause)
    return answer.status_code, answer.json.get("sentence", "")


def started(platform: Platform, **rules: Any) -> str:
    """A match of the host and Bob."""
    id_ = opened(platform, **rules)
    for who in (HOST, BOB):
        assert sit(platform, who, id_)[0] == 200
    platform.settle()
    return id_


def invite(platform: Platform, who: str, id_: str, *invited: str) -> Any:
    return platform.ask(who, "POST", f"/tables/{id_}/invited", invited=[*invited], cause="invite-1")


def send_away(platform: Platform, id_: str, who: str, seat: int = 0) -> int:
    body = {"seat": seat, "player": f"person:{who}", "cause": f"away-{who}"}
    return platform.ask(HOST, "POST", f"/tables/{id_}/unseat", **body).status_code


def block(platform: Platform, who: str, other: str) -> None:
    platform.redis.sadd(f"person:{who}:blocked", other)


def test_a_table_with_the_usual_rules_keeps_nothing(platform: Platform):
    id_ = opened(platform)
    assert platform.redis.keys("house:*") == []
    shown: Any = platform.ask(EVE, "GET", f"/tables/{id_}").json
    assert [shown[each] for each in ("entry", "invited", "talk", "watch")] == ["public", None, "seats", "all"]


@pytest.mark.parametrize(
    ("said", "entry", "listed"),
    [({"listed": False}, "link", False), ({"entry": "public"}, "public", True), ({"entry": "link"}, "link", False)],
)
def test_the_entry_decides_whether_the_lobby_lists_a_table(
    platform: Platform, said: dict[str, Any], entry: str, listed: bool
):
    id_ = opened(platform, **said)
    shown: Any = platform.ask(EVE, "GET", f"/tables/{id_}").json
    assert (shown["entry"], shown["listed"]) == (entry, listed)
    assert [row.id for row in platform.rows.found_by_all("open", -1)] == ([id_] if listed else [])


def test_only_those_invited_sit_at_a_private_table_and_see_it(platform: Platform):
    platform.redis.hset("people:names", "bob", BOB)
    id_ = opened(platform, entry="private", invited=["Bob"], seats=3)
    refused = (403, "this table is private: only those who are invited can come in")
    assert sit(platform, EVE, id_) == refused
    unseen: Any = platform.ask(EVE, "GET", f"/tables/{id_}")
    assert (unseen.status_code, unseen.json["sentence"]) == refused
    assert unseen.json["code"] == "not_shown"
    assert platform.ask(EVE, "GET", f"/matches/{id_}/export").status_code == 403
    assert [sit(platform, who, id_)[0] for who in (BOB, HOST)] == [200, 200]
    assert platform.ask(HOST, "GET", f"/tables/{id_}").json["invited"] == [f"person:{BOB}"]  # type: ignore[index]
    assert platform.ask(BOB, "GET", f"/tables/{id_}").json["invited"] is None  # type: ignore[index]
    assert invite(platform, HOST, id_, f"person:{EVE}").json == {"invited": [f"person:{EVE}"]}
    assert sit(platform, EVE, id_, "sit-00002")[0] == 200
    assert platform.ask(BOB, "GET", f"/tables/{id_}").status_code == 200  # who sits there stays


def test_an_operator_sees_a_private_table_and_does_not_sit_there(platform: Platform):
    platform.redis.hset(f"person:{OPS}", mapping={"state": "account", "roles": "operator"})
    id_ = opened(platform, entry="private")
    assert platform.ask(OPS, "GET", f"/tables/{id_}").status_code == 200
    assert sit(platform, OPS, id_)[0] == 403


def test_what_is_wrong_with_a_list_of_those_invited_is_said(platform: Platform):
    unknown = opening(platform, entry="private", invited=["Nobody"])
    assert (unknown.status_code, unknown.json["sentence"]) == (
        400,
        "invited: nobody with an account here is called Nobody",
    )
    needless = opening(platform, entry="link", invited=[f"person:{EVE}"])
    assert (needless.status_code, needless.json["sentence"]) == (
        400,
        "invited: only a private table has a list of those invited",
    )
    assert opening(platform, watch="friends").status_code == 400
    assert platform.redis.keys("house:*") == []


def test_only_the_opener_invites_and_only_before_the_table_is_full(platform: Platform):
    private = opened(platform, entry="private", invited=[f"person:{BOB}"])
    told = invite(platform, BOB, private, f"person:{EVE}")
    assert (told.status_code, told.json["sentence"]) == (403, "only the player who opened the table can do this")
    public = opened(platform, cause="open-0002")
    told = invite(platform, HOST, public, f"person:{EVE}")
    assert (told.status_code, told.json["sentence"]) == (403, "this table is not private, so nobody has to be invited")
    for who in (HOST, BOB):
        platform.ask(who, "POST", f"/tables/{private}/seats", nonce_hash="0" * 64, cause="sit-00001")
    told = invite(platform, HOST, private, f"person:{EVE}")
    assert (told.status_code, told.json["sentence"]) == (409, "all seats are taken")
    given_up = opened(platform, entry="private", cause="open-0003")
    platform.ask(HOST, "POST", f"/tables/{given_up}/close", cause="close-01")
    told = invite(platform, HOST, given_up, f"person:{EVE}")
    assert (told.status_code, told.json["sentence"]) == (409, "this table is closed")
    platform.settle()
    assert platform.redis.ttl(f"house:{given_up}") > 365 * 86_400
    assert platform.redis.ttl(f"house:{private}") == -1


def test_whoever_is_sent_away_by_name_can_not_sit_there_again_unless_invited(platform: Platform):
    id_ = opened(platform, entry="private", invited=[f"person:{BOB}"])
    sit(platform, BOB, id_)
    assert [send_away(platform, id_, BOB) for _ in range(2)] == [200, 200]
    assert sit(platform, BOB, id_, "sit-00002") == (403, "whoever opened this table has sent you away from it")
    assert sit(platform, BOB, id_)[0] == 200  # the same command as before has its answer, and no seat
    assert platform.streams.table(id_).state.players == ()
    invite(platform, HOST, id_, f"person:{BOB}")
    assert sit(platform, BOB, id_, "sit-00003")[0] == 200


def test_nobody_is_offered_the_seat_that_they_are_being_sent_away_from(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
):
    """Pages are drawn as soon as the seat is free."""
    id_, kept_away = opened(platform), []
    sit(platform, BOB, id_)

    def obeyed(*said: Any) -> Any:
        kept_away.append(platform.redis.smembers(f"house:{id_}:away"))
        return tables.obey(*said)

    monkeypatch.setattr(api, "obey", obeyed)
    assert send_away(platform, id_, BOB) == 200
    assert kept_away == [{BOB.encode()}]


def test_a_refused_sending_away_keeps_nobody_away(platform: Platform):
    id_ = opened(platform)
    assert send_away(platform, id_, EVE) == 403
    assert platform.redis.keys("house:*") == []


@pytest.mark.parametrize("who", [HOST, BOB])
def test_whoever_the_opener_or_a_player_has_blocked_can_not_sit_down(platform: Platform, who: str):
    id_ = opened(platform)
    sit(platform, BOB, id_)
    block(platform, who, EVE)
    assert sit(platform, EVE, id_) == (403, "this table is not open to you")
    platform.redis.delete(f"person:{who}:blocked")
    assert sit(platform, EVE, id_, "sit-00002")[0] == 200


def test_whoever_blocks_later_changes_nothing_of_a_seat_that_was_taken(platform: Platform):
    id_ = opened(platform, seats=3)
    sit(platform, EVE, id_)
    block(platform, HOST, EVE)
    assert sit(platform, EVE, id_)[0] == 200  # the same command again
    assert sit(platform, EVE, id_, "sit-00002") == (403, "you sit at this table already")
    assert sit(platform, HOST, id_)[0] == 200  # who blocks may sit down beside whom they blocked


def test_rules_are_fixed_when_a_table_is_opened(platform: Platform):
    id_ = opened(platform, watch="nobody")
    assert opened(platform, watch="nobody") == id_
    for rules in ({}, {"watch": "nobody", "talk": "all"}):
        again = opening(platform, **rules)
        assert (again.status_code, again.json["code"]) == (409, "key_reused")
    assert platform.redis.hget(f"house:{id_}", "talk") == b"seats"


def test_a_table_that_is_refused_leaves_no_rules(platform: Platform):
    assert opening(platform, watch="nobody", seats=7).status_code == 403
    assert platform.redis.keys("house:*") == []


def addresses(id_: str) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        ("GET", f"/matches/{id_}", {}),
        ("GET", f"/matches/{id_}?at=1", {}),
        ("GET", f"/matches/{id_}/export", {}),
        ("GET", f"/scoring/matches/{id_}", {}),
        ("POST", f"/matches/{id_}/moves", {"turn": 1, "move": {"name": "resign"}, "cause": "move-0001"}),
        ("POST", f"/matches/{id_}/resign", {"cause": "resign-01"}),
        ("POST", f"/matches/{id_}/stand_in", {"absent": 0, "turn": 1, "cause": "stand-in1"}),
    ]


def test_a_match_for_nobody_else_is_kept_from_all_who_do_not_sit_there_until_it_is_over(platform: Platform):
    id_ = started(platform, watch="nobody")
    platform.redis.hset(f"person:{OPS}", mapping={"state": "account", "roles": "operator"})
    for method, address, body in addresses(id_):
        answer: Any = platform.ask(EVE, method, address, **body)
        if answer.status_code != 400:  # a move that is none
            assert (answer.status_code, answer.json["sentence"]) == (403, HIDDEN), address
            assert set(answer.json) == {"code", "sentence", "template", "values"}
    for who in (HOST, BOB, OPS):
        assert [platform.ask(who, "GET", address).status_code for method, address, _ in addresses(id_)[:4]] == [200] * 4
    platform.ask(HOST, "POST", f"/matches/{id_}/resign", cause="resign-01")
    assert platform.ask(HOST, "GET", f"/matches/{id_}").status_code == 200  # also after losing the seat
    platform.ask(BOB, "POST", f"/matches/{id_}/resign", cause="resign-01")
    platform.settle()
    assert platform.streams.match(id_).state.is_over
    for _, address, _ in addresses(id_)[:4]:
        assert platform.ask(EVE, "GET", address).status_code == 200, address


def test_what_a_move_missed_is_told_to_nobody_who_may_not_watch(platform: Platform):
    id_ = started(platform, watch="nobody")
    seen: Any = platform.ask(HOST, "GET", f"/matches/{id_}").json
    player = next(who for who in (HOST, BOB) if platform.ask(who, "GET", f"/matches/{id_}").json["legal_moves"])  # type: ignore[index]
    legal: Any = platform.ask(player, "GET", f"/matches/{id_}").json
    body = {"turn": seen["turn"], "move": legal["legal_moves"][0], "cause": "move-0001"}
    refused: Any = platform.ask(EVE, "POST", f"/matches/{id_}/moves", **body)
    assert (refused.status_code, refused.json["sentence"]) == (403, HIDDEN)
    assert "missed" not in refused.json
    assert platform.ask(player, "POST", f"/matches/{id_}/moves", **body).status_code == 200


@pytest.mark.parametrize(("watch", "listed"), [("all", True), ("link", False), ("nobody", False)])
def test_a_running_match_that_is_not_for_all_is_in_no_list_until_it_is_over(
    platform: Platform, watch: str, listed: bool
):
    id_ = opened(platform, watch=watch)
    assert [row.id for row in platform.rows.found_by_all("open", -1)] == [id_]
    for who in (HOST, BOB):
        sit(platform, who, id_)
    platform.settle()
    assert [row.id for row in platform.rows.found_by_all("playing", -1)] == ([id_] if listed else [])
    assert [row.id for row in platform.rows.of_person(f"person:{BOB}")] == [id_]
    if watch == "link":
        assert platform.ask(EVE, "GET", f"/matches/{id_}").status_code == 200
    for who in (HOST, BOB):
        platform.ask(who, "POST", f"/matches/{id_}/resign", cause="resign-01")
    platform.settle()
    assert platform.rows.count("rows:playing:listed") == 0


def test_a_seat_at_a_table_that_is_not_there_is_answered_as_before(platform: Platform):
    assert sit(platform, EVE, "nothing00000") == (404, "there is no such table")
