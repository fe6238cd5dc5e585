"""Limits are counted by their names: two of the same rate share no counter. docs/hosting.md lists them all."""

import re
from pathlib import Path

import pytest
from flask import make_response

from frontend.door import limits
from frontend.door.limits import Limit, limit
from tests.frontend.conftest import Pages

ALL = [each for each in vars(limits).values() if isinstance(each, Limit)]
HOSTING = Path(__file__).parents[3] / "docs" / "hosting.md"
FAR = {"REMOTE_ADDR": "203.0.113.9"}


@pytest.mark.server
@pytest.mark.parametrize(("person", "most"), [("ada", 1), (None, limits.AN_ADDRESS)])
def test_limits_of_the_same_rate_are_counted_apart(
    pages: Pages, monkeypatch: pytest.MonkeyPatch, person: str | None, most: int
):
    monkeypatch.setattr(limits, "known_person", lambda: person)
    for name in ("robots.say", "picture.plain"):  # routes that are there: one that came later would be for nobody
        monkeypatch.setitem(
            pages.app.view_functions, name, limit(Limit(name, "1 per minute"))(lambda: make_response(""))
        )
    client = pages.app.test_client()
    found = [client.get("/robots.txt", environ_overrides=FAR).status_code for _ in range(most + 1)]
    assert found == [200] * most + [429]
    assert client.get("/urbanist.png", environ_overrides=FAR).status_code == 200


def test_no_two_limits_share_a_name():
    assert len({each.name for each in ALL}) == len(ALL) > 1


def rows() -> list[list[str]]:
    """The cells of the table of limits."""
    _, table = HOSTING.read_text(encoding="utf-8").split("| what | a person | an address |\n  |---|---|---|\n")
    return [line.strip(" |").split(" | ") for line in table.split("\n\n")[0].splitlines()]


def allowed(rate: str, times: int = 1) -> str:
    words = {60: "a minute", 3600: "an hour"}
    return ", ".join(f"{each.most:,} {words[each.seconds]}" for each in limits.windows("", rate, times))


def of_an_address(kind: Limit) -> str:
    if kind != limits.OPEN:
        return allowed(kind.rate, limits.AN_ADDRESS)
    steps = [(f"after {least:,} moves " if least else "", rate) for least, rate in limits.TABLES_OF_AN_ADDRESS]
    return "; ".join(f"{after}{allowed(rate)}" for after, rate in reversed(steps))


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.name)
def test_the_page_for_hosts_names_every_limit(kind: Limit):
    found = [cells for what, *cells in rows() if kind.name in re.findall(r"\w+", what)]
    assert found == [[allowed(kind.rate), of_an_address(kind)]]


def test_the_page_for_hosts_names_nothing_else_and_begins_with_what_programs_may_do_more_often():
    assert len(rows()) == len(ALL)
    first = " ".join(what for what, *_ in rows()[:4])
    assert {each for each in ALL if each.name in re.findall(r"\w+", first)} == {*limits.OF_PLAYING}
