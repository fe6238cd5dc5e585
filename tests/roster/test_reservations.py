"""No remote bot plays more matches at once than it takes, whoever asks for it at the same instant."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from werkzeug.test import TestResponse

from shared.platform.player import BOT
from shared.roster import Kind, Offer, Plays, Reservations, Roster
from shared.roster.reservations import FOR_GOOD, FRESH, LAPSES
from shared.web.identity import HEADER, sign
from shared.web.reservations import reservations
from shared.web.rosters import roster
from tests.services.conftest import Platform, platform

__all__ = ["platform"]

pytestmark = pytest.mark.server
GAMES = {"quadropolis": Plays((2,), {})}
ZAPHOD = Offer("zaphod", 1, Kind.REMOTE, GAMES, 5, at_once=1, owner="ada")
MANY = 100


@pytest.fixture
def up(platform: Platform) -> Roster:
    found = roster()
    found.announce(ZAPHOD)
    return found


def opened(platform: Platform, number: int, **more: object) -> str:
    body = {"game": "quadropolis", "seats": 2, "cause": f"open-{number:04}", **more}
    answer = platform.ask("ada", "POST", "/tables", **body).json
    assert answer
    return str(answer["id"])


def asked(platform: Platform, table: str, cause: str = "ask-0001", **more: object) -> TestResponse:
    roster().renew({ZAPHOD.player})  # on a busy machine a test takes longer than that lasts
    return platform.ask("ada", "POST", f"/tables/{table}/bots", bot="zaphod", cause=cause, **more)


def answered(platform: Platform, table: str, word: str, player: str = ZAPHOD.player) -> TestResponse:
    headers = {HEADER: sign(platform.key, player)}
    return platform.clients["tables"].post(f"/tables/{table}/{word}", json={"cause": "answer-1"}, headers=headers)


def seats(platform: Platform, table: str) -> tuple[str, ...]:
    return platform.streams.table(table).state.players


def pass_time(found: Reservations, seconds: int) -> None:
    key = f"{ZAPHOD.player}:playing"
    for id_ in found.redis.zrange(key, 0, -1):
        found.redis.zincrby(key, -seconds, id_)


def test_of_a_hundred_invitations_at_the_same_instant_one_becomes_a_match(platform: Platform, up: Roster):
    tables = [opened(platform, number) for number in range(MANY)]
    together = Barrier(MANY)

    def ask_and_answer(table: str) -> tuple[int, int]:
        together.wait()
        return asked(platform, table).status_code, answered(platform, table, "accept").status_code

    with ThreadPoolExecutor(MANY) as threads:
        found = list(threads.map(ask_and_answer, tables))
    assert sorted(found) == [(200, 200)] + [(403, 403)] * (MANY - 1)
    assert sum(ZAPHOD.player in seats(platform, table) for table in tables) == 1
    assert len(reservations().playing(ZAPHOD.player)) == 1


def test_a_bot_sits_down_when_it_accepts_and_not_before(platform: Platform, up: Roster):
    table = opened(platform, 1)
    first, again = asked(platform, table, seat=1), asked(platform, table, seat=1)
    assert first.json == again.json == {"version": 1, "seat": None, "asked": ZAPHOD.player}
    assert seats(platform, table) == ()
    accepted, repeated = answered(platform, table, "accept"), answered(platform, table, "accept")
    assert accepted.json == repeated.json == {"version": 2, "seat": 1}
    assert seats(platform, table) == (ZAPHOD.player,)
    assert asked(platform, table, seat=1).json == {"version": 2, "seat": None, "asked": None}
    assert "zaphod is at this table already, or was asked to come" in asked(platform, table, cause="ask-0002").text


def test_a_new_table_asks_its_bots_to_come(platform: Platform, up: Roster):
    table = opened(platform, 1, bots=["zaphod"])
    assert opened(platform, 1, bots=["zaphod"]) == table
    assert answered(platform, table, "accept").status_code == 200
    other = opened(platform, 2, bots=["zaphod"])  # stays open, with a free seat
    assert seats(platform, other) == ()


@pytest.mark.parametrize("how", ["decline", "lapse", "leave", "send away", "give up", "abort"])
def test_a_place_is_free_again(platform: Platform, up: Roster, how: str):
    table, other = opened(platform, 1), opened(platform, 2)
    asked(platform, table)
    assert "zaphod plays as many matches as it takes at once" in asked(platform, other).text
    if how == "decline":
        assert answered(platform, table, "decline").status_code == 200
    elif how == "lapse":
        pass_time(reservations(), LAPSES)
        assert (
            "this bot is not invited to this table: the invitation may have lapsed"
            in answered(platform, table, "accept").text
        )
    else:
        answered(platform, table, "accept")
        end(platform, table, how)
    assert asked(platform, other).status_code == 200


def end(platform: Platform, table: str, how: str) -> None:
    if how == "leave":
        assert answered(platform, table, "leave").status_code == 200
    elif how == "send away":
        platform.ask("ada", "POST", f"/tables/{table}/unseat", seat=0, cause="unseat-1")
        assert reservations().redis.zcard(f"{ZAPHOD.player}:playing") == 0
        platform.ask("ada", "POST", f"/tables/{table}/unseat", seat=0, cause="unseat-1")
    elif how == "give up":
        platform.ask("ada", "POST", f"/tables/{table}/close", cause="close-01")
        platform.settle()
        assert reservations().redis.zcard(f"{ZAPHOD.player}:playing") == 0
    else:
        platform.ask("ada", "POST", f"/tables/{table}/seats", cause="sit-0001")
        platform.settle()
        assert platform.streams.match(table).state.players.count(ZAPHOD.player) == 1
        headers = {HEADER: sign(platform.key, "operator:eve")}
        said = {"reason": "a test", "cause": "abort-01"}
        platform.clients["matches"].post(f"/matches/{table}/abort", json=said, headers=headers)
        platform.settle()
        assert reservations().redis.zcard(f"{ZAPHOD.player}:playing") == 0


def test_what_a_crash_left_behind_is_found_when_all_places_are_taken(platform: Platform, up: Roster):
    table, other = opened(platform, 1), opened(platform, 2)
    asked(platform, table)
    assert reservations().accept(ZAPHOD.player, table)  # and the process ends before the bot has its seat
    assert asked(platform, other).status_code == 403
    pass_time(reservations(), FRESH + 1)
    assert asked(platform, other).status_code == 200
    assert reservations().redis.zscore(f"{ZAPHOD.player}:playing", other) < FOR_GOOD


@pytest.mark.parametrize("named", [True, False])
def test_who_was_sent_away_can_be_asked_again(platform: Platform, up: Roster, named: bool):
    table = opened(platform, 1)
    asked(platform, table)
    answered(platform, table, "accept")
    said = {"player": ZAPHOD.player} if named else {}
    sent = [platform.ask("ada", "POST", f"/tables/{table}/unseat", seat=0, cause="unseat-1", **said) for _ in range(2)]
    assert [answer.status_code for answer in sent] == [200, 200]
    assert asked(platform, table, cause="ask-0002").status_code == 200
    assert answered(platform, table, "accept").status_code == 200
    platform.ask("ada", "POST", f"/tables/{table}/unseat", seat=0, cause="unseat-1", **said)  # once more, long after
    assert (seats(platform, table), reservations().playing(ZAPHOD.player)) == ((ZAPHOD.player,), [table])


def test_whose_seat_was_lost_in_a_crash_can_be_asked_again(platform: Platform, up: Roster):
    table = opened(platform, 1)
    asked(platform, table)
    assert reservations().accept(ZAPHOD.player, table)  # and the process ends before the bot has its seat
    assert "at this table already" in asked(platform, table, cause="ask-0002").text
    pass_time(reservations(), FRESH + 1)
    assert asked(platform, table, cause="ask-0002").status_code == 200


def test_bots_whose_names_begin_alike_come_to_one_table_and_the_opener_hears_who_does_not(
    platform: Platform, up: Roster
):
    names = [f"{'x' * 30}{letter}" for letter in "ab"]
    for name in names:
        roster().announce(ZAPHOD._replace(name=name, games={"quadropolis": Plays((4,), {})}, at_once=1))
    body = {"game": "quadropolis", "seats": 4, "bots": names, "cause": "open-" + "c" * 59}
    answer = platform.ask("ada", "POST", "/tables", **body).json
    players = [f"{BOT}:{name}@1" for name in names]
    assert answer
    assert (answer["asked"], answer["refused"]) == (players, [])
    assert [answered(platform, answer["id"], "accept", player).status_code for player in players] == [200, 200]
    assert seats(platform, answer["id"]) == tuple(players)
    assert platform.ask("ada", "POST", "/tables", **body).json == answer
    roster().renew(players)
    other = platform.ask("ada", "POST", "/tables", **{**body, "cause": "open-0002"}).json
    assert other
    assert (other["asked"], other["refused"]) == ([], players)


def test_a_refused_seat_takes_no_place(platform: Platform, up: Roster):
    table = opened(platform, 1)
    asked(platform, table)
    for who in ("ada", "bob"):
        platform.ask(who, "POST", f"/tables/{table}/seats", cause="sit-0001")
    assert answered(platform, table, "accept").status_code == 409
    assert reservations().playing(ZAPHOD.player) == []


def test_who_may_ask_and_who_may_answer(platform: Platform, up: Roster):
    table = opened(platform, 1)
    assert platform.ask("bob", "POST", f"/tables/{table}/bots", bot="zaphod", cause="ask-0001").status_code == 403
    assert "only a bot that was invited can do this" in answered(platform, table, "accept", "person:bob").text
    assert "not invited" in answered(platform, table, "accept", f"{BOT}:marvin@1").text
    three = platform.ask("ada", "POST", "/tables", game="quadropolis", seats=3, cause="open-0003").json
    assert three
    assert "does not play this game in this way" in asked(platform, three["id"]).text
    sat = opened(platform, 4)
    asked(platform, sat)
    answered(platform, sat, "accept")
    assert (
        "this bot sits at this table already: it can leave as long as the table isn't full"
        in answered(platform, sat, "decline").text
    )
