"""Names, notes and talk that look like placeholders or elements stand on every page as they were written."""

import json
import re
from html import unescape

import pytest
from jinja2.utils import htmlsafe_json_dumps

from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.platform.match import Abort
from tests.frontend.conftest import Pages, Visitor

pytestmark = pytest.mark.server
NAMES = ["{player}{0.__class__}", "%s</script><b>{n}"]
TALK = "{person} </script><img src=x onerror=1> {0.__class__} %(who)s <!-- &lt;"
NOTE = "{note} {0} <i>%s"
WRITTEN = (*NAMES, TALK, NOTE)
PLACEHOLDER = re.compile(r"\{\w*\}")
NOT_SHOWN = re.compile(r"(?s)<script[^>]*>.*?</script>")
SENTENCES = re.compile(r'(?s)<script type="application/json"[^>]*>(.*?)</script>')


def check(html: str) -> str:
    """Raises AssertionError where something is an element that people wrote, or a value was not filled in."""
    assert not re.search("<(b>{n}|img src=x|i>%s)", html)
    for block in SENTENCES.findall(html):
        json.loads(block)
    shown = unescape(NOT_SHOWN.sub("", html))
    others = shown
    for one in WRITTEN:
        others = others.replace(one, "").replace(str(htmlsafe_json_dumps(one))[1:-1], "")
    assert PLACEHOLDER.findall(others) == []
    return shown


def look(visitor: Visitor, address: str) -> str:
    answer = visitor.get(address)
    assert answer.status_code in (200, 303)
    return check(answer.text)


def look_around(pages: Pages, id_: str, people: list[Visitor]) -> None:
    for visitor in (*people, pages.visitor()):
        shown = look(visitor, f"/m/{id_}")
        assert [one for one in (*NAMES, TALK) if one not in shown] == []
        for address in ("/", "/lists/mine", f"/m/{id_}/result", f"/m/{id_}/audit", f"/m/{id_}?at=5"):
            look(visitor, address)
    for frame in pages.frames(id_, [*(one.person for one in people), None]):
        check(frame)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_people_write_is_shown_as_it_is_from_the_table_to_the_end(pages: Pages, game: str):
    people = [pages.visitor() for _ in NAMES]
    for one, name in zip(people, NAMES, strict=True):
        assert one.post("/name", name=name).status_code == 303
    table = people[0].post("/tables/new", game=game, seats="2", listed="yes").headers["Location"]
    for person in people:
        assert NAMES[0] in look(pages.visitor(), table) or person is people[0]
        person.post(f"{table}/sit")
    pages.settle()
    id_ = table.rsplit("/", 1)[1]
    assert people[0].post(f"/t/{id_}/talk", text=TALK).status_code == 303
    look_around(pages, id_, people)
    (called,) = [one for one in people if one.seen(id_)["legal_moves"]]
    check(called.move(id_, {**called.seen(id_), "legal_moves": [{"name": "{seat}"}]}).text)
    check(called.move(id_).text)
    pages.settle()
    look_around(pages, id_, people)
    abort = Abort(reason="operator", note=NOTE)
    pages.streams.matches.handle(Message(stream=f"match:{id_}", by="operator:root", cause="abort", command=abort))
    pages.settle()
    look_around(pages, id_, people)
    assert NOTE in look(people[1], f"/m/{id_}/result")
