"""The house rules of tables where seats are taken: what a table is opened with, who may sit there, who is invited."""

from collections.abc import Mapping
from typing import Any

from shared.errors import NotAllowed, TableNotOpen
from shared.ledger.fold import Folded
from shared.people.house import Entry, House, Talkers, Watchers
from shared.people.houses import invitation, players
from shared.platform.player import is_person, player_from
from shared.platform.table import Table
from shared.queue import OPENER
from shared.tournaments import tournament_of
from shared.web.houses import check_rules, houses
from shared.web.queue import queue


def house_in(body: Mapping[str, Any]) -> House:
    """The rules that a new table is asked to have. Raises Malformed."""
    entry = Entry(body["entry"] or (Entry.PUBLIC if body["listed"] else Entry.LINK))
    invited = invitation(entry, houses().meant(body["invited"]))
    return House(entry, Talkers(body["talk"]), Watchers(body["watch"]), invited)


def check_welcome(id_: str, seen: Folded[Table], player: str, cause: str) -> None:
    """Raises NotAllowed for whom the rules, or those who are here, keep from a seat.

    A table that is not there or full says so itself, and a command that was carried out keeps its answer.
    """
    table = seen.state
    is_settled = table.opened is None or table.is_filled or table.closed or table.seat_of(player) is not None
    if is_settled or (player, cause) in seen.answers:
        return
    here = () if tournament_of(table.opening.opener) else table.players  # who is paired plays
    check_rules(houses().waiting(id_), table, player, here)
    if table.opening.opener == OPENER and not queue().may_sit(player_from(player).name, id_):
        raise NotAllowed("your place at this table is gone: the others wait for players again")


def keep_away(id_: str, player: str | None) -> None:
    """Not a bot, nor whoever was sent away without being named. Safe to repeat."""
    if player and is_person(player):
        houses().send_away(id_, player_from(player).name)


def invite(id_: str, table: Table, player: str, said: list[str]) -> list[str]:
    """Replace the list of those invited. Raises TableNotFound, NotAllowed, TableNotOpen, Malformed."""
    if table.opening.opener != player:
        raise NotAllowed("only the player who opened the table can do this")
    if houses().waiting(id_).entry is not Entry.PRIVATE:
        raise NotAllowed("this table is not private, so nobody has to be invited")
    if table.closed:
        raise TableNotOpen("this table is closed")
    if table.is_filled:
        raise TableNotOpen("all seats are taken")
    invited = houses().meant(said)
    houses().invite(id_, invited)
    return players(invited)


def rules_shown(id_: str, table: Table, player: str) -> dict[str, Any]:
    """The rules as a program reads them; who is invited is the opener's to know."""
    house, opened = houses().waiting(id_), table.opening
    entry = house.entry if house.entry is Entry.PRIVATE else Entry.PUBLIC if opened.listed else Entry.LINK
    invited = players(house.invited) if opened.opener == player else None
    return {"entry": entry, "invited": invited, "talk": house.talk, "watch": house.watch}
