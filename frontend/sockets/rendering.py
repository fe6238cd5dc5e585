"""Renders the parts that pages have for their sockets, outside of any request."""

from flask import Flask, render_template

from frontend.people.who import person_context
from frontend.presentation.part import Viewer
from frontend.presentation.parts import PARTS
from frontend.site import Site
from frontend.sockets.room import Rendering, Room
from frontend.sockets.watcher import Watcher


class Renderer:
    """`render` is what the hub asks for."""

    def __init__(self, app: Flask, site: Site) -> None:
        self.app = app
        self.site = site

    def render(self, room: Room) -> Rendering:
        """Raises NotFound, Unavailable."""
        part = PARTS[room.kind]
        snapshot = part.snapshot(self.site, room.id)

        def audience(watcher: Watcher) -> Viewer:
            return snapshot.audience(Viewer(watcher.person, watcher.origin))

        def html(watcher: Watcher) -> str:
            viewer = audience(watcher)
            with self.app.app_context():
                person = person_context(self.site.accounts, viewer.person)
                return render_template(part.pushed, person=person, **snapshot.context(viewer))

        return Rendering(snapshot.version, audience, html, snapshot.is_final)
