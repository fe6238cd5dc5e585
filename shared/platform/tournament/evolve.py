"""The fold of a tournament, one event at a time. It never refuses."""

from collections.abc import Iterable
from typing import Any, assert_never

from shared.platform.tournament.events import (
    CheckedIn,
    Entered,
    MatchLinked,
    NonceShown,
    PairingChanged,
    ResultEntered,
    ResultRecorded,
    Returned,
    RoundEnded,
    RoundPaired,
    SeasonOpened,
    StageEnded,
    TimeEnded,
    TournamentEnded,
    TournamentOpened,
    TournamentPaused,
    TournamentResumed,
    TournamentStarted,
    Withdrew,
)
from shared.platform.tournament.state import NONE, NOT_AT_ALL, Entrant, Round, Tournament

OfEntrants = Entered | CheckedIn | NonceShown | Withdrew | Returned
OfTables = PairingChanged | MatchLinked | ResultRecorded | ResultEntered
OfRounds = RoundPaired | OfTables | RoundEnded
OfTime = TimeEnded | TournamentPaused | TournamentResumed
OfAll = TournamentOpened | SeasonOpened | TournamentStarted | StageEnded | OfTime | TournamentEnded
Event = OfEntrants | OfRounds | OfAll


def after(tournament: Tournament, events: Iterable[Event]) -> Tournament:
    for event in events:
        tournament = evolve(tournament, event)
    return tournament


def evolve(tournament: Tournament, event: Event) -> Tournament:
    version = tournament.version + 1
    match event:
        case Entered() | CheckedIn() | NonceShown() | Withdrew() | Returned():
            return tournament._replace(version=version, entrants=_entrants(tournament, event))
        case RoundPaired() | PairingChanged() | MatchLinked() | ResultRecorded() | ResultEntered() | RoundEnded():
            standings = event.standings if isinstance(event, RoundEnded) else tournament.standings
            return tournament._replace(version=version, rounds=_rounds(tournament.rounds, event), standings=standings)
        case _:
            return tournament._replace(version=version, **_whole(tournament, event))


def _entrants(tournament: Tournament, event: OfEntrants) -> tuple[Entrant, ...]:
    entrants, at = tournament.entrants, event.entrant
    if isinstance(event, Entered):
        new = Entrant(event.player, event.nonce_hash, event.strength, since=len(tournament.rounds))
        return (*entrants, new)
    return (*entrants[:at], _entrant(entrants[at], event, len(tournament.rounds)), *entrants[at + 1 :])


def _entrant(entrant: Entrant, event: CheckedIn | NonceShown | Withdrew | Returned, rounds: int) -> Entrant:
    match event:
        case CheckedIn():
            return entrant._replace(checked_in=entrant.checked_in | {event.round})
        case NonceShown():
            return entrant._replace(nonce=event.nonce)
        case Withdrew():
            return entrant._replace(is_in=False, gone=event.reason)
        case Returned():
            return entrant._replace(is_in=True, gone=None, since=min(entrant.since, rounds))
        case _:
            assert_never(event)


def _rounds(rounds: tuple[Round, ...], event: OfRounds) -> tuple[Round, ...]:
    if isinstance(event, RoundPaired):
        made = Round(
            number=event.round,
            stage=event.stage,
            tables=event.tables,
            byes=event.byes,
            pulled=event.pulled,
            by=event.by,
            deal=event.deal,
        )
        return (*rounds, made)
    at = event.round
    return (*rounds[:at], _round(rounds[at], event), *rounds[at + 1 :])


def _round(one: Round, event: OfTables | RoundEnded) -> Round:
    match event:
        case PairingChanged():
            return one._replace(tables=event.tables, byes=event.byes, pulled=(), by="organiser", results=NONE)
        case MatchLinked():
            return one._replace(matches={**one.matches, event.table: event.match})
        case ResultRecorded():
            entered = {table: said for table, said in one.entered.items() if table != event.table}
            return one._replace(results={**one.results, event.table: event}, entered=entered)
        case ResultEntered():
            return one._replace(entered={**one.entered, event.table: (*one.entered.get(event.table, ()), event)})
        case RoundEnded():
            return one._replace(is_ended=True)
        case _:
            assert_never(event)


def _whole(tournament: Tournament, event: OfAll) -> dict[str, Any]:
    match event:
        case TournamentOpened():
            return {"opened": event}
        case SeasonOpened():
            return {"season": event}
        case TournamentStarted():
            there = tuple(one if one.is_in else one._replace(since=NOT_AT_ALL) for one in tournament.entrants)
            return {"nonces": event.nonces, "entrants": there}
        case StageEnded():
            return {"finalists": event.entrants}
        case TimeEnded():
            return {"is_time_over": True}
        case TournamentPaused():
            return {"is_paused": True}
        case TournamentResumed():
            return {"is_paused": False}
        case TournamentEnded():
            return {"ended": event, "standings": event.standings}
        case _:
            assert_never(event)
