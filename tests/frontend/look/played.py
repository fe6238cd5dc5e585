"""Somebody who has played a lot, for the pages about people: rows alone, which are gone again afterwards."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from shared.platform.player import as_player
from shared.platform.rows import Row, row_of
from tests.frontend.look import tables
from tests.frontend.look.house import ADA, BART, CLEO, DORA, EVE, Page
from tests.frontend.look.samples import GREEDY, house

FRED = "frederik0001"  # was here, and is forgotten
ENDS: tuple[dict[str, Any], ...] = (
    {"winners": [0]}, {"winners": [1]}, {"winners": [0, 1]}, {"winners": [1], "resigned": [as_player(DORA)]},
    {"status": "aborted", "winners": None, "points": None}, {"winners": [0], "practice": True},
)  # fmt: skip
SINCE = "1772366400000"


def rows() -> Iterator[Row]:
    """Forty matches that are over, of both games, and one that runs."""
    over, running = row_of(house().streams, tables.ended()), row_of(house().streams, tables.my_turn())
    assert over is not None
    assert running is not None
    for number in range(40):
        other = (as_player(CLEO), as_player(BART), GREEDY)[number % 3]
        players = [as_player(DORA), other]
        seats: dict[str, Any] = {
            "seats": 2,
            "players": players,
            "everybody": sorted(players),
            "opener": players[0],
            "points": [41, 38],
        }
        game: dict[str, Any] = {"options": {"mode": "expert", "squares": True}} if number % 4 == 0 else {}
        if number % 5 == 0:
            game = {"game": "sprawlopolis", "options": {"difficulty": "normal"}, "target": 30}
        end = {"winners": [0, 1]} if "target" in game else ENDS[number % len(ENDS)]
        at = f"2026-02-{number % 28 + 1:02}T1{number // 28}:00:00.000Z"
        yield replace(over, id=f"played{number:06}", at=at, **seats | game | end)
    for person in (DORA, ADA):
        mine: dict[str, Any] = {
            "players": [as_player(person), as_player(BART)],
            "everybody": [as_player(person), as_player(BART)],
        }
        yield replace(running, id=f"runs{person[:8]}", called=[as_player(BART)], **mine)


@contextmanager
def much_played() -> Iterator[None]:
    made = [*rows()]
    for row in made:
        house().site.rows.put(row)
    client = house().site.limits
    client.hset(as_player(DORA), "since", SINCE)
    client.hset(as_player(FRED), mapping={"state": "former"})
    yield
    house().site.rows.forget(row.id for row in made)


def seen(person: str, address: str) -> Callable[[], Page]:
    def page() -> Page:
        with much_played():
            return house().get(person, address)

    return page


def with_others() -> Page:
    """Of somebody who follows and has blocked people."""
    site = house().site
    with much_played():
        for each in (ADA, EVE):
            site.follows.add(DORA, each)
        site.blocks.add(DORA, BART)
        page = house().get(DORA, "/me")
        for each in (ADA, EVE):
            site.follows.remove(DORA, each)
        site.blocks.remove(DORA, BART)
        return page


def blocked() -> Page:
    with much_played():
        house().site.blocks.add(CLEO, DORA)
        page = house().get(CLEO, f"/p/{DORA}")
        house().site.blocks.remove(CLEO, DORA)
        return page


PAGES: dict[str, Callable[[], Page]] = {
    "me-new": lambda: house().get("newcomer0001", "/me"),
    "me": with_others,
    "me-found": seen(DORA, "/me?words=bart&outcome=won"),
    "me-none": seen(DORA, "/me?words=nobody&game=sprawlopolis"),
    "me-older": seen(DORA, "/me?after=1770800000000-x"),
    "person": seen(CLEO, f"/p/{DORA}"),
    "person-new": lambda: house().get(CLEO, f"/p/{ADA}"),
    "person-blocked": blocked,
    "person-former": seen(CLEO, f"/p/{FRED}"),
    "person-you": seen(DORA, f"/p/{DORA}"),
}
