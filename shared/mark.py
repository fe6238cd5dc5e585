"""What was last known of a folder's ledger and key, kept beside both, so that a loss isn't taken for a first start."""

import json
import os
import re
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

NAME = "ledger.json"
INCREMENTAL = re.compile(r"\.(\d+)\.incr\.aof\Z")


class BadMark(Exception):
    """The file is there, but holds no mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    key: str | None = None  # SHA-256 of the gateway's key
    file: str | None = None  # the newest append-only file of the embedded server, None while there was none
    bytes: int = 0  # that it held
    ledger: str | None = None  # the id of the ledger on an external server
    events: int = 0  # that its buses have announced
    archive: str | None = None  # its name and the number of its newest record, None while there was none
    at: str = ""  # when this was so

    @property
    def position(self) -> tuple[int, int]:
        """Where the embedded server's ledger ended: it only grows."""
        return (number_of(self.file) if self.file else 0, self.bytes)


def number_of(file: str) -> int:
    """Append-only files count upwards: a later one has a higher number."""
    found = INCREMENTAL.search(file)
    return int(found[1]) if found else 0


def digest_of(key: bytes) -> str:
    return sha256(key).hexdigest()


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S UTC")


def is_well_made(fact: tuple[str, Any]) -> bool:
    name, value = fact
    if name in ("bytes", "events"):
        return type(value) is int
    return isinstance(value, str) or (value is None and name != "at")


def read_mark(var: Path) -> Mark | None:
    """None if nothing was ever noted: at a first start, or in a folder of a release that noted nothing."""
    path = var / NAME
    try:
        said: Any = json.loads(path.read_bytes())
        known = {field.name: said[field.name] for field in fields(Mark) if field.name in said}
        mark = Mark(**known)
        well_made = isinstance(said, dict) and all(map(is_well_made, asdict(mark).items()))
    except FileNotFoundError:
        return None
    except (ValueError, TypeError):
        well_made = False
    if not well_made:
        raise BadMark(
            f"{path} can't be read, and without it nobody can tell whether all matches are there: put it back from a "
            "copy, or remove it if you know that nothing else is missing."
        )
    return mark


def write_mark(var: Path, mark: Mark) -> None:
    """Writes it whole or not at all; it is on disk before this returns."""
    draft = var / f"{NAME}.new"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        json.dump(asdict(mark), file, indent=1)
        file.flush()
        os.fsync(descriptor)
    draft.replace(var / NAME)
