"""Rows of tournaments: front pages are drawn again for what they show, and for nothing else."""

from dataclasses import replace

import pytest

from shared.tournaments import TournamentRows
from shared.web.client import shared_client
from tests.services.conftest import Platform
from tests.services.tournaments.played import HOST, desk, of_bots, opened, said, settle

pytestmark = pytest.mark.server
SHOWN = {"opened", "entered", "started", "round_paired", "paused", "resumed", "ended"}  # on front pages
NOT_SHOWN = {"match_linked", "result_recorded", "round_ended"}


def told(platform: Platform, id_: str) -> dict[str, set[bool]]:
    """By event, whether front pages are drawn again after it, where the lists hear of each one by itself."""
    platform.redis.delete(*platform.redis.keys("tournaments:*"))
    handler, rows = platform.streams.tournaments, TournamentRows(shared_client())
    folded, found = handler.load(f"tournament:{id_}"), dict[str, set[bool]]()
    for version, entry in enumerate(handler.reader.past(folded.stream).entries, 1):
        before = platform.rows.version()
        at, state = entry.envelope.at, handler.folder.at(folded.stream, version)
        for _ in range(2):  # the second time nothing is new
            rows.put(replace(folded, state=state, version=version, at=at))
        type_ = entry.envelope.type.removeprefix("tournament.")
        found.setdefault(type_, set()).add(platform.rows.version() > before)
        assert platform.rows.version() <= before + 1
    return found


def played(platform: Platform, *, listed: bool) -> str:
    id_ = of_bots(platform, rounds=2, bots=4, listed=listed)
    desk(platform, id_, "start")
    desk(platform, id_, "pause", note="tea")
    desk(platform, id_, "resume")
    settle(platform)
    return id_


def test_front_pages_are_drawn_again_for_what_they_show_of_a_listed_tournament(platform: Platform):
    found = told(platform, played(platform, listed=True))
    assert found.keys() == SHOWN | NOT_SHOWN
    assert {type_ for type_, drawn in found.items() if drawn == {True}} == SHOWN
    assert {type_ for type_, drawn in found.items() if drawn == {False}} == NOT_SHOWN


def test_no_front_page_is_drawn_again_for_a_tournament_that_is_not_listed(platform: Platform):
    found = told(platform, played(platform, listed=False))
    assert found.keys() == SHOWN | NOT_SHOWN
    assert set().union(*found.values()) == {False}


def test_looks_at_a_tournament_that_is_over_draw_nothing_again(platform: Platform):
    id_ = played(platform, listed=True)
    before = platform.rows.version()
    for _ in range(3):
        platform.tables.hold(id_)
    assert platform.rows.version() == before


def test_a_name_that_is_removed_draws_no_front_page_again_as_none_shows_it(platform: Platform):
    id_ = opened(platform, rounds=1, in_person=True)
    for name in ("Carl", "Dora"):
        desk(platform, id_, "add", names=[name])
    settle(platform)
    before = platform.rows.version()
    assert said(platform, HOST, "POST", f"/tournaments/{id_}/unname", entrant=1).status_code == 200
    settle(platform)
    assert platform.rows.version() == before
