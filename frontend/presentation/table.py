"""A table's context, from its fold."""

from collections.abc import Collection, Mapping
from typing import TypedDict

from frontend.people.who import player_of
from frontend.presentation.clocks import PolicyContext, policy_of
from frontend.presentation.company import Hearers, company_at
from frontend.presentation.games import GameContext, game_context, goes_back
from frontend.presentation.house import HouseContext, house_context
from frontend.presentation.of_event import OfEventContext, event_at
from frontend.presentation.part import Viewer
from frontend.presentation.reach import OnlyHere, only_here
from frontend.presentation.record import BranchContext, branch_of
from frontend.presentation.table_seats import TableSeat, seats_of
from frontend.presentation.talk import TalkContext, talk_context
from frontend.site import Site
from shared.annotations import Json
from shared.bots import USUAL_BOT
from shared.errors import TableNotFound
from shared.ledger.fold import Folded
from shared.people.house import House
from shared.platform.player import BOT
from shared.platform.table import Table
from shared.platform.table.events import SeatLeft, TableOpened
from shared.platform.unstarted import never_dealt
from shared.queue import OPENER
from shared.roster import fitting

MEETING, PARTED = "meeting", "parted"


class BotChoice(TypedDict):
    name: str


class AskedContext(TypedDict):
    """A remote bot that was asked to come: its answer is waiting, declined or silent."""

    name: str
    answer: str


class TableContext(TypedDict):
    """`take_back` is None in a game where no move can ever be taken back. `reason` is that of `table.closed`, or
    "called_off" where its match never started; `note` says why. `met` is there where people meet who waited for
    opponents: MEETING, or PARTED once somebody did not come.
    """

    id: str
    game: GameContext
    options: Json
    hints: bool
    rated: bool
    clock: PolicyContext | None
    patience: int
    take_back: bool | None
    substitutes: bool
    status: str
    seats: list[TableSeat]
    you: int | None
    can_sit: bool
    can_leave: bool
    can_close: bool
    opened_by_you: bool
    sent_away: bool
    house: HouseContext
    met: str | None
    link: str
    only_here: OnlyHere | None
    commitment: str
    host_key: str | None
    branch_of: BranchContext | None
    version: int
    match_url: str | None
    reason: str | None
    note: str | None
    bots: list[BotChoice]
    asked: list[AskedContext]
    event: OfEventContext | None
    error: Json | None


class TablePage(TypedDict):
    table: TableContext
    talk: TalkContext


class TableSnapshot:
    """An audience is somebody who takes part or was sent away; the others are those of the talk, by their origin."""

    def __init__(self, site: Site, id_: str) -> None:
        self.site, self.id = site, id_
        self.folded: Folded[Table] = site.streams.table(id_)
        table = self.folded.state
        self.version = self.folded.version
        self.is_final = table.closed is not None or bool(asked_at(site, id_, table))  # what bots answer is no event
        self.company = company_at(site, id_)
        self.house = self.company.house
        self.hearers = Hearers(site, id_, self.company)
        self.event = event_at(site, id_, table)

    def admitted(self, viewers: Collection[Viewer]) -> Collection[Viewer]:
        self.hearers.admitted(viewers)
        return [one for one in viewers if self.is_for(player_of(one.person))]

    def is_for(self, player: str) -> bool:
        return self.site.watching.is_let_in(self.house, self.folded.state, player)

    def audience(self, viewer: Viewer) -> Viewer:
        me, table = player_of(viewer.person), self.folded.state
        takes_part = table.seat_of(me) is not None or (table.opened is not None and table.opened.opener == me)
        is_known = takes_part or me in sent_away(self.site, self.id)
        return Viewer(viewer.person if is_known else self.hearers.audience(viewer.person), viewer.origin)

    def context(self, viewer: Viewer, error: Json | None = None) -> TablePage:
        return {
            "table": table_context(self.site, self.id, self.folded, self.house, self.event, viewer, error),
            "talk": talk_context(self.site, self.id, self.company, viewer.person),
        }


