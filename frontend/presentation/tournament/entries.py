"""Who may say how a real table ended, and what is left to say for them."""

from typing import TypedDict

from frontend.presentation.tournament.shown import EntrantContext, Shown
from frontend.presentation.tournament.told import Told
from shared.platform.tournament.state import Round
from shared.tournaments import code_of_table, is_code

ORGANISER, PLAYER, READER = "organiser", "player", "reader"


class RightContext(TypedDict):
    """`role`: organiser, player, or reader of what is there. `own`: the visitor's own seat, from 1, or None where a
    sheet's `code` is all that is known of them. `silent`: seats from 1 whose players have not said anything yet.
    """

    role: str
    own: int | None
    silent: list["SilentContext"]
    code: str


class SilentContext(TypedDict):
    seat: int
    who: EntrantContext


def right_at(shown: Shown, told: Told, one: Round, table: int, said: str, key: bytes) -> RightContext:
    """`said` is the code of the address. The organiser is never taken for a player, whatever they scan."""
    seats = one.tables[table]
    own = seats.index(shown.you) + 1 if shown.you in seats and shown.you is not None else None
    holds = is_code(said, code_of_table(key, shown.held.id, one.number, table, seats))
    heard = {word.seat for word in one.entered.get(table, ())}
    silent: list[SilentContext] = [
        {"seat": seat + 1, "who": shown.entrants[entrant]}
        for seat, entrant in enumerate(seats)
        if seat not in heard and own in (None, seat + 1)
    ]
    role = ORGANISER if shown.is_organiser else PLAYER if told.in_person and (holds or own) else READER
    is_open = not one.is_ended and (table not in one.results or bool(heard)) and not shown.held.ended
    return {"role": role, "own": own, "silent": silent if is_open else [], "code": said if holds else ""}
