"""The same person in another browser: a personal link, who may see it, and several people in one browser."""

import re
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from redis import Redis

from frontend.people.links import Links, Seat
from frontend.people.sessions import known_person
from frontend.site import furnish
from frontend.sockets import live
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server
DRAWN_FOR_ANOTHER = "This page was drawn for somebody who is not in this browser any more: reload it"
GONE = "This personal link is no longer valid: make a new one in the browser where you sit"


def link_of(visitor: Visitor, id_: str) -> str:
    """Made if there was none; the path and the query of it."""
    visitor.post(f"/t/{id_}/seat")
    found = re.search(r'value="http://localhost(/seat\?link=[^"]+)"', visitor.get(f"/t/{id_}/seat").text)
    assert found
    return unescape(found[1])


def opened(visitor: Visitor, link: str) -> Any:
    return visitor.post("/seat", link=link.partition("=")[2])


def named(pages: Pages, name: str) -> Visitor:
    visitor = pages.visitor()
    assert visitor.post("/name", name=name).status_code == 303
    return visitor


def others_in(visitor: Visitor) -> list[str]:
    return re.findall("In this browser you are (.*?) as well", visitor.get("/").text)


def test_who_opens_the_link_in_another_browser_sits_there_too(pages: Pages):
    eva, phone = named(pages, "Eva"), pages.visitor()
    id_ = pages.match(eva)
    watching = phone.get(f"/m/{id_}").text
    assert "You are watching." in watching
    assert f'<a href="/t/{id_}/seat">Do you sit here in another browser?</a>' in watching
    assert "Open this match there" in phone.get(f"/t/{id_}/seat").text
    assert "Make my personal link" in eva.get(f"/t/{id_}/seat").text
    link = link_of(eva, id_)
    page = phone.get(link)
    assert "The seat of Eva" in page.text
    assert "Be Eva in this browser" in page.text
    assert page.headers["Cache-Control"] == "private, no-store"
    assert phone.seen(id_)["seat"] is None, "a link that is only looked at changes nothing"
    assert opened(phone, link).headers["Location"] == f"/m/{id_}"
    assert phone.seen(id_)["seat"] == eva.seen(id_)["seat"]
    assert phone.move(id_).status_code == 303
    assert eva.person == phone.person
    assert others_in(phone) == [], "who had done nothing here is nobody to come back to"
    assert "You are Eva in this browser already." in phone.get(link).text


def test_a_link_is_shown_to_its_owner_alone_and_stands_nowhere_else(pages: Pages):
    eva, ben = named(pages, "Eva"), named(pages, "Ben")
    table = eva.post("/tables/new", game="quadropolis", seats="2", listed="yes").headers["Location"]
    refused = ben.post(f"{table}/seat")
    assert refused.status_code == 403
    assert "You do not sit here in this browser, so there is no seat to link to" in refused.text
    eva.post(f"{table}/sit")
    link = link_of(eva, table[3:])
    token = link.partition("=")[2]
    assert link_of(eva, table[3:]) == link
    assert len(token) >= 40
    ben.post(f"{table}/sit")
    assert token not in ben.get(f"{table}/seat").text
    assert link_of(ben, table[3:]) != link
    pages.settle()
    shown = pages.frames(table[3:], [eva.person, ben.person, None])
    pictures = [eva.get(address).text for address in ("/", f"/m/{table[3:]}", f"/m/{table[3:]}/audit")]
    assert not [part for part in (*shown, *pictures) if token in part]
    with Redis.from_url(pages.site.settings.redis_url, decode_responses=True) as client:
        kept = [client.hgetall(key) for key in client.scan_iter("person:*", _type="HASH")]
        assert token not in str([*client.scan_iter("*"), *kept])
    pictured = eva.get(f"{table}/seat").text
    assert 'src="data:image/svg+xml' in pictured
    assert "QR code" in pictured


def test_a_link_is_one_that_another_device_can_open_or_says_that_it_is_not(pages: Pages):
    eva = named(pages, "Eva")
    id_ = pages.match(eva)
    link = link_of(eva, id_)
    assert "<b>Only this machine can open this link:</b>" in eva.get(f"/t/{id_}/seat").text
    open_to_all = replace(pages.site.settings, host="0.0.0.0", names=("a.example",))
    furnish(pages.app, replace(pages.site, settings=open_to_all))
    page = eva.get(f"/t/{id_}/seat").text
    assert f'value="http://a.example:8000{link}"' in page
    assert "Only this machine" not in page


