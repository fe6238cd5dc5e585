"""Finding matches of one's own that are over: by words, game, mode, opponent and outcome, twenty a page.

A page goes through a bounded number of rows, so that it takes as long however rare the wanted ones are; it then says
how far it came, and its link goes on from there.
"""

import re
from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple, TypedDict
from urllib.parse import urlencode

from frontend.people.who import player_of
from frontend.presentation.entries import Named, named
from frontend.presentation.games import Choice, GameContext, game_context
from frontend.presentation.over import OverMatch, names_beside, over_match, was_played
from frontend.presentation.results import value_of
from frontend.site import Site
from shared.annotations import Json
from shared.games.registry import GAMES
from shared.people.letters import on_one_line
from shared.platform.rows import FIRST, Outcome, Place, Results, Row, mode_of, others_of, outcome, over_of

MOST = 20  # on a page
LOOKED_AT = 1000  # rows for one page
TOGETHER = 200  # rows whose names are looked up in one round trip
LONGEST = 60  # characters of the words
MOST_COMPANY = 50  # people and bots to choose from
PLACE = re.compile(r"(\d{1,15})-([a-z0-9]{1,12})")


class Wanted(NamedTuple):
    """What is empty is not asked for. `mode` and `opponent` are as Results has them."""

    words: str = ""
    game: str = ""
    mode: str = ""
    opponent: str = ""
    outcome: str = ""

    @property
    def is_anything(self) -> bool:
        return self == Wanted()

    def query(self, after: Place | None = None) -> str:
        said = {name: value for name, value in self._asdict().items() if value}
        return urlencode(said | ({"after": f"{after.position}-{after.id}"} if after else {}))


class ModeChoice(TypedDict):
    value: str
    game: GameContext
    options: Json


class OpponentChoice(TypedDict):
    value: str
    who: Named


class FindingContext(TypedDict):
    """`older` is the query of what comes next, None at the end; `looked_at` is there where the page came no further."""

    words: str
    game: str
    mode: str
    opponent: str
    outcome: str
    games: list[Choice]
    modes: list[ModeChoice]
    opponents: list[OpponentChoice]
    is_filtered: bool
    is_first: bool
    newest: str
    rows: list[OverMatch]
    older: str | None
    looked_at: int | None


class Found(NamedTuple):
    """`after` is where it goes on, None at the end; `looked_at` is there where the search came no further."""

    rows: list[Row]
    after: Place | None
    looked_at: int | None


def wanted_from(said: Mapping[str, str], known: Results) -> Wanted:
    """From the query of an address. A choice that there is none of is not made."""
    mode, opponent = said.get("mode", ""), said.get("opponent", "")
    return Wanted(
        words=on_one_line(said.get("words", ""))[:LONGEST].strip(),
        game=game if (game := said.get("game", "")) in GAMES else "",
        mode=mode if mode in map(value_of, known.modes) else "",
        opponent=opponent if opponent in known.company else "",
        outcome=found if (found := said.get("outcome", "")) in [*Outcome] else "",
    )


def place_from(text: str) -> Place | None:
    """Where a page begins; None where the text says nothing that could be meant."""
    if not text:
        return FIRST
    found = PLACE.fullmatch(text)
    return Place(int(found[1]), found[2]) if found else None


def finding_context(site: Site, person: str, known: Results, wanted: Wanted, after: Place) -> FindingContext:
    me = player_of(person)
    found = find(site, me, wanted, after)
    names = names_beside(site, found.rows, me)
    company = [*dict.fromkeys([*filter(None, [wanted.opponent]), *known.company[:MOST_COMPANY]])]
    called = site.accounts.names(company)
    return {
        "words": wanted.words,
        "game": wanted.game,
        "mode": wanted.mode,
        "opponent": wanted.opponent,
        "outcome": wanted.outcome,
        "games": [{"value": game.slug, "title": game.title} for game in GAMES.values()],
        "modes": [
            {"value": value_of(mode), "game": game_context(mode.game), "options": {**options}}
            for mode, (options, _) in known.modes.items()
        ],
        "opponents": [{"value": player, "who": named(player, called[player])} for player in company],
        "is_filtered": not wanted.is_anything,
        "is_first": after == FIRST,
        "newest": wanted.query(),
        "rows": [over_match(row, names, me) for row in found.rows],
        "older": wanted.query(found.after) if found.after else None,
        "looked_at": found.looked_at,
    }


def find(site: Site, me: str, wanted: Wanted, after: Place) -> Found:
    """The next rows that are wanted."""
    fitting, last, looked_at = list[tuple[Place, Row]](), after, 0
    rows = over_of(site.rows, me, after, LOOKED_AT)
    while some := [*islice(rows, TOGETHER)]:
        names = names_beside(site, (row for _, row in some if row), me) if wanted.words else {}
        fitting += [(place, row) for place, row in some if row and fits(row, me, wanted, names)]
        if len(fitting) > MOST:
            return Found([row for _, row in fitting[:MOST]], fitting[MOST - 1][0], None)
        last, looked_at = some[-1][0], looked_at + len(some)
    is_cut = looked_at == LOOKED_AT
    return Found([row for _, row in fitting], last if is_cut else None, looked_at if is_cut else None)


def fits(row: Row, me: str, wanted: Wanted, names: Mapping[str, str]) -> bool:
    others = others_of(row, me)
    called = " ".join(names.get(each, "") for each in others).casefold()
    return (
        was_played(row, me)
        and wanted.game in ("", row.game)
        and wanted.mode in ("", value_of(mode_of(row)))
        and (not wanted.opponent or wanted.opponent in others)
        and (not wanted.outcome or wanted.outcome == outcome(row, me))
        and all(word in called for word in wanted.words.casefold().split())
    )
