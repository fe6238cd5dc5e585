"""Who is together at a table or in its match: who may listen there, who may talk, and who hears the same."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from frontend.people.who import player_of
from frontend.presentation.games import is_together
from frontend.presentation.part import Viewer
from frontend.presentation.seen import Seen
from frontend.site import Site
from shared.errors import NotAllowed, NotShown
from shared.people.house import PRIVATE, House, Talkers, may_talk, may_write
from shared.platform.cited import OfDeal
from shared.platform.match import Match
from shared.platform.player import is_bot, is_person, player_from
from shared.platform.table import Table

Sitting = Sequence[str | None]
SOMEBODY = ""  # whoever may talk and has neither a seat nor a word: no person has this id


@dataclass(frozen=True, slots=True)
class Company:
    """`seats` is who plays, by seat; `passed_on` are those whose seats somebody else has taken over. `table` is there
    until the match has started.
    """

    seats: Sitting
    house: House
    table: Table | None = None
    is_over: bool = False
    passed_on: Sitting = ()
    deal: OfDeal | None = None
    game: str | None = None

    @property
    def is_together(self) -> bool:
        """Whether those who play plan together, and so talk about what they plan."""
        return len(self.seats) > 1 and is_together(self.game or "", len(self.seats))


def company_in(site: Site, seen: Seen) -> Company:
    return company_of_match(seen.match, site.houses.begun(seen.id), is_over=seen.has_ended)


def company_of_match(match: Match, house: House, is_over: bool) -> Company:
    owners, passed_on = match.seating.owners, match.seating.passed_on
    return Company(owners, house, is_over=is_over, passed_on=passed_on, deal=match.deal, game=match.start.game)


def company_at(site: Site, id_: str) -> Company:
    """Whose seats they are, resigned or not; before the match, who sits at the table.

    Raises TableNotFound if there is neither.
    """
    match = site.streams.matches.load(f"match:{id_}").state
    if match.started is not None:
        return company_of_match(match, site.houses.begun(id_), is_over=match.is_over)
    return company_of(site.streams.table(id_).state, site.houses.waiting(id_))


def company_of(table: Table, house: House) -> Company:
    sitting = [taken.player if taken else None for taken in table.seats]
    return Company(sitting, house, table, game=table.opened.game if table.opened else None)


def sitting(site: Site, id_: str) -> Sitting:
    """Who plays, by seat. Raises TableNotFound."""
    return company_at(site, id_).seats


def may_listen(site: Site, company: Company, player: str) -> bool:
    if company.table is not None and not site.watching.is_let_in(company.house, company.table, player):
        return False
    sits = player in (*company.seats, *company.passed_on)
    return site.watching.is_open_to(player, company.house, company.deal, sits=sits, is_over=company.is_over)


def check_listening(site: Site, company: Company, player: str) -> None:
    """Raises NotShown."""
    if company.table is not None and not site.watching.is_let_in(company.house, company.table, player):
        raise NotShown(PRIVATE)
    if not may_listen(site, company, player):
        site.watching.refuse(company.deal)


def answers_for(site: Site, speaker: str) -> str:
    """Who is blocked when this speaker is: of a bot its owner."""
    offer = site.roster.offer(speaker) if is_bot(speaker) else None
    return (offer and offer.owner) or speaker


def check_talking(site: Site, company: Company, person: str, owner: str | None = None, *, writes: bool = True) -> None:
    """Raises NotAllowed: as the house rules say, or because somebody who sits here has blocked this person.

    `writes`: in words of their own, not by a phrase. `owner` is there where a bot talks: whoever is blocked is so under
    every name.
    """
    player = player_of(person)
    check_listening(site, company, player)
    if company.house.talk is Talkers.NOBODY:
        raise NotAllowed("nobody talks at this table")
    if not may_talk(company.house, sits=player in company.seats):
        raise NotAllowed("only those who play here can talk")
    if writes and not may_write(company.house, sits=player in company.seats):
        raise NotAllowed("at this table only phrases can be said")
    here = {player_from(each).name for each in company.seats if each and is_person(each)} - {person}
    if any((owner or person) in blocked for blocked in site.blocks.of_each(here - {owner}).values()):
        raise NotAllowed("you can't talk at this table")


@dataclass
class Hearers:
    """Who hears the same of a talk: most people do. Whoever plays, has spoken or has blocked a speaker does not."""

    site: Site
    id: str
    company: Company
    _blocked: dict[str, frozenset[str]] = field(default_factory=dict)

    def admitted(self, viewers: Collection[Viewer]) -> Collection[Viewer]:
        self._look_up({viewer.person for viewer in viewers if viewer.person})
        return [viewer for viewer in viewers if may_listen(self.site, self.company, player_of(viewer.person))]

    def audience(self, person: str | None) -> str | None:
        """The person for whom the talk is drawn; SOMEBODY and None for all others, by whether they may talk."""
        if not person:
            return None
        self._look_up({person})
        everybody_talks = self.company.house.talk is Talkers.ALL
        has_spoken = everybody_talks and person in self.speakers
        if player_of(person) in self.company.seats or has_spoken or self._blocked[person] & self.speakers:
            return person
        return SOMEBODY if everybody_talks else None

    @cached_property
    def speakers(self) -> frozenset[str]:
        """With those who answer for them."""
        found = {line.person for line in self.site.talk.lines(self.id)}
        return frozenset(found | {answers_for(self.site, each) for each in found})

    def _look_up(self, persons: set[str]) -> None:
        """Whom they have blocked; while nobody has spoken, that hides nothing."""
        unknown = persons - self._blocked.keys()
        found: Mapping[str, frozenset[str]] = self.site.blocks.of_each(unknown if self.speakers else ())
        self._blocked.update({person: found.get(person, frozenset()) for person in unknown})
