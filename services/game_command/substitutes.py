"""Seats that somebody else takes over: who may, by the house rules of the table and by those who are there."""

from collections.abc import Mapping
from contextlib import nullcontext
from typing import Any

from services.game_command.obeying import obey, shown_to_asker
from shared.ledger.fold import Folded
from shared.platform.match import Match, TakeOver
from shared.platform.player import is_person
from shared.web.houses import check_rules, houses
from shared.web.ledger import streams
from shared.web.seats import seats
from shared.web.service import asker


def take_over(match_id: str, body: Mapping[str, Any]) -> Any:
    """Raises NotAllowed, MatchNotFound, NotShown. It counts as any other seat among those that a person may hold."""
    seen, player = shown_to_asker(match_id), asker()
    command = TakeOver(player=player, seat=body["seat"], key=body["key"])
    if is_settled(seen, command, body["cause"]):
        return obey(seen, body, command)
    table = streams().tables.load(f"table:{match_id}").state
    there = (*seen.state.seating.owners, *seen.state.players)  # who left may come back
    check_rules(houses().begun(match_id), table, player, there)
    with seats().reserved(player, match_id) if is_person(player) else nullcontext():
        return obey(seen, body, command)


def is_settled(seen: Folded[Match], command: TakeOver, cause: str) -> bool:
    """Whether the match itself says no, or gives its first answer again."""
    match = seen.state
    is_taken = command.seat not in match.on_offer or command.player in match.seating.everybody
    return is_taken or (command.player, cause) in seen.answers
