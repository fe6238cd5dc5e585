"""The page of somebody else: who they are here, what they played, and what one may do about them."""

from flask import Blueprint, Response, make_response, redirect

from frontend.door.limits import PERSON, limit
from frontend.door.origins import came_from
from frontend.people.sessions import renew, visiting_person
from frontend.presentation.person import OtherPage, check_known, other_context
from frontend.render import render
from frontend.site import site
from shared.errors import NotAllowed

others = Blueprint("others", __name__)


@others.get("/p/<string(length=12):person>")
def show(person: str) -> str:
    context: OtherPage = {"other": other_context(site(), person, visiting_person())}
    return render("person", whole=True, **context)


@others.post("/p/<string(length=12):person>/<any(follow, unfollow, block, unblock):act>")
@limit(PERSON)
def change(person: str, act: str) -> Response:
    """Back to the page with the button. Each is safe to repeat. Blocking also ends that either follows the other."""
    visitor = visiting_person()
    check_known(site(), person)
    if person == visitor:
        raise NotAllowed("this is you: there is nobody to follow or block")
    renew()
    follows, blocks = site().follows, site().blocks
    if act == "follow":
        follows.add(visitor, person)
    elif act == "unfollow":
        follows.remove(visitor, person)
    elif act == "block":
        blocks.add(visitor, person)
        follows.remove(visitor, person)
        follows.remove(person, visitor)
    else:
        blocks.remove(visitor, person)
    return make_response(redirect(came_from() or f"/p/{person}", 303))
