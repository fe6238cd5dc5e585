"""Bots of the sample pages that others bring."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from shared.roster import Kind, Offer, Plays
from shared.roster.asked import asked_of
from tests.frontend.look import tables
from tests.frontend.look.house import CLEO, DORA, EVE, Page
from tests.frontend.look.samples import house

AT = 1_770_800_000  # seconds since 1970
GAMES = {"quadropolis": Plays((2, 3), {"mode": ("classic",)})}
CAREFUL = Offer("careful_planner_of_long_towns", 12, Kind.REMOTE, GAMES, 30, 5, DORA)
NOVICE = Offer("novice", 1, Kind.REMOTE, GAMES, 5, 1, DORA)
BROUGHT = Offer("brought", 3, Kind.PLUG_IN, GAMES, 5)
EVERYBODY = (CAREFUL, NOVICE, NOVICE._replace(version=2), BROUGHT)


@contextmanager
def brought() -> Iterator[None]:
    """Bots of Dora and of a package: some are up, some benched, all for the same time since."""
    roster = house().site.roster
    client = roster.redis
    for offer in EVERYBODY:
        roster.announce(offer)
    roster.withdraw("bot:novice@2")
    for player in (NOVICE.player, BROUGHT.player):
        for turn in (4, 7, 9):
            roster.failed(player, "some0match00", turn, "ValueError: nothing fits here, and nothing there either")
        client.hset("bots:benched", player, AT)
        errors = [json.dumps(each._replace(at=AT)) for each in roster.errors(player)]
        client.delete(f"{player}:errors")
        client.rpush(f"{player}:errors", *errors)
    yield
    for offer in EVERYBODY:
        roster.unbench(offer.player)
        roster.withdraw(offer.player)
    client.delete(f"person:{DORA}:bots", *(f"bot:{offer.name}" for offer in EVERYBODY))


def of_dora() -> Page:
    with brought():
        return house().get(DORA, "/me")


def of_everybody() -> Page:
    with brought():
        return house().get(EVE, "/bots")


def asked() -> Page:
    """A table that has asked three remote bots, each with another answer."""
    id_, client = tables.met(), house().site.reservations.redis
    answers = {"waiting": NOVICE, "declined": CAREFUL, "silent": NOVICE._replace(version=2)}
    client.hset(asked_of(id_), mapping={offer.player: answer for answer, offer in answers.items()})
    page = house().get(CLEO, f"/t/{id_}?have=0")
    client.delete(asked_of(id_))
    return page
