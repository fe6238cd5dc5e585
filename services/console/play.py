"""`urbanist play`: matches between bots in this process, without a server; practice, never rated."""

import json
import os
import sys
import time
from argparse import Namespace
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from services.console.lines import all_of
from services.console.practice import id_of, played, practice
from services.console.words import plural
from shared.bots import names, player
from shared.errors import Malformed
from shared.games.game import Game, Result
from shared.games.registry import GAMES
from shared.games.tie_breaks import plain_tie_breaks
from shared.language import number as shown
from shared.ledger.forms.schema import from_text, made


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
        ties = plain_tie_breaks(game.tie_breaks(match.state), first=1)
        print(json.dumps({"match": id_, **outcome(result), **ties, "moves": moved}), flush=True)
        moves += moved
    seconds = time.perf_counter() - started
    print(speed(moves, seconds), file=sys.stderr)


def speed(moves: int, seconds: float) -> str:
    return plural(
        "{n} move in {seconds} s: {speed} moves per second",
        "{n} moves in {seconds} s: {speed} moves per second",
        moves,
        seconds=shown(seconds, 2),
        speed=shown(moves / seconds, 0),
    )


def outcome(result: Result) -> dict[str, Any]:
    """Winners count from 1. Where all play together there is a target, and all of them win or none."""
    together = {} if result.target is None else {"target": result.target}
    return {"points": list(result.points), **together, "winners": [seat + 1 for seat in result.winners]}


def check(game: Game, seats: int, bots: Sequence[str], matches: int) -> None:
    check_lineup(game, seats, bots, names())
    if len(bots) != seats:
        raise Malformed("--bots: {seats} seats need {seats} bots, not {given}", seats=seats, given=len(bots))
    check_matches(matches)


def check_matches(matches: int) -> None:
    if matches < 1:
        raise Malformed("--matches: at least 1")


def check_lineup(game: Game, seats: int, bots: Sequence[str], known: Sequence[str]) -> None:
    if seats not in game.seats:
        first, last = game.seats[0], game.seats[-1]
        raise Malformed("--seats: {game} is for {first} to {last} players", game=game.title, first=first, last=last)
    if unknown := [name for name in bots if name not in known]:
        raise Malformed("--bots: there is no bot {name}; there are {known}", name=unknown[0], known=", ".join(known))


def options_of(game: Game, words: Sequence[str]) -> Any:
    """From `mode=expert` and the like; options that are not named keep their defaults."""
    chosen = {name: value for name, _, value in (word.partition("=") for word in words)}
    try:
        return made(game.options, from_text(game.options, chosen))
    except Malformed as verdict:
        raise Malformed("--option: {wrong}", wrong=all_of(verdict.fields)) from None
