"""The organiser's desk over HTTP: all of it is in the record, with its reasons."""

from collections.abc import Mapping
from typing import Any

from flask_smorest import Blueprint

from services.matchmaking.tournaments.answers import AddedEntrants, Held, OpenedTournament
from services.matchmaking.tournaments.asking import check_organiser, known, obey
from services.matchmaking.tournaments.entering import add_all
from services.matchmaking.tournaments.schemas import (
    Added,
    Adjudicated,
    Described,
    Dropped,
    Ended,
    NewPairing,
    NewResult,
    NextSeason,
    Noted,
    OfEntrant,
)
from services.matchmaking.tournaments.seasons import open_next
from shared.errors import NotAllowed
from shared.platform.tournament.commands import (
    ChangePairing,
    CheckIn,
    EndTournament,
    Pause,
    RecordResult,
    Resume,
    Return,
    StartTournament,
    Withdraw,
)
from shared.platform.tournament.decide_tables import ADJUDICATED, BY_HAND
from shared.web.houses import houses
from shared.web.schemas import Caused
from shared.web.service import asker, asking_operator
from shared.web.tournaments import announcements, tournament_rows

Body = Mapping[str, Any]

desk = Blueprint("desk", __name__, url_prefix="/tournaments", description="What organisers of tournaments decide.")


@desk.post("/<id_>/add")
@desk.arguments(Added)
@desk.response(200, AddedEntrants)
def add(body: Body, id_: str) -> dict[str, Any]:
    """Enter bots, people who were invited, and where it is played on real tables anybody by name."""
    return add_all(id_, body, asker())


@desk.post("/<id_>/next")
@desk.arguments(NextSeason)
@desk.response(201, OpenedTournament)
def open_next_season(body: Body, id_: str) -> dict[str, Any]:
    """Open the next season of a league in divisions that is over: the best have risen, the last have fallen.

    Everybody is carried over, and may withdraw until it starts; newcomers enter the lowest division.
    """
    return open_next(id_, body["cause"], asker(), body["start"])


@desk.post("/<id_>/drop")
@desk.arguments(Dropped)
@desk.response(200, Held)
def drop(body: Body, id_: str) -> dict[str, Any]:
    """Take somebody out, and say why. Results so far stay."""
    check_organiser(known(id_).state.opening.organiser, asker())
    return obey(id_, body["cause"], Withdraw(by=asker(), entrant=body["entrant"], note=body["note"]))


@desk.post("/<id_>/bring-back")
@desk.arguments(OfEntrant)
@desk.response(200, Held)
def bring_back(body: Body, id_: str) -> dict[str, Any]:
    """Let somebody in again who has left or was taken out."""
    check_organiser(known(id_).state.opening.organiser, asker())
    return obey(id_, body["cause"], Return(by=asker(), entrant=body["entrant"]))


@desk.post("/<id_>/attend")
@desk.arguments(OfEntrant)
@desk.response(200, Held)
def attend(body: Body, id_: str) -> dict[str, Any]:
    """Check somebody in who is there."""
    check_organiser(known(id_).state.opening.organiser, asker())
    return obey(id_, body["cause"], CheckIn(by=asker(), entrant=body["entrant"]))


@desk.post("/<id_>/start")
@desk.arguments(Caused)
@desk.response(200, Held)
def start(body: Body, id_: str) -> dict[str, Any]:
    """Start now. Nonces that are missing count as none."""
    return obey(id_, body["cause"], StartTournament(by=asker()))


@desk.post("/<id_>/pause")
@desk.arguments(Noted)
@desk.response(200, Held)
def pause(body: Body, id_: str) -> dict[str, Any]:
    """No round is paired or ended, and nobody has to sit down. Matches that run go on."""
    return obey(id_, body["cause"], Pause(by=asker(), note=body["note"]))


@desk.post("/<id_>/resume")
@desk.arguments(Caused)
@desk.response(200, Held)
def resume(body: Body, id_: str) -> dict[str, Any]:
    """Go on after a pause."""
    return obey(id_, body["cause"], Resume(by=asker()))


@desk.post("/<id_>/pairing")
@desk.arguments(NewPairing)
@desk.response(200, Held)
def change_pairing(body: Body, id_: str) -> dict[str, Any]:
    """Seat the same entrants otherwise, as long as no table of the round has a match."""
    command = ChangePairing(
        by=asker(),
        round=body["round"],
        tables=tuple(map(tuple, body["tables"])),
        byes=tuple(body["byes"]),
        note=body["note"],
    )
    return obey(id_, body["cause"], command)


@desk.post("/<id_>/results")
@desk.arguments(NewResult)
@desk.response(200, Held)
def enter_result(body: Body, id_: str) -> dict[str, Any]:
    """Say how a table ended, by hand: the first result of a real table, or another one in place of what is there."""
    return obey(id_, body["cause"], result(body, BY_HAND, body["points"]))


@desk.post("/<id_>/adjudicate")
@desk.arguments(Adjudicated)
@desk.response(200, Held)
def adjudicate(body: Body, id_: str) -> dict[str, Any]:
    """Decide how a table ends, and say why. Its match, if there is one, no longer counts."""
    return obey(id_, body["cause"], result(body, ADJUDICATED, None))


def result(body: Body, how: str, points: Any) -> RecordResult:
    return RecordResult(
        by=asker(),
        round=body["round"],
        table=body["table"],
        how=how,
        places=tuple(body["places"]),
        points=tuple(points or (0,) * len(body["places"])),
        note=body["note"],
    )


@desk.post("/<id_>/end")
@desk.arguments(Ended)
@desk.response(200, Held)
def end(body: Body, id_: str) -> dict[str, Any]:
    """End it early, with the standings as they are. Before the start it is called off."""
    return obey(id_, body["cause"], EndTournament(by=asker(), note=body["note"]))


@desk.post("/<id_>/unname")
@desk.arguments(OfEntrant)
@desk.response(200, Held)
def unname(body: Body, id_: str) -> dict[str, Any]:
    """Remove the name of an entrant who is no player here, for good: they stay in the record by their number."""
    check_organiser(known(id_).state.opening.organiser, asker())
    return without_name(id_, body["entrant"], asker())


@desk.post("/<id_>/erase-name")
@desk.arguments(OfEntrant)
@desk.response(200, Held)
def erase_name(body: Body, id_: str) -> dict[str, Any]:
    """The same for whoever is asked to by somebody who is named there. Operators only."""
    return without_name(id_, body["entrant"], asking_operator())


def without_name(id_: str, entrant: int, player: str) -> dict[str, Any]:
    """Nothing of it is in the record: names lie beside it. Raises NotAllowed."""
    folded = known(id_)
    if entrant not in announcements().names(id_):
        raise NotAllowed("this entrant has no name that could be removed")
    announcements().unname(id_, entrant)
    return {"version": folded.version, "entrant": folded.state.entrant_of(player)}


@desk.post("/<id_>/describe")
@desk.arguments(Described)
@desk.response(200, Held)
def describe(body: Body, id_: str) -> dict[str, Any]:
    """Announce it otherwise: what it is called, when it begins, who is invited."""
    folded = known(id_)
    check_organiser(folded.state.opening.organiser, asker())
    said = {name: body[name] for name in ("title", "text", "start", "listed") if name in body}
    if "invited" in body:
        said["invited"] = houses().meant(body["invited"])
    announcements().keep(id_, announcements().of(id_)._replace(**said))
    tournament_rows().put(folded, is_told=True)
    return {"version": folded.version, "entrant": folded.state.entrant_of(asker())}
