"""Who may enter a tournament, how strong they are taken to be, and whom its organiser adds."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from services.matchmaking.tournaments.asking import check_organiser, known
from services.matchmaking.tournaments.bots import plays_there, remote
from shared.errors import NotAllowed, NotYourSeat, Unavailable
from shared.ledger.decider import Message
from shared.ledger.envelope import Envelope
from shared.ledger.fold import Folded
from shared.people.houses import players
from shared.people.roles_kept import Roles
from shared.people.standing import ACCOUNT
from shared.platform.player import as_player, is_person, player_from
from shared.platform.rating.pools import pool
from shared.platform.tournament import Command, Tournament
from shared.platform.tournament.commands import Enter
from shared.roster import Kind, Offer, fitting, offer_for
from shared.tournaments import Entry, check_entry
from shared.web.books import books
from shared.web.client import shared_client
from shared.web.houses import blocks, houses
from shared.web.ledger import streams
from shared.web.rosters import roster
from shared.web.tournaments import announcements

Body = Mapping[str, Any]
Wanted = tuple[str | None, str | None]  # a player, or a name


def check_may_enter(seen: Folded[Tournament], player: str, cause: str) -> None:
    """A bot may where its owner may, and what was carried out keeps its answer. Raises NotAllowed, NotYourSeat."""
    if (player, cause) in seen.answers:
        return
    tournament, announced = seen.state, announcements().of(seen.state.id)
    if not is_person(player):
        check_bot(tournament, player)
    person = person_of(player)
    if as_player(person) == tournament.opening.organiser:
        return
    organiser = player_from(tournament.opening.organiser).name
    standing = Roles(shared_client()).standing(person)
    is_blocked = person in blocks().of_each([organiser]).get(organiser, ())
    check_entry(announced, person, has_account=standing.state == ACCOUNT, is_blocked=is_blocked)


def check_bot(tournament: Tournament, player: str) -> None:
    """Raises NotYourSeat, NotAllowed."""
    offer = remote(player)
    if offer is None:
        raise NotYourSeat("people enter tournaments themselves: bots are added by the organiser")
    check_plays(tournament, offer)


def check_plays(tournament: Tournament, offer: Offer) -> None:
    """Raises NotAllowed."""
    if announcements().of(tournament.id).in_person:
        raise NotAllowed("on real tables no remote bot can play")
    if not plays_there(offer, tournament):
        raise NotAllowed("the bot {name} does not play this game in this way", name=offer.name)
    if roster().is_benched(offer.player):
        raise NotAllowed("the bot {name} is benched: it could not play too many turns", name=offer.name)


def person_of(player: str) -> str:
    """The id of the person, or of who owns the bot."""
    offer = remote(player)
    return (offer.owner if offer else None) or player_from(player).name


def strength_of(tournament: Tournament, player: str) -> int:
    """By the rating in the pool of what is played, in hundredths; 0 for who has none."""
    opened = tournament.opening
    point = books().now(pool(opened.game, opened.options)).point(player)
    return max(0, point.worth.mu // 10_000) if point.matches else 0


def add_all(id_: str, body: Body, by: str) -> dict[str, Any]:
    """Each by a command of its own, so that a list that is sent again adds nobody twice."""
    tournament = known(id_).state
    check_organiser(tournament.opening.organiser, by)
    if body["names"] and not announcements().of(id_).in_person:
        raise NotAllowed("only where it is played on real tables can somebody enter by name alone")
    bots = [*body["bots"], *(every_bot(tournament) if body["every_bot"] else ())]
    wanted = [*bots_named(tournament, bots), *people_named(body["people"]), *((None, n) for n in body["names"])]
    strengths = [*body["strengths"], *[0] * len(wanted)]
    causes = (f"{body['cause'][:56]}-{number:04}" for number in range(len(wanted)))
    added = [add(id_, by, *each) for each in zip(causes, wanted, strengths, strict=False)]
    return {"version": streams().tournaments.load(f"tournament:{id_}").version, "entrants": added}


def bots_named(tournament: Tournament, names: Sequence[str]) -> Iterator[Wanted]:
    opened = tournament.opening
    for name in names:
        offer = offer_for(roster(), name, opened.game, opened.rules.seats, opened.options)
        if offer.kind is Kind.REMOTE:
            check_welcome(tournament, offer)
        yield offer.player, None


def check_welcome(tournament: Tournament, offer: Offer) -> None:
    """Whom an organiser names who doesn't own it. Raises NotAllowed."""
    check_plays(tournament, offer)
    is_own = as_player(offer.owner or "") == tournament.opening.organiser
    if not is_own and announcements().of(tournament.id).entry is not Entry.PUBLIC:
        raise NotAllowed("the owner of the bot {name} enters it where entry is not open to everybody", name=offer.name)


def every_bot(tournament: Tournament) -> list[str]:
    """Those that sit down at once wherever they are asked to."""
    opened = tournament.opening
    offers = fitting(roster(), opened.game, opened.rules.seats, opened.options)
    return sorted({offer.name for offer in offers if offer.kind is not Kind.REMOTE})


def people_named(said: Sequence[str]) -> Iterator[Wanted]:
    for player in players(houses().meant(said)):
        yield player, None


def add(id_: str, by: str, cause: str, wanted: Wanted, strength: int) -> int:
    """The number of the new entrant."""
    player, name = wanted
    stream = f"tournament:{id_}"
    is_remote = player is not None and remote(player) is not None
    command: Command = Enter(by=by, player=player, strength=strength, once=is_remote)
    answer = streams().tournaments.handle(Message(stream=stream, by=by, cause=cause, command=command))
    number = entered_at(stream, answer.first)
    if player and (is_person(player) or is_remote):
        note_part(player, id_)
    if name is not None:
        announcements().name(id_, number, name)
    return number


def note_part(player: str, id_: str) -> None:
    """In the list of the person, or of the bot's owner. A list that misses it harms nobody: the command is stored."""
    with suppress(Unavailable):
        announcements().note_part(person_of(player), id_, time.time())


def entered_at(stream: str, version: int) -> int:
    stored = streams().ledger.read(stream, version - 1)[0]
    return int(Envelope.from_bytes(stored.envelope).data["entrant"])
