"""How many sockets one person and one address may hold, so that no visitor takes all there are."""

from collections import Counter
from threading import Lock

from shared.marked import marked

TOO_MANY_OF_ALL = marked("too many people are watching now: this page checks for news by itself")
TOO_MANY_OF_ONE = marked("too many of your pages are open: this one checks for news by itself; close some")
TOO_MANY_FROM_HERE = marked("too many pages are open at your address: this one checks for news by itself")


class Quotas:
    """`take` a socket before it opens, and `give_back` when it is gone."""

    def __init__(self, most: int, of_a_person: int, of_an_address: int) -> None:
        self._lock = Lock()
        self._most, self._of_a_person, self._of_an_address = most, of_a_person, of_an_address
        self._taken = 0
        self._people: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    def take(self, person: str | None, address: str | None) -> str | None:
        """The reason why none is left, or None. Without an `address` only the total counts."""
        with self._lock:
            if self._taken >= self._most:
                return TOO_MANY_OF_ALL
            if address is not None:
                if self._addresses[address] >= self._of_an_address:
                    return TOO_MANY_FROM_HERE
                if person is not None and self._people[person] >= self._of_a_person:
                    return TOO_MANY_OF_ONE
            self._count(person, address, 1)
            return None

    def give_back(self, person: str | None, address: str | None) -> None:
        with self._lock:
            self._count(person, address, -1)

    def _count(self, person: str | None, address: str | None, by: int) -> None:
        self._taken += by
        for counter, name in ((self._people, person), (self._addresses, address)):
            if name is not None and address is not None:
                counter[name] += by
                if not counter[name]:
                    del counter[name]
