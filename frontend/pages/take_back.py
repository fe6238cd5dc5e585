"""Taking moves back on the page of a match: ask for it, answer a request, withdraw it.

Each form names the turn or the request that it is about: an old form is about nothing that came later.
"""

from flask import Blueprint, Response, request

from frontend.door.limits import ASK_BACK, MOVE, limit
from frontend.pages.commands import number_in_form
from frontend.pages.match import commanded
from frontend.presentation.parts import ID
from shared.errors import Malformed

take_back = Blueprint("take_back", __name__)
ANSWERS = {"yes": True, "no": False}


@take_back.post(f"/m/{ID}/take-back")
@limit(ASK_BACK)
def ask(id_: str) -> Response:
    return commanded(id_, "take-back", to=number_in_form("to"))


@take_back.post(f"/m/{ID}/take-back/answer")
@limit(MOVE)
def answer(id_: str) -> Response:
    said = request.form.get("agrees", "")
    if said not in ANSWERS:
        raise Malformed("this form can't be understood", fields={"agrees": ["yes or no"]})
    return commanded(id_, "take-back/answer", request=number_in_form("request"), agrees=ANSWERS[said])


@take_back.post(f"/m/{ID}/take-back/withdraw")
@limit(MOVE)
def withdraw(id_: str) -> Response:
    return commanded(id_, "take-back/withdraw", request=number_in_form("request"))
