"""A server that answers but can't keep what it is given is away, like one that does not answer."""

from collections.abc import Iterator

import pytest

from shared.errors import Unavailable
from shared.ledger.envelope import Stored
from shared.ledger.redis import RedisLedger, answering, open_ledger
from shared.ledger.store import Notice

STREAM = "match:aaaaaaaaaaaa"

pytestmark = pytest.mark.server


@pytest.fixture
def ledger(clean_server: str) -> Iterator[RedisLedger]:
    opened = open_ledger(clean_server)
    yield opened
    opened.client.config_set("min-replicas-to-write", 0)
    opened.client.close()


def test_a_server_that_lost_its_replicas_takes_no_append_and_later_does(ledger: RedisLedger):
    ledger.client.config_set("min-replicas-to-write", 1)
    with pytest.raises(Unavailable, match="NOREPLICAS"):
        ledger.append(STREAM, 0, [Stored(b"{}")], [Notice(STREAM, 1, "match.started")])
    assert ledger.last(STREAM) == 0
    ledger.client.config_set("min-replicas-to-write", 0)
    ledger.append(STREAM, 0, [Stored(b"{}")], [Notice(STREAM, 1, "match.started")])
    assert ledger.last(STREAM) == 1


def test_nothing_else_is_kept_either(ledger: RedisLedger):
    ledger.client.config_set("min-replicas-to-write", 1)
    with pytest.raises(Unavailable, match="NOREPLICAS"), answering():
        ledger.client.incr("rows:changes")
