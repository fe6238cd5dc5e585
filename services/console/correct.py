"""`urbanist correct`: replaces the points of a match by an event that says why; the count stays in the record."""

import re
import secrets
from argparse import Namespace
from collections.abc import Mapping, Sequence

from services.console.repair import match_without_rules, operator, places_from, reason
from services.console.words import say
from shared.errors import Malformed, NotAllowed
from shared.games.game import Result
from shared.games.ranks import are_ranks, by_points
from shared.ledger.decider import Message
from shared.ledger.redis import connect
from shared.platform.match import Match
from shared.platform.match.events import MatchEnded
from shared.platform.records.imported import Imported
from shared.platform.score import Command, Correct, Score
from shared.platform.streams import Streams
from shared.settings import settings
from shared.web.ledger import ledger

POINTS = re.compile(r"-?\d{1,6}", re.ASCII)
LINE = re.compile(r"([1-9]\d?):([a-z0-9_ ]{1,40})=(-?\d{1,6})", re.ASCII)

Lines = tuple[Mapping[str, int], ...]


def correct(asked: Namespace) -> None:
    """Loads no game, so that points can be corrected even where the rules can't count."""
    note = reason(asked)
    streams = Streams(ledger(settings()))
    match = match_without_rules(streams, asked.match)
    if Imported(connect(settings().redis_url)).of(asked.match):
        raise NotAllowed("match {id} came from another server: its record stays as it is", id=asked.match)
    if not isinstance(match.end, MatchEnded):
        raise NotAllowed("only a match that was played to its end has points to correct")
    command: Command = Correct(result=corrected(asked, match, streams.score(asked.match)), note=note)
    stream = f"score:{asked.match}"
    answer = streams.scores.handle(Message(stream=stream, by=operator(), cause=secrets.token_hex(8), command=command))
    version = answer.last
    print(say("the points of match {id} are corrected at version {n} of its score", id=asked.match, n=version))


def corrected(asked: Namespace, match: Match, score: Score | None) -> Result:
    """What is not given stays as it was counted; unless they are given, places follow from the points."""
    if not (asked.points or asked.line or (asked.places and score)):
        raise Malformed("say what is right: --points, --line or, where there is a count, --places")
    seats, target = len(match.players), asked.target if score is None or asked.target is not None else score.target
    lines = with_lines(score.lines if score else ({},) * seats, asked.line)
    points = points_from(asked.points, seats) if asked.points else tuple(sum(line.values()) for line in lines)
    check_names(lines)
    check_sums(points, lines)
    places = places_from(asked.places) if asked.places else by_points(points, target)
    if len(places) != seats or not are_ranks(places):
        raise Malformed("--places: one for each of the {seats} seats, equal ones shared: 1,2,2", seats=seats)
    return Result(points=points, places=places, lines=lines, target=target)


def points_from(text: str, seats: int) -> tuple[int, ...]:
    words = [word.strip() for word in text.split(",")]
    if len(words) != seats or not all(map(POINTS.fullmatch, words)):
        raise Malformed("--points: a whole number for each of the {seats} seats: 40,33", seats=seats)
    return tuple(map(int, words))


def with_lines(lines: Lines, words: Sequence[str]) -> Lines:
    """`2:parks=11` replaces that line of the second seat."""
    changed = [dict(line) for line in lines]
    for word in words:
        found = LINE.fullmatch(word)
        if found is None or int(found[1]) > len(changed):
            raise Malformed("--line: seat, line and points, seats from 1 to {seats}: 2:parks=11", seats=len(changed))
        of_seat = changed[int(found[1]) - 1]
        if of_seat and found[2] not in of_seat:
            known = ", ".join(of_seat)
            raise Malformed("--line: there is no line {name}; there are {known}", name=found[2], known=known)
        of_seat[found[2]] = int(found[3])
    return tuple(changed)


def check_names(lines: Lines) -> None:
    """Without a count the lines are unknown; a score pad has the same lines for every seat."""
    if len({frozenset(line) for line in lines}) > 1:
        raise Malformed("--line: without a count, each line has to be given for every seat")


def check_sums(points: tuple[int, ...], lines: Lines) -> None:
    """A score pad whose lines contradict its total would only be disputed again."""
    for seat, (total, line) in enumerate(zip(points, lines, strict=True), 1):
        if line and sum(line.values()) != total:
            raise Malformed(
                "the lines of seat {number} add up to {sum}, not {total}: say with --line which are wrong",
                number=seat,
                sum=sum(line.values()),
                total=total,
            )
