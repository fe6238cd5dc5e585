"""Under which texts an account's name is found: two names that look alike, in any case, share one of them."""

from shared.people.lookalikes import skeleton

NAMES = "people:names"  # the hash from each such text to the id


def looks(name: str) -> tuple[str, ...]:
    """First that of its small letters: "Ian" looks like "lan" as it is written, and like "ian" as it is read."""
    return tuple(dict.fromkeys((skeleton(name.casefold()), skeleton(name).casefold())))
