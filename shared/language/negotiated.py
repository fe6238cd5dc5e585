"""Which of our languages somebody asks for."""

from functools import lru_cache

from werkzeug.datastructures import LanguageAccept
from werkzeug.http import parse_accept_header

from shared.language.known import LANGUAGES


def known(code: str | None) -> str | None:
    """The language of that code, if it is one of ours."""
    return code if code in LANGUAGES else None


@lru_cache(1024)
def wished(accepted: str) -> str | None:
    """What suits an `Accept-Language` best (RFC 9110, 12.5.4): `fr` for `fr-CH, en;q=0.5`; None if nothing does."""
    return parse_accept_header(accepted, LanguageAccept).best_match(LANGUAGES)
