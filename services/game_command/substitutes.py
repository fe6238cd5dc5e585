"""Seats that somebody else takes over: who may, by the house rules of the table and by those who are there."""

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

from services.game_command.obeying import obey, shown_to_asker
from shared.errors import NotAllowed
from shared.ledger.fold import Folded
from shared.people.house import PRIVATE, SENT_AWAY, UNWELCOME, may_enter
from shared.platform.match import Match, TakeOver
from shared.platform.player import is_person, player_from
from shared.web.houses import blocks, houses
from shared.web.ledger import streams
from shared.web.seats import seats
from shared.web.service import asker


def take_over(match_id: str, body: Mapping[str, Any]) -> Any:
    """Raises NotAllowed, MatchNotFound, NotShown. It counts as any other seat among those that a person may hold."""
    seen, player = shown_to_asker(match_id), asker()
    command = TakeOver(player=player, seat=body["seat"])
    if is_settled(seen, command, body["cause"]):
        return obey(seen, body, command)
    check_welcome(seen.state, player)
    with seats().reserved(player, match_id) if is_person(player) else nullcontext():
        return obey(seen, body, command)


def is_settled(seen: Folded[Match], command: TakeOver, cause: str) -> bool:
    """Whether the match itself says no, or gives its first answer again."""
    match = seen.state
    is_taken = command.seat not in match.on_offer or command.player in match.everybody
    return is_taken or (command.player, cause) in seen.answers


def check_welcome(match: Match, player: str) -> None:
    """As at the table itself. Raises NotAllowed."""
    house, person = houses().begun(match.id), player_from(player).name
    table = streams().tables.load(f"table:{match.id}").state
    if not may_enter(house, table, person, player):
        raise NotAllowed(PRIVATE)
    if person in house.away:
        raise NotAllowed(SENT_AWAY)
    opener = [table.opened.opener] if table.opened else []
    here = {player_from(each).name for each in (*opener, *match.players) if is_person(each)}
    if any(person in blocked for blocked in blocks().of_each(here - {person}).values()):
        raise NotAllowed(UNWELCOME)
