"""A card that is shown before it is laid, on the pages of who shows it and of all others."""

import re
from html import unescape
from typing import Any

import pytest

from shared.ledger.canonical import canonical
from tests.frontend.conftest import Pages, Visitor, field

pytestmark = pytest.mark.server
ASIDE = re.compile(r'<form id="aside".*?</form>', re.DOTALL)
ASKS = "shows card {card}: where should it go?"


def of_two(pages: Pages, **rules: str) -> tuple[str, Visitor, Visitor]:
    """The match, who is to move, and who waits."""
    people = [pages.visitor(), pages.visitor()]
    form: dict[str, Any] = {"game": "sprawlopolis", "seats": "2", "listed": "yes", **rules}
    table = people[0].post("/tables/new", **form).headers["Location"]
    for each in people:
        each.post(f"{table}/sit")
    pages.settle()
    id_ = table.rsplit("/", 1)[1]
    (called,) = people[0].seen(id_)["called"]
    ada, bob = sorted(people, key=lambda each: bool(each.seen(id_)["seat"] != called))
    return id_, ada, bob


def card_of(visitor: Visitor, id_: str) -> int:
    seen = visitor.seen(id_)
    return int(seen["view"]["hands"][seen["seat"]]["cards"][1]["number"])


def press(visitor: Visitor, id_: str, card: int, htmx: bool = False):
    """The button of the page on which this card is chosen."""
    page = visitor.get(f"/m/{id_}?card={card}").text
    (form,) = ASIDE.findall(page)
    assert 'form="aside"' in page
    more = {name: unescape(field(form, name)) for name in ("turn", "move", "cause")}
    return visitor.post(f"/m/{id_}/moves", htmx=htmx, **more)


def test_who_moves_shows_the_chosen_card_and_lays_it_after_that(pages: Pages):
    id_, ada, bob = of_two(pages)
    card, turn = card_of(ada, id_), ada.seen(id_)["turn"]
    assert ASIDE.findall(ada.get(f"/m/{id_}").text) == []
    assert press(ada, id_, card).status_code == 303  # as without scripts
    page = ada.get(f"/m/{id_}").text
    assert f"The others see card <b>{card}</b>." in page
    assert ASIDE.findall(page) == []
    seen = ada.seen(id_)
    assert (seen["turn"], {move["card"] for move in seen["legal_moves"]}) == (turn, {card})
    other = next(each["number"] for each in seen["view"]["hands"][seen["seat"]]["cards"] if each["number"] != card)
    refused = f"you have shown card {card}: it is the one to lay in this turn"
    assert refused in ada.get(f"/m/{id_}?card={other}").text.lower()
    assert ada.move(id_, seen).status_code == 303
    assert bob.seen(id_)["view"]["shown"] is None


def test_all_others_see_it_large_with_the_way_to_the_talk_and_hear_of_it(pages: Pages):
    id_, ada, bob = of_two(pages)
    card = card_of(ada, id_)
    press(ada, id_, card)
    for visitor in (bob, pages.visitor()):
        page = visitor.get(f"/m/{id_}").text
        shown = page.split('<div class="shown-by">', 1)[1].split("</div>", 1)[0]
        assert ASKS.format(card=card) in shown
        assert f'aria-label="Card {card}:' in shown
        assert f'href="/t/{id_}/talk"' in shown
        news = page.split('<ol class="news">', 1)[1].split("</ol>", 1)[0]
        assert ASKS.format(card=card) in news
    (frame,) = pages.frames(id_, [bob.person])
    assert '<div class="shown-by">' in frame


def test_with_scripts_what_was_chosen_stays(pages: Pages):
    id_, ada, _ = of_two(pages)
    card = card_of(ada, id_)
    place = next(move["place"] for move in ada.seen(id_)["legal_moves"] if move["card"] == card)
    address = f"http://localhost/m/{id_}?card={card}&place={place['row']},{place['column']}"
    move = canonical({"name": "show_card", "card": card}).decode()
    form = {"csrf_token": ada.token(), "turn": ada.seen(id_)["turn"], "move": move, "cause": "key-of-a-form"}
    headers = {"HX-Request": "true", "HX-Current-URL": address}
    page = ada.client.post(f"/m/{id_}/moves", data=form, headers=headers).text
    assert 'id="confirm"' in page
    assert "data-to-talk" in page


def test_where_nobody_talks_a_card_may_still_be_shown(pages: Pages):
    id_, ada, bob = of_two(pages, talk="nobody")
    card = card_of(ada, id_)
    press(ada, id_, card)
    page = bob.get(f"/m/{id_}").text
    assert ASKS.format(card=card) in page
    assert "data-to-talk" not in page


def test_it_is_refused_in_a_sentence(pages: Pages):
    id_, ada, _ = of_two(pages)
    card = card_of(ada, id_)
    press(ada, id_, card)
    move = canonical({"name": "show_card", "card": card}).decode()
    again = ada.post(f"/m/{id_}/moves", turn=str(ada.seen(id_)["turn"]), move=move, cause="another-key")
    assert again.status_code == 422
    assert f"You have shown card {card} in this turn already." in again.text


def test_the_log_counts_it_to_the_turn_in_which_it_was_shown(pages: Pages):
    id_, ada, _ = of_two(pages)
    press(ada, id_, card_of(ada, id_))
    log = pages.site.logs.of(pages.streams.match(id_))
    line = log.lines[-1]
    assert (line.type, line.is_move, line.is_aside, log.turns[-1]) == ("sprawlopolis.card_shown", False, True, 1)
    ada.move(id_)
    after = pages.site.logs.of(pages.streams.match(id_))
    assert after.turns[line.version] == 1
    assert after.turns[-1] == 2


def test_alone_nobody_is_there_to_be_shown_a_card(pages: Pages):
    ada = pages.visitor()
    table = ada.post("/tables/new", game="sprawlopolis", seats="1", listed="yes").headers["Location"]
    ada.post(f"{table}/sit")
    pages.settle()
    id_ = table.rsplit("/", 1)[1]
    assert ASIDE.findall(ada.get(f"/m/{id_}?card={card_of(ada, id_)}").text) == []
