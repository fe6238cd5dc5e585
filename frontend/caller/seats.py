"""Who has to sit down at a table of a tournament is called by every way that they have chosen, while it waits."""

from frontend.caller.mailing import Mailing
from frontend.caller.words import pushable, say_plain
from frontend.people.calls import SEAT, SEAT_MAIL, SEAT_PUSH, Call
from frontend.people.ways import Mailbox
from frontend.people.who import player_of
from frontend.site import Site
from shared.platform.player import is_person, player_from
from shared.platform.table import Table
from shared.platform.tournament import Tournament
from shared.tournaments import Announcements, tournament_of


def expect(site: Site, id_: str) -> None:
    """When a table opens: of all who are paired there, in a while."""
    table = site.streams.tables.load(f"table:{id_}").state
    tournament = _tournament(site, table)
    if tournament is None or not site.ways.were_chosen():
        return
    for player in players_at(tournament, id_):
        if is_person(player) and site.ways.has_any(person := player_from(player).name):
            site.calls.expect(Call(SEAT, person, id_), site.settings.call_after)


def call(site: Site, due: Call) -> None:
    for browser in site.ways.browsers(due.person):
        site.calls.expect(Call(SEAT_PUSH, due.person, due.about, browser.id))
    if site.ways.mailbox(due.person):
        site.calls.expect(Call(SEAT_MAIL, due.person, due.about))
    site.calls.done(due)


def is_awaited(site: Site, due: Call) -> bool:
    """Whether the table still waits for them."""
    table = site.streams.tables.load(f"table:{due.about}").state
    is_open = table.opened is not None and not table.is_filled and not table.closed
    return is_open and table.seat_of(player_of(due.person)) is None


def _tournament(site: Site, table: Table) -> Tournament | None:
    id_ = tournament_of(table.opened.opener) if table.opened else None
    return site.streams.tournaments.load(f"tournament:{id_}").state if id_ else None


def players_at(tournament: Tournament, id_: str) -> list[str]:
    place = tournament.place_of(id_)
    seats = tournament.rounds[place[0]].tables[place[1]] if place else ()
    return [tournament.entrants[entrant].player or "" for entrant in seats]


def topic_of(id_: str) -> str:
    return f"seat-{id_}"


def pushed(site: Site, id_: str) -> bytes:
    said = {"title": _title(site, id_), "body": say_plain("Take your seat: the others are waiting for you.")}
    return pushable({**said, "tag": topic_of(id_), "path": f"/t/{id_}"})


def mailed(site: Site, mailing: Mailing, person: str, box: Mailbox, id_: str) -> None:
    said = say_plain("The next round is paired, and your table waits for you: {link}", link=f"{box.origin}/t/{id_}")
    why = say_plain("Whoever does not sit down in time has no place at that table.")
    mailing.send_chosen(person, box, _title(site, id_), f"{said}\n\n{why}")


def _title(site: Site, id_: str) -> str:
    """Tables count from 1 for people."""
    tournament = _tournament(site, site.streams.tables.load(f"table:{id_}").state)
    place = tournament.place_of(id_) if tournament else None
    if tournament is None or place is None:
        return say_plain("Your table waits for you")
    title = Announcements(site.accounts.redis).of(tournament.id).title
    return say_plain("You play at table {number} of {title}", number=place[1] + 1, title=title)
