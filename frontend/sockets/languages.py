"""The language that a socket speaks: its page's, which its script names, or else what the browser wishes."""

from shared.language import ENGLISH, known, wished


def language_of(named: str, accepted: str) -> str:
    return known(named) or wished(accepted) or ENGLISH
