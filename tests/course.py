"""Files in which all hashes are right, and somebody did what they may not, or what no honest host does.

Each has the sentence that both verifiers say, and the grade: broken where no decider ever wrote it.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from infra.verify import BROKEN, QUESTIONABLE
from shared.bots import mind
from shared.games.registry import GAMES
from shared.ledger.envelope import moment, stamp
from shared.platform.match import (
    Abort,
    AgreeToStandIn,
    EndAlone,
    NoteAbsence,
    Play,
    Reclaim,
    Resign,
    RunOut,
    SeatStandIn,
)
from shared.platform.table import CallOff, GiveUp, SeatBot, SendAway, ShowNonce, StopWaiting
from shared.platform.terms import Clock, Terms
from tests.records import ADA, BEA, BOT, MATCHMAKING, NONCE, SERVICE, Row, Told, at, forged, record, rows, with_nonce

EVE, ROOT, GREEDY = "person:eve", "operator:root", "bot:greedy@1"
GAME = GAMES["quadropolis"]
Edit = Callable[[list[Row]], object]


@dataclass(frozen=True, slots=True)
class Forgery:
    """`way` is the honest record that was changed, of tests/records.py or of HONEST."""

    way: str
    edit: Edit
    said: str
    grade: str = BROKEN

    @property
    def file(self) -> bytes:
        lines = rows(honest(self.way))
        self.edit(lines)
        return forged(lines)


@cache
def honest(way: str) -> bytes:
    made = HONEST.get(way) or DECIDED.get(way)
    return made().file if made else record("quadropolis", way)


# What is honest, beside tests/records.py.


def two_people() -> Told:
    told = Told(GAME).open().sit(ADA, NONCE).sit(BEA, "b0" * 32)
    for player, nonce in ((ADA, NONCE), (BEA, "b0" * 32)):
        told.obey("table", player, ShowNonce(by=player, nonce=nonce))
    return told.start()


def sent_away() -> Told:
    told = Told(GAME).open().sit(BEA)
    told.obey("table", ADA, SendAway(by=ADA, seat=0, player=BEA)).obey("table", ADA, SeatBot(by=ADA, bot=BOT))
    return told.sit(ADA).start().play().count()


def closed_by_operator() -> Told:
    """Before all seats were taken."""
    return Told(GAME).open().sit(ADA, NONCE).obey("table", ROOT, CallOff())


def forgotten() -> Told:
    told = Told(GAME).open().sit(ADA, NONCE)
    told.waited += timedelta(days=1)
    return told.obey("table", MATCHMAKING, GiveUp(by=None))


def idle() -> Told:
    told = with_nonce(GAME).start().play(2)
    told.waited += timedelta(days=1)
    return told.obey("match", SERVICE, Abort(reason="idle", note=None))


def idle_once_one_had_left() -> Told:
    """Whoever leaves last keeps no match open for one who has not come for a day."""
    told = two_people().play(2)
    told.waited += timedelta(days=1)
    return told.obey("match", ADA, Resign(player=ADA)).obey("match", SERVICE, Abort(reason="idle", note=None))


def absent() -> Told:
    """Ada is away for two minutes and comes back."""
    told = Told(GAME).open(BOT, terms=Terms(absent=60)).sit(ADA).start().play(2)
    while 0 not in told.match.called:
        told.play(1)
    told.waited += timedelta(minutes=2)
    noted = NoteAbsence(seat=0, turn=told.match.turn, player=BOT, seconds=120)
    return told.obey("match", SERVICE, noted).play(1).obey("match", ADA, Reclaim(player=ADA)).play().count()


def voted_out(moves: int = 0) -> Told:
    """One of the two, in their first turn, or after so many moves of both."""
    told = two_people().play(moves)
    absent = told.match.called[0]
    told.waited += timedelta(minutes=5)
    here = told.match.players[1 - absent]
    return told.obey("match", here, AgreeToStandIn(player=here, absent=absent, turn=told.match.turn)).play().count()


def ended_alone() -> Told:
    return two_people().play(2).obey("match", BEA, Resign(player=BEA)).obey("match", ADA, EndAlone(player=ADA))


def out_of_time() -> Told:
    """A minute for each turn, and a second more."""
    told = Told(GAME).open(terms=Terms(clock=Clock("turn", 60), out="seat")).sit(ADA).sit(BEA).start()
    told.waited += timedelta(seconds=61)
    return told.obey("match", SERVICE, RunOut(seat=told.match.called[0], turn=told.match.turn, player=BOT))


def upgraded() -> Told:
    """A newer version of a bot follows the one that sat there, at once."""
    told = Told(GAME).open(GREEDY).sit(ADA).start()
    return told.obey("match", SERVICE, SeatStandIn(seat=1, player="bot:greedy@9"))


def of_a_program(milliseconds: int = 5) -> Told:
    """Somebody whose program sends each of their moves as soon as it is their turn."""
    told = two_people()
    while (match := told.match).called:
        seat = match.called[0]
        view, player = match.view(seat), match.players[seat]
        move = mind(BOT, GAME, seat)(view, GAME.legal_moves(view, seat), match.bot_chance(seat))
        told.waited += timedelta(milliseconds=milliseconds) - timedelta(seconds=1)
        told.obey("match", player, Play(player=player, seat=seat, turn=match.turn, move=move))
    return told.count()


HONEST: dict[str, Callable[[], Told]] = {
    "two people": lambda: two_people().play().count(),
    "sent away": sent_away,
    "closed by an operator": closed_by_operator,
    "forgotten": forgotten,
    "idle": idle,
    "idle once one had left": idle_once_one_had_left,
    "absent": absent,
    "voted out": voted_out,
    "ended alone": ended_alone,
    "out of time": out_of_time,
    "upgraded": upgraded,
    "of a program": of_a_program,
    "of bots in one process": lambda: Told(GAME).start(practice=True).play().count(),
}


def two_numbers_missed() -> Told:
    told = Told(GAME).open().sit(ADA, NONCE).sit(BEA, "b0" * 32)
    return told.obey("table", MATCHMAKING, StopWaiting()).start().play().count()


DECIDED: dict[str, Callable[[], Told]] = {
    "voted out after a move": lambda: voted_out(4),
    "two numbers missed": two_numbers_missed,
}
"""What the deciders take."""


# What is not.


def as_it_is(lines: list[Row]) -> None:
    """The deciders take it; the services of an honest host do not ask for it."""


def by(name: str, who: str, nth: int = 0) -> Edit:
    """All that the command with this event led to was written by somebody else."""

    def changed(lines: list[Row]) -> None:
        envelope = lines[at(lines, name, nth)]["envelope"]
        key = envelope["by"], envelope["cause"]
        for line in lines[1:]:
            if (line["envelope"]["by"], line["envelope"]["cause"]) == key:
                line["envelope"]["by"] = who

    return changed


def cut(name: str, nth: int = 0) -> Edit:
    """The record ends with this event."""
    return lambda lines: lines.__delitem__(slice(at(lines, name, nth) + 1, None))


def put(name: str, event: str, who: str, schema: int = 1, nth: int = 0, **data: Any) -> Edit:
    """A new event behind another one, in a command of its own, and at the same time."""

    def changed(lines: list[Row]) -> None:
        place = at(lines, name, nth)
        while place + 1 < len(lines) and of_one_command(lines[place], lines[place + 1]):
            place += 1
        new = json.loads(json.dumps(lines[place]))
        same: dict[str, Any] = {
            "move": None,
            "reveals": [],
            "seal": None,
            "type": event,
            "schema": schema,
            "data": data,
        }
        new["envelope"] |= {**same, "by": who, "cause": f"{event}-{place}"}
        new["envelope"]["stream"] = f"{event.partition('.')[0]}:{lines[0]['id']}"
        lines.insert(place + 1, {"envelope": new["envelope"], "sealed": None})

    return changed


def of_one_command(one: Row, other: Row) -> bool:
    return all(one["envelope"][name] == other["envelope"][name] for name in ("stream", "by", "cause"))


def data(name: str, **new: Any) -> Edit:
    return lambda lines: lines[at(lines, name)]["envelope"]["data"].update(new)


def terms(**new: Any) -> Edit:
    """Of the table and of its match."""
    names = ("table.opened", "match.started")
    return lambda lines: [lines[at(lines, name)]["envelope"]["data"]["terms"].update(new) for name in names]


def apart(name: str, nth: int = 0) -> Edit:
    """As if this event, and what follows it in its command, came from a command of its own."""

    def changed(lines: list[Row]) -> None:
        first = lines[at(lines, name, nth)]["envelope"]
        key = first["by"], first["cause"]
        for line in lines[at(lines, name, nth) :]:
            if (line["envelope"]["by"], line["envelope"]["cause"]) == key:
                line["envelope"]["cause"] += "-2"

    return changed


def shifted(name: str, seconds: float, nth: int = 0, until: str | None = None) -> Edit:
    """From this event on everything was earlier, or later; with `until`, in the streams of that kind."""

    def changed(lines: list[Row]) -> None:
        for line in lines[at(lines, name, nth) :]:
            if until is None or line["envelope"]["stream"].startswith(until):
                line["envelope"]["at"] = at_another_time(line["envelope"]["at"], seconds)

    return changed


def at_another_time(at_: str, seconds: float) -> str:
    return stamp(datetime.fromtimestamp(moment(at_) / 1000 + seconds, UTC))


def all_at(name: str, when: str | None = None) -> Edit:
    """From this event on, the time stands still."""

    def changed(lines: list[Row]) -> None:
        place = at(lines, name)
        for line in lines[place:]:
            line["envelope"]["at"] = when or lines[place]["envelope"]["at"]

    return changed


def both(*edits: Edit) -> Edit:
    return lambda lines: [edit(lines) for edit in edits]


def at_once_of(player: str) -> Edit:
    """Each of that player's moves came in the millisecond in which its turn began; time goes on between others."""

    def changed(lines: list[Row]) -> None:
        turn = lines[1]["envelope"]["at"]
        late = 0.0
        for line in lines[1:]:
            envelope = line["envelope"]
            if not envelope["stream"].startswith("match:"):
                continue
            own = envelope["by"] == player
            envelope["at"] = turn if own else max(turn, at_another_time(envelope["at"], late))
            if envelope["type"] == "match.turn_started":
                turn = envelope["at"]

    return changed


