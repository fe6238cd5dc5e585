"""What was said at a table and in its match, with names and seats, and whether the reader may say something."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypedDict

from frontend.people.who import player_of, seat_name
from frontend.presentation.company import Company, Hearers, Sitting, answers_for, company_at, may_listen
from frontend.presentation.part import Viewer
from frontend.presentation.seats import distinct_names
from frontend.site import Site, new_key
from frontend.talk import Line
from shared.annotations import Json
from shared.people.house import may_talk, may_write
from shared.people.phrases import offered
from shared.platform.player import is_person


class TalkLine(TypedDict):
    """`seat` is None for a speaker who has left the table; `text` is the English of a `phrase`."""

    number: int
    at: str
    seat: int | None
    name: str
    you: bool
    text: str
    phrase: str | None


class TalkContext(TypedDict):
    """`typed` is what could not be said; `is_open` whether the talk is unfolded at first.

    `can_write`: also in words of their own; `phrases` are those that the reader can say otherwise.
    `talkers` are those whom the house rules let talk; `is_hidden`: the rules keep what is said from this reader.
    """

    id: str
    version: int
    lines: list[TalkLine]
    can_talk: bool
    can_write: bool
    phrases: list[str]
    talkers: str
    is_hidden: bool
    is_open: bool
    cause: str
    typed: str
    error: Json | None


class TalkPage(TypedDict):
    talk: TalkContext
    has_match: bool


class TalkSnapshot:
    """Its audiences are those of `Hearers`."""

    is_final = False

    def __init__(self, site: Site, id_: str) -> None:
        self.site, self.id = site, id_
        self.company = company_at(site, id_)
        self.version = site.talk.version(id_)  # read before the lines: what comes meanwhile is pushed again
        self.hearers = Hearers(site, id_, self.company)

    def admitted(self, viewers: Collection[Viewer]) -> Collection[Viewer]:
        return self.hearers.admitted(viewers)

    def audience(self, viewer: Viewer) -> Viewer:
        return Viewer(self.hearers.audience(viewer.person))

    def context(self, viewer: Viewer, error: Json | None = None, typed: str = "") -> TalkPage:
        return {
            "talk": talk_context(self.site, self.id, self.company, viewer.person, error, typed),
            "has_match": bool(self.site.streams.ledger.last(f"match:{self.id}")),
        }


def talk_context(
    site: Site, id_: str, company: Company, person: str | None, error: Json | None = None, typed: str = ""
) -> TalkContext:
    """`typed` is what could not be said. Whom the reader has blocked is not heard."""
    me, seats = player_of(person), company.seats
    is_hidden = not may_listen(site, company, me)
    version, said = (0, []) if is_hidden else site.talk.heard(id_)
    lines = unblocked(site, said, person)
    players = [player for player in seats if player]
    names = site.accounts.names({*players, *(player_of(line.person) for line in lines)})
    called = dict(zip(players, distinct_names([seat_name(names, player) for player in players]), strict=True))
    is_heard, sits = person is not None and not is_hidden, me in players
    can_talk = is_heard and may_talk(company.house, sits=sits)
    return {
        "id": id_,
        "version": version,
        "lines": [_line(line, {**names, **called}, seats, me) for line in lines],
        "can_talk": can_talk,
        "can_write": is_heard and may_write(company.house, sits=sits),
        "phrases": offered(company.is_together) if can_talk else [],
        "talkers": str(company.house.talk),
        "is_hidden": is_hidden,
        "is_open": bool(lines) or (can_talk and _has_company(seats, me)),
        "cause": new_key(),
        "typed": typed,
        "error": error,
    }


def unblocked(site: Site, lines: Sequence[Line], person: str | None) -> Sequence[Line]:
    """Without those of whom this person has blocked. Where nobody else has spoken, the server is not asked."""
    if not person or all(line.person == person for line in lines):
        return lines
    blocked = site.blocks.of(person)
    hidden = {each for each in {line.person for line in lines} if answers_for(site, each) in blocked} if blocked else ()
    return [line for line in lines if line.person not in hidden]


def _line(line: Line, names: Mapping[str, str], seats: Sitting, me: str) -> TalkLine:
    player = player_of(line.person)
    return {
        "number": line.number,
        "at": line.at,
        "seat": seats.index(player) if player in seats else None,
        "name": names[player],
        "you": player == me,
        "text": line.text,
        "phrase": line.phrase,
    }


def _has_company(seats: Sitting, me: str) -> bool:
    """Whether somebody else may listen, now or when the seat is taken: bots don't."""
    return any(player is None or (player != me and is_person(player)) for player in seats)
