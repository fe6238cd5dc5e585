"""Real tables whose players say themselves how they ended: with the code of their sheet, or from their own place."""

from collections.abc import Mapping
from typing import Any

from flask_smorest import Blueprint

from services.matchmaking.tournaments.answers import Held
from services.matchmaking.tournaments.asking import known, obey
from services.matchmaking.tournaments.schemas import NewWord
from shared.errors import NotAllowed, NotFound
from shared.platform.tournament import Tournament
from shared.platform.tournament.commands import EnterResult
from shared.settings import settings
from shared.tournaments import code_of_table, is_code
from shared.web.key import gateway_key
from shared.web.service import asker
from shared.web.tournaments import announcements

Body = Mapping[str, Any]

real_tables = Blueprint("real_tables", __name__, url_prefix="/tournaments", description="Tables with a box on them.")


@real_tables.post("/<id_>/entries")
@real_tables.arguments(NewWord)
@real_tables.response(200, Held)
def enter_result(body: Body, id_: str) -> dict[str, Any]:
    """Say how your real table ended. The first word is its result; where another player says otherwise, the organiser
    decides, and the round waits for it.
    """
    seat = seat_at(known(id_).state, body, asker())
    if not announcements().of(id_).in_person:
        raise NotAllowed("players enter results only where it is played on real tables")
    command = EnterResult(
        by=asker(),
        round=body["round"],
        table=body["table"],
        seat=seat,
        places=tuple(body["places"]),
        points=tuple(body["points"]),
    )
    return obey(id_, body["cause"], command)


def seat_at(tournament: Tournament, body: Body, player: str) -> int:
    """Whose word it is: one's own at one's own table, else with the table's code whose one says it is.

    Raises NotFound, NotAllowed.
    """
    number, table = body["round"], body["table"]
    if number >= len(tournament.rounds) or table >= len(tournament.rounds[number].tables):
        raise NotFound("this round has no such table")
    seats = tournament.rounds[number].tables[table]
    own = tournament.entrant_of(player)
    if own in seats:
        return seats.index(own)
    code = code_of_table(gateway_key(settings().var), tournament.id, number, table, seats)
    if not is_code(body["code"], code) or body["seat"] is None:
        raise NotAllowed("only who sits at this table, or holds its sheet with the code, can say how it ended")
    return int(body["seat"])
