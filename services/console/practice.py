"""One match between bots, from its start to its end: in memory alone, or in a ledger from which it can be exported."""

from collections.abc import Callable
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from services.console.kept import keep
from shared.bots import mind
from shared.evidence import Asked
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.canonical import canonical
from shared.ledger.decider import Message
from shared.ledger.ids import id_from
from shared.ledger.memory import MemoryLedger
from shared.platform.match import Command, Match, Play, Start, after, decide, result_of
from shared.platform.records.export import export
from shared.platform.score import Count
from shared.platform.streams import Streams, cite

SERVICE = "service:console"

Obey = Callable[[Command, str, str], Match]
"""Carries out a command, given whose it is and its idempotency key, and returns the match after it."""


def practice(game: Game, players: tuple[str, ...], options: Any, seed: str) -> Start:
    return Start(
        game=game,
        options=options,
        players=players,
        seed=seed,
        nonces=(None,) * len(players),
        table=None,
        practice=True,
    )


def id_of(start: Start) -> str:
    """From everything that determines the match, so that two different matches never share an id, or a file."""
    made_of = [start.game.slug, start.game.rules, asdict(start.options), list(start.players), start.seed]
    return id_from(sha256(canonical(made_of)).digest())


def played(start: Start, id_: str, log: Path | None) -> tuple[Match, int]:
    """The match at its end, and its number of moves; with `log` its record is also written to that folder."""
    if log is None:
        return play_out(start, in_memory(id_))
    streams = Streams(MemoryLedger())
    match, moves = play_out(start, in_ledger(streams, id_))
    write_down(streams, match, log)
    return match, moves


def play_out(start: Start, obey: Obey) -> tuple[Match, int]:
    game = start.game
    minds = [mind(player, game, seat) for seat, player in enumerate(start.players)]
    match, moves = obey(start, SERVICE, "start"), 0
    while match.called:
        seat, turn = match.called[0], match.turn
        view = match.view(seat)
        move = minds[seat](view, game.legal_moves(view, seat), match.bot_chance(seat))
        player = match.players[seat]
        match = obey(Play(player=player, seat=seat, turn=turn, move=move), player, f"bot-{turn}-{seat}")
        moves += 1
    return match, moves


def in_memory(id_: str) -> Obey:
    match = Match(id=id_, games=GAMES)

    def obey(command: Command, by: str, cause: str) -> Match:
        nonlocal match
        asked = Asked(command.seat, command.turn, command.move) if isinstance(command, Play) else None
        match = after(match, decide(match, command), asked)
        return match

    return obey


def in_ledger(streams: Streams, id_: str) -> Obey:
    def obey(command: Command, by: str, cause: str) -> Match:
        streams.matches.handle(Message(stream=f"match:{id_}", by=by, cause=cause, command=command))
        return streams.match(id_).state

    return obey


def write_down(streams: Streams, match: Match, folder: Path) -> None:
    folded = streams.match(match.id)
    count = Count(match=cite(folded), result=result_of(match))
    streams.scores.handle(Message(stream=f"score:{match.id}", by=SERVICE, cause="count", command=count))
    folder.mkdir(parents=True, exist_ok=True)
    keep(export(streams.ledger, match.id), folder / f"{match.id}.jsonl")
