"""An account: make one, sign in and out, change the password, and see in which browsers one is signed in."""

from collections.abc import Callable, Mapping

from flask import Blueprint, Response, make_response, redirect, request, session

from frontend.door.entering import enter
from frontend.door.guessing import TooManyGuesses, is_password
from frontend.door.limits import ACCOUNT, SIGN_IN, limit
from frontend.door.origins import as_path
from frontend.door.provider import provider
from frontend.people.accounts import forget_facts
from frontend.people.by_link import CAME
from frontend.people.sessions import known_person, renew, visiting_person
from frontend.people.signing import begin_session, end_everywhere, end_session, here
from frontend.people.who import player_of
from frontend.presentation.account import account_context, asks_for_old
from frontend.problems import problem, problem_of, try_again_in
from frontend.render import render
from frontend.sentences import Sentence
from frontend.site import site
from shared.annotations import Json
from shared.errors import Malformed, NotAllowed, NotFound
from shared.marked import marked
from shared.people import passwords
from shared.web.answers import said, status_of

accounts = Blueprint("accounts", __name__)
WRONG = marked("no account has this name and this password")
GUESSED = marked("too many passwords were tried for this name, or from your address")
# What was done, as the page is asked to say it.
DONE = (
    *("made", "password", "ended", "others", "linked", "asked", "address", "no_address"),
    *("provider", "by_provider", "no_provider"),
)


@accounts.get("/signup")
def ask_to_sign_up() -> Response:
    visiting_person()
    return _form("signup")


@accounts.post("/signup")
@limit(SIGN_IN)
def sign_up() -> Response:
    """The guest keeps the id, and so everything that was theirs."""
    person = visiting_person()

    def make() -> None:
        site().register.sign_up(person, request.form.get("name", ""), request.form.get("password", ""))
        forget_facts(player_of(person))
        begin_session(site().sessions, person)

    return _tried("signup", make, next_page("/account?done=made"))


@accounts.get("/signin")
def ask_to_sign_in() -> Response:
    visiting_person()
    return _form("signin")


@accounts.post("/signin")
@limit(SIGN_IN)
def sign_in() -> Response:
    """The answer is the same, and as slow, whether the name or the password is the wrong one."""
    visiting_person()

    def try_to_enter() -> None:
        name = request.form.get("name", "")
        person = site().register.find(name)
        if not is_password(person, name, request.form.get("password", "")) or person is None:
            raise Malformed(WRONG, fields={"password": [WRONG]})
        enter(person)

    return _tried("signin", try_to_enter, next_page("/"))


@accounts.post("/signout")
def sign_out() -> Response:
    """In this browser. A guest who has no account stays: nobody could come back to their seats."""
    if (person := known_person()) and here(person):
        end_session(site().sessions, person)
    return make_response(redirect("/", 303))


@accounts.get("/account")
def show() -> Response:
    done = request.args.get("done")
    return _account(done=done if done in DONE else None)


def _account(error: Json | None = None, done: str | None = None) -> Response:
    person = visiting_person()
    context = account_context(site(), person, here(person), session, provider_name())
    return _unkept(render("account", whole=True, account=context, error=error, done=done), error)


@accounts.post("/account/password")
@limit(SIGN_IN)
def change_password() -> Response:
    """All other browsers are signed out: whoever knew the old one is nobody at once."""
    person = _with_account()
    old, new = request.form.get("old", ""), request.form.get("password", "")
    try:
        if asks_for_old(site(), session, person) and not is_password(person, site().accounts.name(person), old):
            raise Malformed("the old password is another one", fields={"old": ["the old password is another one"]})
        site().register.change_password(person, new)
        session.pop(CAME, None)
    except Malformed as verdict:
        return _account(problem_of(400, said(verdict)))
    except TooManyGuesses as verdict:
        return _later(_account(too_many(verdict)), verdict)
    end_everywhere(site().sessions, site().links, site().notes, person, but_here=True)
    return make_response(redirect("/account?done=password", 303))


@accounts.post("/account/sessions/end")
@limit(ACCOUNT)
def end_one() -> Response:
    person = _with_account()
    if (id_ := request.form.get("session", "")) == here(person):
        end_session(site().sessions, person)
        return make_response(redirect("/", 303))
    site().sessions.end(person, id_)
    return make_response(redirect("/account?done=ended", 303))


@accounts.post("/account/sessions/end-all")
@limit(ACCOUNT)
def end_all() -> Response:
    person = _with_account()
    but_here = request.form.get("here") == "stay"
    end_everywhere(site().sessions, site().links, site().notes, person, but_here)
    if but_here:
        return make_response(redirect("/account?done=others", 303))
    end_session(site().sessions, person)
    return make_response(redirect("/", 303))


def _with_account() -> str:
    """Who acts: the table of rights lets accounts alone come here."""
    person = visiting_person()
    renew()
    return person


def _tried(page: str, attempt: Callable[[], None], address: str) -> Response:
    try:
        attempt()
    except TooManyGuesses as verdict:
        return _later(_form(page, too_many(verdict)), verdict)
    except (Malformed, NotAllowed, NotFound) as verdict:
        status = status_of(verdict)
        return _form(page, problem_of(status, said(verdict)))
    renew()
    return make_response(redirect(address, 303))


def too_many(verdict: TooManyGuesses) -> Json:
    return problem(429, "too_many_guesses", Sentence(GUESSED), try_again_in(verdict.seconds))


def _later(answer: Response, verdict: TooManyGuesses) -> Response:
    answer.headers["Retry-After"] = str(verdict.seconds)
    return answer


def _form(page: str, error: Json | None = None) -> Response:
    asked: Mapping[str, str] = request.values
    context = {
        "typed": asked.get("name", "") if error else None,
        "next": next_page(""),
        "ended": asked.get("ended") == "yes",
        "sent": asked.get("sent") == "yes",
        "mails": site().settings.sends_mail,
        "provider": provider_name(),
        "shortest": passwords.SHORTEST,
    }
    return _unkept(render(page, whole=True, form=context, error=error), error)


def provider_name() -> str | None:
    found = provider()
    return found.name if found else None


def next_page(otherwise: str) -> str:
    """Where the visitor was going: a path of this site, or `otherwise`."""
    return as_path(request.values.get("next", "")) or otherwise


def _unkept(page: str, error: Json | None = None) -> Response:
    """Neither the browser's history nor any cache on the way keeps what was typed."""
    answer = make_response(page, error["status"] if error else 200)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
