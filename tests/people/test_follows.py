"""Whom somebody follows, on a real server."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from redis import Redis

from shared.errors import NotAllowed
from shared.people.follows import Follows

pytestmark = pytest.mark.server

ADA, EVE = "ada000000000", "eve000000000"


@pytest.fixture
def follows(clean_server: str) -> Iterator[Follows]:
    with closing(Redis.from_url(clean_server, decode_responses=True)) as client:
        yield Follows(client)


def test_who_is_followed_is_known_until_unfollowed(follows: Follows):
    follows.add(ADA, EVE)
    follows.add(ADA, EVE)
    assert follows.of(ADA) == {EVE}
    assert follows.of(EVE) == frozenset()
    assert (follows.has(ADA, EVE), follows.has(EVE, ADA)) == (True, False)
    follows.remove(ADA, EVE)
    assert follows.of(ADA) == frozenset()


def test_nobody_follows_more_than_a_page_can_show(follows: Follows):
    for number in range(Follows.most):
        follows.add(ADA, f"p{number:011}")
    with pytest.raises(NotAllowed, match="you follow 200 people: unfollow one first"):
        follows.add(ADA, EVE)
    follows.add(ADA, "p00000000000")
    assert len(follows.of(ADA)) == Follows.most
