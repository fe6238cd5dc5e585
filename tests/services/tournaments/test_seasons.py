"""A league through the real services: a season of bots to its end, the next one opened from it, and played."""

import pytest

from services.console.verify import verify
from shared.errors import Unavailable
from shared.platform.tournament.divisions import after_season, ranked
from shared.platform.tournament.pairings.field import groups_of
from shared.tournaments import Announcements
from tests.services.conftest import Platform
from tests.services.tournaments.played import HOST, add, ask, desk, of_bots, opened, record, said, settle, shown, state
from tests.services.tournaments.test_people import ANN
from tests.services.tournaments.test_remote_entrants import OWNER, bot

pytestmark = pytest.mark.server


def test_the_best_rise_and_the_last_fall_in_a_season_of_its_own(platform: Platform):
    first = of_bots(platform, "league", bots=4, divisions={"size": 2, "moves": 1})
    assert shown(platform, first)["season"] == {
        "number": 1, "size": 2, "moves": 1, "former": None, "next": None, "divisions": [],
    }  # fmt: skip
    refused = said(platform, HOST, "POST", f"/tournaments/{first}/next")
    assert "only a league in divisions that was played has a next season" in refused.json["sentence"]
    desk(platform, first, "start")
    settle(platform)
    over = state(platform, first)
    assert over.ended
    stranger = said(platform, ANN, "POST", f"/tournaments/{first}/next")
    assert (stranger.status_code, stranger.json["sentence"]) == (403, "only the organiser of a tournament can do this")
    made = ask(platform, HOST, "POST", f"/tournaments/{first}/next")
    again = ask(platform, HOST, "POST", f"/tournaments/{first}/next")
    assert again == made
    second = made["id"]
    assert shown(platform, first)["season"]["next"] == second
    now = shown(platform, second)
    assert (now["title"], now["status"], now["season"]["former"]) == ("The cup", "planned", first)
    assert [one["player"] for one in now["entered"]] == [over.entrants[one.entrant].player for one in over.standings]
    add(platform, second, bots=["any_move"])
    desk(platform, second, "drop", entrant=3, note="moved away")
    desk(platform, second, "start")
    settle(platform)
    found = state(platform, second)
    assert found.ended
    order = [one for one in after_season([[0, 1], [2]], 1) if one != 3]
    assert [one for division in groups_of(found) for one in division] == [*order, 4]
    assert len(ranked(found)) == 2
    for id_ in (first, second):
        verdict = verify(record(platform, id_))
        assert verdict.holds, verdict.failures


NO_NAME = "this entrant has no name that could be removed"


def season_over(platform: Platform, id_: str) -> str:
    """Each table as its organiser says."""
    desk(platform, id_, "start")
    settle(platform)
    for one in state(platform, id_).rounds:
        for table in one.open:
            desk(platform, id_, "adjudicate", round=one.number, table=table, places=[1, 2], note="agreed")
    settle(platform)
    assert state(platform, id_).ended
    return id_


def names(platform: Platform, id_: str) -> list[str | None]:
    return [one["name"] for one in shown(platform, id_)["entered"]]


def test_a_name_that_was_removed_comes_back_with_no_further_request_for_the_season(platform: Platform):
    first = opened(platform, "league", divisions={"size": 2, "moves": 1}, in_person=True)
    add(platform, first, names=["Anna", "Bert", "Carl", "Dora"])
    season_over(platform, first)
    desk(platform, first, "unname", entrant=0)
    second = ask(platform, HOST, "POST", f"/tournaments/{first}/next")["id"]
    carried = names(platform, second)
    assert sorted(map(str, carried)) == ["Bert", "Carl", "Dora", "None"]
    for entrant, sentence in ((carried.index(None), NO_NAME), (carried.index("Dora"), None)):
        answer = said(platform, HOST, "POST", f"/tournaments/{second}/unname", entrant=entrant)
        assert answer.json.get("sentence") == sentence
    assert ask(platform, HOST, "POST", f"/tournaments/{first}/next")["id"] == second
    assert sorted(map(str, names(platform, second))) == ["Bert", "Carl", "None", "None"]


def test_owners_of_remote_bots_find_the_next_season_in_their_list(platform: Platform):
    zaphod = bot("zaphod")
    first = of_bots(platform, "league", bots=3, divisions={"size": 2, "moves": 1})
    add(platform, first, bots=[zaphod.name])
    second = ask(platform, HOST, "POST", f"/tournaments/{season_over(platform, first)}/next")["id"]
    for who in (OWNER, HOST):
        mine = ask(platform, who, "GET", "/tournaments?status=mine")["tournaments"]
        assert {row["id"] for row in mine} == {first, second}
    assert ask(platform, "any_move", "GET", "/tournaments?status=mine")["tournaments"] == []


def test_what_a_crash_kept_from_the_next_season_is_carried_over_by_the_next_request(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
):
    first = opened(platform, "league", divisions={"size": 2, "moves": 1}, in_person=True)
    add(platform, first, names=["Anna", "Bert", "Carl", "Dora"])
    season_over(platform, first)
    with monkeypatch.context() as broken:
        broken.setattr(Announcements, "name", unavailable)
        assert said(platform, HOST, "POST", f"/tournaments/{first}/next").status_code == 503
    second = ask(platform, HOST, "POST", f"/tournaments/{first}/next")["id"]
    assert sorted(map(str, names(platform, second))) == ["Anna", "Bert", "Carl", "Dora"]


def unavailable(*_: object) -> None:
    raise Unavailable("the server is away")
