"""Sample contexts of matches that are won or lost together: really played, stored, counted and presented."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import MappingProxyType, SimpleNamespace
from typing import Any, cast

from frontend.logs import Logs
from frontend.presentation.match import match_context
from frontend.presentation.result import RematchContext, result_context
from frontend.presentation.seen import look_unasked
from frontend.presentation.sheet import sheet_context
from frontend.site import Site
from services.scoring.analysis import judged
from shared.annotations import Json
from shared.bots import mind, player
from shared.bots.judge import JUDGE
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.memory import MemoryLedger
from shared.platform.cited import Cited
from shared.platform.keys import Keys
from shared.platform.match import Command, Play, Start
from shared.platform.score import Analyse, Count
from shared.platform.streams import Streams, cite
from shared.settings import Settings
from tests.frontend.look.samples import HOST_KEY, key_of

GAME = GAMES["sprawlopolis"]
ID = "7xk2m9qa4b1c"
ORIGIN = "http://127.0.0.1:8000"
WON, LOST, ALONE = (("greedy", "any_move"), 9), (("any_move", "any_move"), 0), (("any_move",), 19)
SHEET = {"goals": "3,6,9", "city": "beeaedrechdbLccNbc"}


class Names:
    """What people are called."""

    chosen: Mapping[str, str] = MappingProxyType({})

    def names(self, players: Iterable[str]) -> dict[str, str]:
        return {each: self.chosen.get(each) or default(each) for each in players}


def default(player: str) -> str:
    return player.partition(":")[2].partition("@")[0].capitalize()


@contextmanager
def called(cleo: str) -> Iterator[None]:
    """Cleo has another name meanwhile."""
    Names.chosen = {"person:cleo": cleo}
    yield
    Names.chosen = {}


@cache
def hosted(minds: tuple[str, ...], seed: int, moves: int | None = None, hints: bool = True) -> Site:
    """Cleo's match with bots, played for her by the first mind; counted if it came to its end."""
    streams = Streams(MemoryLedger())
    players = ("person:cleo", *(player(name) for name in minds[1:]))
    options = GAME.options(difficulty="easier")
    start = Start(
        game=GAME,
        options=options,
        players=players,
        seed=f"{seed:02x}" * 32,
        nonces=(None,) * len(players),
        table=Cited(5, "0" * 64),
        practice=False,
        hints=hints,
        keys=Keys(HOST_KEY, (key_of("cleo"), *(None for _ in players[1:]))),
    )
    _obey(streams, start, "start")
    play_on(streams, [mind(player(name), GAME, seat) for seat, name in enumerate(minds)], moves)
    known = {"imported": SimpleNamespace(of=lambda id_: None), "analyses": None, "settings": Settings.from_environ({})}
    nobody = SimpleNamespace(of=lambda player: None)
    site = SimpleNamespace(streams=streams, logs=Logs(streams.matches), accounts=Names(), coached=nobody, **known)
    return cast("Site", site)


def play_on(streams: Streams, minds: list[Any], moves: int | None) -> None:
    match = streams.match(ID).state
    while match.called and moves != 0:
        seat, view = match.called[0], match.view(match.called[0])
        move = minds[seat](view, GAME.legal_moves(view, seat), match.bot_chance(seat))
        command = Play(player=match.players[seat], seat=seat, turn=match.turn, move=move)
        match = _obey(streams, command, f"move-{match.turn}")
        moves = None if moves is None else moves - 1
    if not match.called:
        folded = streams.match(ID)
        count = Count(match=Cited(folded.version, str(folded.digest)), result=GAME.result(match.state))
        streams.scores.handle(Message(stream=f"score:{ID}", by="service:test", cause="count", command=count))


def analysed(played: tuple[tuple[str, ...], int]) -> Site:
    """The same match, with what the judge says of it."""
    site = hosted.__wrapped__(*played)
    past = site.streams.matches.reader.past(f"match:{ID}")
    command = Analyse(match=cite(past), bot=JUDGE, turns=tuple(judged(ID, past.entries)))
    site.streams.scores.handle(Message(stream=f"score:{ID}", by="service:test", cause="judge", command=command))
    return site


def _obey(streams: Streams, command: Command, cause: str) -> Any:
    streams.matches.handle(Message(stream=f"match:{ID}", by="service:test", cause=cause, command=command))
    return streams.match(ID).state


def match(played: tuple[tuple[str, ...], int], moves: int | None = None, you: str | None = "cleo") -> Json:
    site = hosted(*played, moves)
    return dict(match_context(site, look_unasked(site, ID, you)))


def result(played: tuple[tuple[str, ...], int], you: str | None = "cleo") -> Json:
    site = hosted(*played)
    rematch: RematchContext | None = {"others": [], "waits": False} if you else None
    return dict(result_context(site, look_unasked(site, ID, you), ORIGIN, rematch, None))


def sheet(**told: str) -> Json:
    """What the rules themselves say to an address."""
    assert GAME.calculator is not None
    return dict(sheet_context(GAME.calculator, told, "/score/sprawlopolis", "#score"))
