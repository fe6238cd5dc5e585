"""Reports as operators read them, with the talk around that time. Nobody else sees who reported whom."""

from collections.abc import Iterable, Sequence
from typing import TypedDict

from frontend.people.who import player_of
from frontend.presentation.account import stamp_of
from frontend.site import Site
from shared.people.reports import Report
from shared.platform.player import is_person, player_from

BEFORE, AFTER = 12, 3  # lines of talk around a report


class Named(TypedDict):
    """`id` is None for a bot."""

    id: str | None
    name: str


class Quoted(TypedDict):
    """`is_about`: said by the one who was reported."""

    at: str
    name: str
    text: str
    is_about: bool


class ReportContext(TypedDict):
    """`where` is the moment in the match, or its table; None where it happened in none."""

    id: str
    kind: str
    text: str
    at: str
    by: Named
    about: Named
    place: str
    where: str | None
    quoted: list[Quoted]
    settled_at: str | None
    settled_by: str | None
    note: str


def reports_context(site: Site, reports: Sequence[Report]) -> list[ReportContext]:
    people = {person for each in reports for person in (each.by, each.about, each.operator) if person}
    names = site.accounts.names(map(player_of, people))
    return [_report(site, each, {person: names[player_of(person)] for person in people}) for each in reports]


def _report(site: Site, report: Report, names: dict[str, str]) -> ReportContext:
    at, place = stamp_of(report.at), report.place
    return {
        "id": report.id,
        "kind": report.kind,
        "text": report.text,
        "at": at,
        "by": {"id": report.by, "name": names[report.by]},
        "about": {"id": report.about, "name": names[report.about]},
        "place": place,
        "where": (f"/m/{place}?at={report.version}" if report.version else f"/t/{place}") if place else None,
        "quoted": quoted(site, place, at, report.about) if place else [],
        "settled_at": stamp_of(report.settled) if report.settled else None,
        "settled_by": names[report.operator] if report.operator else None,
        "note": report.note,
    }


def quoted(site: Site, place: str, at: str, about: str) -> list[Quoted]:
    """What was said there until then, and just after. Lines are read where they are kept, never copied."""
    lines = site.talk.lines(place)
    said_before = sum(line.at <= at for line in lines)
    around = lines[max(0, said_before - BEFORE) : said_before + AFTER]
    names = site.accounts.names({player_of(line.person) for line in around})
    return [
        {"at": line.at, "name": names[player_of(line.person)], "text": line.text, "is_about": line.person == about}
        for line in around
    ]


def named(site: Site, players: Iterable[str | None]) -> list[Named | None]:
    players = list(players)
    names = site.accounts.names(player for player in players if player)
    return [
        {"id": player_from(player).name if is_person(player) else None, "name": names[player]} if player else None
        for player in players
    ]
