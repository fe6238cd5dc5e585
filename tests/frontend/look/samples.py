"""Matches and tables for sample pages, each made once and as far as its page needs it."""

from collections.abc import Collection
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from services.scoring.analysis import judged
from shared.bots import mind
from shared.bots import player as bot
from shared.bots.judge import JUDGE
from shared.games.chance import nonce_hash
from shared.games.quadropolis.play.board import SQUARE
from shared.games.registry import GAMES
from shared.platform.cited import Cited
from shared.platform.keys import Keys
from shared.platform.match import Match, Play, Start
from shared.platform.player import as_player, is_bot
from shared.platform.rows import row_of
from shared.platform.score import Analyse, Count
from shared.platform.table import OpenTable, SeatBot, ShowNonce, StopWaiting, TakeSeat
from shared.platform.terms import USUAL
from tests.at_end import OPEN
from tests.frontend.look.house import CLEO, House, opened

QUADROPOLIS = GAMES["quadropolis"]
NONCE = "a0" * 32
GREEDY = bot("greedy")
HOST_KEY = "8c" * 32
SERVICE = "service:game_command"


@cache
def house() -> House:
    """One in each process of tests, open until its end."""
    return OPEN.enter_context(opened())


def person(id_: str) -> str:
    return id_ if is_bot(id_) else as_player(id_)


def key_of(id_: str) -> str:
    """Nobody signs anything on sample pages."""
    secret = sha256(f"key of {id_}".encode()).digest()
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex()


def table(id_: str, *players: str, game: str = "quadropolis", seats: int = 2, seed: int = 1, **options: Any) -> str:
    """Opened by Cleo; the players sit down in the order of the seats, and an empty name leaves its seat free."""
    hints, terms = options.pop("hints", True), options.pop("terms", USUAL)
    found, by = GAMES[game], person(CLEO)
    facts: dict[str, Any] = {
        "game": found,
        "options": found.options(**options),
        "seed": f"{seed:02x}" * 32,
        "host_key": HOST_KEY,
    }
    house().command("table", id_, by, OpenTable(by=by, seats=seats, listed=True, hints=hints, terms=terms, **facts))
    for at, each in enumerate(players):
        if not each:
            continue
        sits: Any = TakeSeat(by=person(each), nonce_hash=nonce_hash(NONCE), seat=at, key=key_of(each))
        if is_bot(each):
            sits = SeatBot(by=by, bot=each, seat=at)
        house().command("table", id_, sits.by, sits)
    return id_


def match(
    id_: str, *players: str, moves: int | None = 0, seed: int = 1, silent: Collection[str] = (), **more: Any
) -> str:
    """Begun at a table by those who showed their nonces, and played for so many moves; None: to its end.

    `silent`: who promised a nonce and did not show it.
    """
    table(id_, *players, seats=len(players), seed=seed, **more)
    for each in players:
        if not is_bot(each) and each not in silent:
            house().command("table", id_, person(each), ShowNonce(by=person(each), nonce=NONCE))
    if silent:
        house().command("table", id_, "service:matchmaking", StopWaiting())
    folded = house().streams.table(id_)
    opened, closed = folded.state.opened, folded.state
    assert opened is not None
    assert folded.digest is not None
    game = GAMES[opened.game]
    start = Start(
        game=game,
        options=game.options(**opened.options),
        players=tuple(map(str, closed.players)),
        seed=f"{seed:02x}" * 32,
        nonces=closed.nonces,
        table=Cited(folded.version, folded.digest),
        practice=False,
        keys=Keys(HOST_KEY, closed.keys),
        hints=opened.hints,
        terms=opened.terms,
    )
    house().command("match", id_, SERVICE, start)
    play(id_, moves, seed)
    return id_


def play(id_: str, moves: int | None = None, seed: int = 1) -> None:
    """By somebody who likes to build, but not too well; what people do together, they think about."""
    keen, played = Random(seed), 0
    while played != moves and (now := house().streams.match(id_).state).called:
        seat = now.called[0]
        move(id_, keen.choice(promising(now, seat)) if now.game is QUADROPOLIS else thought_of(now, seat))
        played += 1


def until(seat: int, id_: str) -> str:
    """Played on until this seat is called."""
    while house().streams.match(id_).state.called != (seat,):
        play(id_, 1)
    return id_


def move(id_: str, chosen: Any) -> None:
    """Of the seat that is called."""
    now = house().streams.match(id_).state
    seat = now.called[0]
    asked = Play(player=now.players[seat], seat=seat, turn=now.turn, move=chosen)
    house().command("match", id_, now.players[seat], asked)


def promising(now: Match, seat: int) -> list[Any]:
    """Mostly moves that build, and best such that add a floor."""
    moves = list(QUADROPOLIS.legal_moves(now.view(seat), seat))
    full, squares = now.state.holdings[seat].squares, SQUARE[now.state.mode]
    building = [move for move in moves if move.target is not None]
    adding = [move for move in building if full[squares[move.target]]]
    return (adding or building or moves) if now.turn % 7 else moves


def thought_of(now: Match, seat: int) -> Any:
    assert now.game is not None
    view = now.view(seat)
    return mind(GREEDY, now.game, seat)(view, now.game.legal_moves(view, seat), now.bot_chance(seat))


def count(id_: str) -> str:
    folded = house().streams.match(id_)
    assert folded.digest is not None
    assert folded.state.game is not None
    result = folded.state.game.result(folded.state.state)
    house().command("score", id_, "service:scoring", Count(match=Cited(folded.version, folded.digest), result=result))
    return id_


def analyse(id_: str) -> str:
    """Every move, as the judge weighs it."""
    folded, entries = house().streams.match(id_), house().streams.matches.reader.past(f"match:{id_}").entries
    assert folded.digest is not None
    found = Analyse(match=Cited(folded.version, folded.digest), bot=JUDGE, turns=tuple(judged(id_, entries)))
    house().command("score", id_, "service:scoring", found)
    return id_


def worst_turn(id_: str) -> int:
    """The version at which the move was made that cost most."""
    analysis = house().streams.analysis(id_)
    assert analysis is not None
    return max(analysis.turns, key=lambda each: each.given_away).turn


def listed(*ids: str) -> None:
    for id_ in ids:
        found = row_of(house().streams, id_)
        assert found is not None
        house().site.rows.put(found)
