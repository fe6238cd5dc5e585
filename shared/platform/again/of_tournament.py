"""Whether the rules of this release still lead to what is stored of a tournament: every command is decided again.

Each event says all that was asked for, so the commands follow from the events alone.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from shared.errors import ReadOnly, UrbanistError
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.codec import Registry
from shared.ledger.envelope import Stored
from shared.ledger.past import Entry
from shared.platform.again.difference import Difference, events_unlike
from shared.platform.again.reading import commands, entries_of, readable
from shared.platform.streams import REGISTRY
from shared.platform.tournament import Command, Tournament, after, decide
from shared.platform.tournament import commands as ask
from shared.platform.tournament import events as said
from shared.platform.tournament.decide_entrants import ABSENT, AWAY
from shared.platform.tournament.pairings import OURS, Pairing
from shared.platform.tournament.season import Carried, Season

KIND = "tournament"


def difference_in_tournament(
    id_: str, stored: Sequence[Stored], games: Mapping[str, Game] = GAMES, registry: Registry = REGISTRY
) -> Difference | None:
    """None where everything agrees. Needs the sealed parts. Raises ReadOnly, as where the game is not here."""
    now = Tournament(id=id_)
    for entries in commands(entries_of(f"{KIND}:{id_}", stored, registry)):
        with readable(entries[0]):
            if found := _in_command(now, entries, games, registry):
                return found
            now = after(now, [entry.event for entry in entries])
    return None


def _in_command(
    now: Tournament, entries: Sequence[Entry], games: Mapping[str, Game], registry: Registry
) -> Difference | None:
    first = entries[0]
    try:
        decided = decide(now, command_of(now, entries, games))
    except ReadOnly:
        raise
    except UrbanistError as verdict:
        return Difference(KIND, first.version, "type", first.envelope.type, str(verdict))
    return events_unlike(KIND, entries, decided, registry)


def command_of(now: Tournament, entries: Sequence[Entry], games: Mapping[str, Game] = GAMES) -> Command:
    by, event, last = entries[0].envelope.by, entries[0].event, entries[-1].event
    if isinstance(event, said.TournamentOpened):
        if event.game not in games:
            raise ReadOnly("this release does not have the rules of {game}", game=event.game)
        game = games[event.game]
        options = game.options(**event.options)
        return ask.OpenTournament(
            by=event.organiser, game=game, options=options, rules=event.rules, seed=event.seed, season=_season(entries)
        )
    if isinstance(last, said.TournamentStarted):
        return ask.StartTournament(by=_who(now, by))
    if isinstance(last, said.ResultEntered):
        return _by_players(by, last)
    if isinstance(last, said.RoundEnded):
        is_late = len(entries) > 1 or bool(now.rounds[last.round].disputed)
        return ask.EndRound(round=last.round, late=is_late)
    return COMMANDS[type(event)](now, by, event)


def _season(entries: Sequence[Entry]) -> Season | None:
    """Who is carried over has entered with the same command."""
    if len(entries) == 1:
        return None
    season, *entered = [entry.event for entry in entries[1:]]
    numbers, players = [*(one for division in season.carried for one in division)], iter(entered)
    carried = dict(zip(numbers, ((one.player, one.strength) for one in players), strict=True))
    divisions = tuple(tuple(Carried(one, *carried[one]) for one in division) for division in season.carried)
    return Season(season.number, season.size, season.moves, season.former, season.end, divisions)


def _who(now: Tournament, by: str) -> str | None:
    """Matchmaking itself, or somebody who may."""
    return None if by.startswith("service:") and by != now.opening.organiser else by


def _paired(now: Tournament, by: str, event: said.RoundPaired) -> Command:
    library = None if event.by == OURS else Pairing(event.tables, event.byes, event.pulled)
    return ask.PairRound(round=event.round, library=library, made_by=event.by, instead=event.instead)


def _changed(now: Tournament, by: str, event: said.PairingChanged) -> Command:
    return ask.ChangePairing(by=by, round=event.round, tables=event.tables, byes=event.byes, note=event.note)


def _recorded(now: Tournament, by: str, event: said.ResultRecorded) -> Command:
    return ask.RecordResult(
        by=_who(now, by),
        round=event.round,
        table=event.table,
        how=event.how,
        places=event.places,
        points=event.points,
        played=event.played,
        note=event.note,
    )


def _by_players(by: str, event: said.ResultEntered) -> Command:
    return ask.EnterResult(
        by=by,
        round=event.round,
        table=event.table,
        seat=event.seat,
        places=event.places,
        points=event.points,
    )


def _entered(now: Tournament, by: str, event: said.Entered) -> Command:
    return ask.Enter(by=by, player=event.player, nonce_hash=event.nonce_hash, strength=event.strength)


def _withdrew(now: Tournament, by: str, event: said.Withdrew) -> Command:
    by_itself = None if event.reason in (ABSENT, AWAY) else by
    return ask.Withdraw(by=by_itself, entrant=event.entrant, note=event.note, away=event.reason == AWAY)


COMMANDS: Mapping[type, Callable[[Tournament, str, Any], Command]] = {
    said.Entered: _entered,
    said.CheckedIn: lambda now, by, event: ask.CheckIn(by=by, entrant=event.entrant),
    said.NonceShown: lambda now, by, event: ask.ShowNonce(by=by, nonce=event.nonce),
    said.Withdrew: _withdrew,
    said.Returned: lambda now, by, event: ask.Return(by=by, entrant=event.entrant),
    said.RoundPaired: _paired,
    said.PairingChanged: _changed,
    said.MatchLinked: lambda now, by, event: ask.LinkMatch(round=event.round, table=event.table, match=event.match),
    said.ResultRecorded: _recorded,
    said.StageEnded: lambda now, by, event: ask.BeginFinal(),
    said.TimeEnded: lambda now, by, event: ask.EndTime(),
    said.TournamentPaused: lambda now, by, event: ask.Pause(by=by, note=event.note),
    said.TournamentResumed: lambda now, by, event: ask.Resume(by=by),
    said.TournamentEnded: lambda now, by, event: ask.EndTournament(by=_who(now, by), note=event.note),
}
