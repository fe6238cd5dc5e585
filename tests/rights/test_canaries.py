"""No answer of any route, to whichever role, holds a hidden value or what is private of somebody else."""

from collections.abc import Iterator

import pytest

from shared.rights import APPLICATIONS
from tests.frontend.conftest import pages, platform
from tests.rights.canaries import Canary, hidden, private, pull_up
from tests.rights.walk import walk
from tests.rights.world import OTHER, World, uncounted, world

__all__ = ["pages", "platform", "uncounted", "world"]  # fixtures

pytestmark = pytest.mark.server


@pytest.fixture
def planted(world: World) -> Iterator[list[Canary]]:
    yield [*hidden(world), *private(world)]
    pull_up(world)


def whole(text: str) -> str:
    """Without the places where a page lets an address break."""
    return text.replace("<wbr>", "")


@pytest.mark.parametrize("application", APPLICATIONS)
def test_no_answer_to_any_role_holds_a_canary(world: World, planted: list[Canary], application: str):
    found = [
        f"{canary.what}: {asked}"
        for asked in walk(world, application)
        for answer in asked.answers
        for canary in planted
        if asked.role not in canary.told and (canary.text in whole(answer.text) or canary.text in answer.fields)
    ]
    assert not found, "\n".join(dict.fromkeys(found))


def test_no_part_that_sockets_push_holds_a_canary(world: World, planted: list[Canary]):
    people = [None, *(somebody.id for name, somebody in world.people.items() if name != OTHER)]
    for id_ in (world.place.match, world.together, world.finished):
        shown = world.pages.frames(id_, people)
        assert [canary for canary in planted for part in shown if canary.text in whole(part)] == []


def test_the_search_finds_what_is_shown(world: World, planted: list[Canary]):
    """The one whose it is sees the address, and everybody the seed once the match is over."""
    cookie = {"Cookie": world.people[OTHER].cookie}
    client = world.pages.app.test_client(use_cookies=False)
    assert "canary@zoe.example" in whole(client.get("/settings", headers=cookie).text)
    match = world.pages.streams.match(world.finished).state
    assert match.started is not None
    assert match.started.seed in client.get(f"/m/{world.finished}/export").text
