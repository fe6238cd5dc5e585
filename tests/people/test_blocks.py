"""Whom somebody has blocked, on a real server."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from redis import Redis

from shared.errors import NotAllowed
from shared.people.blocks import Blocks

pytestmark = pytest.mark.server

ADA, BOB, EVE = "ada000000000", "bob000000000", "eve000000000"


@pytest.fixture(params=[True, False], ids=["text", "bytes"])
def blocks(clean_server: str, request: pytest.FixtureRequest) -> Iterator[Blocks]:
    with closing(Redis.from_url(clean_server, decode_responses=request.param)) as client:
        yield Blocks(client)


def test_who_is_blocked_is_known_until_unblocked(blocks: Blocks):
    blocks.add(ADA, EVE)
    blocks.add(ADA, EVE)
    assert (blocks.has(ADA, EVE), blocks.has(EVE, ADA), blocks.has(ADA, BOB)) == (True, False, False)
    assert blocks.of(ADA) == {EVE}
    blocks.remove(ADA, EVE)
    assert blocks.of(ADA) == frozenset()
    assert not blocks.has(ADA, EVE)


def test_several_persons_are_asked_for_at_once(blocks: Blocks):
    blocks.add(ADA, EVE)
    blocks.add(BOB, ADA)
    assert blocks.of_each([BOB, ADA, EVE, ADA]) == {ADA: {EVE}, BOB: {ADA}, EVE: frozenset()}
    assert blocks.of_each([]) == {}


def test_nobody_blocks_more_than_can_be_looked_through(blocks: Blocks):
    blocks.redis.sadd(f"person:{ADA}:blocked", *(f"p{number:011}" for number in range(Blocks.most)))
    with pytest.raises(NotAllowed, match="you have blocked 1000 people: unblock one first"):
        blocks.add(ADA, EVE)
    blocks.add(ADA, "p00000000000")
    assert len(blocks.of(ADA)) == Blocks.most
