"""What somebody needs to report another person: whom, what it is about, and what they typed."""

from typing import TypedDict

from frontend.people.who import player_of
from frontend.presentation.company import check_listening, company_at
from frontend.site import Site
from shared.annotations import Json
from shared.errors import NotFound
from shared.people.reports import LONGEST, Kind
from shared.platform.player import is_person, player_from


class Reported(TypedDict):
    """`chosen`: the form begins with them."""

    id: str
    name: str
    chosen: bool


class ReportForm(TypedDict):
    """`where` is the page of the table or match, None where it happened in none; `typed` what could not be sent."""

    people: list[Reported]
    place: str
    where: str | None
    kinds: list[str]
    kind: str
    typed: str
    longest: int
    sent: bool
    error: Json | None


class ReportPage(TypedDict):
    report: ReportForm


def report_page(
    site: Site, visitor: str, about: str, place: str, kind: str = "", typed: str = "", error: Json | None = None
) -> ReportPage:
    """Raises NotFound, TableNotFound, NotShown."""
    people = reportable(site, visitor, about, place)
    names = site.accounts.names(map(player_of, people))
    return {
        "report": {
            **_nobody(site, place),
            "people": [
                {"id": each, "name": names[player_of(each)], "chosen": each == about or len(people) == 1}
                for each in people
            ],
            "kinds": [str(each) for each in Kind],
            "kind": kind,
            "typed": typed,
            "error": error,
        }
    }


def sent_page(site: Site, place: str) -> ReportPage:
    """Afterwards."""
    return {"report": {**_nobody(site, place), "sent": True}}


def reportable(site: Site, visitor: str, about: str, place: str) -> list[str]:
    """Whom one may report: all who play or talked there, or one person whom this server knows.

    Raises NotFound, TableNotFound, and NotShown: who is at a private table is not said to those outside.
    """
    if not place:
        if site.directory.entry(about) is None:
            raise NotFound("nobody here has this id")
        return [about]
    company = company_at(site, place)
    check_listening(site, company, player_of(visitor))
    there = [player_from(player).name for player in company.seats if player and is_person(player)]
    spoke = [line.person for line in site.talk.lines(place)]
    people = [each for each in dict.fromkeys([*there, *spoke]) if each != visitor]
    if about and about not in people:
        raise NotFound("this person was not there")
    return people


def version_of(site: Site, place: str) -> int:
    """Of the match, 0 where there is none yet."""
    return site.streams.ledger.last(f"match:{place}") if place else 0


def _nobody(site: Site, place: str) -> ReportForm:
    kind = "m" if version_of(site, place) else "t"
    return {
        "people": [],
        "place": place,
        "where": f"/{kind}/{place}" if place else None,
        "kinds": [],
        "kind": "",
        "typed": "",
        "longest": LONGEST,
        "sent": False,
        "error": None,
    }
