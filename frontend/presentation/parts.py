"""The table of all parts that stay live: pages render them, sockets push them, polls ask for them.

A new live page is its view in `pages/`, its templates, its contexts with a snapshot in this folder, and its row here.
"""

from collections.abc import Mapping

from frontend.presentation.lobby import LobbySnapshot
from frontend.presentation.match import MatchSnapshot
from frontend.presentation.part import Feed, Part
from frontend.presentation.table import TableSnapshot
from frontend.presentation.talk import TalkSnapshot
from frontend.presentation.tournament.looked import TournamentSnapshot

ID = "<string(length=12):id_>"

LOBBY = Part(name="lobby", address="/", snapshot=LobbySnapshot, feed=Feed.ROWS, pushed="lobby/_part.html")
TABLE = Part(
    name="table",
    address=f"/t/{ID}",
    snapshot=TableSnapshot,
    feed=Feed.EVENTS,
    pushed="table/_part.html",
    hears=("talk",),
)
MATCH = Part(
    name="match",
    address=f"/m/{ID}",
    snapshot=MatchSnapshot,
    feed=Feed.EVENTS,
    pushed="match/_part.html",
    hears=("talk",),
)
TOURNAMENT = Part(
    name="tournament",
    address=f"/tournaments/{ID}",
    snapshot=TournamentSnapshot,
    feed=Feed.EVENTS,
    pushed="tournament/_part.html",
)
TALK = Part(name="talk", address=f"/t/{ID}/talk", snapshot=TalkSnapshot, feed=Feed.TALK, pushed="talk/_frame.html")

PARTS: Mapping[str, Part] = {part.name: part for part in (LOBBY, MATCH, TABLE, TALK, TOURNAMENT)}
