"""A league through the real services: a season of bots to its end, the next one opened from it, and played."""

import pytest

from services.console.verify import verify
from shared.platform.tournament.divisions import after_season, ranked
from shared.platform.tournament.pairings.field import groups_of
from tests.services.conftest import Platform
from tests.services.tournaments.played import HOST, add, ask, desk, of_bots, record, said, settle, shown, state
from tests.services.tournaments.test_people import ANN

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
