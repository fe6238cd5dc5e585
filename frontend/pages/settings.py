"""How one is called when it is one's turn: chosen, confirmed and ended here, and in the links of mails."""

from functools import cache
from pathlib import Path

from flask import Blueprint, Response, current_app, make_response, redirect, request, session
from flask.blueprints import BlueprintSetupState

from frontend.door.limits import CALLING, MAIL, limit
from frontend.door.origins import is_own_origin, origin
from frontend.people.calls import Call
from frontend.people.endpoints import is_believed
from frontend.people.mailed import CONFIRM, STOP
from frontend.people.sessions import HERE, held_persons, renew, visiting_person
from frontend.people.ways import EVERY, id_of
from frontend.presentation.settings import LinkPage, SettingsPage, link_context, mailed_link, settings_context
from frontend.render import render
from frontend.site import site
from shared.errors import Malformed, NotAllowed

settings = Blueprint("settings", __name__)
SAID = ("push", "push_off", "asked", "mail_off", "every", "forgotten")  # what was done, as the page is asked to say it


@settings.get("/settings")
def show() -> Response:
    said = request.args.get("done")
    here = session.get(HERE)
    context: SettingsPage = {
        "settings": settings_context(
            site(), visiting_person(), here, public_key(site().settings.var), said if said in SAID else None
        )
    }
    return _unkept(render("settings", whole=True, **context))


@cache
def public_key(var: Path) -> str:
    """Loaded when it is first asked for: the library takes 10 MB, in each process, and few pages need it."""
    from shared.web.push_key import public_part, push_key

    return public_part(push_key(var))


@settings.post("/settings/push")
@limit(CALLING)
def add_browser() -> Response:
    """Sent by a script, with what the browser's push service gave it."""
    person = visiting_person()
    renew()
    site().languages.note(person)
    _add(person)
    return _done("push")


def _add(person: str) -> None:
    said = {name: request.form.get(name, "") for name in ("endpoint", "p256dh", "auth")}
    if not is_believed(said["endpoint"], site().settings.push_services):
        raise Malformed("this browser is called by a service that this server does not know", fields={})
    session[HERE] = site().ways.add_browser(person, said, origin(), public_key(site().settings.var)).id


@settings.get("/settings/push/key")
def key() -> Response:
    """What a browser needs to ask its push service once more, after that has given up what it had."""
    return Response(public_key(site().settings.var), content_type="text/plain; charset=utf-8")


@settings.post("/settings/push/renewed")
@limit(CALLING)
def renew_browser() -> Response:
    """Sent by the service worker, which has no page and so no token, when the push service has replaced what this
    browser had. Whoever sends it names the old address, which is a secret, or has the cookie of that browser.
    """
    old = request.form.get("old")
    id_ = id_of(old) if old else session.get(HERE, "")
    found = [each for each in held_persons() if any(one.id == id_ for one in site().ways.browsers(each))]
    if not found or not is_own_origin(request.headers.get("Origin", "")):
        raise NotAllowed("this browser is not one that is called")
    for person in found:
        _add(person)
        if session[HERE] != id_:
            site().ways.remove_browser(person, id_)
    return Response(status=204)


@settings.post("/settings/push/remove")
@limit(CALLING)
def remove_browser() -> Response:
    site().ways.remove_browser(visiting_person(), request.form.get("browser", ""))
    return _done("push_off")


@settings.post("/settings/mail")
@limit(MAIL)
def ask_mail() -> Response:
    """Nothing but a question goes to an address before whoever reads its mail has said yes."""
    if not site().settings.sends_mail:
        raise NotAllowed("this server sends no mail: choose another way to be called")
    person = visiting_person()
    renew()
    site().languages.note(person)
    site().ways.ask(person, request.form.get("to", ""), _every(), origin())
    site().calls.expect(Call(CONFIRM, person))
    return _done("asked")


@settings.post("/settings/mail/every")
@limit(CALLING)
def choose_every() -> Response:
    site().ways.write_every(visiting_person(), _every())
    return _done("every")


@settings.post("/settings/mail/stop")
@limit(CALLING)
def stop_mail() -> Response:
    site().ways.stop_mail(visiting_person())
    return _done("mail_off")


@settings.post("/settings/forget")
@limit(CALLING)
def forget() -> Response:
    site().ways.forget(visiting_person())
    session.pop(HERE, None)
    return _done("forgotten")


@settings.get(f"/settings/mail/<any({CONFIRM}, {STOP}):purpose>")
@limit(CALLING)
def open_link(purpose: str) -> Response:
    """Nothing changes before the button is pressed: programs fetch the links in mails to look where they lead."""
    link = request.args.get("link", "")
    context: LinkPage = {"mailed": link_context(site(), purpose, link, *mailed_link(site(), purpose, link))}
    return _unkept(render("settings_mailed", whole=True, **context))


@settings.post(f"/settings/mail/{CONFIRM}")
@limit(CALLING)
def confirm() -> Response:
    person, serial = mailed_link(site(), CONFIRM, request.form.get("link", ""))
    if site().ways.confirm(person, serial) is None:
        raise NotAllowed("this link was used before, or a newer one was sent: look at the settings")
    return _mailed(CONFIRM)


@settings.post(f"/settings/mail/{STOP}")
def unsubscribe() -> Response:
    """By the button, or by a mail program with one click (RFC 8058), which has neither cookie nor token: the link
    itself is what only the reader of that mail has.
    """
    person, serial = mailed_link(site(), STOP, request.args.get("link") or request.form.get("link", ""))
    box = site().ways.mailbox(person)
    if box and box.serial == serial:
        site().ways.stop_mail(person)
    return _mailed(STOP)


@settings.record_once
def let_in_without_token(state: BlueprintSetupState) -> None:
    for view in (unsubscribe, renew_browser):
        state.app.extensions["csrf"].exempt(view)


@settings.get("/service-worker.js")
def service_worker() -> Response:
    """At the root, as its address says which pages it may show notifications for. It keeps no page."""
    answer = current_app.send_static_file("service-worker.js")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _every() -> int:
    said = request.form.get("every", str(EVERY[0]))
    if said not in map(str, EVERY):
        raise Malformed("choose how often mail may come", fields={})
    return int(said)


def _done(what: str) -> Response:
    return make_response(redirect(f"/settings?done={what}", 303))


def _mailed(purpose: str) -> Response:
    context: LinkPage = {"mailed": {"purpose": purpose, "link": "", "address": None, "done": True}}
    return _unkept(render("settings_mailed", whole=True, **context))


def _unkept(page: str) -> Response:
    """What it shows is of nobody else's concern, so no cache on the way keeps it, nor the browser's history."""
    answer = make_response(page)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
