"""Cookies that were looked into: news that comes while one is, or while its socket opens, is about it too."""

from typing import Any, cast

from frontend.people.claims import Claims
from frontend.presentation.part import Viewer
from frontend.sockets.hub import Hub
from frontend.sockets.verified import SIGNED_OUT, Verified
from frontend.sockets.watcher import Watcher

ADA, BOB = "ada000000000", "bob000000000"


class Said:
    """`lasts` are the secrets of sessions that have not ended."""

    def __init__(self, *lasts: str) -> None:
        self.lasts = set(lasts)
        self.asked: list[str] = []

    def is_true(self, person: str, secret: str | None) -> bool:
        self.asked.append(person)
        return secret is None or secret in self.lasts


class Closing:
    """Stands for a hub that nobody has joined yet."""

    def __init__(self) -> None:
        self.closed: list[tuple[str | None, int]] = []

    def everybody(self) -> set[Watcher]:
        return set()

    def close(self, watchers: list[Watcher], code: int) -> None:
        self.closed += [(one.viewer.person, code) for one in watchers]


class Sock:
    def fileno(self) -> int:
        return -1


def watcher(person: str, secret: str | None) -> Watcher:
    return Watcher(cast(Any, Sock()), Viewer(person, "http://localhost"), secret=secret)


def made(said: Said) -> tuple[Verified, Closing]:
    return Verified(cast(Claims, said)), Closing()


def test_what_was_found_out_before_the_news_is_not_remembered_after_it():
    verified, hub = made(Said())
    before = verified.forgotten
    verified.close_others(cast(Hub, hub), {ADA})
    verified.note(ADA, "a secret", before)
    assert not verified.holds(ADA, "a secret")
    verified.note(ADA, "a secret", verified.forgotten)
    assert verified.holds(ADA, "a secret")


def test_a_socket_that_opens_while_its_session_ends_is_closed():
    verified, hub = made(Said())
    verified.note(ADA, "a secret", verified.forgotten)  # so the shortcut lets the socket in
    verified.close_others(cast(Hub, hub), {ADA})  # which is not there yet
    verified.close_newcomers(cast(Hub, hub), [watcher(ADA, "a secret"), watcher(BOB, None)])
    assert hub.closed == [(ADA, SIGNED_OUT)]


def test_nobody_is_asked_about_newcomers_who_were_looked_into():
    said = Said("a secret")
    verified, hub = made(said)
    for _ in range(2):
        verified.close_newcomers(cast(Hub, hub), [watcher(ADA, "a secret"), watcher(ADA, "a secret")])
    assert (said.asked, hub.closed) == ([ADA], [])
