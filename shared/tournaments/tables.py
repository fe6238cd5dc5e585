"""Which table belongs to which tournament: its opener says so, in its record; and the id that it has from the start."""

import hmac

from shared.ledger.ids import id_from

KIND = "tournament:"


def opener_of(id_: str) -> str:
    """The opener of the tables of a tournament."""
    return f"{KIND}{id_}"


def tournament_of(opener: str) -> str | None:
    """The tournament's id, by the opener of a table; None for all others."""
    return opener.removeprefix(KIND) if opener.startswith(KIND) else None


def table_id(key: bytes, id_: str, round_: int, table: int) -> str:
    """Unguessable, and the same for whoever opens it: two that try at once open one table. `key` is the server's."""
    return id_from(hmac.digest(key, f"tournament:{id_}:{round_}:{table}".encode(), "sha256"))
