"""Which of our languages somebody asks for."""

from collections.abc import Iterator
from functools import lru_cache

from werkzeug.http import parse_accept_header

from shared.language.known import LANGUAGES

LONGEST = 500  # characters that are read: a browser names a dozen languages, and what is read is remembered


def known(code: str | None) -> str | None:
    """The language of that code, if it is one of ours."""
    return code if code in LANGUAGES else None


def wished(accepted: str) -> str | None:
    """What suits an `Accept-Language` best (RFC 9110, 12.5.4): `fr` for `fr-CH, en;q=0.5`; None if nothing does."""
    return _wished(accepted if len(accepted) <= LONGEST else accepted[:LONGEST].rpartition(",")[0], LANGUAGES)


@lru_cache(1024)
def _wished(accepted: str, ours: tuple[str, ...]) -> str | None:
    """Of those that are wished as much the first named one, and ours in their order for `*`."""
    found = dict[str, tuple[float, int]]()
    for place, (code, quality) in enumerate(_ranges(accepted, ours)):
        found[code] = max(found.get(code, (-1.0, 0)), (quality, -place))
    for code in ours:
        found.setdefault(code, found.get("*", (0.0, 0)))
    best = max(ours, key=lambda code: found[code])
    return best if found[best][0] > 0 else None


def _ranges(accepted: str, ours: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    """Each with its quality, shortened until it is one of ours (RFC 4647, 3.4): `fr` for `fr-Latn-CH`. A language of
    ours that has its country in its name stands for the language as a whole too: `pt-BR` for `pt`.

    What is not wanted in one country is not refused as a whole: `fr-CH;q=0` says nothing of `fr`.
    """
    called = {code.lower().partition("-")[0]: code for code in reversed(ours)} | {code.lower(): code for code in ours}
    for said, quality in parse_accept_header(accepted):
        parts = said.lower().replace("_", "-").split("-")
        codes = ["-".join(parts[:length]) for length in range(len(parts), 0, -1)]
        code = next((called[code] for code in codes if code in called), "*" if said == "*" else "")
        if code and (quality > 0 or len(codes) == 1):
            yield code, quality
