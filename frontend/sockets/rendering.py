"""Renders the parts that pages have for their sockets, outside of any request."""

from flask import Flask, render_template

from frontend.people.who import person_context
from frontend.presentation.part import Viewer
from frontend.presentation.parts import PARTS
from frontend.site import Site
from frontend.sockets.room import Rendering, Room
from shared.language import speaking


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
            with self.app.app_context(), speaking(audience.language):
                person = person_context(self.site.accounts, audience.person or None)
                return render_template(part.pushed, person=person, pushed=True, **snapshot.context(audience))

        def audience(viewer: Viewer) -> Viewer:
            """Who sees the same reads it in several languages."""
            return snapshot.audience(viewer)._replace(language=viewer.language)

        return Rendering(snapshot.version, audience, html, snapshot.is_final, snapshot.admitted)
