"""Whoever has to sit down at a table of a tournament hears of it by the ways that they chose, while it waits."""

from itertools import count
from typing import Any

import pytest

from tests.frontend.calling.conftest import Calling
from tests.frontend.conftest import Visitor

pytestmark = pytest.mark.server
NUMBERS = count()
LATER = 60.0  # seconds


def paired(calling: Calling, *visitors: Visitor) -> str:
    """The id of the tournament; its first round is paired, and its tables are open."""
    host = visitors[0]
    cup = {"game": "quadropolis", "format": "swiss", "rounds": 1, "title": "The & cup"}
    id_ = str(post(calling, host, "/tournaments", **cup)["id"])
    for visitor in visitors:
        post(calling, visitor, f"/tournaments/{id_}/enter")
    post(calling, host, f"/tournaments/{id_}/start")
    calling.pages.settle()
    return id_


def post(calling: Calling, visitor: Visitor, path: str, **body: Any) -> Any:
    cause = f"of-the-test-{next(NUMBERS)}"
    answer = calling.pages.platform.ask(visitor.person, "POST", path, cause=cause, **body)
    assert answer.status_code < 300, answer.text
    return answer.json


def table_of(calling: Calling, id_: str) -> str:
    return str(calling.pages.streams.tournaments.load(f"tournament:{id_}").state.rounds[0].matches[0])


def test_who_is_paired_is_called_to_the_table_once(calling: Calling):
    ada, bob = calling.pages.visitor(), calling.pages.visitor()
    calling.subscribe(ada)
    calling.confirm(ada)
    table = table_of(calling, paired(calling, ada, bob))
    for _ in range(2):
        calling.go_on()
        calling.go_on(LATER)
    (said,), (mail,) = calling.push.read, calling.mails.arrived
    title = "You play at table 1 of The & cup"
    assert (said["title"], said["path"], said["tag"]) == (title, f"/t/{table}", f"seat-{table}")
    assert len(calling.push.headers[0]["Topic"]) <= 32
    assert mail["Subject"] == title
    assert f"http://localhost/t/{table}" in str(mail.get_content())
    assert mail["List-Unsubscribe"]


def test_who_sits_already_and_who_chose_no_way_is_not_called(calling: Calling):
    ada, bob = calling.pages.visitor(), calling.pages.visitor()
    calling.subscribe(ada)
    table = table_of(calling, paired(calling, ada, bob))
    post(calling, ada, f"/tables/{table}/seats")
    calling.go_on()
    calling.go_on(LATER)
    assert (calling.push.read, calling.mails.asked) == ([], 0)
