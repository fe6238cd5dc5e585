"""Erasure: nothing that is kept about a person is left, and nothing of anybody else is lost."""

from typing import Any

import pytest
from structlog.testing import capture_logs

from shared.people.erasing import ERASED, UNDER_WAY, Erasing
from shared.people.kept import FAMILIES, Erased, Family
from tests.people.conftest import ADA, BOB, CLEO, MAIL, NAME, dump, keys_of, plant

pytestmark = pytest.mark.server


class Leaving:
    """Of somebody who plays so many matches; `away` while no service answers."""

    def __init__(self, matches: int = 0, away: int = 0) -> None:
        self.matches, self.away = matches, away

    def leave(self, person: str) -> bool:
        if self.matches and not self.away:
            self.matches -= 1
        self.away = max(self.away - 1, 0)
        return not self.matches


def erasing(client: Any, leaving: Any = None) -> Erasing:
    leaves: Any = leaving or Leaving()
    return Erasing(client, leaves, clock=iter(range(0, 10_000, 100)).__next__)


def about(text: str) -> list[str]:
    """Lines in which the person's name or address stands."""
    return [line for line in text.splitlines() if NAME.lower() in line.lower() or MAIL.lower() in line.lower()]


def test_nothing_is_left_in_any_family_of_keys(client: Any):
    plant(client)
    assert len(about(dump(client))) > 10
    does = erasing(client)
    does.erase(ADA)
    assert does.finish()
    assert about(dump(client)) == []
    ids = [line.split(" ")[0] for line in dump(client).splitlines() if ADA in line]
    soon = {family.key for family in FAMILIES if family.erased is Erased.SOON}  # ids alone, for a while
    assert set(ids) <= {f"person:{ADA}", ERASED, "people:news", *soon}
    assert client.hgetall(f"person:{ADA}") == {"state": "former"}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.key)
def test_something_is_planted_in_each_family(client: Any, family: Family):
    """So that the test above is not content with keys that it has never made."""
    plant(client)
    assert [client.type(key) for key in keys_of(family, ADA)] == [family.type]


def test_what_belongs_to_others_stays(client: Any):
    plant(client)
    client.hset(f"person:{BOB}", mapping={"name": "Bob", "state": "account"})
    client.xadd(f"{{talk}}:{BOB}", {"person": BOB, "cause": "c", "text": "hello", "at": "2026"}, id="2-0")
    client.hset("report:other", mapping={"by": BOB, "about": CLEO, "text": "rude"})
    client.zadd("people:reports", {"other": 2})
    does = erasing(client)
    does.erase(ADA)
    does.finish()
    assert client.hget(f"person:{BOB}", "name") == "Bob"
    assert client.smembers(f"person:{BOB}:blocked") == {CLEO}
    assert client.hgetall("people:names") == {"somebody else": CLEO}
    assert client.zrange("people:reports", 0, -1) == ["other"]
    assert client.hget(f"house:{BOB}", "invited") == f"{CLEO} {BOB}"
    assert client.zrange("calling:due", 0, -1) == [f"turn {CLEO} {BOB}@3 - 0"]
    said = client.xrange(f"{{talk}}:{BOB}")
    assert [(number, line.get("text")) for number, line in said] == [("2-0", "hello"), ("3-0", None)]


def test_erasing_twice_changes_nothing_more(client: Any):
    plant(client)
    does = erasing(client)
    does.erase(ADA)
    does.finish()
    before = [line for line in dump(client).splitlines() if not line.startswith("people:news")]
    does.erase(ADA)
    does.finish()
    assert [line for line in dump(client).splitlines() if not line.startswith("people:news")] == before


def test_another_process_goes_on_after_a_crash_in_the_middle(client: Any):
    plant(client)
    erasing(client).erase(ADA)
    assert client.sismember(UNDER_WAY, ADA)
    assert about(dump(client)) != []
    assert erasing(client).finish()
    assert about(dump(client)) == []
    assert client.exists(UNDER_WAY) == 0


def test_a_match_that_can_not_be_left_yet_is_left_later(client: Any):
    plant(client)
    does = erasing(client, Leaving(matches=1, away=5))
    does.erase(ADA)
    assert not does.finish()
    assert about(dump(client)) == [], "the data does not wait for it"
    assert does.finish()


def test_a_key_of_another_type_stops_nobodys_erasure(client: Any):
    client.set(f"{{talk}}:{BOB}", "not a stream")
    client.sadd(f"person:{BOB}:blocked", ADA)
    does = erasing(client)
    does.erase(ADA)
    with capture_logs() as lines:
        assert does.finish()
    assert [(each["event"], each["where"]) for each in lines] == [("kept_as_another_type", f"{{talk}}:{BOB}")]
    assert client.exists(f"person:{BOB}:blocked") == 0


def test_reports_by_and_about_the_person_leave_every_list(client: Any):
    for id_, by, about in (("one", ADA, BOB), ("two", BOB, ADA), ("three", BOB, CLEO)):
        client.hset(f"report:{id_}", mapping={"by": by, "about": about, "text": "rude"})
        client.sadd(f"person:{by}:reports", id_)
        for key in ("people:reports", "people:reports:open", f"person:{about}:reported"):
            client.zadd(key, {id_: 1})
    does = erasing(client)
    does.erase(ADA)
    does.finish()
    assert client.keys("report:*") == ["report:three"]
    assert client.smembers(f"person:{BOB}:reports") == {"three"}
    assert client.exists(f"person:{BOB}:reported") == 0
    assert [client.zrange(key, 0, -1) for key in ("people:reports", "people:reports:open")] == [["three"]] * 2


def test_a_name_that_is_somebody_elses_by_now_stays_theirs(client: Any):
    client.hset("people:names", "ada", BOB)
    does = erasing(client)
    does.erase(ADA)
    does.finish()
    assert client.hgetall("people:names") == {"ada": BOB}