def table_context(
    site: Site,
    id_: str,
    folded: Folded[Table],
    house: House,
    event: OfEventContext | None,
    viewer: Viewer,
    error: Json | None,
) -> TableContext:
    """As the viewer sees it now. Raises TableNotFound."""
    table = folded.state
    opened = table.opened
    if opened is None:
        raise TableNotFound("there is no table {id}", id=id_)
    me, origin = player_of(viewer.person), viewer.origin
    you = table.seat_of(me)
    status = "closed" if table.closed else "filled" if table.is_filled else "open"
    never = never_dealt(site.streams, id_) if table.closed and table.closed.match else None
    is_opener, is_open = me == opened.opener, status == "open"
    return {
        "id": id_,
        "game": game_context(opened.game),
        "options": dict(opened.options),
        "event": event,
        "hints": opened.hints,
        "rated": opened.terms.rated,
        "clock": policy_of(opened.terms),
        "patience": opened.terms.absent,
        "take_back": opened.terms.take_back if goes_back(opened.game) else None,
        "substitutes": opened.terms.substitutes,
        "status": status,
        "seats": seats_of(site, table, opened, you),
        "you": you,
        "can_sit": is_open and you is None and viewer.person not in house.away,
        "can_leave": is_open and you is not None,
        "can_close": is_open and is_opener,
        "opened_by_you": is_opener,
        "sent_away": you is None and me in sent_away(site, id_),
        "house": house_context(site, house, is_opener=is_opener, is_open=is_open),
        "met": met_at(table, opened),
        "link": f"{origin}/t/{id_}",
        "only_here": only_here(site.settings, origin, f"/t/{id_}"),
        "commitment": opened.commitment,
        "host_key": opened.host_key,
        "branch_of": branch_of(site, opened.branch),
        "version": folded.version,
        "match_url": f"/m/{id_}" if has_match(site, table, id_) and not never else None,
        "reason": "called_off" if never else table.closed.reason if table.closed else None,
        "note": never.note if never else None,
        "bots": bot_choices(site, opened) if is_opener and is_open else [],
        "asked": asked_context(asked_at(site, id_, table)) if is_open else [],
        "error": error,
    }


def met_at(table: Table, opened: TableOpened) -> str | None:
    if opened.opener != OPENER:
        return None
    return PARTED if table.closed and not table.closed.match else MEETING


def asked_at(site: Site, id_: str, table: Table) -> dict[str, str]:
    """What became of it, by player, of those who don't sit here."""
    if table.closed or table.is_filled:
        return {}
    return {player: answer for player, answer in site.reservations.asked(id_).items() if table.seat_of(player) is None}


def asked_context(asked: Mapping[str, str]) -> list[AskedContext]:
    return [{"name": player.removeprefix(f"{BOT}:"), "answer": answer} for player, answer in sorted(asked.items())]


def bot_choices(site: Site, opened: TableOpened) -> list[BotChoice]:
    """Those that can sit down here now, the usual bot first."""
    names = [offer.name for offer in fitting(site.roster, opened.game, opened.seats, opened.options)]
    return [{"name": name} for name in sorted(names, key=lambda name: (name != USUAL_BOT, name))]


def sent_away(site: Site, id_: str) -> set[str]:
    """The players whose seat was last freed by somebody else, whether or not they have come back since."""
    entries = site.streams.tables.reader.past(f"table:{id_}").entries
    left = {one.event.player: one.envelope.by for one in entries if isinstance(one.event, SeatLeft)}
    return {player for player, by in left.items() if by != player}


def has_match(site: Site, table: Table, id_: str) -> bool:
    """A table closes first; its match starts a moment later."""
    return bool(table.closed and table.closed.match and site.streams.ledger.last(f"match:{id_}"))
