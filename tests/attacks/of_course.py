"""What is possible and no honest host does: matches broken off, seats given to bots, times, and orders of strangers."""

from collections.abc import Iterator
from datetime import timedelta

from infra.verify import BROKEN, QUESTIONABLE
from shared.ledger.envelope import moment, stamp
from shared.platform.match import Abort, Credit, Play
from shared.platform.match.events import (
    AbsenceNoted,
    MatchAborted,
    MatchResumed,
    SeatResigned,
    StandInAgreed,
    StandInSeated,
    StoodIn,
    TimeCredited,
    TimeRanOut,
)
from shared.platform.terms import DAY
from tests.attacks import honest
from tests.attacks.attack import PROVED_FAIR, Attack, Says
from tests.attacks.honest import CHESS, QUICK, WATCHED, absent, agreed, seat_of, two, until
from tests.attacks.rewritten import edited
from tests.attacks.scene import EVE, OPERATOR, Scene
from tests.records import ADA, BEA, BOT, SERVICE, Row, at

THE_HOST, A_PLAYER, AN_OPERATOR = "the host", "a player", "an operator"


def done(scene: Scene) -> bytes:
    return scene.go_on().counted().file


def broken_off(moves: int, seconds: float = 1) -> bytes:
    return two().go_on(moves).wait(seconds).obey("match", SERVICE, Abort(reason="idle")).file


def moved_by(by: str) -> bytes:
    """Bea's fourth move is written by somebody else."""
    scene = until(two().go_on(6), BEA).alone(ADA)
    match, seat = scene.match, seat_of(scene, BEA)
    move = Play(player=BEA, seat=seat, turn=match.turn, move=scene.move(seat))
    return done(scene.obey("match", by, move))


def out_early() -> bytes:
    """Of a minute three seconds were over."""
    scene = until(Scene(terms=QUICK).seated().begun().go_on(4), BEA).alone(ADA).wait(3)
    seat = seat_of(scene, BEA)
    ran_out = TimeRanOut(seat=seat, turn=scene.match.turn)
    return done(scene.write("match", SERVICE, ran_out, StandInSeated(seat=seat, player=BOT)))


def out_without_clock() -> bytes:
    scene = until(two().go_on(4), BEA).alone(ADA)
    seat = seat_of(scene, BEA)
    ran_out = TimeRanOut(seat=seat, turn=scene.match.turn)
    return done(scene.write("match", SERVICE, ran_out, StandInSeated(seat=seat, player=BOT)))


def away(scene: Scene, seconds: int = 60) -> bytes:
    """The server says so, and puts a bot in the seat."""
    seat = seat_of(until(scene, BEA).alone(ADA), BEA)
    noted = AbsenceNoted(seat=seat, turn=scene.match.turn, seconds=seconds)
    return done(scene.write("match", SERVICE, noted, StandInSeated(seat=seat, player=BOT)))


def seated_for_bea() -> bytes:
    scene = until(two().go_on(4), BEA).alone(ADA)
    return done(scene.write("match", SERVICE, StandInSeated(seat=seat_of(scene, BEA), player=BOT)))


def moved_for_bea() -> bytes:
    """One move, as for a bot that failed."""
    scene = until(two().go_on(4), BEA).alone(ADA)
    match, seat = scene.match, seat_of(scene, BEA)
    move = Play(player=BEA, seat=seat, turn=match.turn, move=scene.move(seat))
    return done(scene.write("match", BOT, StoodIn(seat=seat, player=BOT, reason="late"), move=move))


def consented() -> bytes:
    """The others agree to a bot, for somebody who has moved."""
    scene = until(Scene((ADA, BEA)).seated().begun().go_on(4), BEA).wait(DAY).alone(ADA)
    seat = seat_of(scene, BEA)
    agreed = StandInAgreed(seat=seat_of(scene, ADA), absent=seat, turn=scene.match.turn)
    return done(scene.write("match", ADA, agreed, StandInSeated(seat=seat, player=BOT)))


