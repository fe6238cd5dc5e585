"""Matches between bots in this process, without a server: practice, never rated."""

import json
import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from services.console.kept import keep
from services.console.lines import all_of
from shared.bots import MINDS, mind, player
from shared.errors import Malformed
from shared.evidence import Asked
from shared.games.game import Game, Result
from shared.games.registry import GAMES
from shared.games.ties import told
from shared.ledger.canonical import canonical
from shared.ledger.decider import Message
from shared.ledger.forms.schema import from_text, made
from shared.ledger.ids import id_from
from shared.ledger.memory import MemoryLedger
from shared.platform.match import Command, Match, Play, Start, after, decide
from shared.platform.records.export import export
from shared.platform.score import Count
from shared.platform.streams import Streams, cite

SERVICE = "service:console"

Obey = Callable[[Command, str, str], Match]
"""A command, by whom, and its key, to the match after it."""


def run(asked: Namespace) -> None:
    game, bots = GAMES[asked.game], asked.bots.split(",")
    check(game, asked.seats, bots, asked.matches)
    players, options = tuple(map(player, bots)), options_of(game, asked.option)
    started, moves = time.perf_counter(), 0
    for number in range(asked.matches):
        seed = sha256(os.fsencode(f"{asked.game}:{asked.seed}:{number}")).hexdigest()
        start = practice(game, players, options, seed)
        id_ = id_of(start)
        match, moved = played(start, id_, asked.log)
        result = game.result(match.state)
        parted = told(game.tie_breaks(match.state), first=1)
        print(json.dumps({"match": id_, **outcome(result), **parted, "moves": moved}), flush=True)
        moves += moved
    seconds = time.perf_counter() - started
    print(f"{moves} moves in {seconds:.2f} s: {moves / seconds:.0f} moves per second", file=sys.stderr)


def outcome(result: Result) -> dict[str, Any]:
    """Winners count from 1; who played together won all, or nobody did, and there is a target."""
    together = {} if result.target is None else {"target": result.target}
    return {"points": list(result.points), **together, "winners": [seat + 1 for seat in result.winners]}


def check(game: Game, seats: int, bots: Sequence[str], matches: int) -> None:
    if seats not in game.seats:
        first, last = game.seats[0], game.seats[-1]
        raise Malformed("--seats: {game} is for {first} to {last} players", game=game.title, first=first, last=last)
    if unknown := [name for name in bots if name not in MINDS]:
        raise Malformed("--bots: there is no bot {name}; there are {known}", name=unknown[0], known=", ".join(MINDS))
    if len(bots) != seats:
        raise Malformed("--bots: {seats} seats need {seats} bots, not {given}", seats=seats, given=len(bots))
    if matches < 1:
        raise Malformed("--matches: at least 1")


def options_of(game: Game, words: Sequence[str]) -> Any:
    """`mode=expert` and so on; the others stay as they are by default."""
    said = {name: value for name, _, value in (word.partition("=") for word in words)}
    try:
        return made(game.options, from_text(game.options, said))
    except Malformed as verdict:
        raise Malformed("--option: {wrong}", wrong=all_of(verdict.fields)) from None


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
    """From everything that makes the match: two that could differ in anything never share an id, nor a file."""
    made_of = [start.game.slug, start.game.rules, asdict(start.options), list(start.players), start.seed]
    return id_from(sha256(canonical(made_of)).digest())


def played(start: Start, id_: str, log: Path | None) -> tuple[Match, int]:
    """The match at its end, and how many moves it took; with `log` also as a file there."""
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
    count = Count(match=cite(folded), result=match.rules.result(match.state))
    streams.scores.handle(Message(stream=f"score:{match.id}", by=SERVICE, cause="count", command=count))
    folder.mkdir(parents=True, exist_ok=True)
    keep(export(streams.ledger, match.id), folder / f"{match.id}.jsonl")
