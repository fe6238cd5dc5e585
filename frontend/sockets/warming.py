"""Draws every part once after the start: compiling the templates takes over half a second of processor time."""

from dataclasses import replace

import structlog
from flask import Flask

from frontend.logs import Logs
from frontend.presentation.part import Feed, Viewer
from frontend.presentation.parts import PARTS, TOURNAMENT
from frontend.site import Site
from frontend.sockets.rendering import Renderer
from frontend.sockets.room import Room
from shared.games.game import Game
from shared.games.registry import GAMES
from shared.ledger.decider import Message
from shared.ledger.memory import MemoryLedger
from shared.platform.match import Start
from shared.platform.rating.pools import has_rivals
from shared.platform.streams import Streams
from shared.platform.table import OpenTable
from shared.platform.tournament import rules_for
from shared.platform.tournament.commands import OpenTournament

log = structlog.get_logger()

ADA, BOB = "warmingada00", "warmingbob00"  # nobody is ever given these ids: they are drawn by chance
SEED = "00" * 32


def warm(app: Flask, site: Site) -> None:
    """For a player who is called, one who isn't, and a spectator, of what exists in memory only."""
    streams = Streams(MemoryLedger())
    renderer = Renderer(app, replace(site, streams=streams, logs=Logs(streams.matches)))
    try:
        for number, game in enumerate(GAMES.values()):
            id_ = f"warming{number:05}"
            open_and_start(streams, game, id_)
            for part in PARTS.values():
                if part == TOURNAMENT and not has_rivals(game, 2):
                    continue
                rendering = renderer.render(Room(part.name, "" if part.feed is Feed.ROWS else id_))
                for person in (ADA, BOB, None):
                    rendering.html(rendering.audience(Viewer(person)))
    except Exception:  # whoever watches is drawn the same parts, a little later
        log.warning("warming_failed", exc_info=True)


def open_and_start(streams: Streams, game: Game, id_: str) -> None:
    players = (f"person:{ADA}", f"person:{BOB}")
    options = game.options()
    table = OpenTable(by=players[0], game=game, options=options, seats=2, listed=False, seed=SEED)
    start = Start(
        game=game, options=options, players=players, seed=SEED, nonces=(None, None), table=None, practice=True
    )
    streams.tables.handle(Message(stream=f"table:{id_}", by=players[0], cause="warming-open", command=table))
    streams.matches.handle(Message(stream=f"match:{id_}", by="service:live", cause="warming-start", command=start))
    if has_rivals(game, 2):
        event = OpenTournament(
            by=players[0], game=game, options=options, rules=rules_for(game, "swiss", 2, 1), seed=SEED
        )
        streams.tournaments.handle(
            Message(stream=f"tournament:{id_}", by=players[0], cause="warming-event", command=event)
        )
