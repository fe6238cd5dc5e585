"""The standing of a match, for people: the score pad, tie-breaks and winners."""

from collections.abc import Iterator, Sequence

from services.console.words import say
from shared.games.game import Result
from shared.games.tie_breaks import TieBreak
from shared.language import listing, worded
from shared.platform.match import Match

BY_THE_RULES = ("ended", "playing")  # the status of matches whose winners, up to now, the rules name


def summary(match: Match) -> Iterator[str]:
    if match.game is None:
        yield say("this release does not have the rules of this match")
        return
    result = match.game.result(match.state)
    yield opening(match.status)
    yield from pad(result, match.players)
    names = [say("seat {n} ({player})", n=seat, player=player) for seat, player in enumerate(match.players, 1)]
    for each in match.game.tie_breaks(match.state) if match.status in BY_THE_RULES else ():
        yield say("tie-break: {sentence}", sentence=broken(each, names))
    yield say("points: {points}", points=", ".join(map(str, result.points)))
    if result.target is not None:
        yield say("target: {points}", points=result.target)
    if match.status in BY_THE_RULES:  # the rules don't say who wins a match that they did not end
        yield winners([str(seat + 1) for seat in result.winners])


def opening(status: str) -> str:
    """Above the points."""
    return {
        "ended": "",
        "playing": say("if it ended now:"),
        "aborted": say("the match was aborted: if it had ended here:"),
        "adjudicated": say("the match was adjudicated: if it had ended here:"),
    }[status]


def broken(tie: TieBreak, names: Sequence[str]) -> str:
    return worded(tie.template, tie.values(names, lambda some: listing([*some])))


def winners(seats: Sequence[str]) -> str:
    return say("winners: {seats}", seats=", ".join(seats)) if seats else say("winners: nobody")


def pad(result: Result, players: tuple[str, ...]) -> Iterator[str]:
    """The score pad: a row for each line, a column for each player."""
    width = max(12, *(len(player) for player in players)) + 2
    yield f"{'':12}" + "".join(f"{player:>{width}}" for player in players)
    for line in result.lines[0]:
        yield f"{line:12}" + "".join(f"{lines[line]:>{width}}" for lines in result.lines)


def points_line(result: Result) -> str:
    """`12 : 9` by seat, or `31 of 40` where all play together and so have the same points."""
    if result.target is None:
        return " : ".join(map(str, result.points))
    return say("{points} of {target}", points=result.points[0], target=result.target)
