"""House rules: what they allow, how they are kept, and whom the names of those invited mean."""

from collections.abc import Iterator
from contextlib import closing
from itertools import product

import pytest
from redis import Redis

from shared.errors import Malformed
from shared.people.house import (
    USUAL,
    Entry,
    House,
    Talkers,
    Watchers,
    house_from,
    may_enter,
    may_talk,
    may_watch,
    may_write,
)
from shared.people.houses import MOST_INVITED, Houses, invitation
from shared.people.lookalikes import skeleton
from shared.platform.rows.quiet import is_quiet
from shared.platform.table import Sitting, Table
from shared.platform.table.events import TableOpened
from shared.platform.terms import USUAL as TERMS

ADA, BOB, EVE = "ada000000000", "bob000000000", "eve000000000"
ID = "a-table00001"
OPENED = TableOpened(
    opener=f"person:{ADA}",
    game="quadropolis",
    options={},
    seats=2,
    listed=False,
    commitment="",
    branch=None,
    hints=True,
    terms=TERMS,
    host_key=None,
    seed="",
)
TABLE = Table(opened=OPENED, seats=(Sitting(f"person:{BOB}", None), None))


def enters(house: House, person: str, **more: bool) -> bool:
    return may_enter(house, TABLE, person, f"person:{person}", **more)


@pytest.mark.parametrize(("sits", "is_over", "is_operator"), [*product((True, False), repeat=3)])
def test_a_match_for_nobody_else_is_seen_by_seats_by_operators_and_by_all_at_the_end(
    sits: bool, is_over: bool, is_operator: bool
):
    facts = {"sits": sits, "is_over": is_over, "is_operator": is_operator}
    assert may_watch(House(watch=Watchers.NOBODY), **facts) is any(facts.values())
    assert may_watch(House(watch=Watchers.LINK), **facts)
    assert may_watch(USUAL, **facts)


def test_a_private_table_is_entered_by_its_opener_those_who_sit_there_and_those_invited():
    house = House(Entry.PRIVATE, invited=frozenset(["invited00000"]))
    assert [enters(house, each) for each in (ADA, BOB, "invited00000", EVE)] == [True, True, True, False]
    assert enters(house, EVE, is_operator=True)
    assert all(enters(House(entry), EVE) for entry in (Entry.PUBLIC, Entry.LINK))


@pytest.mark.parametrize(
    ("who", "those_who_sit", "others"),
    [
        (Talkers.ALL, (True, True), (True, True)),
        (Talkers.SEATS, (True, True), (False, False)),
        (Talkers.PHRASES, (True, False), (False, False)),
        (Talkers.NOBODY, (False, False), (False, False)),
    ],
)
def test_who_may_talk_and_who_in_words_of_their_own(
    who: Talkers, those_who_sit: tuple[bool, bool], others: tuple[bool, bool]
):
    house = House(talk=who)
    assert (may_talk(house, sits=True), may_write(house, sits=True)) == those_who_sit
    assert (may_talk(house, sits=False), may_write(house, sits=False)) == others


def test_what_a_newer_release_wrote_counts_as_the_strictest():
    assert house_from({"entry": "x", "talk": "y", "watch": "z"}) == House(
        Entry.PRIVATE, Talkers.NOBODY, Watchers.NOBODY
    )
    assert house_from(dict.fromkeys(("entry", "talk", "watch", "invited"))) == USUAL


def test_only_a_private_table_has_a_list():
    assert invitation(Entry.PRIVATE, frozenset([EVE])) == {EVE}
    with pytest.raises(Malformed, match="only a private table has a list of those invited"):
        invitation(Entry.LINK, frozenset([EVE]))


@pytest.fixture
def client(clean_server: str) -> Iterator["Redis"]:
    with closing(Redis.from_url(clean_server, decode_responses=True)) as client:
        yield client


@pytest.mark.server
def test_rules_are_kept_and_asked_for_once_the_match_has_begun(client: "Redis"):
    houses, house = Houses(client), House(Entry.PRIVATE, Talkers.ALL, Watchers.NOBODY, frozenset([BOB, EVE]))
    assert houses.waiting(ID) == USUAL
    houses.keep(ID, house)
    assert (houses.waiting(ID), houses.begun(ID)) == (house, house)
    client.delete(f"house:{ID}")
    assert (houses.waiting(ID), houses.begun(ID)) == (USUAL, house)


@pytest.mark.server
def test_who_was_sent_away_may_come_back_when_invited(client: "Redis"):
    houses = Houses(client)
    houses.keep(ID, House(Entry.PRIVATE, invited=frozenset([BOB, EVE])))
    for person in (BOB, EVE):
        houses.send_away(ID, person)
    houses.invite(ID, [EVE])
    assert houses.waiting(ID) == House(Entry.PRIVATE, invited=frozenset([EVE]), away=frozenset([BOB]))
    houses.invite(ID, [])
    assert houses.waiting(ID) == House(Entry.PRIVATE, away=frozenset([BOB]))


@pytest.mark.server
def test_the_rules_of_a_table_that_was_given_up_outlive_its_talk_and_then_go(client: "Redis"):
    houses = Houses(client)
    houses.keep(ID, House(Entry.PRIVATE))
    houses.send_away(ID, EVE)
    for _ in range(2):
        houses.give_up(ID)
    assert all(365 * 86_400 < client.ttl(key) <= 400 * 86_400 for key in (f"house:{ID}", f"house:{ID}:away"))
    houses.remove(ID)
    assert client.keys("house:*") == []


@pytest.mark.server
def test_people_are_meant_by_the_name_of_an_account_by_id_or_by_link(client: "Redis"):
    houses = Houses(client)
    client.hset("people:names", skeleton("Ada").casefold(), ADA)
    client.hset("people:names", skeleton("Иван".casefold()), BOB)
    said = [" ada ", "Иван", f"person:{EVE}", "", f"https://play.example/p/{EVE}", "/p/eve000000001"]
    assert houses.meant(said) == {ADA, BOB, EVE, "eve000000001"}
    assert houses.meant([]) == frozenset()
    with pytest.raises(Malformed, match="nobody with an account here is called Eve"):
        houses.meant(["Ada", "Eve"])
    with pytest.raises(Malformed, match="at most 50 people can be invited"):
        houses.meant([f"person:eve00000{number:04}" for number in range(MOST_INVITED + 1)])


@pytest.mark.server
@pytest.mark.parametrize(("watch", "quiet"), [(Watchers.ALL, False), (Watchers.LINK, True), (Watchers.NOBODY, True)])
def test_a_match_that_is_not_for_all_is_in_no_list(client: "Redis", server: str, watch: Watchers, quiet: bool):
    Houses(client).keep(ID, House(Entry.PRIVATE, watch=watch))
    with closing(Redis.from_url(server)) as raw:
        assert is_quiet(raw, ID) is quiet
        assert not is_quiet(raw, "another00000")
