"""Server and archive brought into line: what the archive holds leaves the server, and what differs stays in both.

The server remembers the archive's name and the number of the newest record that it was brought into line with, so that
an older copy of either is recognized.
"""

import logging
from collections.abc import Sequence
from enum import Enum
from importlib.resources import files
from itertools import islice
from typing import Any

from shared.errors import UrbanistError
from shared.ledger.archive.archive import Archive
from shared.ledger.envelope import Stored
from shared.ledger.redis import RedisLedger, Seen, answering, stream_key

ARCHIVED = "urbanist:archived"  # the key: `<name of the archive>:<number of its newest record>`
TOGETHER = 20  # records that are settled in two round trips
SCRIPT = files(__package__).joinpath("settle.lua").read_text(encoding="utf-8")

# The number only grows, whichever of several processes is the last to say it.
NOTE = """
local known = redis.call('GET', KEYS[1])
local name, number = string.match(known or '', '^(%w+):(%d+)$')
if name ~= ARGV[1] or tonumber(number) < tonumber(ARGV[2]) then
  redis.call('SET', KEYS[1], ARGV[1] .. ':' .. ARGV[2])
end
"""

log = logging.getLogger(__name__)


class OtherArchive(UrbanistError):
    """The archive beside the server is not the one that its matches were moved to, or an older copy of it."""


class Settled(Enum):
    DONE = "the archive alone has its entries"
    GOES_ON = "the server has later events than the archive: it is archived again"
    DIFFERS = "server and archive hold different events: both stay as they are"


def settle(server: RedisLedger, archive: Archive, ids: Sequence[str]) -> dict[str, Settled]:
    """Empties all streams of each record, if the archive holds everything that the server has of them, or none."""
    records = {id_: archive.record(id_) for id_ in ids}
    seen = server.look([stream for record in records.values() for stream in record])
    found = {id_: _compared([(seen[stream], there) for stream, there in records[id_].items()]) for id_ in ids}
    held = [id_ for id_ in ids if found[id_] is Settled.DONE]
    with answering(), server.client.pipeline(transaction=False) as pipe:
        for id_ in held:
            record = records[id_]
            versions = [number for stream, there in record.items() for number in (seen[stream].last, len(there))]
            pipe.eval(SCRIPT, len(record), *map(stream_key, record), *versions)
        done = pipe.execute()
    return found | {id_: Settled.GOES_ON for id_, emptied in zip(held, done, strict=True) if not emptied}


def _compared(pairs: Sequence[tuple[Seen, list[Stored]]]) -> Settled:
    """What the server and the archive have of each stream of a record."""
    emptied_later = any(not here.entries and here.last > len(there) for here, there in pairs)
    if emptied_later or not all(_agree(here.entries, there) for here, there in pairs):
        return Settled.DIFFERS
    return Settled.GOES_ON if any(len(here.entries) > len(there) for here, there in pairs) else Settled.DONE


def _agree(here: Sequence[Stored], there: Sequence[Stored]) -> bool:
    """Whether one of them is how the other begins."""
    both = min(len(here), len(there))
    return here[:both] == there[:both]


def settle_all(server: RedisLedger, archive: Archive, accepts_loss: bool = False) -> None:
    """Brings the server into line with records that it doesn't know of. Raises OtherArchive.

    There are none but after a process was killed while it archived, and after an older copy of the server came back.
    """
    name, number = known(server)
    if name and (loss := missing(archive, name, number)):
        if not accepts_loss:
            raise loss
        with answering():
            server.client.delete(ARCHIVED)
        name, number = "", 0
    if archive.name and (name, number) != (archive.name, newest := archive.number):
        waiting = iter(archive.ids_after(number if name == archive.name else 0))
        while some := list(islice(waiting, TOGETHER)):
            for id_, settled in settle(server, archive, some).items():
                if settled is Settled.DIFFERS:
                    log.error("%s: %s", id_, settled.value)
        note(server, archive.name, newest)


def missing(archive: Archive, name: str, number: int) -> OtherArchive | None:
    """What is wrong where the server knows of an archive with that name and of so many records."""
    folder = str(archive.database.folder)
    if name != archive.name:
        template = "the archive that this server's matches were moved to is not in {folder}: put its newest copy there"
        return OtherArchive(template, folder=folder)
    if number > (found := archive.number):
        template = "the archive in {folder} is an older copy: it ends at record {found}, and {known} were moved there"
        return OtherArchive(template + ": put its newest copy there", folder=folder, found=found, known=number)
    return None


def known(server: RedisLedger) -> tuple[str, int]:
    """The archive, and the number of its newest record, that the server was last brought into line with."""
    with answering():
        found: Any = server.client.get(ARCHIVED)
    name, _, number = (found or b"").decode().partition(":")
    return name, int(number or 0)


def note(server: RedisLedger, name: str, number: int) -> None:
    with answering():
        server.client.eval(NOTE, 1, ARCHIVED, name, number)
