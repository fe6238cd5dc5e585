"""What is sealed stands in the entry's field `sealed` and nowhere else on the server until its match has ended."""

from collections.abc import Iterator
from typing import Any

import pytest

from shared.games.chance import Chance, match_key
from shared.ledger.consumer import FAILURES, Consumer
from shared.ledger.decider import Decider
from shared.ledger.fold import Folded, Folder
from shared.ledger.past import Reader
from shared.ledger.redis import RedisLedger, open_ledger, stream_key
from shared.ledger.store import Notice
from shared.platform.records.export import export
from tests.ledger.tiny import ID, MATCH, REGISTRY, SEED, TABLE, played

pytestmark = pytest.mark.server

KEY = match_key(SEED, ID, [None, None])
HIDDEN = Chance(KEY).salt("pile", 2)  # of the last card: two of three are taken
CANARIES = [SEED.encode(), KEY, KEY.hex().encode(), HIDDEN, HIDDEN.hex().encode()]  # this seed's bytes are "^^^…"
STREAMS: dict[str, Decider[Any, Any]] = {f"table:{ID}": TABLE, f"match:{ID}": MATCH}


@pytest.fixture
def ledger(clean_server: str) -> Iterator[RedisLedger]:
    opened = open_ledger(clean_server)
    yield played(opened, turns=2)
    opened.client.close()


def everything(client: Any) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Key, field and value of all that the server holds."""
    for key in client.scan_iter(count=1000):
        match client.type(key):
            case b"stream":
                yield from ((key, *field) for _, fields in client.xrange(key) for field in fields.items())
            case b"hash":
                yield from ((key, *field) for field in client.hgetall(key).items())
            case _:
                yield key, b"", client.get(key)


def leaks(client: Any) -> list[tuple[bytes, bytes]]:
    return [
        (key, field)
        for key, field, value in everything(client)
        if field != b"sealed" and any(canary in value for canary in CANARIES)
    ]


def sealed(client: Any) -> set[bytes]:
    return {key for key, field, value in everything(client) if field == b"sealed" and CANARIES[0] in value}


def test_envelopes_and_notices_say_nothing_of_what_is_sealed(ledger):
    assert sealed(ledger.client) == {stream_key(stream).encode() for stream in STREAMS}
    assert leaks(ledger.client) == []


def test_neither_does_the_export_of_a_running_match(ledger):
    file = export(ledger, ID)
    assert [canary for canary in CANARIES if canary in file] == []


# Damage (names of fields are no secret) that a reader of the stream meets, right beside the seed.
DAMAGE = [
    b'{"part":{"seed":"%s","more":"%s"},"salt":""}',
    b'{"part":{"seed":"%s","game":"%s"},"salt":""}',
    b'{"part":{"orders":"%s%s"},"salt":""}',
    b'{"part":["%s","%s"],"salt":""}',
    b'{"part":"%s%s',
    b'"%s%s"',
    b"%s%s",
]


@pytest.mark.parametrize("damage", [None, *DAMAGE])
def test_dead_letters_say_nothing_either_whatever_went_wrong(ledger, damage):
    """A reaction that reads the streams and fails, five times for each notice: its tracebacks are kept."""
    if damage is not None:
        for stream in STREAMS:
            spoil(ledger, stream, damage % (SEED.encode(), SEED.encode()))

    def fails(notice: Notice) -> None:
        folded: Folded[Any] = Folder(Reader(ledger, REGISTRY), STREAMS[notice.stream]).fold(notice.stream)
        raise LookupError(notice, folded.version)

    one = Consumer(ledger.client, "scoring", "one", wait=0.01, pause=0.01)
    reactions = dict.fromkeys(REGISTRY.classes, fails)
    for _ in range(FAILURES):
        assert leaks(ledger.client) == []
        one.step(reactions)
    letters = [value for key, field, value in everything(ledger.client) if field == b"reason"]
    assert len(letters) == ledger.last(f"table:{ID}") + ledger.last(f"match:{ID}")
    assert leaks(ledger.client) == []


def spoil(ledger: RedisLedger, stream: str, damaged: bytes) -> None:
    """All that is sealed in a stream becomes something else."""
    key, client = stream_key(stream), ledger.client
    entries = client.xrange(key)
    client.delete(key)
    for entry, fields in entries:
        client.xadd(key, {**fields, b"sealed": damaged} if b"sealed" in fields else fields, id=entry)
