"""What was said at a table and in its match, with names and seats, and whether the reader may say something."""

import secrets
from collections.abc import Mapping, Sequence

from frontend.people.who import player_of, seat_name
from frontend.presentation.seats import told_apart
from frontend.site import Site
from frontend.talk import Line
from shared.annotations import Json
from shared.platform.player import is_person

Sitting = Sequence[str | None]


def sitting(site: Site, id_: str) -> Sitting:
    """Who plays, by seat: those the match started with, resigned or not; before that, who sits at the table.

    Raises TableNotFound where there is neither.
    """
    started = site.streams.matches.load(f"match:{id_}").state.started
    if started is not None:
        return started.players
    return [place.player if place else None for place in site.streams.table(id_).state.seats]


def talk_context(
    site: Site, id_: str, seats: Sitting, person: str | None, error: Json | None = None, typed: str = ""
) -> Json:
    """`seats` is who is sitting there; `typed` what could not be said."""
    lines, me = site.talk.lines(id_), player_of(person)
    players = [player for player in seats if player]
    names = site.accounts.names({*players, *(player_of(line.person) for line in lines)})
    called = dict(zip(players, told_apart([seat_name(names, player) for player in players]), strict=True))
    can_talk = me in players
    return {
        "id": id_,
        "version": lines[-1].number if lines else 0,
        "lines": [_line(line, {**names, **called}, seats, me) for line in lines],
        "can_talk": can_talk,
        "is_open": bool(lines) or (can_talk and _has_company(seats, me)),
        "cause": secrets.token_urlsafe(16),
        "typed": typed,
        "error": error,
    }


def _line(line: Line, names: Mapping[str, str], seats: Sitting, me: str) -> Json:
    """Who spoke at the table and left it has no seat."""
    player = player_of(line.person)
    return {
        "number": line.number,
        "at": line.at,
        "seat": seats.index(player) if player in seats else None,
        "name": names[player],
        "you": player == me,
        "text": line.text,
    }


def _has_company(seats: Sitting, me: str) -> bool:
    """Whether somebody else may listen, now or when the seat is taken: bots don't."""
    return any(player is None or (player != me and is_person(player)) for player in seats)
