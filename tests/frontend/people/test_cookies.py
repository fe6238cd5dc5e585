"""Whose cookie it is: two instances on one host, one browser, and cookies that nobody here can read."""

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from frontend.people.cookies import Cookies, name_of_cookie
from frontend.people.sessions import keep_sessions, known_person, visiting_person
from tests.frontend.conftest import Pages, Visitor

KEYS = (b"a" * 32, b"b" * 32)


def instance(key: bytes) -> Flask:
    """Says who visits; to whom only looks it gives no cookie."""
    app = Flask("instance")
    keep_sessions(app, key)
    app.add_url_rule("/", view_func=visiting_person, methods=["GET", "POST"])
    app.add_url_rule("/look", view_func=lambda: known_person() or "nobody")
    return app


def signed(app: Flask, person: str) -> str:
    serializer = Cookies().get_signing_serializer(app)
    assert serializer is not None
    return str(serializer.dumps({"person": person}))


class Browser:
    """Gives all of its cookies to every port of the host, as browsers do."""

    def __init__(self, **jar: str) -> None:
        self.jar = jar

    def get(self, app: Flask, address: str = "/") -> str:
        jar = "; ".join(f"{name}={value}" for name, value in self.jar.items())
        answer = app.test_client(use_cookies=False).get(address, headers={"Cookie": jar} if jar else {})
        self.keep(answer)
        return answer.text

    def keep(self, answer: TestResponse) -> None:
        for cookie in answer.headers.getlist("Set-Cookie"):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.jar[name] = value


def test_two_instances_on_one_host_leave_each_other_alone():
    one, other = map(instance, KEYS)
    browser = Browser()
    person = browser.get(one)
    assert browser.get(other) != person
    assert browser.get(one) == person
    assert browser.get(one, "/look") == person


def test_the_name_of_a_cookie_is_that_of_the_instance():
    names = [name_of_cookie(key) for key in (*KEYS, KEYS[0])]
    assert names[0] == names[2] != names[1]
    assert all(key.hex()[:8] not in name for key, name in zip(KEYS, names, strict=False))


def test_who_still_holds_the_cookie_of_before_stays_who_they_are():
    one, other = map(instance, KEYS)
    browser = Browser(urbanist=signed(one, "ada000000000"))
    assert browser.get(other) != "ada000000000"
    assert browser.get(one) == "ada000000000"
    assert name_of_cookie(KEYS[0]) in browser.jar
    browser.jar["urbanist"] = "of another program"
    assert browser.get(one, "/look") == "ada000000000"


@pytest.mark.parametrize("name", ["urbanist", name_of_cookie(KEYS[0]), name_of_cookie(KEYS[0]) + "-2"])
@pytest.mark.parametrize("unread", ["of-another-program", "eyJwZXJzb24iOiJhIn0.aaaaaa.bbbbbbbb", "", "%F0%9F%99%82"])
def test_what_cannot_be_read_stays_as_it_is(name: str, unread: str):
    app, browser = instance(KEYS[0]), Browser(**{name: unread})
    person = browser.get(app)
    assert person == browser.get(app) == browser.get(app, "/look")
    assert browser.jar[name] == unread or not unread


def test_who_looks_at_a_page_with_the_cookie_of_another_gets_none_taken_away(pages: Pages):
    ada = pages.visitor()
    ada.client.set_cookie("urbanist", "of another program")
    for address in ("/", "/nowhere", "/help/quadropolis", "/static/urbanist.css"):
        answer = ada.get(address)
        answer.close()
        assert not any(cookie.startswith("urbanist=") for cookie in answer.headers.getlist("Set-Cookie"))


def without_cookies(pages: Pages) -> Visitor:
    return Visitor(pages.app.test_client(use_cookies=False))


def test_where_cookies_are_blocked_every_form_says_that_they_are_needed(pages: Pages):
    ada = without_cookies(pages)
    for address in ("/play", "/name", "/tables/new", "/t/aaaaaaaaaaaa/sit", "/m/aaaaaaaaaaaa/moves"):
        for htmx in (False, True):
            answer = ada.post(address, htmx=htmx)
            assert answer.status_code == 400, address
            assert "This browser sent no cookie" in answer.text
            assert "Allow cookies for this site" in answer.text
            assert "cookies_needed" in answer.text
            assert "too old" not in answer.text
