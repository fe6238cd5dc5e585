"""Whether a table is one that its deciders led to: every command found again from its events, with who may give it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from shared.errors import ReadOnly, UrbanistError
from shared.games.game import Game
from shared.ledger.codec import Registry
from shared.ledger.past import Entry
from shared.platform.again.difference import Difference, events_unlike
from shared.platform.again.of_time import SERVICE
from shared.platform.again.reading import commands, readable
from shared.platform.player import is_bot, is_person
from shared.platform.table import (
    CallOff,
    Command,
    GiveUp,
    LeaveSeat,
    OpenTable,
    SeatBot,
    SendAway,
    ShowNonce,
    StopWaiting,
    Table,
    TakeSeat,
    after,
    decide,
)
from shared.platform.table.events import NonceShown, SeatLeft, SeatTaken, TableClosed, TableOpened

OPERATOR = "operator:"


def in_table(entries: Sequence[Entry], games: Mapping[str, Game], registry: Registry) -> Difference | None:
    """The first event that no command leads to, or one that whoever wrote it may not give. Raises ReadOnly."""
    table = Table()
    for together in commands(entries):
        with readable(together[0]):
            if found := _in_command(table, together, games, registry):
                return found
            table = after(table, [entry.event for entry in together])
    return None


def _in_command(
    table: Table, entries: Sequence[Entry], games: Mapping[str, Game], registry: Registry
) -> Difference | None:
    first = entries[0]
    try:
        command = _command(table, entries, games)
        if command is None:
            return Difference("table", first.version, "by", first.envelope.by, None)
        decided = decide(table, command)
    except ReadOnly:
        raise
    except UrbanistError as verdict:
        return Difference("table", first.version, "type", first.envelope.type, str(verdict))
    if isinstance(first.event, TableOpened) and isinstance(decided[0], TableOpened):  # later options have defaults
        decided = [replace(decided[0], options=first.event.options), *decided[1:]]
    return events_unlike("table", entries, decided, registry)


def _command(table: Table, entries: Sequence[Entry], games: Mapping[str, Game]) -> Command | None:
    """None where whoever wrote this may not give such a command, or none begins with it."""
    event, by = entries[0].event, entries[0].envelope.by
    match event:
        case TableOpened():
            return _opening(event, by, entries, games)
        case SeatTaken() if by == event.player:
            return TakeSeat(by=by, nonce_hash=event.nonce_hash, seat=event.seat, key=event.key)
        case SeatTaken() if is_bot(event.player):
            return SeatBot(by=_for_opener(table, by), bot=event.player, seat=event.seat, key=event.key)
        case SeatLeft() if by == event.player:
            return LeaveSeat(by=by)
        case SeatLeft():
            return SendAway(by=_for_opener(table, by), seat=event.seat, player=event.player)
        case NonceShown():
            return ShowNonce(by=by, nonce=event.nonce)
        case TableClosed():
            return _closing(table, event, by)
        case _:
            return None


def _opening(event: TableOpened, by: str, entries: Sequence[Entry], games: Mapping[str, Game]) -> OpenTable | None:
    game = games.get(event.game)
    if game is None:
        raise ReadOnly("this release does not have the rules of this match")
    if not _is_by_opener(event, by):
        return None
    sat = [entry.event for entry in entries if isinstance(entry.event, SeatTaken)]
    return OpenTable(
        by=event.opener,
        game=game,
        options=game.options(**event.options),
        seats=event.seats,
        listed=event.listed,
        seed=event.seed,
        bots=tuple(one.player for one in sat),
        seats_of_bots=tuple(one.seat for one in sat),
        branch=event.branch,
        hints=event.hints,
        terms=event.terms,
        host_key=event.host_key,
    )


def _closing(table: Table, event: TableClosed, by: str) -> Command | None:
    if event.match:
        return StopWaiting() if by.startswith(SERVICE) else None
    if by.startswith(OPERATOR):
        return CallOff()
    if event.reason == "forgotten":
        forgets = CallOff(is_forgotten=True) if table.is_filled else GiveUp(by=None)
        return forgets if by.startswith(SERVICE) else None
    if by.startswith(SERVICE) and not _is_player(table.opening.opener):
        return CallOff()  # of a tournament, or where those who waited for each other did not come
    return GiveUp(by=by)


def _for_opener(table: Table, by: str) -> str:
    """Matchmaking itself acts at the tables that it opened, for a tournament too."""
    opener = table.opening.opener
    return opener if _is_by_opener(table.opening, by) else by


def _is_by_opener(opened: TableOpened, by: str) -> bool:
    return by == opened.opener if _is_player(opened.opener) else by.startswith(SERVICE)


def _is_player(opener: str) -> bool:
    return is_bot(opener) or is_person(opener)
