"""The result of a match, with a reason for every point."""

from flask import Blueprint, Response, make_response, redirect, request

from frontend.door.limits import ANALYSE, limit
from frontend.door.origins import origin
from frontend.pages.steps import stepped
from frontend.people.sessions import renew, visiting_person
from frontend.people.who import kind_of, player_of
from frontend.presentation.company import company_in
from frontend.presentation.explored import exploring
from frontend.presentation.parts import ID
from frontend.presentation.result import RematchContext, ResultPage, result_context
from frontend.presentation.seen import Seen, look
from frontend.presentation.sheet import entered
from frontend.presentation.talk import talk_context
from frontend.presentation.unanalysed import can_be_analysed
from frontend.render import render
from frontend.site import site
from shared.errors import Unavailable
from shared.web.waiting import Wish

result = Blueprint("result", __name__)


def rematch(seen: Seen) -> RematchContext | None:
    """For the players of the match, and for nobody else."""
    me, players = player_of(visiting_person()), seen.match.seating.owners
    if me not in players or seen.is_imported or seen.match.deal:
        return None
    others = [player for player in players if player != me and kind_of(player) == "person"]
    names = site().accounts.names(others)
    return {"others": [names[player] for player in others], "waits": bool(others) and site().rematches.waits(seen.id)}


@result.get(f"/m/{ID}/result")
def show(id_: str) -> Response:
    """`?explore=` is the seat, counted from 1, whose city is moved about; the rest is what was entered on its sheet."""
    seen = look(site(), id_, visiting_person())
    if not seen.match.is_over:
        return make_response(redirect(f"/m/{id_}", 303))
    asked = entered(request.args.items(multi=True))
    explored = exploring(seen, asked)
    page = ResultPage(
        result=result_context(site(), seen, origin(), rematch(seen), explored, asked),
        talk=talk_context(site(), id_, company_in(site(), seen), visiting_person()),
    )

    def draw() -> str:
        return render("result", **page)

    return stepped(explored["sheet"], draw) if explored else make_response(draw())


@result.post(f"/m/{ID}/analysis")
@limit(ANALYSE)
def ask_for_analysis(id_: str) -> Response:
    """Back to the result, which says how many matches come first. Raises Unavailable if too many are waiting."""
    seen, analyses = look(site(), id_, visiting_person()), site().analyses
    renew()
    if analyses and can_be_analysed(site(), seen) and not analyses.wish(id_, Wish.ASKED):
        raise Unavailable("too many matches are waiting for an analysis: ask again later")
    return make_response(redirect(f"/m/{id_}/result#turn-by-turn", 303))