def test_a_name_that_is_chosen_beside_a_link_leads_back_to_it(pages: Pages):
    eva, phone = named(pages, "Eva"), pages.visitor()
    link = link_of(eva, pages.match(eva))
    phone.get(link)
    form = {"csrf_token": phone.token(), "name": "Phone"}
    back = phone.client.post("/name", data=form, headers={"Referer": f"http://localhost{link}"}).headers["Location"]
    assert "The seat of Eva" in phone.get(back).text


def test_a_link_can_be_used_until_it_is_revoked(pages: Pages):
    eva, phone, other = named(pages, "Eva"), pages.visitor(), pages.visitor()
    id_ = pages.match(eva)
    first = link_of(eva, id_)
    opened(phone, first)
    assert eva.post(f"/t/{id_}/seat/revoke").status_code == 303
    for answer in (other.get(first), opened(other, first), other.get("/seat?link=%ff"), other.get("/seat")):
        assert answer.status_code == 404
        assert GONE in answer.text
    assert phone.seen(id_)["seat"] is not None
    second = link_of(eva, id_)
    assert second != first
    assert opened(other, second).status_code == 303


def test_links_of_a_closed_person_are_not_valid_even_after_the_person_is_opened_again(pages: Pages):
    eva, phone = named(pages, "Eva"), pages.visitor()
    link, person = link_of(eva, pages.match(eva)), eva.person
    for act in (pages.site.closing.close, pages.site.closing.reopen):
        act(person)
        for answer in (phone.get(link), opened(phone, link)):
            assert (answer.status_code, GONE in answer.text) == (404, True)


def test_a_link_that_another_tab_revokes_while_it_is_made_is_no_failure(pages: Pages, monkeypatch: pytest.MonkeyPatch):
    links, seat = pages.site.links, Seat("ada", "aaaaaaaaaaaa")
    monkeypatch.setattr(Links, "of", lambda *_: None)
    assert links.find(links.made(seat)) == seat


def test_a_form_from_elsewhere_makes_nobody_somebody_else(pages: Pages):
    eva, phone = named(pages, "Eva"), pages.visitor()
    id_ = pages.match(eva)
    token = link_of(eva, id_).partition("=")[2]
    phone.get("/")
    assert phone.client.post("/seat", data={"link": token}).status_code == 403
    assert phone.seen(id_)["seat"] is None


def test_who_had_seats_here_before_keeps_them_and_each_acts_where_they_sit(pages: Pages):
    eva, ben = named(pages, "Eva"), named(pages, "Ben")
    hers, his = pages.match(eva), pages.match(ben)
    link = link_of(eva, hers)
    assert "Nothing is lost: you stay Ben in this browser too." in ben.get(link).text
    assert opened(ben, link).status_code == 303
    assert others_in(ben) == ["Ben"]
    for id_ in (hers, his):
        assert ben.seen(id_)["seat"] is not None
        assert ben.seen(id_)["legal_moves"]
        assert "your turn" in ben.get(f"/m/{id_}").text
        assert ben.move(id_).status_code == 303
    assert "You play as Eva" in ben.get(f"/m/{hers}").text
    assert "You play as Ben" in ben.get(f"/m/{his}").text
    assert ben.post(f"/t/{his}/talk", text="It is me, Ben").status_code == 303
    assert ">Ben" in ben.get(f"/t/{his}/talk").text


def test_sockets_are_told_who_sits_there_too(pages: Pages):
    eva, ben = named(pages, "Eva"), named(pages, "Ben")
    hers, his, first = pages.match(eva), pages.match(ben), ben.person
    opened(ben, link_of(eva, hers))
    app = live.create_app()
    app.extensions["listening"].stop()
    name = app.config["SESSION_COOKIE_NAME"]
    cookie = ben.client.get_cookie(name)
    assert cookie
    for path, who in ((f"/m/{hers}/live", eva.person), (f"/m/{his}/live", first), ("/live", eva.person)):
        headers = {"Cookie": f"{name}={cookie.value}", "Origin": "http://localhost:8000"}
        with app.test_request_context(path, headers=headers | {"Connection": "Upgrade", "Upgrade": "websocket"}):
            app.preprocess_request()
            assert known_person() == who, path


