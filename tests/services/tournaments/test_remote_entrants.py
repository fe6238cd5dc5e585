"""Remote bots in tournaments: their programs come to their tables as people do, and who is not there is not paired."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from infra.verify import verify as verify_alone
from services.console.verify import verify
from services.matchmaking.tournaments import bots
from shared.ledger.absences import PERIODS
from shared.roster import Kind, Offer, Plays
from shared.roster.roster import UP
from shared.web.identity import HEADER, sign
from shared.web.reservations import reservations
from shared.web.rosters import roster
from tests.services.conftest import Platform
from tests.services.tournaments.played import (
    HOST,
    NUMBERS,
    add,
    ask,
    desk,
    enter,
    opened,
    own_table,
    record,
    said,
    settle,
    sit,
    state,
)
from tests.services.tournaments.test_people import ANN, pass_time, said_in
from tests.signers import Signer

pytestmark = pytest.mark.server
OWNER = "owner0000000"
GAMES = {"quadropolis": Plays((2, 3, 4), {})}


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """No machine is too slow for a program that says nothing by itself."""
    monkeypatch.setattr(bots, "PATIENCE", 3600.0)


def bot(name: str, at_once: int = 5, version: int = 1, games: Any = None) -> Offer:
    """Registered, and up."""
    offer = Offer(name, version, Kind.REMOTE, games or GAMES, 600, at_once=at_once, owner=OWNER)
    roster().announce(offer)
    return offer


def as_bot(platform: Platform, offer: Offer, path: str, **body: Any) -> Any:
    body = {"cause": f"cause-{next(NUMBERS):06}", **body}
    prefix = path.split("/")[1]
    return platform.clients[prefix].post(path, json=body, headers={HEADER: sign(platform.key, offer.player)})


def entered(platform: Platform, id_: str, *offers: Offer) -> None:
    for offer in offers:
        answer = as_bot(platform, offer, f"/tournaments/{id_}/enter")
        assert answer.status_code == 200, answer.text


def begun(
    platform: Platform, offer: Offer, people: Sequence[str] = (), minds: Sequence[str] = (), rounds: int = 1
) -> str:
    """With all these in it, and its first tables open."""
    id_ = opened(platform, rounds=rounds)
    entered(platform, id_, offer)
    enter(platform, id_, *people)
    if minds:
        add(platform, id_, bots=list(minds))
    desk(platform, id_, "start")
    settle(platform)
    return id_


def accept(platform: Platform, *offers: Offer, key: str | None = None) -> int:
    """All invitations. How many there were."""
    count = 0
    for offer in offers:
        for invitation, _ in reservations().invited(offer.player):
            answer = as_bot(platform, offer, f"/tables/{invitation.table}/accept", key=key)
            count += answer.status_code == 200
    return count


def go_away(platform: Platform, *offers: Offer) -> None:
    """Since some hours, in which the product was there."""
    platform.redis.delete(PERIODS)
    for offer in offers:
        platform.redis.zincrby(UP, -3 * bots.PATIENCE, offer.player)


def answer_all(platform: Platform, offer: Offer, signer: Signer | None = None) -> int:
    """What it is asked, with the first move that it may make. How often it was asked."""
    count = accept(platform, offer, key=signer.public if signer else None)
    for id_ in reservations().playing(offer.player):
        seen = platform.clients["matches"].get(f"/matches/{id_}", headers={HEADER: sign(platform.key, offer.player)})
        shown_to_it: Any = seen.json
        if seen.status_code == 200 and shown_to_it["legal_moves"]:
            body = {"turn": shown_to_it["turn"], "move": shown_to_it["legal_moves"][0]}
            body |= {"signed": signer.move(shown_to_it, body["move"])} if signer else {}
            count += as_bot(platform, offer, f"/matches/{id_}/moves", **body).status_code == 200
    return count


def check_record(lines: bytes) -> None:
    """By both verifiers."""
    assert verify(lines).holds
    assert not verify_alone(lines).failures


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json["sentence"]


def test_a_remote_bot_plays_a_swiss_to_its_end_and_anybody_can_verify_it(platform: Platform):
    zaphod = bot("zaphod")
    id_ = begun(platform, zaphod, minds=["any_move"])
    while answer_all(platform, zaphod):
        platform.settle()
    settle(platform)
    found = state(platform, id_)
    assert found.ended
    assert found.ended.reason == "finished"
    assert [result.how for result in found.rounds[0].results.values()] == ["played"]
    assert reservations().playing(zaphod.player) == []
    check_record(record(platform, id_))
    owned = ask(platform, OWNER, "GET", "/tournaments?status=mine")["tournaments"]
    assert [row["id"] for row in owned] == [id_]


@pytest.mark.parametrize("format_", ["swiss", "duplicate"])
def test_a_bot_signs_with_its_own_key_in_a_tournament(platform: Platform, format_: str):
    """Also where the draws are those of a round, and not of its table."""
    zaphod, signer = bot("zaphod"), Signer()
    id_ = opened(platform, format_, rounds=1)
    entered(platform, id_, zaphod)
    add(platform, id_, bots=["any_move"] * 3)
    desk(platform, id_, "start")
    settle(platform)
    while answer_all(platform, zaphod, signer):
        platform.settle()
    settle(platform)
    lines = record(platform, id_)
    envelopes = [json.loads(line).get("envelope", {}) for line in lines.splitlines()]
    taken = [each["data"] for each in envelopes if each.get("type") == "table.seat_taken"]
    assert {each["key"] for each in taken if each["player"] == zaphod.player} == {signer.public}
    moves = [each for each in envelopes if each.get("move")]
    assert {each["by"] for each in moves} >= {zaphod.player}
    assert all("signed" in each for each in moves)
    check_record(lines)


def test_who_is_not_connected_is_not_paired_until_it_is_back(platform: Platform):
    zaphod = bot("zaphod")
    id_ = opened(platform, rounds=2)
    entered(platform, id_, zaphod)
    enter(platform, id_, ANN)
    add(platform, id_, bots=["any_move"])
    go_away(platform, zaphod)
    desk(platform, id_, "start")
    settle(platform)
    assert said_in(platform, id_, "tournament.withdrew") == [{"entrant": 0, "reason": "away", "note": None}]
    assert sorted(state(platform, id_).rounds[0].tables[0]) == [1, 2]
    roster().announce(zaphod)
    pass_time(platform)  # and Ann does not come
    settle(platform)
    found = state(platform, id_)
    assert sorted(found.rounds[1].tables[0]) == [0, 2]
    assert said_in(platform, id_, "tournament.returned") == [{"entrant": 0}]
    check_record(record(platform, id_))


def test_who_was_away_when_its_table_of_a_round_robin_began_is_back_by_itself_for_the_next_one(platform: Platform):
    zaphod = bot("zaphod")
    id_ = opened(platform, "round_robin")
    entered(platform, id_, zaphod)
    add(platform, id_, bots=["any_move"] * 3)
    go_away(platform, zaphod)
    desk(platform, id_, "start")
    settle(platform)
    pass_time(platform)
    platform.rounds()
    assert said_in(platform, id_, "tournament.withdrew") == [{"entrant": 0, "reason": "away", "note": None}]
    roster().announce(zaphod)
    settle(platform)
    assert said_in(platform, id_, "tournament.returned") == [{"entrant": 0}]
    (invitation, _), *_ = reservations().invited(zaphod.player)
    assert invitation.table == state(platform, id_).rounds[1].matches[table_of(platform, id_, 1, 0)]


def table_of(platform: Platform, id_: str, round_: int, entrant: int) -> int:
    return next(table for table, seats in enumerate(state(platform, id_).rounds[round_].tables) if entrant in seats)


def test_who_did_not_answer_while_it_was_connected_does_not_come_back_by_itself(platform: Platform):
    zaphod = bot("zaphod")
    id_ = begun(platform, zaphod, people=[ANN], minds=["any_move"] * 2, rounds=3)
    pass_time(platform)
    settle(platform)
    roster().announce(zaphod)
    settle(platform)
    found = state(platform, id_)
    assert found.entrants[0].gone == "absent"
    assert said_in(platform, id_, "tournament.returned") == []


def test_who_is_benched_is_not_paired(platform: Platform):
    zaphod = bot("zaphod")
    id_ = opened(platform, rounds=2)
    entered(platform, id_, zaphod)
    add(platform, id_, bots=["any_move"] * 2)
    roster().bench(zaphod.player)
    desk(platform, id_, "start")
    settle(platform)
    found = state(platform, id_)
    assert found.ended
    assert {len(one.byes) + 2 * len(one.tables) for one in found.rounds} == {2}
    refused = as_bot(platform, zaphod, f"/tournaments/{opened(platform, rounds=1)}/enter")
    assert refusal(refused) == (403, "the bot zaphod is benched: it could not play too many turns")


def test_a_command_to_enter_that_is_sent_again_keeps_its_answer_though_the_bot_is_benched_meanwhile(platform: Platform):
    zaphod = bot("zaphod")
    id_ = opened(platform, rounds=1)
    first = as_bot(platform, zaphod, f"/tournaments/{id_}/enter", cause="entering-zaphod")
    roster().bench(zaphod.player)
    again = as_bot(platform, zaphod, f"/tournaments/{id_}/enter", cause="entering-zaphod")
    assert (again.status_code, again.json) == (200, first.json)
    anew = as_bot(platform, zaphod, f"/tournaments/{id_}/enter")
    assert refusal(anew) == (403, "the bot zaphod is benched: it could not play too many turns")


def test_who_does_not_answer_in_time_has_no_place_and_is_not_waited_for_again(platform: Platform):
    zaphod = bot("zaphod")
    id_ = begun(platform, zaphod, people=[ANN], rounds=2)
    (invitation, _), *none = reservations().invited(zaphod.player)
    assert (invitation.game, invitation.by, none) == ("quadropolis", f"tournament:{id_}", [])
    sit(platform, id_, ANN)
    settle(platform)
    assert own_table(platform, id_, ANN)["status"] == "wait"
    pass_time(platform)
    settle(platform)
    assert own_table(platform, id_, ANN)["status"] == "play"
    late = as_bot(platform, zaphod, f"/tables/{invitation.table}/accept")
    assert late.status_code >= 400
    ask(platform, ANN, "POST", f"/matches/{invitation.table}/resign")
    settle(platform)
    found = state(platform, id_)
    (result,) = found.rounds[0].results.values()
    ann, zaphods = (found.rounds[0].tables[0].index(number) for number in (1, 0))
    assert (result.how, result.places[zaphods]) == ("played", None)
    assert result.places[ann]
    assert said_in(platform, id_, "tournament.withdrew") == [{"entrant": 0, "reason": "absent", "note": None}]
    assert found.ended
    check_record(record(platform, id_))


def test_who_declines_is_done_without_at_once(platform: Platform):
    zaphod = bot("zaphod")
    id_ = begun(platform, zaphod, minds=["any_move"])
    (invitation, _), *_ = reservations().invited(zaphod.player)
    assert as_bot(platform, zaphod, f"/tables/{invitation.table}/decline").status_code == 200
    settle(platform)
    found = state(platform, id_)
    (result,) = found.rounds[0].results.values()
    assert (result.how, sorted(result.places, key=str)) == ("forfeit", [1, None])
    assert found.ended


def test_a_bot_of_one_match_at_once_comes_when_its_other_one_is_over(platform: Platform):
    zaphod = bot("zaphod", at_once=1)
    other = ask(platform, ANN, "POST", "/tables", game="quadropolis", seats=2, bots=["zaphod"])["id"]
    as_bot(platform, zaphod, f"/tables/{other}/accept")
    id_ = opened(platform, rounds=1)
    entered(platform, id_, zaphod)
    add(platform, id_, bots=["any_move"])
    desk(platform, id_, "start")
    settle(platform)
    assert reservations().invited(zaphod.player) == []
    as_bot(platform, zaphod, f"/tables/{other}/leave")
    settle(platform)
    (invitation, _), *_ = reservations().invited(zaphod.player)
    assert invitation.by == f"tournament:{id_}"
    assert accept(platform, zaphod) == 1
    assert zaphod.player in platform.streams.table(invitation.table).state.players


def test_an_owner_enters_a_bot_only_where_they_may_enter_themselves_and_only_once(platform: Platform):
    zaphod = bot("zaphod")
    private = opened(platform, rounds=1, entry="private")
    refused = as_bot(platform, zaphod, f"/tournaments/{private}/enter")
    assert refusal(refused) == (403, "this tournament is private: only those who are invited can enter")
    named = said(platform, HOST, "POST", f"/tournaments/{private}/add", bots=["zaphod"])
    sentence = "the owner of the bot zaphod enters it where entry is not open to everybody"
    assert refusal(named) == (403, sentence)
    invited = opened(platform, rounds=1, entry="private", invited=[f"person:{OWNER}"])
    entered(platform, invited, zaphod)
    for again in (
        as_bot(platform, zaphod, f"/tournaments/{invited}/enter"),
        said(platform, HOST, "POST", f"/tournaments/{opened_with(platform, zaphod)}/add", bots=["zaphod"]),
    ):
        assert refusal(again) == (403, "this player has entered already")


def opened_with(platform: Platform, offer: Offer) -> str:
    """Named by the organiser, as it is open to everybody."""
    id_ = opened(platform, rounds=1)
    add(platform, id_, bots=[offer.name])
    return id_


def test_bots_stay_out_where_they_are_not_welcome_can_not_play_or_would_need_hands(platform: Platform):
    zaphod, duo = bot("zaphod"), bot("duo", games={"quadropolis": Plays((2,), {})})
    people = opened(platform, rounds=1, bots=False)
    assert refusal(as_bot(platform, zaphod, f"/tournaments/{people}/enter")) == (
        403,
        "this tournament is for people alone",
    )
    larger = opened(platform, rounds=1, seats=3)
    sentence = "the bot duo does not play this game in this way"
    assert refusal(as_bot(platform, duo, f"/tournaments/{larger}/enter")) == (403, sentence)
    club = opened(platform, rounds=1, in_person=True)
    assert refusal(as_bot(platform, zaphod, f"/tournaments/{club}/enter")) == (
        403,
        "on real tables no remote bot can play",
    )
    built_in = Offer("any_move", 1, Kind.BUILT_IN, GAMES, 5)
    sentence = "people enter tournaments themselves: bots are added by the organiser"
    assert refusal(as_bot(platform, built_in, f"/tournaments/{people}/enter")) == (409, sentence)


def test_a_bot_leaves_and_comes_back_by_its_own_command(platform: Platform):
    zaphod = bot("zaphod")
    id_ = opened_with(platform, zaphod)
    for way, is_in in (("withdraw", False), ("return", True)):
        assert as_bot(platform, zaphod, f"/tournaments/{id_}/{way}").status_code == 200
        assert state(platform, id_).entrants[0].is_in is is_in


def test_a_bot_of_a_package_sits_down_at_once_while_somebody_runs_it_and_loses_its_table_otherwise(platform: Platform):
    novice = Offer("novice", 1, Kind.PLUG_IN, GAMES, 5)
    roster().announce(novice)
    for is_up in (True, False):
        roster().announce(novice)
        id_ = opened(platform, "round_robin")
        add(platform, id_, bots=["novice"])
        enter(platform, id_, ANN)
        if not is_up:
            go_away(platform, novice)
        desk(platform, id_, "start")
        settle(platform)
        table = platform.streams.table(own_table(platform, id_, ANN)["match"]).state
        assert (novice.player in table.players) is is_up
    sit(platform, id_, ANN)
    pass_time(platform)
    settle(platform)
    found = state(platform, id_)
    assert found.entrants[0].gone == "away"
    assert platform.streams.match(found.rounds[0].matches[0]).state.players.count("bot:any_move@1") == 1
