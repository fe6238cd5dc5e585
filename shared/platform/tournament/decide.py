"""Judges every command for a tournament, and gives the events that an allowed one leads to."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import assert_never

from shared.errors import MatchOver, NotAllowed
from shared.games.chance import commitment
from shared.platform.player import is_operator
from shared.platform.rating.pools import has_rivals
from shared.platform.tournament.commands import (
    BeginFinal,
    ChangePairing,
    CheckIn,
    Command,
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
    Resume,
    Return,
    ShowNonce,
    StartTournament,
    Withdraw,
)
from shared.platform.tournament.decide_entrants import ABSENT, check_in, enter, return_, show, withdraw
from shared.platform.tournament.decide_rounds import begin_final, change, end_round, pair
from shared.platform.tournament.decide_tables import enter_result, link, record
from shared.platform.tournament.divisions import check_season
from shared.platform.tournament.due import due
from shared.platform.tournament.events import (
    Entered,
    SeasonOpened,
    TimeEnded,
    TournamentEnded,
    TournamentOpened,
    TournamentPaused,
    TournamentResumed,
    TournamentStarted,
    Withdrew,
)
from shared.platform.tournament.evolve import Event, after
from shared.platform.tournament.rules import AT_START, DUPLICATE, LEAGUE, NEVER, Rules, check_rules, formats_of
from shared.platform.tournament.season import Season
from shared.platform.tournament.standings import standings
from shared.platform.tournament.state import Tournament


def decide(tournament: Tournament, command: Command) -> Sequence[Event]:
    """The events that the command leads to, or a verdict: NotFound, MatchOver, NotAllowed."""
    if isinstance(command, OpenTournament):
        return _open(tournament, command)
    organiser = tournament.opening.organiser
    if tournament.ended:
        raise MatchOver("this tournament is over")
    match command:
        case Enter() | CheckIn() | ShowNonce() | Withdraw() | Return():
            return _of_entrants(tournament, command)
        case StartTournament():
            check_organiser(organiser, command.by)
            return _start(tournament)
        case PairRound():
            return pair(tournament, command)
        case ChangePairing():
            check_organiser(organiser, command.by)
            return change(tournament, command)
        case LinkMatch():
            return [link(tournament, command)]
        case RecordResult():
            check_organiser(organiser, command.by)
            return [record(tournament, command)]
        case EnterResult():
            return enter_result(tournament, command)
        case EndRound():
            return end_round(tournament, command)
        case BeginFinal():
            return [begin_final(tournament)]
        case EndTime():
            return [_end_time(tournament)]
        case Pause() | Resume():
            check_organiser(organiser, command.by)
            return [_paused(tournament, command)]
        case EndTournament():
            check_organiser(organiser, command.by)
            return [_end(tournament, command)]
        case _:
            assert_never(command)


def check_organiser(organiser: str, by: str | None) -> None:
    """None is matchmaking itself, which does what the rules say."""
    if by is not None and by != organiser and not is_operator(by):
        raise NotAllowed("only the organiser of a tournament can do this")


def _of_entrants(tournament: Tournament, command: Enter | CheckIn | ShowNonce | Withdraw | Return) -> list[Event]:
    match command:
        case Enter():
            return [enter(tournament, command)]
        case CheckIn():
            return [check_in(tournament, command)]
        case ShowNonce():
            return [show(tournament, command)]
        case Withdraw():
            return [withdraw(tournament, command)]
        case Return():
            return [return_(tournament, command)]
        case _:
            assert_never(command)


def _open(tournament: Tournament, command: OpenTournament) -> list[Event]:
    if tournament.opened is not None:
        raise NotAllowed("this tournament is open already")
    check_rules(command.game, command.rules)
    is_alike = set(formats_of(command.rules)) == {DUPLICATE}  # teams are compared with those of other tables
    if not is_alike and not has_rivals(command.game, command.rules.seats, command.options):
        raise NotAllowed("nobody can win a tournament of a game that all play together")
    if command.season:
        check_divided(command.rules, command.season)
    opened = TournamentOpened(
        organiser=command.by,
        game=command.game.slug,
        options=asdict(command.options),
        rules=command.rules,
        commitment=commitment(command.seed),
        seed=command.seed,
    )
    return [opened, *_season(command.season)] if command.season else [opened]


def check_divided(rules: Rules, season: Season) -> None:
    if rules.format != LEAGUE or rules.rounds or rules.final:
        raise NotAllowed("only a league has divisions, and everybody of one meets everybody, without a final")
    check_season(season, rules.seats)


def _season(season: Season) -> list[Event]:
    """And who is carried over from the season before."""
    carried = tuple(tuple(one.entrant for one in division) for division in season.carried)
    opened = SeasonOpened(
        number=season.number,
        size=season.size,
        moves=season.moves,
        former=season.former,
        end=season.end,
        carried=carried,
    )
    entered = enumerate(one for division in season.carried for one in division)
    return [
        opened,
        *(Entered(entrant=at, player=one.player, nonce_hash=None, strength=one.strength) for at, one in entered),
    ]


def _start(tournament: Tournament) -> list[Event]:
    if tournament.nonces is not None:
        raise NotAllowed("this tournament has started already")
    missing = [
        number for number, one in enumerate(tournament.entrants) if one.is_in and not _is_there(tournament, number)
    ]
    gone: list[Event] = [Withdrew(entrant=number, reason=ABSENT, note=None) for number in missing]
    there = sum(one.is_in for one in after(tournament, gone).entrants)
    if there < 2:
        raise NotAllowed("a tournament needs at least 2 entrants")
    if tournament.format == DUPLICATE and there < 2 * tournament.rules.seats:
        raise NotAllowed("a duplicate needs entrants for at least two tables")
    return [*gone, TournamentStarted(nonces=tuple(one.nonce for one in tournament.entrants))]


def _is_there(tournament: Tournament, entrant: int) -> bool:
    """Who has to check in before the start and did not is not part of it."""
    if tournament.rules.check_in == NEVER:
        return True
    is_needed = tournament.rules.check_in == AT_START
    return 0 in tournament.entrants[entrant].checked_in or not is_needed or tournament.is_bot(entrant)


def _paused(tournament: Tournament, command: Pause | Resume) -> Event:
    if tournament.is_paused == isinstance(command, Pause):
        raise NotAllowed("this tournament is paused already, or not paused at all")
    return TournamentPaused(note=command.note) if isinstance(command, Pause) else TournamentResumed()


def _end_time(tournament: Tournament) -> Event:
    if not tournament.lasts or tournament.nonces is None or tournament.is_paused or tournament.is_time_over:
        raise NotAllowed("no time runs in this tournament")
    return TimeEnded()


def _end(tournament: Tournament, command: EndTournament) -> Event:
    if tournament.nonces is None:
        return TournamentEnded(reason="called_off", note=command.note, standings=())
    if due(tournament) == "end":
        return TournamentEnded(reason="finished", note=command.note, standings=standings(tournament))
    if command.by is None or not command.note:
        raise NotAllowed("this tournament still goes on: to end it early takes its organiser and a reason")
    return TournamentEnded(reason="early", note=command.note, standings=standings(tournament))