def resumed_early() -> bytes:
    """Bea wants a pause, and the server lets the clocks run again."""
    scene = agreed(agreed(Scene(terms=CHESS).seated().begun().go_on(4), ADA), BEA).wait(5)
    return done(scene.write("match", SERVICE, MatchResumed()))


def credited(seconds: int) -> bytes:
    """The server says that it was away for two seconds, and gives Bea so many back."""
    scene = until(Scene(terms=CHESS).seated().begun().go_on(4), BEA).wait(60)
    now = moment(stamp(scene.now()))
    credit = TimeCredited(seats=(seat_of(scene, BEA),), milliseconds=1000 * seconds, begin=now - 2000, end=now)
    return done(scene.write("match", SERVICE, credit))


def away_itself() -> bytes:
    """For a minute in which Bea thought."""
    scene = until(Scene(terms=CHESS).seated().begun().go_on(4), BEA).wait(60)
    now = moment(stamp(scene.now()))
    return done(scene.obey("match", SERVICE, Credit(begin=now - 60_000, end=now)))


def stopped() -> bytes:
    """All of it happens in one moment, live: people sign it all the same."""
    scene = two()
    scene.is_still = True
    return done(scene)


def years(later: float) -> bytes:
    scene = Scene()
    scene.waited = timedelta(days=365 * later)
    return done(scene.seated().begun())


def back_in_time(lines: list[Row]) -> None:
    lines[at(lines, "match.turn_started", 6)]["envelope"]["at"] = "2026-05-01T11:00:00.000Z"


def resigned_by(by: str) -> bytes:
    scene = two().go_on(6).alone(ADA)
    left = StandInSeated(seat=seat_of(scene, BEA), player=BOT)
    return done(scene.write("match", by, SeatResigned(seat=seat_of(scene, BEA)), left))


def aborted_by(by: str, reason: str) -> bytes:
    return two().go_on(6).wait(2 * DAY).alone(ADA).write("match", by, MatchAborted(reason=reason, note=None)).file


