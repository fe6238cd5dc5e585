"""The tables of a round: each is linked, opened and filled, and whoever does not come in time is done without."""

import secrets
from collections.abc import Callable
from contextlib import suppress

from services.matchmaking.tournaments.acting import SERVICE, act
from services.matchmaking.tournaments.bots import ask_remote, comes_at_once, declined, is_away, remote
from shared.bots import stand_in
from shared.errors import NotAllowed, TableNotOpen
from shared.games.registry import GAMES
from shared.ledger.absences import Absences
from shared.ledger.decider import Message
from shared.people.house import Entry, House, Watchers
from shared.people.houses import Houses
from shared.platform.player import is_bot, is_person, player_from
from shared.platform.streams import Streams
from shared.platform.table import CallOff, OpenTable, SeatBot, Table
from shared.platform.table import Command as ForTable
from shared.platform.tournament import Round, Tournament
from shared.platform.tournament.commands import LinkMatch, Withdraw
from shared.platform.tournament.rules import ARENA, DUPLICATE, ROUND_ROBIN, STANDS_IN, SWISS
from shared.tournaments import opener_of, table_id
from shared.web.host_key import public_host_key

Place = tuple[int, int]  # round and table


class Seating:
    """`key` is the server's, from which ids of tables are made. `absences` are those of a listener."""

    def __init__(self, streams: Streams, houses: Houses, absences: Absences, key: Callable[[], bytes]) -> None:
        self.streams = streams
        self.houses = houses
        self.absences = absences
        self.key = key

    def link(self, tournament: Tournament, place: Place) -> str | None:
        """The id of its match; None where it has a result meanwhile.

        Before its table is opened, so that none is ever opened that the record doesn't know.
        """
        round_, table = place
        id_ = table_id(self.key(), tournament.id, round_, table)
        act(self.streams, tournament.id, LinkMatch(round=round_, table=table, match=id_), f"link-{round_}-{table}")
        now = self.streams.tournaments.load(f"tournament:{tournament.id}").state
        return now.rounds[round_].matches.get(table)

    def see_to(self, tournament: Tournament, id_: str, players: tuple[str, ...], *, is_late: bool) -> None:
        """A table that waits: open it, seat its bots, and if `is_late` do without those who are missing."""
        table = self.streams.tables.load(f"table:{id_}").state
        if table.is_filled or table.closed:
            return
        if table.opened is None:
            self._open(tournament, id_, players)
            table = self.streams.tables.load(f"table:{id_}").state
        have_declined = declined(id_, [players[seat] for seat in table.free])
        bots = [seat for seat in table.free if is_bot(players[seat]) and players[seat] not in have_declined]
        if sum([self._seat_bot(tournament, id_, table, seat, players[seat]) for seat in bots]):
            table = self.streams.tables.load(f"table:{id_}").state
        if is_late or have_declined.issuperset(players[seat] for seat in table.free):
            self._do_without(tournament, id_, players, table)

    def _seat_bot(self, tournament: Tournament, id_: str, table: Table, seat: int, player: str) -> bool:
        """Whether it sits there now. One that somebody runs elsewhere is asked, and comes by itself."""
        if is_away(player, self.absences):
            return False
        if offer := remote(player):
            ask_remote(offer, tournament, id_, table, seat)
            return False
        self._send(tournament, id_, SeatBot(by=opener_of(tournament.id), bot=player, seat=seat), f"bot-{seat}")
        return True

    def _open(self, tournament: Tournament, id_: str, players: tuple[str, ...]) -> None:
        game, opened = GAMES[tournament.opening.game], tournament.opening
        guests = frozenset(player_from(player).name for player in players if is_person(player))
        self.houses.keep(id_, House(Entry.PRIVATE, watch=Watchers.ALL, invited=guests))
        at_once = [seat for seat, player in enumerate(players) if comes_at_once(player, self.absences)]
        seats = at_once[: len(players) - 1]
        command = OpenTable(
            by=opener_of(tournament.id),
            game=game,
            options=game.options(**opened.options),
            seats=len(players),
            listed=False,
            seed=secrets.token_hex(32),
            host_key=public_host_key(),
            bots=tuple(players[seat] for seat in seats),
            seats_of_bots=tuple(seats),
            hints=False,
            terms=tournament.rules.terms,
        )
        self._send(tournament, id_, command, "open")

    def _do_without(self, tournament: Tournament, id_: str, players: tuple[str, ...], table: Table) -> None:
        if not table.free or table.closed:
            return
        self._withdraw(tournament, id_, [players[seat] for seat in table.free])
        if not is_worth_playing(tournament.rules.absent, players, table):
            self._send(tournament, id_, CallOff(), "nobody")
            return
        for seat in table.free:
            self._send(
                tournament, id_, SeatBot(by=opener_of(tournament.id), bot=stand_in(), seat=seat), f"stand-in-{seat}"
            )

    def _withdraw(self, tournament: Tournament, id_: str, missing: list[str]) -> None:
        """Nobody waits for them once more, until they come back. A league goes on for days, and a bracket without them.

        First of all, so that whoever goes on after a crash in between still finds the table as it was.
        """
        if tournament.format not in (SWISS, ROUND_ROBIN, ARENA, DUPLICATE):
            return
        for player in missing:
            number = tournament.entrant_of(player)
            if number is not None and tournament.entrants[number].is_in:
                command = Withdraw(by=None, entrant=number, away=is_away(player, self.absences))
                act(self.streams, tournament.id, command, f"absent-{id_}-{number}")

    def _send(self, tournament: Tournament, id_: str, command: ForTable, what: str) -> None:
        message: Message[ForTable] = Message(
            stream=f"table:{id_}", by=SERVICE, cause=f"tournament:{tournament.id}:{what}", command=command
        )
        with suppress(TableNotOpen, NotAllowed):  # somebody was faster: another scheduler, or the player
            self.streams.tables.handle(message)


def is_worth_playing(absent: str, players: tuple[str, ...], table: Table) -> bool:
    """With those who are there, and bots in place of the others."""
    there = [player for player in players if table.seat_of(player) is not None]
    return any(map(is_person, there)) if absent == STANDS_IN else len(there) > 1


def players_at(tournament: Tournament, one: Round, table: int) -> tuple[str, ...]:
    """By seat; who is known by a name alone is no player."""
    return tuple(tournament.entrants[entrant].player or "" for entrant in one.tables[table])
