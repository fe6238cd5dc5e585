"""Which deal has which name, in the hash `deals`. Two who need the same one at the same time get the same id."""

from collections.abc import Mapping, Sequence
from typing import Any

from shared.ledger.redis import answering

KEY = "deals"


class Deals:
    """A name keeps its id. Deals that came with imported records are not among them."""

    def __init__(self, client: Any) -> None:
        self.client = client

    def id_for(self, name: str, new: str) -> str:
        """The id of that name: `new`, unless it has one already."""
        with answering():
            self.client.hsetnx(KEY, name, new)
            return str(self.client.hget(KEY, name).decode())

    def of_each(self, names: Sequence[str]) -> Mapping[str, str]:
        """Ids by name, of those that there are."""
        with answering():
            found = self.client.hmget(KEY, names) if names else []
        return {name: id_.decode() for name, id_ in zip(names, found, strict=True) if id_}

    def of(self, name: str) -> str | None:
        with answering():
            found = self.client.hget(KEY, name)
        return found.decode() if found else None

    def all(self) -> Mapping[str, str]:
        """Ids by name."""
        with answering():
            found = self.client.hgetall(KEY)
        return {name.decode(): id_.decode() for name, id_ in found.items()}
