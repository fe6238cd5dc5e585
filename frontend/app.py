"""The frontend as a web process: pages, guests, and the public door to the services."""

from flask import Flask, Response, jsonify
from flask_wtf import CSRFProtect

from frontend.door.gateway import gateway
from frontend.door.limits import keep_limits
from frontend.door.safety import guard
from frontend.pages.audit import audit
from frontend.pages.branch import branch
from frontend.pages.help import help_pages
from frontend.pages.join import join
from frontend.pages.lobby import lobby
from frontend.pages.match import match
from frontend.pages.result import result
from frontend.pages.robots import mark_choices, robots
from frontend.pages.score import score
from frontend.pages.seat import seat
from frontend.pages.table import table
from frontend.pages.talk import talk
from frontend.people.acting import choose_who_acts
from frontend.people.sessions import can_be_forgotten, held_persons, keep_sessions, visiting_person
from frontend.people.who import others_context, person_context
from frontend.problems import answer_errors
from frontend.site import Site, furnish, live_address, make_site, site
from frontend.versions import offer_versions
from shared.ledger.redis import check_writes
from shared.log import configure
from shared.settings import Settings, settings
from shared.space import warning
from shared.web.bodies import limit_bodies


def create_app(chosen: Settings | None = None) -> Flask:
    configure("frontend")
    made = make_site(chosen or settings())
    app = Flask("frontend")
    app.config.update(WTF_CSRF_TIME_LIMIT=None)  # as long as the cookie: a page may stay open over night
    app.json.ensure_ascii = False  # type: ignore[attr-defined]  # the default provider has it
    furnish(app, made)
    guard(app)
    limit_bodies(app)
    keep_sessions(app, made.key)
    keep_limits(app, made.settings.redis_url)
    choose_who_acts(app)
    CSRFProtect(app).exempt(gateway)  # it has a rule of its own for programs
    for blueprint in (
        lobby, join, table, seat, talk, match, branch, result, audit, score, help_pages, robots, gateway,
    ):  # fmt: skip
        app.register_blueprint(blueprint)
    app.add_url_rule("/health", view_func=health)
    answer_errors(app)
    offer_versions(app)
    mark_choices(app)
    introduce(app, made)
    return app


def introduce(app: Flask, made: Site) -> None:
    """What every template may use."""
    app.context_processor(
        lambda: {
            "person": person_context(made.accounts, visiting_person()),
            "can_be_forgotten": can_be_forgotten,
            "others": others_context(made.accounts, visiting_person(), held_persons()),
            "live_url": live_address(),
        }
    )


def health() -> Response:
    """Well is who can take a move: 503 with a sentence where everything can only be read; a warning before that."""
    check_writes(site().limits)
    told = warning(site().settings)
    return jsonify(status="ok", **({"warning": told} if told else {}))