def test_a_name_is_given_to_whom_the_page_showed(pages: Pages):
    eva, ben = named(pages, "Eva"), named(pages, "Ben")
    hers, his = pages.match(eva), pages.match(ben)
    person = ben.person
    opened(ben, link_of(eva, hers))
    shown = re.search('name="drawn_for" value="([a-z0-9]{12})"><label', ben.get(f"/m/{his}").text)
    assert shown
    assert shown[1] == person
    ben.post("/name", name="Benno", drawn_for=person)
    assert "Benno" in eva.get(f"/m/{his}").text
    assert "You play as Eva" in eva.get(f"/m/{hers}").text
    refused = ben.post("/name", name="Mine", drawn_for="aaaaaaaaaaaa")
    assert refused.status_code == 403
    assert DRAWN_FOR_ANOTHER in refused.text


def test_a_form_is_the_order_of_whom_it_was_drawn_for(pages: Pages):
    """Two people of one browser in one match: an old page of one of them never resigns for the other."""
    eva, ben = named(pages, "Eva"), named(pages, "Ben")
    table = eva.post("/tables/new", game="quadropolis", seats="2", listed="no").headers["Location"]
    for each in (eva, ben):
        each.post(f"{table}/sit")
    pages.settle()
    id_, his = table.removeprefix("/t/"), ben.person
    opened(ben, link_of(eva, id_))
    assert ben.post(f"/m/{id_}/resign", drawn_for=his).status_code == 303
    now = pages.streams.match(id_).state
    assert [player for player in now.players if player.startswith("person:")] == [f"person:{eva.person}"]
    assert ben.post("/persons/forget", person=eva.person).status_code == 303
    late = ben.post(f"/m/{id_}/resign", drawn_for=eva.person)
    assert late.status_code == 403
    assert DRAWN_FOR_ANOTHER in late.text
    assert pages.streams.match(id_).state.version == now.version


def test_a_browser_changes_between_its_people_and_forgets_who_came_by_a_link(pages: Pages):
    eva, ben = named(pages, "Eva"), named(pages, "Ben")
    first, second, hers = ben.person, eva.person, pages.match(eva)
    opened(ben, link_of(eva, hers))
    assert ben.person == second
    assert "My matches" in ben.get("/").text
    assert ben.post("/persons/change", person=first).headers["Location"] == "/"
    assert ben.person == first
    assert others_in(ben) == ["Eva"]
    assert ben.seen(hers)["seat"] is not None
    form = {"csrf_token": ben.token(), "person": first}
    answer = ben.client.post("/persons/change", data=form, headers={"Referer": f"http://localhost/m/{hers}"})
    assert answer.headers["Location"] == "/", "Eva goes on acting there"
    assert "Forget Ben here" not in ben.get("/").text
    assert ben.post("/persons/forget", person=second).status_code == 303
    assert others_in(ben) == []
    assert ben.person == first
    assert ben.seen(hers)["seat"] is None
    refused = ben.post("/persons/change", person=second)
    assert refused.status_code == 403
    assert "You are not this person in this browser" in refused.text
    assert eva.seen(hers)["seat"] is not None


def test_a_borrowed_device_forgets_who_came_by_a_link_and_is_nobodys(pages: Pages):
    eva, phone = named(pages, "Eva"), pages.visitor()
    hers = pages.match(eva)
    opened(phone, link_of(eva, hers))
    assert "Forget Eva here" in phone.get("/").text
    assert "Forget Eva here" not in eva.get("/").text
    refused = eva.post("/persons/forget", person=eva.person)
    assert refused.status_code == 403
    assert "This person began in this browser: once forgotten, nobody could come back to their seats" in refused.text
    assert phone.post("/persons/forget", person=eva.person).status_code == 303
    assert "Eva" not in phone.get("/").text
    assert phone.seen(hers)["seat"] is None
    assert "Forget" not in phone.get("/").text, "whoever begins here now stays"
    assert eva.seen(hers)["seat"] is not None


def test_one_browser_is_a_bounded_number_of_people(pages: Pages):
    phone = named(pages, "Phone")
    for number in range(8):
        guest = pages.visitor()
        table = guest.post("/tables/new", game="sprawlopolis", seats="2", listed="no").headers["Location"]
        guest.post(f"{table}/sit")
        answer = opened(phone, link_of(guest, table[3:]))
        assert answer.status_code == (303 if number < 7 else 403)
    assert "This browser already holds 8 people: forget one first" in answer.text
