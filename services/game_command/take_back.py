"""Taking moves back over HTTP: ask for it, agree or refuse, withdraw it."""

from typing import Any

from flask_smorest import Blueprint

from services.game_command.obeying import Body, obey, shown_to_asker
from services.game_command.schemas import Answered, AskedBack, Done, OfRequest
from shared.platform.match import AnswerTakeBack, AskToTakeBack, WithdrawTakeBack
from shared.web.schemas import Refusal
from shared.web.service import asker

ABOUT = "Moves that are taken back by consent."
taking_back = Blueprint("taking_back", __name__, url_prefix="/matches", description=ABOUT)


@taking_back.post("/<match_id>/take-back")
@taking_back.arguments(AskedBack)
@taking_back.response(200, Done)
@taking_back.alt_response(409, schema=Refusal)
def ask_to_take_back(body: Body, match_id: str) -> Any:
    """Ask to take back your move in a turn, and all that followed it. Once all others agree, a new turn starts there.

    Bots agree at once. The request is over when somebody moves; nothing goes back past what became known since.
    """
    return obey(shown_to_asker(match_id), body, AskToTakeBack(player=asker(), to=body["to"]), since=body["to"])


@taking_back.post("/<match_id>/take-back/answer")
@taking_back.arguments(Answered)
@taking_back.response(200, Done)
@taking_back.alt_response(409, schema=Refusal)
def answer_take_back(body: Body, match_id: str) -> Any:
    """Agree to a request to take back a move, or refuse it. 409 if that request is over, whatever has come since."""
    command = AnswerTakeBack(player=asker(), request=body["request"], agrees=body["agrees"])
    return obey(shown_to_asker(match_id), body, command, since=body["request"])


@taking_back.post("/<match_id>/take-back/withdraw")
@taking_back.arguments(OfRequest)
@taking_back.response(200, Done)
@taking_back.alt_response(409, schema=Refusal)
def withdraw_take_back(body: Body, match_id: str) -> Any:
    """Withdraw your request to take back a move. 409 if it is over."""
    command = WithdrawTakeBack(player=asker(), request=body["request"])
    return obey(shown_to_asker(match_id), body, command, since=body["request"])
