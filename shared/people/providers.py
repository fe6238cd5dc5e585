"""Who somebody is at a provider that signs people in: kept as a digest of the provider and its number for them."""

from hashlib import sha256

from shared.people.unique import Unique

PROVIDERS = "people:providers"


def subject_of(issuer: str, number: str) -> str:
    return sha256(f"{issuer}|{number}".encode()).hexdigest()


class Providers(Unique):
    """What is kept is a digest already."""

    key, field = PROVIDERS, "provider"

    @staticmethod
    def digest(value: str) -> str:
        return value
