"""Ids of tables and matches, and of people: 12 of [a-z0-9]."""

from string import ascii_lowercase, digits

LETTERS = ascii_lowercase + digits
LENGTH = 12


def id_from(material: bytes) -> str:
    """The same bytes give the same id, which is as hard to guess as they are."""
    number = int.from_bytes(material)
    return "".join(LETTERS[number // len(LETTERS) ** index % len(LETTERS)] for index in range(LENGTH))
