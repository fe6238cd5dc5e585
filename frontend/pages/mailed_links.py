"""The mail address of an account: given and confirmed, and the links to it that sign in."""

from flask import Blueprint, Response, make_response, redirect, request, session

from frontend.door.entering import enter, mail
from frontend.door.limits import ACCOUNT, MAIL, SIGN_IN, limit
from frontend.door.origins import origin
from frontend.people.by_link import note_link
from frontend.people.calls import LINK, Call
from frontend.people.mailed import meant
from frontend.people.sessions import renew, visiting_person
from frontend.presentation.mailed import MailedPage, mailed_context
from frontend.render import render
from frontend.site import site
from shared.errors import NotAllowed
from shared.language import language
from shared.marked import marked
from shared.people import notes
from shared.people.addresses import checked, digest_of
from shared.people.notes import Note

mailed_links = Blueprint("mailed_links", __name__)
USED = marked("this link was used before, or its time is over: ask for a new one")
NO_MAIL = marked("this server sends no mail")


@mailed_links.post("/signin/mail")
@limit(MAIL)
def ask_for_link() -> Response:
    """Whether an account has the address is found out later, by the caller: the answer is the same, and as fast."""
    visiting_person()
    _check_mail()
    digest = digest_of(checked(request.form.get("to", "")))
    site().calls.expect(Call(LINK, "-", f"{digest}@{origin()}@{language()}"))
    return make_response(redirect("/signin?sent=yes", 303))


@mailed_links.get("/signin/link")
@limit(SIGN_IN)
def open_link() -> Response:
    """Nothing changes before the button is pressed: programs fetch the links in mails to look where they lead."""
    return _page(notes.SIGN_IN)


@mailed_links.post("/signin/link")
@limit(SIGN_IN)
def sign_in() -> Response:
    person, _ = _used(notes.SIGN_IN)
    enter(person)
    note_link(session, person)
    renew()
    return make_response(redirect("/account?done=linked", 303))


@mailed_links.post("/account/address")
@limit(MAIL)
def give_address() -> Response:
    """Nothing but a question goes to an address before whoever reads its mail has said yes.

    The answer is the same where another account has it: nobody finds out here who has an account.
    """
    _check_mail()
    person = _renewed()
    mail(person, notes.ADDRESS, checked(request.form.get("to", "")))
    return make_response(redirect("/account?done=asked", 303))


@mailed_links.get("/account/address/confirm")
@limit(ACCOUNT)
def open_question() -> Response:
    return _page(notes.ADDRESS)


@mailed_links.post("/account/address/confirm")
@limit(ACCOUNT)
def confirm_address() -> Response:
    """In any browser: whoever reads the mail has the link."""
    person, note = _used(notes.ADDRESS)
    if not site().addresses.take(person, note.address):
        raise NotAllowed(USED)
    site().notes.end_links(person)  # to the address before
    return make_response(redirect("/account?done=address", 303))


@mailed_links.post("/account/address/remove")
@limit(ACCOUNT)
def remove_address() -> Response:
    person = _renewed()
    if not site().register.has_password(person) and not site().providers.of(person):
        raise NotAllowed("choose a password first: without it and without an address nobody can come back")
    site().addresses.forget(person)
    site().notes.end_links(person)
    return make_response(redirect("/account?done=no_address", 303))


def _page(kind: str) -> Response:
    visiting_person()
    link = request.args.get("link", "")
    found = meant(site().key, kind, link)
    note = site().notes.of(*found) if found else None
    name = site().accounts.name(found[0]) if found and note else None
    context: MailedPage = {"mailed": mailed_context(kind, link, name, note)}
    answer = make_response(render("mailed", whole=True, **context))
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _used(kind: str) -> tuple[str, Note]:
    """Whose link it is; it does nothing any more. Raises NotAllowed."""
    found = meant(site().key, kind, request.form.get("link", ""))
    note = site().notes.use(*found) if found else None
    if found is None or note is None or note.kind != kind:
        raise NotAllowed(USED)
    return found[0], note


def _check_mail() -> None:
    if not site().settings.sends_mail:
        raise NotAllowed(NO_MAIL)


def _renewed() -> str:
    """The table of rights lets nobody come this far who has no account."""
    renew()
    return visiting_person()
