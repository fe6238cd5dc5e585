"""Real tables whose players say how they ended: only they can, and nobody is overwritten."""

from typing import Any

import pytest

from services.console.verify import verify
from shared.tournaments import code_of_table
from tests.services.conftest import Platform
from tests.services.tournaments.played import HOST, add, ask, desk, enter, of_bots, opened, record, said, settle, state
from tests.services.tournaments.test_people import pass_time

pytestmark = pytest.mark.server
ANN, BOB, EVE = "ann000000000", "bob000000000", "eve000000000"
NOT_THERE = "only who sits at this table, or holds its sheet with the code, can say how it ended"


def club(platform: Platform, *names: str, **more: Any) -> str:
    """Two people and two names at two real tables."""
    id_ = opened(platform, in_person=True, seats=2, **{"rounds": 1, **more})
    enter(platform, id_, ANN, BOB)
    add(platform, id_, names=list(names or ("Carl", "Dora")))
    desk(platform, id_, "start")
    settle(platform)
    return id_


def code(platform: Platform, id_: str, table: int) -> str:
    return code_of_table(platform.key, id_, 0, table, state(platform, id_).rounds[0].tables[table])


def entry(platform: Platform, id_: str, who: str, table: int, **more: Any) -> Any:
    body = {"round": 0, "table": table, "places": [1, 2], "points": [50, 40], **more}
    return said(platform, who, "POST", f"/tournaments/{id_}/entries", **body)


def refusal(answer: Any) -> str:
    assert answer.status_code in (403, 404), answer.text
    return str(answer.json["sentence"])


def test_only_the_code_of_the_table_or_ones_own_seat_there_speaks(platform: Platform):
    id_ = club(platform)
    one = state(platform, id_).rounds[0]
    number = state(platform, id_).entrant_of(f"person:{ANN}")
    own = next(table for table, seats in enumerate(one.tables) if number in seats)
    assert refusal(entry(platform, id_, EVE, own)) == NOT_THERE
    assert refusal(entry(platform, id_, EVE, own, seat=0, code=code(platform, id_, 1 - own))) == NOT_THERE
    assert refusal(entry(platform, id_, EVE, own, seat=0, code="")) == NOT_THERE
    assert refusal(entry(platform, id_, ANN, 1 - own)) == NOT_THERE
    assert refusal(entry(platform, id_, ANN, 7)) == "this round has no such table"
    assert entry(platform, id_, ANN, own).status_code == 200
    other = one.tables[own].index(number) ^ 1
    assert entry(platform, id_, EVE, own, seat=other, code=code(platform, id_, own)).status_code == 200
    found = state(platform, id_).rounds[0]
    assert (found.unconfirmed, found.disputed) == ((), ())
    table = ask(platform, EVE, "GET", f"/tournaments/{id_}/rounds/0")["tables"][own]
    assert (table["how"], len(table["entered"]), table["disputed"]) == ("by_hand", 2, False)


def test_players_who_disagree_wait_for_the_organiser_whose_reason_everybody_reads(platform: Platform):
    id_ = club(platform)
    for table in range(2):
        for seat in range(2):
            points = [50, 40 + table * seat]
            word = entry(platform, id_, EVE, table, seat=seat, points=points, code=code(platform, id_, table))
            assert word.status_code == 200
    settle(platform)
    found = state(platform, id_).rounds[0]
    assert (found.disputed, found.is_ended, found.results[1].points) == ((1,), False, (50, 40))
    desk(platform, id_, "results", round=0, table=1, places=[1, 2], points=[50, 41], note="I counted it again")
    settle(platform)
    now = state(platform, id_)
    assert now.ended
    assert now.rounds[0].results[1].note == "I counted it again"
    assert verify(record(platform, id_)).holds


def test_one_word_alone_may_be_contradicted_for_two_minutes(platform: Platform):
    id_ = club(platform)
    for table in range(2):
        assert entry(platform, id_, EVE, table, seat=0, code=code(platform, id_, table)).status_code == 200
    settle(platform)
    assert not state(platform, id_).rounds[0].is_ended
    pass_time(platform, 121)
    settle(platform)
    assert state(platform, id_).ended


def test_a_changed_pairing_makes_old_sheets_void(platform: Platform):
    id_ = club(platform)
    old = code(platform, id_, 0)
    tables = [list(reversed(seats)) for seats in state(platform, id_).rounds[0].tables]
    desk(platform, id_, "pairing", round=0, tables=tables, byes=[], note="they swap chairs")
    assert refusal(entry(platform, id_, EVE, 0, seat=0, code=old)) == NOT_THERE
    assert code(platform, id_, 0) != old


def test_where_matches_are_played_here_they_speak_for_themselves(platform: Platform):
    id_ = opened(platform, rounds=1)
    enter(platform, id_, ANN, BOB)
    desk(platform, id_, "start")
    settle(platform)
    sentence = "players enter results only where it is played on real tables"
    assert refusal(entry(platform, id_, ANN, 0)) == sentence


def test_a_name_is_removed_for_good_by_its_organiser_or_an_operator(platform: Platform):
    id_ = club(platform, "Carl Cautious", "Dora")
    by_ann = said(platform, ANN, "POST", f"/tournaments/{id_}/unname", entrant=2)
    assert refusal(by_ann).startswith("only the organiser")
    desk(platform, id_, "unname", entrant=2)
    assert "Carl" not in record(platform, id_).decode()
    assert "Carl" not in said(platform, HOST, "GET", f"/tournaments/{id_}").text
    assert "Carl" not in said(platform, HOST, "GET", f"/tournaments/{id_}/exports/json").text
    again = said(platform, HOST, "POST", f"/tournaments/{id_}/unname", entrant=2)
    assert refusal(again) == "this entrant has no name that could be removed"
    assert "Dora" in said(platform, HOST, "GET", f"/tournaments/{id_}").text
    assert not any("Carl" in text for text in map(str, (platform.redis.hgetall(f"tournament:{id_}:names"),)))


def test_front_pages_are_drawn_again_when_a_listed_tournament_changes_and_not_for_others(platform: Platform):
    listed, hidden = of_bots(platform, rounds=1), of_bots(platform, rounds=1, listed=False)
    platform.rounds()
    before = platform.rows.version()
    desk(platform, hidden, "describe", title="Nobody's business")
    assert platform.rows.version() == before
    desk(platform, listed, "describe", title="Another title")
    assert platform.rows.version() == before + 1
    desk(platform, listed, "describe", listed=False)
    assert platform.rows.version() == before + 2