def stood_in_beside(lines: list[Row]) -> None:
    place = at(lines, "quadropolis.tile_taken")
    new = json.loads(json.dumps(lines[place]))
    new["envelope"] |= {"type": "match.stood_in", "schema": 1, "move": None, "reveals": [], "seal": None}
    new["envelope"]["data"] = {"seat": 0, "player": BOT, "reason": "late"}
    lines.insert(place + 1, {"envelope": new["envelope"], "sealed": None})


CLOSE: dict[str, Any] = {"match": False, "reason": "given_up"}
WHO = "person:eve did this, and only"
SERVER = "person:eve did this, and only this server itself may"
UNCAUSED = "nothing that stands beside this led to it"
UNEXPLAINED = "a bot takes over a seat, and nothing here says why"
FORGERIES: dict[str, Forgery] = {
    "a table opened by another": Forgery(
        "fair", data("table.opened", opener=EVE), "person:ada opened this table, and it names another opener"
    ),
    "a person seated by the host": Forgery(
        "fair",
        by("table.seat_taken", MATCHMAKING, 1),
        "service:matchmaking may not seat this player: people sit down by themselves, and the opener seats bots",
    ),
    "a seat freed by another": Forgery(
        "committed",
        by("table.seat_left", EVE),
        "person:eve may not free this seat: its player leaves it, or the opener of the table frees it",
    ),
    "a number shown by the host": Forgery(
        "fair", by("table.nonce_shown", MATCHMAKING), "service:matchmaking did this, and only the player of seat 1 may"
    ),
    "a table filled by nobody": Forgery("fair", apart("table.filled"), UNCAUSED),
    "a table closed by nobody": Forgery("fair", apart("table.closed"), UNCAUSED),
    "a number not waited for by a player": Forgery("one nonce missed", by("table.closed", EVE), SERVER),
    "given up after all numbers": Forgery(
        "fair",
        both(cut("table.closed"), data("table.closed", **CLOSE)),
        "the table was closed without a match after all of its numbers were shown",
    ),
    "given up by another": Forgery(
        "given up", by("table.closed", EVE), "person:eve may not close this table like this"
    ),
    "given up in the opener's name": Forgery(
        "given up", by("table.closed", MATCHMAKING), "service:matchmaking may not close this table like this"
    ),
    "forgotten by an operator": Forgery(
        "forgotten", by("table.closed", ROOT), "operator:root may not close this table like this"
    ),
    "given up by its opener once it was full": Forgery(
        "one nonce missed",
        both(cut("table.closed"), data("table.closed", **CLOSE), by("table.closed", ADA)),
        "person:ada may not close this table like this",
    ),
    "given up once it was full": Forgery(
        "one nonce missed",
        both(cut("table.closed"), data("table.closed", **CLOSE), by("table.closed", ROOT)),
        "the table was closed without a match after all seats were taken: whoever ran it could know the deal",
        QUESTIONABLE,
    ),
    "a number not waited for": Forgery(
        "one nonce missed",
        shifted("table.closed", -10.8),
        "the number of seat 2 was not waited for: the table closed 1.2 s after it was full",
        QUESTIONABLE,
    ),
    "two numbers not waited for": Forgery(
        "two numbers missed",
        as_it_is,
        "the numbers of seats 1 and 2 were not waited for: the table closed 1.0 s after it was full",
        QUESTIONABLE,
    ),
    "a match started by a player": Forgery("fair", by("match.started", EVE), SERVER),
    "a move of another": Forgery(
        "fair", by("quadropolis.tile_taken", SERVICE), "service:game_command did this, and only the player of seat"
    ),
    "a bot's move by the host": Forgery(
        "stood in", by("match.stood_in", SERVICE), "service:game_command did this, and only bot:any_move@1 may"
    ),
    "a bot moved for a person": Forgery(
        "two people",
        both(by("quadropolis.tile_taken", BOT), stood_in_beside),
        "a bot moved for the person in seat 1, and nothing here says why",
    ),
    "a resignation of another": Forgery("resigned", by("match.seat_resigned", EVE), f"{WHO} the player of seat 1 may"),
    "a person's seat given to a bot": Forgery(
        "two people", put("match.turn_started", "match.stand_in_seated", SERVICE, seat=0, player=BOT), UNEXPLAINED
    ),
    "a bot's seat given to a person": Forgery(
        "fair", put("match.turn_started", "match.stand_in_seated", SERVICE, seat=0, player=EVE), UNEXPLAINED
    ),
    "another seat given to a bot": Forgery("resigned", data("match.stand_in_seated", seat=1), UNEXPLAINED),
    "a bot replaced by a player": Forgery("replaced", by("match.stand_in_seated", EVE), SERVER),
    "a bot replaced at the start": Forgery(
        "replaced",
        shifted("match.stand_in_seated", -15),
        "the bot in seat 2 was replaced, and nothing here says that it had failed",
        QUESTIONABLE,
    ),
    "a turn that nobody began": Forgery(
        "fair", put("match.turn_started", "match.turn_started", SERVICE, seats=[0]), UNCAUSED
    ),
    "a game's event without a move": Forgery(
        "fair", lambda lines: lines[at(lines, "quadropolis.tile_taken")]["envelope"].update(move=None), UNCAUSED
    ),
    "an end by nobody": Forgery("fair", apart("match.ended"), UNCAUSED),
    "an end by who does not sit there": Forgery(
        "ended alone", by("match.aborted", EVE), "person:eve does not sit at this match, and ends it"
    ),
    "idle by a player": Forgery(
        "idle", by("match.aborted", ADA), "person:ada did this, and only this server itself may"
    ),
    "an operator's end by the server": Forgery(
        "aborted", by("match.aborted", SERVICE), "service:game_command did this, and only an operator may"
    ),
    "places decided by the server": Forgery(
        "adjudicated", by("match.adjudicated", SERVICE), "service:game_command did this, and only an operator may"
    ),
    "points corrected by the server": Forgery(
        "corrected", by("score.corrected", SERVICE), "service:game_command did this, and only an operator may"
    ),
    "points counted by a player": Forgery("fair", by("score.counted", EVE), SERVER),
    "a deal committed by a player": Forgery("of a deal", by("deal.committed", EVE), SERVER),
    "idle seconds after a move": Forgery(
        "idle",
        shifted("match.aborted", -86399.5),
        "the match was ended as idle",
        QUESTIONABLE,
    ),
    "absent for less than the table says": Forgery(
        "absent", data("match.absence_noted", seconds=59), "no bot plays on after 59 s at this table"
    ),
    "absent where no bot plays on": Forgery(
        "absent",
        terms(absent=0),
        "no bot plays on after 120 s at this table",
    ),
    "absent for longer than it was": Forgery(
        "absent",
        data("match.absence_noted", seconds=600),
        "the player of seat 1 was called or did something 121.0 s before, and not 600 s",
        QUESTIONABLE,
    ),
    "an absence noted by a player": Forgery("absent", by("match.absence_noted", EVE), SERVER),
    "a seat reclaimed by another": Forgery("absent", by("match.seat_reclaimed", EVE), f"{WHO} person:ada may"),
    "time that ran out early": Forgery(
        "out of time", shifted("match.time_ran_out", -50), "the time ran out after 12.0 s, and there were 60 s"
    ),
    "time that ran out without a clock": Forgery(
        "out of time",
        terms(clock=None),
        "the time runs out in a match without a clock",
    ),
    "time that a player let run out": Forgery("out of time", by("match.time_ran_out", EVE), SERVER),
    "more credit than there was absence": Forgery(
        "on a clock",
        data("match.time_credited", milliseconds=7_200_001),
        "more time is given back than the server was away for",
    ),
    "a pause that ended by itself": Forgery(
        "on a clock",
        both(apart("match.resumed"), by("match.resumed", SERVICE)),
        "the pause ended before its time, and nobody had agreed to that",
    ),
    "a pause that a player ended alone": Forgery(
        "on a clock", apart("match.resumed"), "person:bea did this, and only this server itself may"
    ),
    "consent to leave where somebody had moved": Forgery(
        "voted out after a move",
        as_it_is,
        "by consent, and its player had moved in this match",
        QUESTIONABLE,
    ),
    "played before anybody could": Forgery(
        "fair",
        shifted("table.opened", -10 * 365 * 86400),
        "this is dated before 2020, when nobody could play here",
        QUESTIONABLE,
    ),
    "played in the future": Forgery(
        "fair",
        shifted("match.started", 3000 * 86400),
        "this is dated more than a day after it was checked",
        QUESTIONABLE,
    ),
    "started before its table closed": Forgery(
        "fair",
        shifted("table.nonce_shown", 5, until="table:"),
        "the match started 4.0 s before its table was closed",
        QUESTIONABLE,
    ),
    "counted before its end": Forgery(
        "fair",
        shifted("score.counted", -5),
        "the points were counted 4.0 s before the end of the match",
        QUESTIONABLE,
    ),
    "a whole match at one moment": Forgery(
        "two people", all_at("match.started"), "orders of people were given at one and the same moment", QUESTIONABLE
    ),
    "moves in no time": Forgery(
        "two people",
        at_once_of(ADA),
        "of person:ada came in the very moment in which its turn began",
        QUESTIONABLE,
    ),
}
