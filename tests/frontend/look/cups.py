"""Sample pages of tournaments: events that are really decided, at several moments of several formats."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from functools import cache
from typing import Any
from unittest.mock import patch

from shared.platform.player import as_player
from shared.platform.tournament import Rules, due, rules_for
from shared.platform.tournament.commands import (
    BeginFinal,
    EndRound,
    EndTime,
    EndTournament,
    Enter,
    EnterResult,
    LinkMatch,
    OpenTournament,
    PairRound,
    Pause,
    RecordResult,
    StartTournament,
    Withdraw,
)
from shared.platform.tournament.season import Season
from shared.tournaments import Announcement, Entry, code_of_table
from tests.frontend.look.house import ADA, BART, BEGUN, CLEO, DORA, EVE, ODD, Page
from tests.frontend.look.samples import GREEDY, QUADROPOLIS, house
from tests.platform.tournament.held import at_random

PEOPLE = (CLEO, ADA, BART, DORA)
TITLE = "The Antwerp Open"
TEXT = "Three evenings in March.\nBring a friend, and a pencil."
START = int((BEGUN + timedelta(days=2)).timestamp() * 1000)
LONG_TITLE = "W" * 40 + " and the " + "\N{CJK UNIFIED IDEOGRAPH-5EFA}" * 31
Ends = Callable[..., Any]


def say(id_: str, command: Any, by: str = "service:matchmaking") -> None:
    house().command("tournament", id_, by, command)


def opened(
    id_: str, rules: Rules, others: Iterable[str] = (), organiser: str = DORA, season: Season | None = None, **told: Any
) -> str:
    """With four people, bots, and whoever is known by a name alone."""
    announced = Announcement(**{"title": TITLE, "text": TEXT, "start": START, **told})
    house().site.tournaments.announcements.keep(id_, announced)
    host = as_player(organiser)
    say(
        id_,
        OpenTournament(
            by=host, game=QUADROPOLIS, options=QUADROPOLIS.options(), rules=rules, seed="5e" * 32, season=season
        ),
        host,
    )
    for person in PEOPLE:
        say(id_, Enter(by=as_player(person), player=as_player(person)), as_player(person))
    for other in others:
        player = other if other.startswith("bot:") else None
        say(id_, Enter(by=host, player=player), host)
        if player is None:
            number = len(held(id_).entrants) - 1
            house().site.tournaments.announcements.name(id_, number, other)
    return id_


def held(id_: str) -> Any:
    return house().streams.tournaments.load(f"tournament:{id_}").state


def listed(id_: str) -> str:
    house().site.tournaments.put(house().streams.tournaments.load(f"tournament:{id_}"))
    return id_


def on(id_: str, until: str = "over", rounds: int = 100, ends: Ends | None = None) -> str:
    """Until this is due after so many rounds."""
    ends = ends or at_random(3)
    while (step := due(held(id_))) != "over" and not (step == until and len(held(id_).rounds) >= rounds):
        now = held(id_)
        match step:
            case "start":
                say(id_, StartTournament(by=None))
            case "pair":
                say(id_, PairRound(round=len(now.rounds)))
            case "play":
                play(id_, 10**6, ends)
            case "end_round":
                over = next(one.number for one in now.rounds if not one.is_ended and not one.open)
                say(id_, EndRound(round=over))
            case "final":
                say(id_, BeginFinal())
            case _:
                say(id_, EndTournament(by=None))
    return listed(id_)


def play(id_: str, tables: int, ends: Ends | None = None) -> str:
    """So many of those that play."""
    ends = ends or at_random(3)
    for number, table, _ in list(held(id_).playing())[:tables]:
        places = ends(held(id_).rounds[number], table)
        points = tuple(64 - 7 * (place or 9) for place in places)
        told = RecordResult(by=None, round=number, table=table, how="by_hand", places=tuple(places), points=points)
        say(id_, told)
    return listed(id_)


def swiss(seats: int = 4, rounds: int = 5, **more: Any) -> Rules:
    return rules_for(QUADROPOLIS, "swiss", seats, rounds, **more)


@cache
def planned() -> str:
    return listed(opened("cupplanned01", swiss(minutes=90), [GREEDY, GREEDY, GREEDY]))


@cache
def by_invitation() -> str:
    """Nobody else may enter."""
    return listed(opened("cupinvited01", swiss(), start=None, entry=Entry.PRIVATE, title="Friends of the harbour"))


@cache
def running() -> str:
    """Round 3: two tables have ended, two have a match, and Cleo has one of these."""
    id_ = opened("cuprunning01", swiss(minutes=60), [GREEDY] * 6 + ["Frida", "Gustav", "Hilde", "Ines of the Hills"])
    on(id_, "play", 3)
    say(id_, Withdraw(by=as_player(DORA), entrant=4, note="the bot takes too long"), as_player(DORA))
    mine = next(table for _, table, seats in held(id_).playing() if 0 in seats)
    for number, table, _ in list(held(id_).playing()):
        if table == mine:
            say(id_, LinkMatch(round=number, table=table, match=f"cuptable000{table}"))
    others = [table for _, table, _ in held(id_).playing() if table != mine]
    for table in others[:2]:
        places = at_random(3)(held(id_).rounds[2], table)
        points = tuple(64 - 7 * (place or 9) for place in places)
        say(id_, RecordResult(by=None, round=2, table=table, how="by_hand", places=tuple(places), points=points))
    return listed(id_)


@cache
def checking_in() -> str:
    return on(opened("cupcheckin01", swiss(check_in="start"), [GREEDY] * 4), "start", 0)


@cache
def paused() -> str:
    id_ = on(opened("cuppaused001", swiss(2, 4), [GREEDY] * 4), "pair", 1)
    say(id_, Pause(by=as_player(DORA), note="the pizza is here"), as_player(DORA))
    return listed(id_)


@cache
def over() -> str:
    return on(opened("cupover00001", swiss(2, 5), [GREEDY] * 3 + ["Frida", "Gustav"]))


@cache
def knock_out() -> str:
    rules = rules_for(QUADROPOLIS, "elimination", 2, third_place=True)
    return on(opened("cupknocked01", rules, [GREEDY] * 7, title="Cup of the quays"), "play", 2)


@cache
def knocked_out() -> str:
    rules = rules_for(QUADROPOLIS, "elimination", 4)
    return on(opened("cupknocked04", rules, [GREEDY] * 12, title="Cup of four"))


@cache
def twice() -> str:
    return on(opened("cuptwice0001", rules_for(QUADROPOLIS, "double_elimination", 2), [GREEDY] * 4))


@cache
def alike() -> str:
    """A duplicate: its first round is over, the second one has two of three results."""
    rules = rules_for(QUADROPOLIS, "duplicate", 2, 3)
    id_ = on(opened("cupalike0001", rules, [GREEDY, GREEDY, "Frida"], title="Same luck"), "play", 2, uneven)
    return play(id_, 2, uneven)


def uneven(one: Any, table: int) -> Any:
    """Somebody is missing at one of the tables."""
    places = at_random(4)(one, table)
    return (None, *places[1:]) if (one.number, table) == (0, 1) else places


@cache
def arena() -> str:
    """It lasts for half an hour; some have played twice, and one table plays."""
    id_ = arena_begun("cuparena0001")
    for _ in range(2):
        play(id_, 2)
        on(id_, "play", len(held(id_).rounds))
        if due(held(id_)) == "pair":
            say(id_, PairRound(round=len(held(id_).rounds)))
    return listed(id_)


@cache
def arena_over() -> str:
    id_ = arena_begun("cuparena0002")
    say(id_, EndTime())
    return listed(id_)


def arena_begun(id_: str) -> str:
    return on(
        opened(id_, rules_for(QUADROPOLIS, "arena", 2, minutes=30), [GREEDY] * 3, title="Half an hour"), "play", 1
    )


@cache
def league() -> str:
    """In divisions of three: over, and its organiser may open the next season."""
    rules = rules_for(QUADROPOLIS, "league", 2)
    return on(
        opened("cupleague001", rules, [GREEDY] * 3 + ["Frida"], season=Season(1, 3, 1), title="League of the quays")
    )


@cache
def all_meet() -> str:
    return on(opened("cupallmeet01", rules_for(QUADROPOLIS, "round_robin", 2), [GREEDY] * 3), "play", 5)


@cache
def in_person() -> str:
    """In a club: Cleo organises it."""
    names = ["Frida", "Gustav", "Hilde", "Ines", "Jonas", "Katarzyna"]
    id_ = opened("cupinperson1", swiss(4, 3), names, organiser=CLEO, in_person=True, title="Club evening")
    on(id_, "play", 2)
    return play(id_, 1)


@cache
def large() -> str:
    """Of a thousand, after three rounds."""
    id_ = "cuplarge0001"
    with patch.object(house().streams.tournaments, "now", house().now):
        opened(id_, swiss(4, 8), [f"Player {number}" for number in range(996)], title="A thousand")
        return on(id_, "pair", 3)


@cache
def long_ones() -> str:
    names = ["W" * 24, "\N{CJK UNIFIED IDEOGRAPH-5EFA}" * 24, *ODD.values(), "", GREEDY, GREEDY]
    return on(opened("cuplong00001", swiss(2, 4), names, title=LONG_TITLE, text="x" * 300), "play", 3)


@cache
def long_bracket() -> str:
    names = ["W" * 24, "\N{CJK UNIFIED IDEOGRAPH-5EFA}" * 24, *ODD.values()]
    return on(opened("cuplong00002", rules_for(QUADROPOLIS, "elimination", 2), names, title=LONG_TITLE), "play", 2)


@cache
def of_200() -> str:
    """Knocked out, in the second round, in which 128 are left."""
    names = [f"Player {number}" for number in range(196)]
    with patch.object(house().streams.tournaments, "now", house().now):
        id_ = opened("cup200000001", rules_for(QUADROPOLIS, "elimination", 2), names, title="Two hundred")
        return on(id_, "play", 2)


@cache
def of_200_in_swiss() -> str:
    names = [f"Player {number}" for number in range(196)]
    with patch.object(house().streams.tournaments, "now", house().now):
        return on(opened("cup200000002", swiss(4, 6), names, title="Two hundred"), "pair", 4)


@cache
def by_players() -> str:
    """In a club whose players enter results: one table waits, one has a word, one is confirmed, one disagrees."""
    names = [f"{name} of the Hills" for name in ("Frida", "Gustav", "Hilde", "Ines", "Jonas", "Katarzyna", "Lo", "Mo")]
    id_ = opened("cupinperson2", swiss(3, 3), names, organiser=DORA, in_person=True, title="Club evening")
    on(id_, "play", 1)
    for table, words in enumerate((1, 2, 2)):
        for seat in range(words):
            points = (50, 45, 40 + (5 * seat if table == 2 else 0))
            said = EnterResult(by="person:cleo", round=0, table=table, seat=seat, places=(1, 2, 3), points=points)
            say(id_, said, "person:cleo")
    return listed(id_)


def with_code(table: int) -> str:
    """The form of a table, as the code on its sheet opens it."""
    seats = held(by_players()).rounds[0].tables[table]
    code = code_of_table(house().site.key, by_players(), 0, table, seats)
    return f"/tournaments/{by_players()}/rounds/1/tables/{table + 1}?code={code}"


def at(event: Callable[[], str], more: str = "", person: str = CLEO) -> Callable[[], Page]:
    return lambda: house().get(person, f"/tournaments/{event()}{more}")


def the_list() -> Page:
    for event in (planned, by_invitation, running, over, paused, knock_out):
        event()
    return house().get(CLEO, "/tournaments?month=2026-03")


NEW = {"game": "quadropolis", "format": "swiss", "seats": "4", "clock": "none"}


def refused(**said: str) -> Page:
    return house().post(CLEO, "/tournaments/new", 400, **NEW, title="", **said)


def named_twice() -> Page:
    """A tie-break that would count a second time."""
    breaks = ["wins", "buchholz", "wins", "", "", ""]
    return house().post(CLEO, "/tournaments/new", 403, **NEW, title="The cup", rounds="5", tie_breaks=breaks)


def wrong_result() -> Page:
    said = {"points-1": "many", "points-2": "40", "points-3": "30"}
    return house().post(CLEO, f"/tournaments/{in_person()}/rounds/2/tables/2", 400, **said)


def unsure() -> Page:
    return house().post(CLEO, f"/tournaments/{in_person()}/desk/end", 400, note="it is late")


PAGES: dict[str, Callable[[], Page]] = {
    "tournaments": the_list,
    "tournaments-none": lambda: house().get(CLEO, "/tournaments?month=2031-01"),
    "tournaments-new": lambda: house().get(CLEO, "/tournaments/new"),
    "tournaments-new-refused": lambda: refused(rounds="many", points="3 2 1", bye="half", start="soon"),
    "tournaments-new-twice": named_twice,
    "tournament-planned": at(planned, person=EVE),
    "tournament-entered": at(planned),
    "tournament-invited": at(by_invitation, person=EVE),
    "tournament-check-in": at(checking_in),
    "tournament-running": at(running),
    "tournament-watched": at(running, person=EVE),
    "tournament-paused": at(paused),
    "tournament-over": at(over),
    "tournament-large": at(large),
    "tournament-long": at(long_ones),
    "tournament-standings": at(running, "/standings"),
    "tournament-standings-large": at(large, "/standings?page=2"),
    "tournament-entrants": at(planned, "/standings"),
    "tournament-crosstable": at(all_meet, "/crosstable"),
    "tournament-crosstable-four": at(running, "/crosstable"),
    "tournament-crosstable-large": at(large, "/crosstable"),
    "tournament-bracket": at(knock_out, "/bracket"),
    "tournament-bracket-four": at(knocked_out, "/bracket"),
    "tournament-bracket-twice": at(twice, "/bracket"),
    "tournament-bracket-long": at(long_bracket, "/bracket"),
    "tournament-round": at(running, "/rounds/2"),
    "tournament-round-large": at(large, "/rounds/3"),
    "tournament-arena": at(arena),
    "tournament-arena-over": at(arena_over),
    "tournament-arena-rules": at(arena, "/rules"),
    "tournament-league": at(league),
    "tournament-league-standings": at(league, "/standings"),
    "tournament-league-rules": at(league, "/rules"),
    "tournament-league-desk": at(league, "/desk", DORA),
    "tournament-alike": at(alike),
    "tournament-alike-standings": at(alike, "/standings"),
    "tournament-alike-round": at(alike, "/rounds/1"),
    "tournament-alike-running": at(alike, "/rounds/2"),
    "tournament-alike-entrant": at(alike, "/entrants/1"),
    "tournament-alike-rules": at(alike, "/rules"),
    "tournament-entrant": at(over, "/entrants/1"),
    "tournament-rules": at(over, "/rules"),
    "audit-tournament": at(over, "/audit"),
    "tournament-boards": at(running, "/boards"),
    "tournament-desk": at(in_person, "/desk"),
    "tournament-desk-planned": at(planned, "/desk", DORA),
    "tournament-desk-others": at(in_person, "/desk", EVE),
    "tournament-desk-unsure": unsure,
    "tournament-hall": at(running, "/hall"),
    "tournament-hall-tables": at(running, "/hall?screen=2"),
    "tournament-hall-long": at(long_ones, "/hall"),
    "tournament-hall-planned": at(planned, "/hall"),
    "tournament-pairings": at(in_person, "/rounds/2/pairings"),
    "tournament-pairings-long": at(long_ones, "/rounds/3/pairings"),
    "tournament-slips": at(in_person, "/rounds/2/slips"),
    "tournament-result": at(in_person, "/rounds/2/tables/2"),
    "tournament-result-correct": at(in_person, "/rounds/2/tables/1"),
    "tournament-result-wrong": wrong_result,
    "tournament-by-players": at(by_players, person=DORA),
    "tournament-by-players-watched": at(by_players, person=EVE),
    "tournament-by-players-round": at(by_players, "/rounds/1"),
    "tournament-by-players-first": lambda: house().get(EVE, with_code(3)),
    "tournament-by-players-second": lambda: house().get(EVE, with_code(0)),
    "tournament-by-players-disputed": lambda: house().get(EVE, with_code(2)),
    "tournament-by-players-decide": at(by_players, "/rounds/1/tables/3", DORA),
    "tournament-by-players-slips": at(by_players, "/rounds/1/slips", DORA),
    "tournament-bracket-200": at(of_200, "/bracket"),
    "tournament-crosstable-200": at(of_200_in_swiss, "/crosstable"),
    "tournament-result-others": at(in_person, "/rounds/2/tables/2", EVE),
}
