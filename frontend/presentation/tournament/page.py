"""The contexts of a tournament's pages. What all of them share is `tournament`; each has one thing more."""

from typing import TypedDict

from frontend.presentation.games import GameContext, game_context
from frontend.presentation.tournament.now import NowContext, OwnContext, now_context, own_context
from frontend.presentation.tournament.rounds import RoundContext, current, round_context
from frontend.presentation.tournament.rules import RulesContext, rules_context
from frontend.presentation.tournament.shown import EntrantContext, Shown, address_of
from frontend.presentation.tournament.standings import TOP, StandingsContext, standings_context
from frontend.presentation.tournament.told import Hours, Told
from shared.annotations import Json

NEWEST = 24  # entrants who are listed before the start
TABLES = 12  # of a round that are shown on the first page


class OrganiserContext(TypedDict):
    name: str
    address: str | None
    you: bool


class SeasonContext(TypedDict):
    """Of a league in divisions. `former` and `next` are tournaments; `opens`: its organiser may open the next one."""

    number: int
    size: int
    moves: int
    former: str | None
    next: str | None
    opens: bool


class TournamentContext(TypedDict):
    """What every page of it shows. `rounds`: how many are paired. `has_bracket`: somebody is knocked out in it."""

    id: str
    version: int
    title: str
    text: str
    game: GameContext
    options: Json
    organiser: OrganiserContext
    start: str | None
    entry: str
    listed: bool
    in_person: bool
    to_sit: int
    rest: int
    link: str
    now: NowContext
    own: OwnContext
    rules: RulesContext
    rounds: int
    has_bracket: bool
    is_drawn: bool
    season: SeasonContext | None
    error: Json | None


class TournamentPage(TypedDict):
    """`entrants` before the start, the first ones; `standings` and `round` after it, as much as fits on a page."""

    tournament: TournamentContext
    entrants: list[EntrantContext]
    standings: StandingsContext
    round: RoundContext | None


def tournament_page(
    shown: Shown, told: Told, hours: Hours, origin: str = "", error: Json | None = None
) -> TournamentPage:
    number = current(shown)
    return {
        "tournament": tournament_context(shown, told, hours, origin, error),
        "entrants": first_entrants(shown, NEWEST) if shown.is_open else [],
        "standings": standings_context(shown, size=TOP),
        "round": None if number is None else first_tables(round_context(shown, number)),
    }


def first_entrants(shown: Shown, most: int) -> list[EntrantContext]:
    """Of those who are in."""
    there = [number for number, one in enumerate(shown.held.entrants) if one.is_in]
    return [shown.entrants[number] for number in there[:most]]


def first_tables(found: RoundContext) -> RoundContext:
    """One's own table first, then those that still play, then the best."""
    tables = sorted(found["tables"], key=lambda one: (not one["yours"], one["how"] not in ("plays", "waits")))
    return {**found, "tables": tables[:TABLES]}


def tournament_context(
    shown: Shown, told: Told, hours: Hours, origin: str = "", error: Json | None = None
) -> TournamentContext:
    held, opened = shown.held, shown.held.opening
    return {
        "id": held.id,
        "version": held.version,
        "title": told.title,
        "text": told.text,
        "game": game_context(opened.game),
        "options": dict(opened.options),
        "organiser": {
            "name": shown.organiser,
            "address": address_of(opened.organiser),
            "you": shown.is_organiser,
        },
        "start": told.start,
        "entry": told.entry,
        "listed": told.listed,
        "in_person": told.in_person,
        "to_sit": told.to_sit,
        "rest": told.rest,
        "link": f"{origin}/tournaments/{held.id}",
        "now": now_context(shown, hours),
        "own": own_context(shown, told, hours),
        "rules": rules_context(shown.rules),
        "rounds": len(held.rounds),
        "has_bracket": held.is_knock_out,
        "is_drawn": held.is_knock_out and bool(held.of_stage),
        "season": season_context(shown, told),
        "error": error,
    }


def season_context(shown: Shown, told: Told) -> SeasonContext | None:
    season, held = shown.held.season, shown.held
    if season is None:
        return None
    return {
        "number": season.number,
        "size": season.size,
        "moves": season.moves,
        "former": season.former,
        "next": told.next,
        "opens": shown.is_organiser and bool(held.ended and held.standings) and told.next is None,
    }
