"""The pages of a table of a tournament: those who are paired sit down there, and play on as everywhere."""

from itertools import count
from typing import Any

import pytest

from tests.frontend.conftest import Pages, Visitor, field

pytestmark = pytest.mark.server
NUMBERS = count()


def post(pages: Pages, visitor: Visitor, path: str, **body: Any) -> Any:
    cause = f"of-the-test-{next(NUMBERS)}"
    answer = pages.platform.ask(visitor.person, "POST", path, cause=cause, **body)
    assert answer.status_code < 300, answer.text
    return answer.json


def test_those_who_are_paired_sit_down_by_the_page(pages: Pages):
    ada, bob, eve = (pages.visitor() for _ in range(3))
    id_ = post(pages, ada, "/tournaments", game="quadropolis", format="swiss", rounds=1, title="The cup")["id"]
    for visitor in (ada, bob):
        post(pages, visitor, f"/tournaments/{id_}/enter")
    post(pages, ada, f"/tournaments/{id_}/start")
    pages.settle()
    tournament = pages.streams.tournaments.load(f"tournament:{id_}").state
    table = tournament.rounds[0].matches[0]
    assert eve.get(f"/t/{table}").status_code in (200, 403, 404)
    for visitor in (bob, ada):
        seen = visitor.get(f"/t/{table}")
        assert seen.status_code == 200
        visitor.post(f"/t/{table}/sit", cause=field(seen.text, "cause"), seat="0")
    pages.settle()
    players = pages.streams.match(table).state.players
    seats = tournament.rounds[0].tables[0]
    assert players == tuple(tournament.entrants[entrant].player for entrant in seats)
    assert ada.get(f"/m/{table}").status_code == 200
    assert eve.get(f"/m/{table}").status_code == 200
