"""What a socket is shown: the same parts that pages have, drawn outside of any request, by audience."""

from collections.abc import Hashable
from functools import cache
from typing import Any

from flask import Flask, render_template

from frontend.people.who import person_context, player_of
from frontend.presentation.absent import has_resigned, was_replaced
from frontend.presentation.lobby import lobby_context
from frontend.presentation.match import look, match_context
from frontend.presentation.table import sent_away, table_context
from frontend.presentation.talk import sitting, talk_context
from frontend.site import Site
from frontend.sockets.hub import Room, Shown
from frontend.sockets.watcher import Watcher
from shared.platform.rows import of_player


class Showing:
    """`show` is what the hub asks for."""

    def __init__(self, app: Flask, site: Site) -> None:
        self.app = app
        self.site = site
        self.kinds = {"match": self.match, "table": self.table, "lobby": self.lobby, "talk": self.talk}

    def show(self, room: Room) -> Shown:
        """Raises NotFound, Unavailable."""
        return self.kinds[room.kind](room.id)

    def match(self, id_: str) -> Shown:
        """An audience is a seat, who lost one to a bot, or all others.

        A move changes nothing of the talk: the page keeps what it has.
        """
        seen = look(self.site, id_, None)

        def draw(watcher: Watcher) -> str:
            person = watcher.person if audience(watcher) is not None else None
            context = match_context(self.site, look(self.site, id_, person))
            return self._draw("match/_part.html", person, match=context, talk=None)

        def audience(watcher: Watcher) -> Hashable:
            me = player_of(watcher.person)
            seat = seen.match.seat_of(me)
            has_left = was_replaced(seen.match, me) or has_resigned(seen.match, me)
            return me if seat is None and has_left else seat

        return Shown(seen.head, audience, draw, is_final=seen.match.is_over)

    def table(self, id_: str) -> Shown:
        """An audience is who takes part or was sent away, or all others that came by the same address."""
        folded = self.site.streams.table(id_)
        opened, sent = folded.state.opened, sent_away(self.site, id_)

        def draw(watcher: Watcher) -> str:
            person, _ = audience(watcher)
            context = table_context(self.site, id_, person, watcher.origin)
            talk = talk_context(self.site, id_, sitting(self.site, id_), person)
            return self._draw("table/_part.html", person, table=context, talk=talk)

        def audience(watcher: Watcher) -> tuple[str | None, str]:
            me = player_of(watcher.person)
            takes_part = folded.state.seat_of(me) is not None or (opened is not None and opened.opener == me)
            return watcher.person if takes_part or me in sent else None, watcher.origin

        return Shown(folded.version, audience, draw, is_final=folded.state.closed is not None)

    def lobby(self, _id: str) -> Shown:
        """An audience is who has tables or matches, or all others."""
        version = self.site.rows.version()

        def draw(watcher: Watcher) -> str:
            person = audience(watcher)
            return self._draw("lobby/_part.html", person, **lobby_context(self.site, person))

        @cache  # the server is asked once for each
        def audience(watcher: Watcher) -> str | None:
            me = player_of(watcher.person)
            return watcher.person if me and self.site.rows.count(of_player(me)) else None

        return Shown(version, audience, draw)

    def talk(self, id_: str) -> Shown:
        """An audience is who may say something, or all others. The version is read first: what comes is told again."""
        players, version = sitting(self.site, id_), self.site.talk.version(id_)

        def draw(watcher: Watcher) -> str:
            person = audience(watcher)
            return self._draw("talk/_frame.html", person, talk=talk_context(self.site, id_, players, person))

        def audience(watcher: Watcher) -> str | None:
            return watcher.person if player_of(watcher.person) in players else None

        return Shown(version, audience, draw)

    def _draw(self, template: str, person: str | None, **context: Any) -> str:
        with self.app.app_context():
            return render_template(template, person=person_context(self.site.accounts, person), **context)
