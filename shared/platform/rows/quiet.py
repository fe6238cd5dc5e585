"""Running matches that no list shows to all: their house rules say who may watch (shared/people/house.py)."""

from typing import Any

from shared.ledger.redis import answering

ALL = b"all"


def house_key(id_: str) -> str:
    return f"house:{id_}"


def is_quiet(client: Any, id_: str) -> bool:
    """Whether the match may not be watched by all who come by. `client` reads bytes."""
    with answering():
        return client.hget(house_key(id_), "watch") not in (None, ALL)
