"""A rematch brings the same people and bots to one table, whoever asks first."""

from typing import Any

import pytest

from shared.ledger.decider import Message
from shared.platform.match import Abort, Command
from shared.platform.rematches import Rematches
from shared.platform.table import Table
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server


def break_off(pages: Pages, id_: str) -> str:
    abort: Command = Abort(reason="idle")
    pages.streams.matches.handle(Message(stream=f"match:{id_}", by="operator:op", cause="abort-0001", command=abort))
    return id_


def of_two(pages: Pages, ada: Visitor, bob: Visitor) -> str:
    """The id of a match of both and the bot any_move that is over."""
    address = ada.post("/tables/new", game="quadropolis", seats="3", listed="no").headers["Location"]
    ada.post(f"{address}/bots", bot="any_move")
    ada.post(f"{address}/sit")
    bob.post(f"{address}/sit")
    pages.settle()
    return break_off(pages, address.rsplit("/", 1)[1])


def ask(visitor: Visitor, match: str, **more: Any) -> str:
    """The id of the table that the button leads to."""
    answer = visitor.post("/play", rematch=match, **more)
    assert answer.status_code == 303, answer.text
    return answer.headers["Location"].rsplit("/", 1)[1]


def table(pages: Pages, id_: str) -> Table:
    return pages.streams.table(id_).state


def test_all_who_ask_meet_at_one_table_with_the_same_bots(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    match = of_two(pages, ada, bob)
    assert "Rematch" in bob.get(f"/m/{match}/result").text
    first = ask(ada, match)
    assert set(table(pages, first).players) == {f"person:{ada.person}", "bot:any_move@1"}
    assert "Join the rematch" in bob.get(f"/m/{match}/result").text
    assert ask(bob, match) == first
    pages.settle()
    assert set(pages.streams.match(first).state.players) == set(pages.streams.match(match).state.players)


def test_the_rematch_of_a_rematch_has_a_table_of_its_own(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    match = of_two(pages, ada, bob)
    first = ask(ada, match)
    ask(bob, match)
    pages.settle()
    break_off(pages, first)
    second = ask(bob, first)
    assert second != first
    assert ask(ada, match) == second


def test_after_a_table_that_was_given_up_another_one_opens(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    match = of_two(pages, ada, bob)
    first = ask(ada, match)
    ada.post(f"/t/{first}/close")
    assert ask(bob, match) != first


def test_the_same_click_twice_is_one_table(pages: Pages):
    ada, bob = pages.visitor(), pages.visitor()
    match = of_two(pages, ada, bob)
    assert ask(ada, match, cause="the-key-of-a-form") == ask(ada, match, cause="the-key-of-a-form")


def test_who_asks_a_moment_later_gives_the_second_table_up(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    ada, bob = pages.visitor(), pages.visitor()
    match = of_two(pages, ada, bob)
    first = ask(ada, match)
    monkeypatch.setattr(Rematches, "newest", lambda _, id_: id_)  # Bob looked before Ada's was there
    assert ask(bob, match) == first
    monkeypatch.undo()
    pages.settle()
    assert pages.site.rows.listed("open") == []
    assert len(pages.site.rows.listed("given_up")) == 1


def test_against_bots_the_next_match_starts_at_once_with_the_same_bots(pages: Pages):
    ada = pages.visitor()
    match = break_off(pages, pages.match(ada))
    again = ask(ada, match)
    pages.settle()
    assert set(pages.streams.match(again).state.players) == {f"person:{ada.person}", "bot:greedy@1"}
    assert ask(ada, match) != again


def test_with_scripts_one_sits_down_later_with_a_number(pages: Pages):
    ada = pages.visitor()
    match = break_off(pages, pages.match(ada))
    assert table(pages, ask(ada, match, sit="later")).players == ("bot:greedy@1",)


def test_only_who_played_a_match_that_is_over_gets_a_rematch(pages: Pages):
    ada, eve = pages.visitor(), pages.visitor()
    match = pages.match(ada)
    early = ada.post("/play", rematch=match)
    assert (early.status_code, "You can ask for a rematch when the match is over." in early.text) == (403, True)
    break_off(pages, match)
    strange = eve.post("/play", rematch=match)
    assert (strange.status_code, "Only those who played a match can ask for a rematch." in strange.text) == (403, True)
    assert ada.post("/play", rematch="aaaaaaaaaaaa").status_code == 404
    assert ada.post("/play", rematch="../x").status_code in (400, 404)
    assert "Rematch" not in eve.get(f"/m/{match}/result").text