def attacks() -> Iterator[Attack]:
    course = "course"
    idle = "the match was ended as idle "
    yield Attack(
        "bad_deal_idle",
        THE_HOST,
        "breaks a deal off as idle, seconds after it began",
        "idle",
        lambda: broken_off(0),
        Says(QUESTIONABLE, course, idle),
    )
    yield Attack(
        "bad_game_idle",
        THE_HOST,
        "breaks a match off as idle, seconds after a move",
        "idle",
        lambda: broken_off(9),
        Says(QUESTIONABLE, course, idle),
    )
    yield Attack(
        "idle_by_an_operator",
        AN_OPERATOR,
        "calls a match idle",
        "idle",
        lambda: aborted_by(OPERATOR, "idle"),
        Says(BROKEN, course, "operator:root did this, and only this server itself may"),
    )
    yield Attack(
        "ended_by_a_player",
        A_PLAYER,
        "ends a match as only operators may",
        "idle",
        lambda: aborted_by(ADA, "operator"),
        Says(BROKEN, course, "person:ada did this, and only an operator may"),
    )
    yield Attack(
        "ended_by_a_stranger",
        A_PLAYER,
        "ends a match at which she does not sit, as if all others had left",
        "ended_alone",
        lambda: aborted_by(EVE, "left"),
        Says(BROKEN, course, "person:eve does not sit at this match, and ends it"),
    )
    yield Attack(
        "seat_taken_for_a_bot",
        THE_HOST,
        "seats a bot for Bea, who has not left",
        "resigned",
        seated_for_bea,
        Says(BROKEN, course, "a bot takes over a seat, and nothing here says why"),
    )
    yield Attack(
        "move_taken_for_a_bot",
        THE_HOST,
        "lets a bot make one move for Bea, as if she were a bot that failed",
        "two",
        moved_for_bea,
        Says(BROKEN, course, "a bot moved for the person in seat"),
    )
    yield Attack(
        "consent_against_who_plays",
        A_PLAYER,
        "agrees, all alone, that a bot plays for Bea, who has moved",
        "two",
        consented,
        Says(QUESTIONABLE, course, "by consent, and its player had moved in this match"),
    )
    yield Attack(
        "time_out_early",
        THE_HOST,
        "says after three seconds that a minute was over",
        "ran_out",
        out_early,
        Says(BROKEN, course, "the time ran out after "),
    )
    yield Attack(
        "time_out_without_clock",
        THE_HOST,
        "says that time ran out where there is no clock",
        "two",
        out_without_clock,
        Says(BROKEN, course, "the time runs out in a match without a clock"),
    )
    yield Attack(
        "absence_without_terms",
        THE_HOST,
        "notes an absence at a table where nobody can be absent",
        "two",
        lambda: away(two().go_on(4)),
        Says(BROKEN, course, "no bot plays on after 60 s at this table"),
    )
    yield Attack(
        "absence_overstated",
        THE_HOST,
        "says after a few seconds that Bea was away for a minute",
        "absent",
        lambda: away(Scene(terms=WATCHED).seated().begun().go_on(4)),
        Says(QUESTIONABLE, course, "and not 60 s"),
    )
    yield Attack(
        "absence_unseen",
        THE_HOST,
        "says after a minute that Bea gave no sign",
        "absent",
        lambda: absent().go_on().counted().file,
        PROVED_FAIR,
        limit="a sign that nobody else saw can be denied; whoever gave one can come back and take the seat again",
    )
    yield Attack(
        "pause_ended_early",
        THE_HOST,
        "ends a pause that nobody wanted to end",
        "paused",
        resumed_early,
        Says(BROKEN, course, "the pause ended before its time, and nobody had agreed to that"),
    )
    yield Attack(
        "all_times_equal",
        THE_HOST,
        "lets its clock stand still",
        "two",
        stopped,
        Says(QUESTIONABLE, course, "orders of people were given at one and the same moment"),
    )
    yield Attack(
        "times_in_the_future",
        THE_HOST,
        "dates a match years ahead",
        "two",
        lambda: years(4),
        Says(QUESTIONABLE, course, "this is dated more than a day after it was checked"),
    )
    yield Attack(
        "times_long_ago",
        THE_HOST,
        "dates a match before anybody could play",
        "two",
        lambda: years(-8),
        Says(QUESTIONABLE, course, "this is dated before 2020, when nobody could play here"),
    )
    yield Attack(
        "time_goes_back",
        THE_HOST,
        "lets an event happen before the one that it follows",
        "two",
        lambda: edited(honest.honest("two"), back_in_time),
        Says(BROKEN, "order", "the time goes back"),
    )
    yield Attack(
        "move_by_another_player",
        A_PLAYER,
        "writes Bea's move under the name of Ada, who signs it",
        "two",
        lambda: moved_by(ADA),
        Says(BROKEN, course, "person:ada did this, and only the player of seat"),
    )
    yield Attack(
        "move_by_an_operator",
        AN_OPERATOR,
        "moves for Bea",
        "two",
        lambda: moved_by(OPERATOR),
        Says(BROKEN, course, "operator:root did this, and only the player of seat"),
    )
    yield Attack(
        "move_by_the_service",
        THE_HOST,
        "moves for Bea",
        "two",
        lambda: moved_by(SERVICE),
        Says(BROKEN, course, "service:game_command did this, and only the player of seat"),
    )
    yield Attack(
        "resigned_by_the_service",
        THE_HOST,
        "resigns for Bea in its own name",
        "two",
        lambda: resigned_by(SERVICE),
        Says(BROKEN, course, "service:game_command did this, and only the player of seat"),
    )
    yield Attack(
        "resigned_by_another_player",
        A_PLAYER,
        "resigns for Bea",
        "two",
        lambda: resigned_by(ADA),
        Says(BROKEN, course, "person:ada did this, and only the player of seat"),
    )
    yield Attack(
        "time_given_back",
        THE_HOST,
        "gives Bea more time back than it says that it was away for",
        "paused",
        lambda: credited(300),
        Says(BROKEN, course, "more time is given back than the server was away for"),
    )
    yield Attack(
        "downtime_invented",
        THE_HOST,
        "says that it was away while Bea thought",
        "paused",
        away_itself,
        PROVED_FAIR,
        limit="when a server was away is its own word; that it gave time back is in the record",
    )
