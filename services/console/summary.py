"""The standing of a match, for people: the score pad, tie-breaks and winners."""

from collections.abc import Iterator

from shared.games.game import Result
from shared.platform.match import Match

OPENINGS = {"ended": "", "playing": "if it ended now:"}  # by status, above the points


def summary(match: Match) -> Iterator[str]:
    if match.game is None:
        yield "this release does not have the rules of this match"
        return
    result = match.game.result(match.state)
    yield OPENINGS.get(match.status, f"the match was {match.status}: if it had ended here:")
    yield from pad(result, match.players)
    names = [f"seat {seat} ({player})" for seat, player in enumerate(match.players, 1)]
    for each in match.game.tie_breaks(match.state) if match.status in OPENINGS else ():
        yield f"tie-break: {each.sentence(names)}"
    yield f"points: {', '.join(map(str, result.points))}"
    if result.target is not None:
        yield f"target: {result.target}"
    if match.status in OPENINGS:  # the rules don't say who wins a match that they did not end
        yield f"winners: {', '.join(str(seat + 1) for seat in result.winners) or 'nobody'}"


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
    return f"{result.points[0]} of {result.target}"
