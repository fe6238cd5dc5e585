"""The frontend as a web process: pages, guests, and the public door to the services."""

from importlib import import_module
from pkgutil import iter_modules

from flask import Blueprint, Flask, Response, jsonify
from flask_wtf import CSRFProtect

from frontend import pages
from frontend.bots.opening import keep_bots
from frontend.bots.routes import bots
from frontend.bundles.made import offer_bundles
from frontend.door.encoding import compress_answers
from frontend.door.gateway import gateway, know_by_token
from frontend.door.guessing import refuse_guessers
from frontend.door.limits import keep_limits
from frontend.door.origins import live_address, origin
from frontend.door.provider import keep_provider
from frontend.door.rights import keep_rights
from frontend.door.safety import guard
from frontend.door.services import connect_services
from frontend.pages.robots import mark_choices
from frontend.people.acting import choose_who_acts
from frontend.people.claims import Claims, check_claims, tell_the_signed_out
from frontend.people.languages import choose_languages
from frontend.people.sessions import can_be_forgotten, held_persons, keep_sessions, visiting_person
from frontend.people.visits import note_visits
from frontend.people.who import others_context, person_context
from frontend.problems import answer_errors
from frontend.site import Site, furnish, make_site, site
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
    compress_answers(app)  # what comes first here looks at an answer last
    connect_services(app, made.settings, made.key)
    choose_languages(app, made.accounts, made.languages)
    guard(app)
    limit_bodies(app)
    keep_sessions(app, made.key)
    refuse_guessers(app)
    check_claims(app, Claims(made.accounts, made.sessions))
    tell_the_signed_out(app)
    note_visits(app, made.limits)
    keep_limits(app, made.limits)
    keep_provider(app, made.settings)
    choose_who_acts(app, made.streams)
    app.before_request(know_by_token)
    csrf = CSRFProtect(app)
    for door in (bots, gateway):  # the first one's addresses are narrower
        csrf.exempt(door)  # they have a rule of their own for programs
        app.register_blueprint(door)
    keep_bots(app, made)
    add_pages(app)
    app.add_url_rule("/health", view_func=health)
    answer_errors(app)
    offer_versions(app)
    offer_bundles(app.jinja_env)
    mark_choices(app)
    introduce(app, made)
    keep_rights(app, "frontend", made.accounts)  # the last: it knows all routes
    return app


def add_pages(app: Flask) -> None:
    """Every blueprint of a module in `pages/`: a new page needs no line here."""
    for module in iter_modules(pages.__path__, f"{pages.__name__}."):
        for found in vars(import_module(module.name)).values():
            if isinstance(found, Blueprint):
                app.register_blueprint(found)


def introduce(app: Flask, made: Site) -> None:
    """Give every template what the layout needs."""
    app.context_processor(
        lambda: {
            "person": person_context(made.accounts, visiting_person()),
            "can_be_forgotten": can_be_forgotten,
            "others": others_context(made.accounts, visiting_person(), held_persons()),
            "live_url": live_address(),
            "origin": origin(),
        }
    )


def health() -> Response:
    """503 with a sentence if nothing can be stored, because no move could be taken; before that, a warning."""
    check_writes(site().limits)
    sentence = warning(site().settings)
    return jsonify(status="ok", **({"warning": sentence} if sentence else {}))
