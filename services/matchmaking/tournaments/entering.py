"""Who may enter a tournament, how strong they are taken to be, and whom its organiser adds."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from services.matchmaking.tournaments.asking import check_organiser, known
from shared.errors import NotAllowed, NotYourSeat, Unavailable
from shared.ledger.decider import Message
from shared.ledger.envelope import Envelope
from shared.ledger.fold import Folded
from shared.people.houses import players
from shared.people.roles_kept import Roles
from shared.people.standing import ACCOUNT
from shared.platform.player import is_person, player_from
from shared.platform.rating.pools import pool
from shared.platform.tournament import Command, Tournament
from shared.platform.tournament.commands import Enter
from shared.roster import Kind, fitting, offer_for
from shared.tournaments import check_entry
from shared.web.books import books
from shared.web.client import shared_client
from shared.web.houses import blocks, houses
from shared.web.ledger import streams
from shared.web.rosters import roster
from shared.web.tournaments import announcements

Body = Mapping[str, Any]
Wanted = tuple[str | None, str | None]  # a player, or a name


def check_may_enter(seen: Folded[Tournament], player: str, cause: str) -> None:
    """Raises NotAllowed, NotYourSeat. A command that was carried out keeps its answer."""
    if not is_person(player):
        raise NotYourSeat("people enter tournaments themselves: bots are added by the organiser")
    tournament, announced = seen.state, announcements().of(seen.state.id)
    if (player, cause) in seen.answers or player == tournament.opening.organiser:
        return
    person, organiser = player_from(player).name, player_from(tournament.opening.organiser).name
    standing = Roles(shared_client()).standing(person)
    is_blocked = person in blocks().of_each([organiser]).get(organiser, ())
    check_entry(announced, person, has_account=standing.state == ACCOUNT, is_blocked=is_blocked)


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
            raise NotAllowed("a bot that comes when it is asked can't enter a tournament")
        yield offer.player, None


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
    command: Command = Enter(by=by, player=player, strength=strength)
    answer = streams().tournaments.handle(Message(stream=stream, by=by, cause=cause, command=command))
    number = entered_at(stream, answer.first)
    if player and is_person(player):
        note_part(player, id_)
    if name is not None:
        announcements().name(id_, number, name)
    return number


def note_part(player: str, id_: str) -> None:
    """The command is stored, and a list that misses it harms nobody."""
    with suppress(Unavailable):
        announcements().note_part(player_from(player).name, id_, time.time())


def entered_at(stream: str, version: int) -> int:
    stored = streams().ledger.read(stream, version - 1)[0]
    return int(Envelope.from_bytes(stored.envelope).data["entrant"])
