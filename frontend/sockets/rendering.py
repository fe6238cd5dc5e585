"""Renders the parts that pages have for their sockets, outside of any request."""

from flask import Flask, render_template

from frontend.people.who import person_context
from frontend.presentation.part import Viewer
from frontend.presentation.parts import PARTS
from frontend.site import Site
from frontend.sockets.room import Rendering, Room


class Renderer:
    """`render` is what the hub asks for."""

    def __init__(self, app: Flask, site: Site) -> None:
        self.app = app
        self.site = site

    def render(self, room: Room) -> Rendering:
        """Raises NotFound, Unavailable."""
        part = PARTS[room.kind]
        snapshot = part.snapshot(self.site, room.id)

        def html(audience: Viewer) -> str:
            with self.app.app_context():
                person = person_context(self.site.accounts, audience.person or None)
                return render_template(part.pushed, person=person, pushed=True, **snapshot.context(audience))

        return Rendering(snapshot.version, snapshot.audience, html, snapshot.is_final, snapshot.admitted)
