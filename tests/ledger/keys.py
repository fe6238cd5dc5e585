"""Which keys of the server the tables of docs/ledger.md name: each has a holder, a purpose and an end there."""

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "docs/ledger.md"
ROW = re.compile(r"^\| (`[^|]+`) \| [a-z, ]*\|", re.MULTILINE)
MADE_AGAIN = re.compile(r"^Keys of other names hold nothing that can't be made again[^.]*", re.MULTILINE)
QUEUES = re.compile("rq:.*")  # RQ's own
PLACES = {"{p}": "\\{[0-9a-f]\\}", "…": ".+"}


def undocumented(client: Any) -> list[str]:
    """Keys of the server that no table names."""
    known = documented()
    return [key for key in map(_text, client.keys("*")) if not any(each.fullmatch(key) for each in known)]


def documented() -> list[re.Pattern[str]]:
    page = PAGE.read_text("utf-8")
    cells = [*ROW.findall(page), *MADE_AGAIN.findall(page)]
    return [QUEUES, *(_pattern(name) for cell in cells for name in re.findall("`([^`]+)`", cell))]


def _pattern(name: str) -> re.Pattern[str]:
    parts = re.split(r"(\{p\}|<[a-z]+>|…)", name)
    return re.compile("".join(PLACES.get(part, "[^:]+" if part.startswith("<") else re.escape(part)) for part in parts))


def _text(key: bytes | str) -> str:
    return key.decode() if isinstance(key, bytes) else key
