"""What was said at a table and in its match, with names and seats, and whether the reader may say something."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

from frontend.people.who import player_of, seat_name
from frontend.presentation.part import Viewer
from frontend.presentation.seats import distinct_names
from frontend.site import Site, new_key
from frontend.talk import Line
from shared.annotations import Json
from shared.platform.player import is_person

Sitting = Sequence[str | None]


class TalkLine(TypedDict):
    """`seat` is None for a speaker who has left the table."""

    number: int
    at: str
    seat: int | None
    name: str
    you: bool
    text: str


class TalkContext(TypedDict):
    """`typed` is what could not be said; `is_open` whether the talk is unfolded at first."""

    id: str
    version: int
    lines: list[TalkLine]
    can_talk: bool
    is_open: bool
    cause: str
    typed: str
    error: Json | None


class TalkPage(TypedDict):
    talk: TalkContext
    has_match: bool


class TalkSnapshot:
    """An audience is somebody who may talk, or everybody else."""

    is_final = False

    def __init__(self, site: Site, id_: str) -> None:
        self.site, self.id = site, id_
        self.sitting = sitting(site, id_)
        self.version = site.talk.version(id_)  # read before the lines: what comes meanwhile is pushed again

    def audience(self, viewer: Viewer) -> Viewer:
        return Viewer(viewer.person if player_of(viewer.person) in self.sitting else None)

    def context(self, viewer: Viewer, error: Json | None = None, typed: str = "") -> TalkPage:
        return {
            "talk": talk_context(self.site, self.id, self.sitting, viewer.person, error, typed),
            "has_match": bool(self.site.streams.ledger.last(f"match:{self.id}")),
        }


def sitting(site: Site, id_: str) -> Sitting:
    """Who plays, by seat: the players with whom the match started, resigned or not; before it, who sits at the table.

    Raises TableNotFound if there is neither.
    """
    started = site.streams.matches.load(f"match:{id_}").state.started
    if started is not None:
        return started.players
    return [taken.player if taken else None for taken in site.streams.table(id_).state.seats]


def talk_context(
    site: Site, id_: str, seats: Sitting, person: str | None, error: Json | None = None, typed: str = ""
) -> TalkContext:
    """`seats` is who is sitting there; `typed` what could not be said."""
    lines, me = site.talk.lines(id_), player_of(person)
    players = [player for player in seats if player]
    names = site.accounts.names({*players, *(player_of(line.person) for line in lines)})
    called = dict(zip(players, distinct_names([seat_name(names, player) for player in players]), strict=True))
    can_talk = me in players
    return {
        "id": id_,
        "version": lines[-1].number if lines else 0,
        "lines": [_line(line, {**names, **called}, seats, me) for line in lines],
        "can_talk": can_talk,
        "is_open": bool(lines) or (can_talk and _has_company(seats, me)),
        "cause": new_key(),
        "typed": typed,
        "error": error,
    }


def _line(line: Line, names: Mapping[str, str], seats: Sitting, me: str) -> TalkLine:
    player = player_of(line.person)
    return {
        "number": line.number,
        "at": line.at,
        "seat": seats.index(player) if player in seats else None,
        "name": names[player],
        "you": player == me,
        "text": line.text,
    }


def _has_company(seats: Sitting, me: str) -> bool:
    """Whether somebody else may listen, now or when the seat is taken: bots don't."""
    return any(player is None or (player != me and is_person(player)) for player in seats)
