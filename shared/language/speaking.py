"""The language in which this request, this drawing or this program speaks."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from shared.language.known import ENGLISH

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
language = _language.get


def speak(chosen: str) -> None:
    """From now on, in this thread."""
    _language.set(chosen)


@contextmanager
def speaking(chosen: str) -> Iterator[None]:
    before = _language.set(chosen)
    try:
        yield
    finally:
        _language.reset(before)
