"""Who can sit down, on a real server."""

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from redis import Redis

from shared.bots import names, player
from shared.errors import Malformed, NotAllowed
from shared.roster import LAPSES, Kind, Offer, Plays, Roster
from shared.roster.registry import MOST_BOTS, MOST_VERSIONS
from shared.roster.roster import UP

pytestmark = pytest.mark.server

CLASSIC = {"quadropolis": Plays((2, 3, 4), {"mode": ("classic",)})}
NOVICE = Offer("novice", 1, Kind.PLUG_IN, CLASSIC, 5)
NO_TABLES = (
    Plays((), {}),
    Plays((2, 5), {}),
    Plays(("x",), {}),  # type: ignore[arg-type]  # as a package may say it
    Plays((True,), {}),
    Plays((2,), {"mode": ()}),
    Plays((2,), {"mode": ("classic", "quick")}),
    Plays((2,), {"mode": (["y"],)}),  # type: ignore[dict-item]
    Plays((2,), {"<i>": (1,)}),
)
BUILT_IN = [player(name) for name in names()]  # the newest version of each


@pytest.fixture
def roster(clean_server: str) -> Iterator[Roster]:
    with closing(Redis.from_url(clean_server, decode_responses=True)) as client:
        yield Roster(client)


def offered(roster: Roster) -> list[str]:
    return [offer.player for offer in roster.offered()]


def pass_time(roster: Roster, seconds: int) -> None:
    """As if everybody had been announced earlier."""
    with roster.redis.pipeline() as pipe:
        for player in roster.redis.zrange(UP, 0, -1):
            pipe.zincrby(UP, -seconds, player)
        pipe.execute()


def test_built_in_minds_can_always_sit_down(roster: Roster):
    assert offered(roster) == BUILT_IN
    assert all(roster.is_up(player) and roster.offer(player) for player in BUILT_IN)


def test_a_bot_can_sit_down_while_it_is_announced(roster: Roster):
    roster.announce(NOVICE)
    assert offered(roster) == [*BUILT_IN, "bot:novice@1"]
    assert roster.newest("novice") == roster.offer("bot:novice@1") == NOVICE
    pass_time(roster, LAPSES)
    assert offered(roster) == BUILT_IN
    assert roster.newest("novice") is None
    assert roster.offer("bot:novice@1") == NOVICE
    roster.announce(NOVICE)
    roster.withdraw(NOVICE.player)
    assert not roster.is_up(NOVICE.player)


def test_the_newest_version_that_is_up_sits_down(roster: Roster):
    for version in (9, 10):
        roster.announce(NOVICE._replace(version=version))
    assert offered(roster) == [*BUILT_IN, "bot:novice@10"]
    roster.withdraw("bot:novice@10")
    assert offered(roster) == [*BUILT_IN, "bot:novice@9"]
    assert [offer.version for offer in roster.known("novice")] == [10, 9]
    assert [offer.player for offer in roster.known("greedy")] == ["bot:greedy@1"]


def test_a_bot_sits_only_where_it_plays():
    assert NOVICE.plays("quadropolis", 2, {"mode": "classic", "squares": True})
    assert not NOVICE.plays("quadropolis", 2, {"mode": "expert"})
    assert not NOVICE.plays("quadropolis", 5, {"mode": "classic"})
    assert not NOVICE.plays("sprawlopolis", 2, {})


@pytest.mark.parametrize(
    "other", [NOVICE._replace(kind=Kind.REMOTE, owner="ada000000000"), NOVICE._replace(name="greedy")], ids=str
)
def test_a_name_belongs_to_who_came_first(roster: Roster, other: Offer):
    roster.announce(NOVICE)
    with pytest.raises(NotAllowed, match=f"the name {other.name} belongs to another bot"):
        roster.announce(other)
    assert roster.newest("novice") == NOVICE


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": "Novice"}, "a bot's name has 2 to 31 of a-z, 0-9 and _, and begins with a letter"),
        ({"version": 0}, "a bot's version is a whole number from 1 to 1000000"),
        ({"seconds": 601}, "a bot's move may take 1 to 600 seconds"),
        ({"seconds": "5"}, "a bot's move may take 1 to 600 seconds"),
        ({"at_once": 0}, "a bot plays at least one match at a time"),
        ({"games": {}}, "a bot plays at least one game"),
        ({"games": {"chess": Plays((2,), {})}}, "this release has no game chess"),
        *(({"games": {"quadropolis": plays}}, "no table is like this") for plays in NO_TABLES),
    ],
)
def test_what_makes_no_sense_is_not_kept(roster: Roster, wrong: dict[str, Any], sentence: str):
    with pytest.raises(Malformed) as refused:
        roster.announce(NOVICE._replace(**wrong))
    assert str(refused.value) == sentence
    assert roster.known("novice") == []


