"""Programs act as their bots below `/api/bots/<name>@<version>/`: who registered the bot may, and nobody else.

What a bot does in a match or at a table goes to the service that does it for people too, in the bot's name.
"""

from flask import Blueprint, Response, current_app, jsonify, request

from frontend.bots.acting import as_bot
from frontend.bots.bodies import NewBot, Said, body_of, failure_shown, offer_in, shown
from frontend.bots.opening import LINES, NAME, Streams
from frontend.door.gateway import check_sender
from frontend.door.limits import BOT, MOVE, SIT, TALK, limit
from frontend.door.own_bots import own
from frontend.pages.talk import check_muted
from frontend.people.bearers import with_challenge
from frontend.people.sessions import visiting_person
from frontend.people.who import player_of
from frontend.presentation.company import check_talking, company_at
from frontend.site import site
from frontend.talk import said_in
from shared.errors import NotAllowed, NotYourSeat, UrbanistError
from shared.installed_bots import installed_bots
from shared.services import GAME_COMMAND, MATCHMAKING
from shared.space import because_of_the_disk
from shared.web.answers import operators, said, status_of

bots = Blueprint("remote_bots", __name__, url_prefix="/api/bots")
bots.after_request(with_challenge)


@bots.errorhandler(UrbanistError)
def refused(verdict: UrbanistError) -> tuple[Response, int]:
    """As services say it: programs want to know what is wrong with which field."""
    answered = because_of_the_disk(verdict, site().settings)
    operators.hear(answered)
    return jsonify(said(answered)), status_of(answered)


@bots.post("")
@limit(BOT)
def register() -> Response:
    """The same again changes nothing. Raises Malformed, NotAllowed."""
    check_sender()
    offer = offer_in(body_of(NewBot), visiting_person())
    if offer.name in installed_bots():
        raise NotAllowed("the name {name} is that of a bot that is installed here", name=offer.name)
    site().roster.register(offer)
    return jsonify(shown(offer))


@bots.get("/<bot>")
def show(bot: str) -> Response:
    offer, roster = own(bot), site().roster
    now = {
        "is_up": roster.is_up(offer.player),
        "is_benched": roster.is_benched(offer.player),
        "playing": site().reservations.playing(offer.player),
        "errors": [failure_shown(each) for each in roster.errors(offer.player)],
    }
    return jsonify({**shown(offer), **now})


@bots.get("/<bot>/stream")
@limit(BOT)
def stream(bot: str) -> Response:
    """A first line, then all that the program lacks, then news as it comes. With `poll` it ends with the first news."""
    offer = own(bot)
    if request.method == "HEAD":  # what a client looks at first must not take the place of its stream
        return Response(content_type=LINES)
    streams: Streams = current_app.extensions[NAME]
    return streams.open(offer, request.args)


@bots.post("/<bot>/tables/<id_>/<any(accept,decline,leave):answer>")
@limit(SIT)
def answer(bot: str, id_: str, answer: str) -> Response:
    return as_bot(bot, MATCHMAKING.name, f"/tables/{id_}/{answer}")


@bots.post("/<bot>/tournaments/<id_>/<any(enter,withdraw,return,nonces):act>")
@limit(SIT)
def take_part(bot: str, id_: str, act: str) -> Response:
    """Where its owner may enter, so may the bot."""
    return as_bot(bot, MATCHMAKING.name, f"/tournaments/{id_}/{act}")


@bots.get("/<bot>/matches/<id_>")
def look(bot: str, id_: str) -> Response:
    return as_bot(bot, GAME_COMMAND.name, f"/matches/{id_}")


@bots.post("/<bot>/matches/<id_>/<any(moves,resign):command>")
@limit(MOVE)
def command(bot: str, id_: str, command: str) -> Response:
    return as_bot(bot, GAME_COMMAND.name, f"/matches/{id_}/{command}")


@bots.post("/<bot>/matches/<id_>/talk")
@limit(TALK)
def talk(bot: str, id_: str) -> Response:
    """Whoever is muted or blocked is so under every name.

    Raises NotYourSeat, NotAllowed, Malformed, KeyReused, TableNotFound.
    """
    check_sender()
    offer, line, company = own(bot), body_of(Said), company_at(site(), id_)
    if offer.player not in company.seats:
        raise NotYourSeat("this bot does not play here")
    phrase = line.get("phrase")
    check_talking(site(), company, offer.player, offer.owner, writes=phrase is None)
    check_muted(player_of(visiting_person()))
    spoken = said_in(line.get("text"), phrase)
    site().talk.say(id_, offer.player, spoken.text, line["cause"], phrase=spoken.phrase, strictly=True)
    return jsonify({"said": spoken.text, "phrase": spoken.phrase})
