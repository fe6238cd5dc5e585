"""Bots of the sample pages that others bring."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from shared import bots as minds
from shared.platform.player import as_player
from shared.platform.tournament import rules_for
from shared.platform.tournament.commands import Enter, OpenTournament
from shared.roster import Kind, Offer, Plays
from shared.roster.asked import asked_of
from shared.tournaments import Announcement
from shared.tournaments.of_bots import LAST, RoundRobins
from tests.frontend.look import cups, tables
from tests.frontend.look.house import CLEO, DORA, EVE, Page
from tests.frontend.look.samples import QUADROPOLIS, house

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


def entering() -> Page:
    """Where Dora enters hers in a tournament: one that can, others that are benched or not connected."""
    with brought():
        return house().get(DORA, f"/tournaments/{_cup_for_bots()}/bots")


@cache
def _cup_for_bots() -> str:
    return cups.listed(cups.opened("cupforbots01", cups.swiss(2, 5)))


def after_a_round_robin() -> Page:
    """The page of all bots, once they have met each other."""
    client = house().site.tournaments.redis
    RoundRobins(client).note(house().streams.tournaments.load(f"tournament:{_round_robin()}"))
    page = house().get(EVE, "/bots")
    client.delete(LAST)
    return page


@cache
def _round_robin() -> str:
    id_, host = "cupofbots001", as_player(DORA)
    house().site.tournaments.announcements.keep(id_, Announcement(title="All against all, in winter"))
    rules = rules_for(QUADROPOLIS, "round_robin", 2)
    cups.say(
        id_, OpenTournament(by=host, game=QUADROPOLIS, options=QUADROPOLIS.options(), rules=rules, seed="5e" * 32), host
    )
    for bot in minds.names():
        cups.say(id_, Enter(by=host, player=minds.player(bot)), host)
    cups.on(id_)
    return id_


def asked() -> Page:
    """A table that has asked three remote bots, each with another answer."""
    id_, client = tables.met(), house().site.reservations.redis
    answers = {"waiting": NOVICE, "declined": CAREFUL, "silent": NOVICE._replace(version=2)}
    client.hset(asked_of(id_), mapping={offer.player: answer for answer, offer in answers.items()})
    page = house().get(CLEO, f"/t/{id_}?have=0")
    client.delete(asked_of(id_))
    return page