@pytest.mark.parametrize(
    "kept",
    [
        {"version 1": "rubbish"},
        {"version 1": "[" * 100_000},
        {"version 1": "7"},
        {"version 1": '{"games": {"quadropolis": {"seats": [], "options": {}}}, "seconds": 1, "at_once": null}'},
        {"kind": "unheard_of"},
        {"version x": "{}"},
    ],
    ids=lambda kept: " ".join(*kept.items())[:40],
)
def test_a_bot_of_which_rubbish_is_kept_hides_no_other(roster: Roster, kept: dict[str, str]):
    """Whoever runs a worker can write there."""
    roster.announce(NOVICE)
    roster.announce(NOVICE._replace(name="expert"))
    roster.redis.hset("bot:novice", mapping=kept)
    assert {*BUILT_IN, "bot:expert@1"} <= set(offered(roster))
    assert len(roster.known("novice")) == ("version x" in kept)


def test_games_that_only_another_release_has_are_left_out(roster: Roster):
    roster.announce(NOVICE)
    (text,) = roster.redis.hmget("bot:novice", "version 1")
    said = json.loads(text)
    said["games"]["chess"] = {"seats": [2], "options": {}}
    roster.redis.hset("bot:novice", "version 1", json.dumps(said))
    assert roster.offer(NOVICE.player) == NOVICE


def test_the_oldest_of_too_many_versions_is_forgotten(roster: Roster):
    for version in range(1, MOST_VERSIONS + 2):
        roster.register(NOVICE._replace(version=version))
    assert [offer.version for offer in roster.known("novice")] == list(range(MOST_VERSIONS + 1, 1, -1))


def test_what_a_forgotten_version_failed_at_is_forgotten_too(roster: Roster):
    roster.register(NOVICE)
    roster.failed(NOVICE.player, "match", 1, "it raised")
    roster.bench(NOVICE.player)
    for version in range(2, MOST_VERSIONS + 2):
        roster.register(NOVICE._replace(version=version))
    assert (roster.errors(NOVICE.player), roster.benched()) == ([], {})


def test_an_account_has_so_many_bots(roster: Roster):
    ada = NOVICE._replace(kind=Kind.REMOTE, owner="ada000000000")
    names = [f"bot_{at:02}" for at in range(MOST_BOTS)]
    for name in names:
        roster.register(ada._replace(name=name))
    with pytest.raises(NotAllowed) as refused:
        roster.register(ada._replace(name="another"))
    sentence = "you have registered 20 bots, the most that an account may have: register a new version of one"
    assert str(refused.value) == sentence
    assert roster.known("another") == []
    roster.register(ada._replace(name=names[0], version=2))
    roster.register(ada._replace(name="of_bob", owner="bob000000000"))
    roster.register(NOVICE)
    assert (roster.owned("ada000000000"), roster.owned("bob000000000")) == (names, ["of_bob"])


@pytest.mark.parametrize("name", ["novice@1", "novice@1:errors", "", "x" * 40, "no_such_bot"])
def test_a_name_that_no_bot_may_have_is_nobodys(roster: Roster, name: str):
    roster.failed(NOVICE.player, "match", 1, "too late")
    assert (roster.known(name), roster.newest(name), roster.offer(f"bot:{name}@1")) == ([], None, None)
    assert roster.offer(f"bot:{name}@x") is None


def test_matches_of_a_bot_are_counted_once_each(roster: Roster):
    for match in ("match1", "match2", "match1"):
        roster.sits_in([NOVICE.player, NOVICE.player, "bot:greedy@1"], match)
    roster.sits_in([], "match3")
    assert roster.matches([NOVICE.player, "bot:greedy@1", "bot:any_move@1"]) == [2, 2, 0]


def test_three_failed_turns_in_a_match_bench_a_bot(roster: Roster):
    roster.announce(NOVICE)
    assert [roster.failed(NOVICE.player, "match", turn, "it raised") for turn in (1, 1, 2, 2)] == [False] * 4
    assert not roster.is_benched(NOVICE.player)
    assert roster.failed(NOVICE.player, "match", 3, "it raised")
    assert not roster.failed(NOVICE.player, "match", 4, "it raised")
    assert roster.is_benched(NOVICE.player)
    assert offered(roster) == BUILT_IN
    assert roster.errors(NOVICE.player)[0][1:3] == (4, "it raised")


def test_five_failed_turns_in_an_hour_bench_a_bot(roster: Roster):
    told = [roster.failed(NOVICE.player, f"match{at}", 1, "too late") for at in range(5)]
    assert told == [False, False, False, False, True]


def test_failures_of_long_ago_do_not_count(roster: Roster):
    for at in range(4):
        roster.failed(NOVICE.player, f"match{at}", 1, "too late")
    key = f"{NOVICE.player}:errors"
    for at, each in enumerate(roster.errors(NOVICE.player)):
        roster.redis.lset(key, at, json.dumps(each._replace(at=each.at - 3600)))
    assert not roster.failed(NOVICE.player, "match9", 1, "too late")


def test_a_bot_that_may_play_again_starts_anew(roster: Roster):
    roster.announce(NOVICE)
    roster.bench(NOVICE.player)
    assert offered(roster) == BUILT_IN
    roster.announce(NOVICE._replace(version=2))
    assert offered(roster) == [*BUILT_IN, "bot:novice@2"]
    roster.failed(NOVICE.player, "match", 1, "it raised")
    roster.unbench(NOVICE.player)
    assert not roster.is_benched(NOVICE.player)
    assert roster.errors(NOVICE.player) == []
