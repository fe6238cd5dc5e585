"""The calculator of Sprawlopolis at the door: each step is an address, for scripts and without them."""

import pytest

from tests.frontend.conftest import Pages

pytestmark = pytest.mark.server
CITY = "/score/sprawlopolis?city=beeaedrechdbLccNbc&goals=3%2C6%2C9"


def address(plain: str) -> str:
    return plain.replace("%2C", ",")


def test_an_address_is_counted(pages: Pages):
    page = pages.visitor().get(CITY)
    assert page.status_code == 200
    assert "<b>13</b> <span>points, 18 needed" in page.text


def test_a_press_leads_to_an_address_of_its_own(pages: Pages):
    ada = pages.visitor()
    taken = ada.get(f"{CITY}&press=card-7")
    assert (taken.status_code, taken.headers["Location"]) == (303, f"{address(CITY)}&card=7")
    turned = ada.get(f"{CITY}&card=7&press=turn", htmx=True)
    assert turned.headers["HX-Push-Url"] == f"{address(CITY)}&card=7&turned=yes"
    assert turned.text.lstrip().startswith('<div id="score"')
    laid = ada.get(f"{CITY}&card=7&turned=yes&press=lay&on=1,0")
    assert laid.headers["Location"] == address(CITY).replace("Nbc", "NbcGfe")
    back = ada.get(f"{laid.headers['Location']}&press=take")
    assert back.headers["Location"] == f"{address(CITY)}&card=7&turned=yes"


def test_goals_and_difficulty_are_chosen_step_by_step(pages: Pages):
    ada, at = pages.visitor(), "/score/sprawlopolis"
    for press in ("goal-3", "goal-6", "goal-9", "goal-9", "harder"):
        at = ada.get(f"{at}{'&' if '?' in at else '?'}press={press}").headers["Location"]
    assert at == "/score/sprawlopolis?goals=3,6&difficulty=harder"
    page = ada.get(f"{at}&city=bee").text
    assert "only the largest of all four counts" in page
    assert "1 more" in page


def test_the_address_keeps_text_in_its_place(pages: Pages):
    """Whatever somebody writes there: it names no other site, and no markup."""
    page = pages.visitor().get('/score/sprawlopolis?goals="><script>&difficulty=//evil.example&city=%0d%0aX: y')
    assert page.status_code == 200
    assert "<script>&" not in page.text
    assert "There is no goal &#34;&gt;&lt;script&gt;." in page.text
    step = pages.visitor().get("/score/sprawlopolis?difficulty=//evil.example&city=%0d%0aX&press=turn")
    assert step.headers["Location"] == "/score/sprawlopolis?turned=yes"


def test_the_calculator_is_a_link_away(pages: Pages):
    for at in ("/", "/help/sprawlopolis"):
        assert 'href="/score/sprawlopolis"' in pages.visitor().get(at).text, at
