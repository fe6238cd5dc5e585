"""The result of a match as a picture, 1200 by 630, for previews of links and for sharing: drawn once, then kept.

The drawing is ours, as SVG; resvg turns it into PNG. Letters come from Roboto, which is installed with Urbanist, and
what it lacks (other scripts, emoji) from the fonts of the machine, where it has any.
"""

import unicodedata
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypedDict

import resvg_py
from flask import render_template
from font_roboto import Roboto, RobotoBold, RobotoMedium

from frontend.presentation.games import GameContext, game_context
from frontend.presentation.outcome import TeamContext, count_of, team_context
from frontend.presentation.result import explanation
from frontend.presentation.seats import SeatContext, seats_context
from frontend.presentation.seen import Seen
from frontend.site import Site
from shared.annotations import Json
from shared.language import language
from shared.recent import Recent

MOST = 64  # pictures, of some 60 kB each
FONTS = [Roboto, RobotoMedium, RobotoBold]
VERDICT = (1120, 52)  # pixels across, and the largest size of its letters
NAME = 30  # pixels: the largest size of the letters of names
ACROSS_TEAM = 270  # pixels that a name has beside the one city
LETTER = 0.58  # of the size: how wide a letter is, as a rule
SMALLEST = 20  # pixels
LEFT_OUT = "…"
Turn = Callable[[], AbstractContextManager[None]]


class PictureSeat(TypedDict):
    """`shown` is the name, cut where it does not fit at `size`."""

    seat: int
    shown: str
    size: int
    points: int | None
    place: int | None


class PictureContext(TypedDict):
    """`cities` and `plain` are the game's own, for its board."""

    game: GameContext
    options: Json
    seats: list[PictureSeat]
    team: TeamContext | None
    cities: Any
    plain: Json
    verdict: str
    size: int


_drawn = Recent[bytes](MOST)


def picture_of(site: Site, seen: Seen, turn: Turn) -> bytes:
    """PNG. It is drawn within a `turn`, because that costs processor time; what is kept costs nothing."""
    names = site.accounts.names(sorted(seen.match.seating.everybody))
    counted = (tuple(seen.score.points), tuple(seen.score.places)) if seen.score else None
    key = (language(), seen.id, seen.log.digest, tuple(names.items()), counted)

    def draw() -> bytes:
        with turn():
            return png(render_template("picture/result.svg", picture=picture_context(seen, names)))

    return _drawn.get(key, draw)


def plain_picture() -> bytes:
    """For links that show nothing yet."""
    return _drawn.get((language(), "plain"), lambda: png(render_template("picture/plain.svg")))


def png(drawing: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=drawing, font_files=FONTS, font_family="Roboto"))


def picture_context(seen: Seen, names: dict[str, str]) -> PictureContext:
    """As everybody may see it: nobody's seat is "you"."""
    view = seen.match.view(None)
    count = count_of(seen.match, view, seen.score)
    seats = seats_context(seen.match, None, names, count)
    team = team_context(seen.match, view, count)
    across = ACROSS_TEAM if team else min(360, 1120 // len(seats) - 20) - 24
    verdict, size = fitted(said_of({"seats": seats, "team": team}), *VERDICT)
    return {
        "game": game_context(seen.game.slug),
        "options": dict(seen.started.options),
        "seats": [_seat(seat, across) for seat in seats],
        "team": team,
        "cities": explanation(seen)["cities"],
        "plain": seen.game.plain(view),
        "verdict": verdict,
        "size": size,
    }


def _seat(seat: SeatContext, across: int) -> PictureSeat:
    name, size = fitted(seat["name"], across, NAME)
    return {"seat": seat["seat"], "shown": name, "size": size, "points": seat["points"], "place": seat["place"]}


def said_of(match: Json) -> str:
    """The outcome in a sentence, as on the page."""
    return render_template("picture/_verdict.txt", match=match).strip()


def fitted(text: str, across: int, largest: int) -> tuple[str, int]:
    """The text, and the size at which it is no wider than that; what is too long even for small letters is cut."""
    text = "".join(each for each in text if is_drawable(each))
    size = min(largest, max(SMALLEST, int(across / (LETTER * max(1.0, width(text))))))
    if size * LETTER * width(text) <= across or size > SMALLEST:
        return text, size
    while text and size * LETTER * (width(text) + 1) > across:
        text = text[:-1]
    return text.rstrip() + LEFT_OUT, size


def width(text: str) -> float:
    """In letters; those of East Asia and emoji take the room of two, and marks none."""
    return sum(_width(each) for each in text)


def _width(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 1.8 if unicodedata.east_asian_width(character) in "WF" else 1.5 if character in "WMwm@" else 1


def is_drawable(character: str) -> bool:
    """Whether XML may hold it."""
    return unicodedata.category(character) not in ("Cc", "Cs", "Cn")
