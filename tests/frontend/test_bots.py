"""The pages about bots, and the tables that offer them."""

import re
from collections.abc import Iterator
from contextlib import closing

import pytest
from redis import Redis

from frontend.presentation import strengths
from shared.bots import names
from shared.roster import Kind, Offer, Plays, Roster
from shared.roster.strengths import rated, read
from tests.frontend.conftest import Pages
from tests.frontend.test_operators import signed_in
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


def test_what_a_bot_is_bound_to_is_said_in_the_words_of_the_form(pages: Pages, roster: Roster):
    bound = {"mode": ("classic", "expert"), "squares": (False,)}
    roster.announce(NOVICE._replace(games={"quadropolis": Plays((2, 3), bound)}))
    shown = pages.visitor().get("/bots/novice").text
    assert "2 and 3 seats&nbsp;· Mode: Classic and Expert&nbsp;· Squares: Without</li>" in shown


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
    assert "What went wrong is shown when this match and all that the bot played beside it are over." in running
    assert "my hand" not in running
    assert "benched: it failed too often" in running
    break_off(pages, id_)
    pages.settle()
    assert "ValueError: my hand is &lt;7&gt;" in ada.get("/bots/novice").text


def test_what_a_bot_says_waits_for_every_match_that_its_process_has_seen(pages: Pages, roster: Roster):
    ada, bob = pages.visitor(), pages.visitor()
    over, running = of_two(pages, ada, bob), of_two(pages, ada, bob)
    break_off(pages, over)
    roster.announce(NOVICE)
    roster.failed(NOVICE.player, over, 4, "there they hold <7>", beside=[running])
    assert "there they hold" not in ada.get("/bots/novice").text
    break_off(pages, running)
    pages.settle()
    assert "there they hold &lt;7&gt;" in ada.get("/bots/novice").text


def test_owners_and_operators_are_told_which_bots_are_benched(pages: Pages, roster: Roster):
    ada, bob = pages.visitor(), pages.visitor()
    mine = Offer("zaphod", 1, Kind.REMOTE, NOVICE.games, 5, 1, ada.person)
    assert "Your bots" not in ada.get("/me").text
    for offer in (mine, mine._replace(version=2), NOVICE):
        roster.announce(offer)
    roster.withdraw("bot:zaphod@2")
    assert "Its program is connected: it can sit down." in ada.get("/me").text
    assert "Its program is not connected, so it is not offered." in ada.get("/me").text
    for player in (mine.player, NOVICE.player):
        for turn in (4, 5, 6):
            roster.failed(player, "some0match00", turn, f"it raised <{turn}>\nTraceback")
    told = ada.get("/me").text
    assert "It has been benched since" in told
    assert "3 turns failed, the last one at" in told
    assert "it raised &lt;6&gt;" in told
    assert "Traceback" not in told
    assert "novice" not in told
    assert "Your bots" not in bob.get("/me").text
    assert bob.get("/operators").status_code == 403
    shown = signed_in(pages, bob, roles="operator", name="Op").get("/operators").text
    assert {"novice@1", "zaphod@1"} == {bot for bot in ("novice@1", "zaphod@1", "zaphod@2") if bot in shown}
    assert "a package on this server" in shown
    assert f'<a href="/operators/people/{ada.person}">' in shown


def test_a_bot_that_nobody_knows_has_no_page(pages: Pages):
    assert pages.visitor().get("/bots/nobody").status_code == 404


def test_the_page_of_all_bots_says_how_strong_each_is(pages: Pages, roster: Roster):
    row = next(each for each in read() if each.bot == "strong" and each.over is None)
    roster.announce(NOVICE)
    shown = pages.visitor().get("/bots").text
    said = f"it comes first in {100 * row.value:.0f}&nbsp;% of {row.matches} matches against"
    assert said in shown
    assert "How strong it is has not been measured yet." in shown.partition('href="/bots/novice"')[2]
    assert said in pages.visitor().get("/bots/strong").text


@pytest.mark.parametrize(
    ("low", "said"),
    [
        (
            0.04,
            "with the same cards as look ahead: 0.7 points more a match, over 800 matches; with 95&nbsp;% certainty",
        ),
        (0.0, "with the same cards as look ahead: no difference was found over 800 matches."),
        (-0.2, "with the same cards as look ahead: no difference was found over 800 matches."),
    ],
)
def test_a_difference_is_told_where_there_is_one(pages: Pages, monkeypatch: pytest.MonkeyPatch, low: float, said: str):
    row = next(each for each in read() if each.over == "look_ahead")._replace(value=0.7, low=low, matches=800)
    monkeypatch.setattr(strengths, "_rows", lambda: (row,))
    assert said in pages.visitor().get("/bots/strong").text


def test_what_a_bot_is_rated_in_its_pools_stands_on_its_page(pages: Pages):
    versus, alone = (next(row for row in rated() if (row.seats == 1) is is_alone) for is_alone in (False, True))
    shown = pages.visitor().get("/bots/level_2").text
    value, low, high = (f"{each:.0f}" for each in versus.found["level_2"])
    assert f"2 seats: rated {value} ({low} to {high})." in shown
    assert shown.count("everybody begins at 25") == 1
    value, low, high = (f"{each:.0f}" for each in alone.found["level_2"])
    assert f"Sprawlopolis, alone: {value} points on average ({low} to {high})." in shown
    assert "has not been measured yet" not in shown
    assert "alone: \N{MINUS SIGN}9 points on average (\N{MINUS SIGN}12 to" in pages.visitor().get("/bots/any_move").text


def test_only_many_matches_are_told_as_an_estimate(pages: Pages, roster: Roster):
    """Redis estimates how many different ones there were, and knows a few of them exactly."""
    for count, said in ((1, "in 1 match so far"), (3, "in 3 matches so far"), (100, "in about ")):
        for number in range(count):
            roster.sits_in(["bot:greedy@1"], f"match{number}")
        assert said in pages.visitor().get("/bots/greedy").text


def test_every_built_in_mind_says_what_it_does(pages: Pages):
    shown = pages.visitor().get("/bots").text
    told = [re.search(f'href="/bots/{name}">.*?<p>(.*?)</p>', shown, re.DOTALL) for name in names()]
    assert all(each and each[1].endswith(".") for each in told)
    assert len({each[1] for each in told if each}) == len(names())


def test_the_front_page_leads_to_the_bots(pages: Pages):
    assert '<a href="/bots">bots</a>' in pages.visitor().get("/").text


def test_built_in_minds_have_a_page(pages: Pages):
    told = pages.visitor().get("/bots/greedy").text
    assert "part of this server" in told
    assert "can sit down" in told
