"""Remote bots are asked to come to a table, and sit down once they accept: only then does a match count on them."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from services.matchmaking.tournaments.acting import SERVICE
from shared.bots import names as minds
from shared.errors import NotAllowed, NotFound, NotYourSeat, Refused, TableNotOpen, Unavailable
from shared.ledger.decider import Message
from shared.platform.keys import check_key
from shared.platform.player import is_bot, player_from
from shared.platform.rows import Row
from shared.platform.table import Command, SeatBot, Table
from shared.roster import Invitation, Kind, Offer, offer_for
from shared.tournaments import tournament_of
from shared.web.ledger import streams
from shared.web.reservations import reservations
from shared.web.rosters import roster


class Asking(NamedTuple):
    """The opener's command: `seat` is None for the first free one."""

    table: str
    by: str
    cause: str
    seat: int | None = None


def split(names: Sequence[str], game: str, seats: int, options: Mapping[str, Any]) -> tuple[list[str], list[Offer]]:
    """Of the bots that a new table wants: who sits down at once, and who is asked. Raises NotFound, NotAllowed."""
    offers = [offer_for(roster(), name, game, seats, options) for name in names]
    asked = [offer for offer in offers if offer.kind is Kind.REMOTE]
    if asked and len(offers) >= seats:
        raise NotAllowed("at least one seat must be left for a person")
    return [offer.player for offer in offers if offer.kind is not Kind.REMOTE], asked


def ask_all(offers: Sequence[Offer], asking: Asking, seats: Sequence[int] = ()) -> dict[str, list[str]]:
    """Who was `asked`, and who was `refused`: that keeps neither the others nor the table from what they do.

    `seats` are those of the offers, in their order, where each has one.

    Each has a key of its own, whatever the bots are called, and the same one if the same command comes again.
    """
    asked, refused = [], []
    for at, offer in enumerate(offers):
        table = streams().table(asking.table).state
        try:
            if table.seat_of(offer.player) is None:  # it has come since
                seat = seats[at] if seats else None
                ask_to_come(offer, table, asking._replace(cause=f"{asking.cause[:60]}-{at:02}", seat=seat))
            asked.append(offer.player)
        except (NotAllowed, TableNotOpen):
            refused.append(offer.player)
    return {"asked": asked, "refused": refused}


def ask_to_come(offer: Offer, table: Table, asking: Asking) -> None:
    """Raises TableNotFound, NotAllowed, TableNotOpen."""
    opened = table.opening
    if opened.opener != asking.by:
        raise NotAllowed("only the player who opened the table can do this")
    if table.closed:
        raise TableNotOpen("this table is closed")
    if table.is_filled:
        raise TableNotOpen("all seats are taken")
    if asking.seat is not None and asking.seat not in table.free:
        raise NotAllowed("this seat is not free")
    reservations().invite(offer, Invitation(*asking, opened.game, opened.options, opened.seats))


def accept(table_id: str, bot: str, key: str | None = None) -> tuple[int, int | None]:
    """The table's version and the bot's seat. The same again is the same. Raises NotAllowed, TableNotOpen."""
    check_bot(bot)
    if key is not None:
        check_key(key)  # before anything is taken: the invitation stays open
    found = reservations().accept(bot, table_id)
    if found is None:
        return _seated_before(table_id, bot)
    seat_bot = SeatBot(by=found.by, bot=bot, seat=found.seat, key=key)
    by = SERVICE if tournament_of(found.by) else found.by  # a tournament has asked it
    message: Message[Command] = Message(stream=f"table:{table_id}", by=by, cause=found.cause, command=seat_bot)
    try:
        answer = streams().tables.handle(message)
    except (Refused, NotFound):
        reservations().free(bot, table_id)
        raise
    reservations().seated(bot, table_id)
    return answer.last, streams().table(table_id).state.seat_of(bot)


def _seated_before(table_id: str, bot: str) -> tuple[int, int | None]:
    table = streams().table(table_id).state
    if (seat := table.seat_of(bot)) is None:
        raise NotAllowed("this bot is not invited to this table: the invitation may have lapsed")
    return table.version, seat


def decline(table_id: str, bot: str) -> int:
    """Also an invitation that has lapsed. Raises TableNotFound, NotAllowed."""
    check_bot(bot)
    table = streams().table(table_id).state
    if table.seat_of(bot) is None:
        reservations().decline(bot, table_id)
        return table.version
    raise NotAllowed("this bot sits at this table already: it can leave as long as the table isn't full")


def release(row: Row) -> None:
    """Remote bots have their place back once a match is over, or its table is given up."""
    for player in row.everybody:
        if is_bot(player) and player_from(player).name not in minds():
            reservations().free(player, row.id)


def left(table_id: str, bot: str | None) -> None:
    """Whoever sat there, of its own will or not, has its place back; built-in minds had none."""
    if bot is not None and is_bot(bot) and player_from(bot).name not in minds():
        with suppress(Unavailable):  # the command is stored, and a needless place is found later
            reservations().free(bot, table_id)


def check_bot(player: str) -> None:
    """Raises NotYourSeat."""
    if not is_bot(player):
        raise NotYourSeat("only a bot that was invited can do this")
