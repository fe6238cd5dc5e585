"""One's tokens for programs: listed, made and revoked. A new one stands in the answer to its form, and nowhere else."""

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.limits import TOKEN, limit
from frontend.people.sessions import renew, visiting_person
from frontend.presentation.tokens import DAYS, tokens_page
from frontend.render import render
from frontend.site import new_key, site
from shared.errors import Malformed
from shared.people.scopes import Scope

tokens = Blueprint("tokens", __name__)
SAID = ("revoked", "all_revoked")  # what was done, as the page is asked to say it


@tokens.get("/account/tokens")
def show() -> Response:
    said = request.args.get("done")
    return _page(said=said if said in SAID else None)


@tokens.post("/account/tokens")
@limit(TOKEN)
def make() -> Response:
    """Answers with the page itself: a way on would have to keep the token until then."""
    person = visiting_person()
    renew()
    form = request.form.get("cause") or new_key()
    return _page(made=site().tokens.make(person, request.form.get("label", ""), _scopes(), _days(), form))


@tokens.post("/account/tokens/revoke")
@limit(TOKEN)
def revoke() -> Response:
    site().tokens.revoke(visiting_person(), request.form.get("token", ""))
    return make_response(redirect("/account/tokens?done=revoked", 303))


@tokens.post("/account/tokens/revoke-all")
@limit(TOKEN)
def revoke_all() -> Response:
    site().tokens.end_all(visiting_person())
    return make_response(redirect("/account/tokens?done=all_revoked", 303))


def _page(made: str | None = None, said: str | None = None) -> Response:
    """No cache keeps it, nor the browser's history: it may show a secret."""
    answer = make_response(render("tokens", whole=True, **tokens_page(site(), visiting_person(), made, said)))
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _scopes() -> list[Scope]:
    known = {str(scope): scope for scope in Scope}
    asked = request.form.getlist("scope")
    if not known.keys() >= set(asked):
        raise Malformed("no token allows what was chosen", fields={})
    return [known[each] for each in asked]


def _days() -> int | None:
    """None: until it is revoked."""
    asked = request.form.get("days", "")
    if asked not in ("", *map(str, DAYS)):
        raise Malformed("choose how long the token may work", fields={})
    return int(asked) if asked else None
