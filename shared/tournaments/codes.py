"""The code of a real table in one round: whoever holds the table's sheet may say how it ended.

It follows from the key of the server's folder and from who sits there: once the pairing is changed, an old sheet counts
no more.
"""

import hmac
from collections.abc import Sequence

from shared.ledger.ids import id_from


def code_of_table(key: bytes, id_: str, round_: int, table: int, entrants: Sequence[int]) -> str:
    """Unguessable, and short enough for a small print."""
    place = f"tournament-table:{id_}:{round_}:{table}:{','.join(map(str, entrants))}"
    return id_from(hmac.digest(key, place.encode(), "sha256"))


def is_code(said: str | None, code: str) -> bool:
    return said is not None and hmac.compare_digest(said.encode(), code.encode())
