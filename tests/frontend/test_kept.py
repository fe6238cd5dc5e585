"""Parts of a page that are drawn once: nobody is shown another match's, another version's or another name's."""

import re
from typing import Any

import pytest
from jinja2 import Environment
from markupsafe import Markup

from frontend.kept import Kept, offer_kept
from tests.frontend.conftest import Pages, Visitor

LOG = re.compile(r'<ol class="log".*?</ol>', re.DOTALL)


def drawing(said: str, drawn: list[str]) -> Any:
    def draw() -> Markup:
        drawn.append(said)
        return Markup(said)

    return draw


def test_a_part_is_drawn_once_for_each_key():
    kept, drawn = Kept(), list[str]()
    for key in ("a", "b", "a", "b"):
        assert kept("log", key, caller=drawing(key, drawn)) == key
    assert drawn == ["a", "b"]


def test_a_key_may_hold_what_a_part_shows():
    kept, drawn = Kept(), list[str]()
    cities = [
        {"squares": [None, {"floors": 1}]},
        {"squares": [None, {"floors": 2}]},
        {"squares": [None, {"floors": 1}]},
    ]
    said = [kept("city", city, ["Ada"], caller=drawing(str(number), drawn)) for number, city in enumerate(cities)]
    assert said == ["0", "1", "0"]


def test_what_was_shown_longest_ago_is_drawn_again():
    kept, drawn = Kept(most=2), list[str]()
    for key in ("a", "b", "a", "c", "a", "b"):
        assert kept(key, caller=drawing(key, drawn)) == key
    assert drawn == ["a", "b", "c", "b"]


def test_a_part_that_fails_is_not_kept():
    kept, drawn = Kept(), list[str]()

    def fail() -> Markup:
        raise KeyError("lost")

    with pytest.raises(KeyError):
        kept("a", caller=fail)
    assert kept("a", caller=drawing("found", drawn)) == "found"


def test_templates_keep_what_they_draw_with_its_elements():
    templates = Environment(autoescape=True)
    offer_kept(templates)
    page = templates.from_string('{% call kept("who", name) %}<b>{{ name }}</b>{{ seen(name) }}{% endcall %}')
    seen: list[str] = []

    def see(name: str) -> str:
        seen.append(name)
        return f" seen: {len(seen)}"

    templates.globals["seen"] = see
    ada, bo = "<b>&lt;Ada&gt;</b> seen: 1", "<b>Bo</b> seen: 2"
    assert [page.render(name=name) for name in ("<Ada>", "Bo", "<Ada>")] == [ada, bo, ada]
    assert seen == ["<Ada>", "Bo"]


def log(visitor: Visitor, address: str) -> str:
    found = LOG.search(visitor.get(address, htmx=True).text)
    assert found
    return found[0]


@pytest.mark.server
@pytest.mark.parametrize("game", ["quadropolis", "sprawlopolis"])
def test_every_version_has_its_log_and_every_viewer_the_same(pages: Pages, game: str):
    id_, people = pages.seated(game, 2)
    page, watcher = f"/m/{id_}", pages.visitor()
    before = log(people[0], page)
    mover = next(person for person in people if person.seen(id_)["legal_moves"])
    assert mover.move(id_).status_code == 303
    after = log(people[0], page)
    assert after != before
    assert after.count("<li") > before.count("<li")
    assert {log(who, page) for who in (*people, watcher)} == {after}
    assert log(watcher, f"{page}?at=4").count("<li") == 4
    assert log(watcher, page) == after


@pytest.mark.server
def test_a_new_name_is_in_the_log_at_once(pages: Pages):
    ada = pages.visitor()
    id_ = pages.match(ada)
    ada.move(id_)
    before = log(ada, f"/m/{id_}")
    ada.post("/name", name="Augusta")
    assert "Augusta" not in before
    assert "Augusta" in log(ada, f"/m/{id_}")


@pytest.mark.server
def test_the_replay_of_a_running_matchs_newest_moment_has_its_whole_log(pages: Pages):
    id_, people = pages.seated("sprawlopolis", 2)
    while (seen := people[0].seen(id_))["version"] < 16:
        mover = next(person for person in people if person.seen(id_)["legal_moves"])
        assert mover.move(id_).status_code == 303
    watcher = pages.visitor()
    running, replay = log(watcher, f"/m/{id_}"), log(watcher, f"/m/{id_}?at={seen['version']}")
    assert "earlier" in running
    assert "earlier" not in replay
    assert replay.count("<li") > running.count("<li")
