"""How matchmaking opens a table, passes it a command, and shows it."""

import hmac
from collections.abc import Mapping
from typing import Any

from services.matchmaking.welcome import rules_shown
from shared.errors import KeyReused, NotAllowed, TableNotOpen, Unavailable
from shared.ledger.decider import Message
from shared.ledger.fold import Folded
from shared.ledger.ids import id_from
from shared.people.house import USUAL, House
from shared.platform.table import Command, OpenTable, Table
from shared.platform.terms import plain
from shared.settings import settings
from shared.web.answers import operators
from shared.web.houses import houses, watching
from shared.web.key import gateway_key
from shared.web.ledger import streams
from shared.web.service import asker


def opened(command: OpenTable, cause: str, house: House = USUAL) -> dict[str, Any]:
    """The new table's id, and the commitment to the seed of all its draws."""
    table_id = new_id(command.by, cause)
    message: Message[Command] = Message(stream=f"table:{table_id}", by=command.by, cause=cause, command=command)
    seen = streams().tables.load(message.stream)
    if seen.version and houses().waiting(table_id).rules != house.rules:
        raise KeyReused("this key was used for something else", cause=cause)
    if not seen.version and not house.is_usual:
        houses().keep(table_id, house)
    try:
        answer = streams().tables.handle(message, seen)
    except (NotAllowed, TableNotOpen):
        if not seen.version:
            houses().remove(table_id)
        raise
    table = table_after(table_id, answer.last)
    return {"id": table_id, "version": answer.last, "commitment": table and table.opened and table.opened.commitment}


def new_id(by: str, cause: str) -> str:
    """Unguessable, and the same if the same command is sent again: a lost answer opens no second table."""
    return id_from(hmac.digest(gateway_key(settings().var), f"table:{by}:{cause}".encode(), "sha256"))


def obey(table_id: str, body: Mapping[str, Any], command: Command, seen: Folded[Table] | None = None) -> dict[str, Any]:
    """Give the asker's command, under the key in the body. The answer has the table's version and the asker's seat.

    Whoever has `seen` the table passes it on, so that it is read once.
    """
    message = Message(stream=f"table:{table_id}", by=asker(), cause=body["cause"], command=command)
    answer = streams().tables.handle(message, seen)
    table = table_after(table_id, answer.last)
    return {"version": answer.last, "seat": table and table.seat_of(asker())}


def table_after(table_id: str, version: int) -> Table | None:
    """The table after a command led to `version`, or None if it can't be read: the command is answered all the same.

    Whoever gave the command has just folded the table, so as a rule nothing is read. A thread that read the table
    earlier may have kept its older fold since.
    """
    kept = streams().tables.folder.kept(f"table:{table_id}")
    if kept and kept.version >= version:
        return kept.state
    try:
        return streams().table(table_id).state
    except Unavailable as verdict:
        operators.hear(verdict)
        return None


def shown(table_id: str) -> dict[str, Any]:
    table = streams().table(table_id).state
    watching().check_table(table_id, table, asker())
    opened = table.opening
    return {
        **rules_shown(table_id, table, asker()),
        "id": table_id,
        "version": table.version,
        "game": opened.game,
        "options": opened.options,
        "opener": opened.opener,
        "listed": opened.listed,
        "hints": opened.hints,
        "terms": plain(opened.terms),
        "commitment": opened.commitment,
        "branch": opened.branch and {**opened.branch._asdict(), "settled": dict(opened.branch.settled)},
        "seats": table.seats,
        "status": "closed" if table.closed else "filled" if table.is_filled else "open",
        "match": table.closed and table.closed.match,
        "reason": table.closed and table.closed.reason,
    }
