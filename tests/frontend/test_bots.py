"""The pages about bots, and the tables that offer them."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from redis import Redis

from shared.roster import Kind, Offer, Plays, Roster
from tests.frontend.conftest import Pages
from tests.frontend.test_rematch import ask, break_off, of_two, table

pytestmark = pytest.mark.server
NOVICE = Offer("novice", 1, Kind.PLUG_IN, {"quadropolis": Plays((2, 3), {"mode": ("classic",)})}, 1)


@pytest.fixture
def roster(clean_server: str) -> Iterator[Roster]:
    with closing(Redis.from_url(clean_server, decode_responses=True)) as client:
        yield Roster(client)


def test_a_bot_is_offered_while_it_is_up_where_it_plays(pages: Pages, roster: Roster):
    ada = pages.visitor()
    classic, expert = (
        ada.post("/tables/new", game="quadropolis", seats="3", mode=mode).headers["Location"]
        for mode in ("classic", "expert")
    )
    assert "novice" not in ada.get(classic).text + ada.get("/bots").text
    roster.announce(NOVICE)
    assert "Add bot novice" in ada.get(classic).text
    assert "Add bot novice" not in ada.get(expert).text
    assert "novice" in ada.get("/bots").text
    assert ada.post(f"{classic}/bots", bot="novice").status_code == 303
    assert "bot:novice@1" in table(pages, classic.rsplit("/", 1)[1]).players
    roster.withdraw(NOVICE.player)
    assert "Add bot novice" not in ada.get(classic).text
    assert "nobody runs it at the moment" in ada.get("/bots/novice").text


def test_a_rematch_seats_the_usual_bot_for_one_that_is_gone(pages: Pages, roster: Roster):
    ada, bob = pages.visitor(), pages.visitor()
    match = of_two(pages, ada, bob)
    assert "bot:any_move@1" in table(pages, ask(ada, match)).players
    address = ada.post("/tables/new", game="quadropolis", seats="2").headers["Location"]
    roster.announce(NOVICE)
    ada.post(f"{address}/bots", bot="novice")
    ada.post(f"{address}/sit")
    pages.settle()
    roster.withdraw(NOVICE.player)
    over = break_off(pages, address.rsplit("/", 1)[1])
    assert "bot:greedy@1" in table(pages, ask(ada, over)).players


def test_what_a_bot_failed_at_is_told_when_the_match_is_over(pages: Pages, roster: Roster):
    ada = pages.visitor()
    roster.announce(NOVICE)
    address = ada.post("/tables/new", game="quadropolis", seats="2").headers["Location"]
    ada.post(f"{address}/bots", bot="greedy")
    ada.post(f"{address}/sit")
    pages.settle()
    id_ = address.rsplit("/", 1)[1]
    for turn in (4, 5, 6):
        roster.failed(NOVICE.player, id_, turn, "ValueError: my hand is <7>")
    running = ada.get("/bots/novice").text
    assert "What went wrong is shown when the match is over." in running
    assert "my hand" not in running
    assert "benched: it failed too often" in running
    break_off(pages, id_)
    pages.settle()
    assert "ValueError: my hand is &lt;7&gt;" in ada.get("/bots/novice").text


def test_a_bot_that_nobody_knows_has_no_page(pages: Pages):
    assert pages.visitor().get("/bots/nobody").status_code == 404


def test_built_in_minds_have_a_page(pages: Pages):
    told = pages.visitor().get("/bots/greedy").text
    assert "part of this server" in told
    assert "can sit down" in told
