"""How somebody's command reaches a tournament, and what a request for a new one means."""

import hmac
from collections.abc import Mapping
from typing import Any

from shared.errors import Malformed, NotFound, NotYourSeat
from shared.games.game import Game
from shared.ledger.decider import Message
from shared.ledger.fold import Folded
from shared.ledger.ids import id_from
from shared.platform.terms import terms_in
from shared.platform.tournament import Command, Final, Rules, Tournament, rules_for
from shared.platform.tournament.decide import check_organiser
from shared.platform.tournament.rules import EACH_ROUND, OVERLAPPING
from shared.platform.tournament.season import Season
from shared.settings import settings
from shared.tournaments import Announcement, Entry
from shared.web.houses import houses
from shared.web.key import gateway_key
from shared.web.ledger import streams
from shared.web.service import asker

__all__ = [
    "announced_in",
    "check_organiser",
    "known",
    "obey",
    "own_number",
    "rules_in",
    "season_id",
    "season_in",
    "tournament_id",
]

Body = Mapping[str, Any]
PLAIN = ("shortest", "bye", "check_in", "absent", "late", "bots", "most", "minutes", "third_place", "groups")


def tournament_id(by: str, cause: str) -> str:
    """Unguessable, and the same if the same command is sent again: a lost answer opens no second tournament."""
    return id_from(hmac.digest(gateway_key(settings().var), f"tournament:{by}:{cause}".encode(), "sha256"))


def season_id(former: str) -> str:
    """There is one next season, whoever asks for it and however often."""
    return id_from(hmac.digest(gateway_key(settings().var), f"tournament:{former}:next".encode(), "sha256"))


def known(id_: str) -> Folded[Tournament]:
    """Raises NotFound."""
    folded = streams().tournaments.load(f"tournament:{id_}")
    if folded.state.opened is None:
        raise NotFound("there is no such tournament")
    return folded


def obey(id_: str, cause: str, command: Command) -> dict[str, Any]:
    """Give the asker's command. The answer has the tournament's version and the asker's own number."""
    known(id_)
    message = Message(stream=f"tournament:{id_}", by=asker(), cause=cause, command=command)
    answer = streams().tournaments.handle(message)
    now = streams().tournaments.load(message.stream).state
    return {"version": answer.last, "entrant": now.entrant_of(asker())}


def own_number(id_: str) -> int:
    """Raises NotFound, NotYourSeat."""
    number = known(id_).state.entrant_of(asker())
    if number is None:
        raise NotYourSeat("you have not entered this tournament")
    return number


def rules_in(body: Body, game: Game) -> Rules:
    final = body["final"] and Final(**body["final"])
    points, breaks = body["points"], body["tie_breaks"]
    return rules_for(
        game,
        body["format"],
        body["seats"],
        body["rounds"],
        points=points,
        tie_breaks=breaks,
        terms=terms_in(body["terms"]),
        final=final,
        **{name: body[name] for name in PLAIN},
    )


def season_in(body: Body) -> Season | None:
    """The first one of a league in divisions."""
    return body["divisions"] and Season(1, body["divisions"]["size"], body["divisions"]["moves"])


def announced_in(body: Body) -> Announcement:
    """Raises Malformed."""
    entry, invited = Entry(body["entry"]), houses().meant(body["invited"])
    if invited and entry is not Entry.PRIVATE:
        raise _at("invited", Malformed("only a private tournament has a list of those invited"))
    _check_time_to_check_in(body)
    return Announcement(
        title=body["title"],
        text=body["text"],
        start=body["start"],
        entry=entry,
        listed=body["listed"],
        in_person=body["in_person"],
        to_sit=body["to_sit"],
        rest=body["rest"],
        invited=invited,
    )


def _check_time_to_check_in(body: Body) -> None:
    """A round is paired as soon as the rest is over: with none nobody is there for it, and the tournament ends."""
    if body["check_in"] != EACH_ROUND:
        return
    if body["format"] in OVERLAPPING:
        raise _at("check_in", Malformed("where rounds overlap nobody can check in before each of them"))
    if not body["rest"]:
        raise _at("rest", Malformed("to check in before each round takes at least a minute between rounds"))


def _at(field: str, refused: Malformed) -> Malformed:
    """It says the same of the field."""
    refused.fields[field] = [str(refused)]
    return refused
