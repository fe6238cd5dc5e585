"""Evenings as their page shows them, and as a count becomes one."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypedDict, cast
from urllib.parse import parse_qsl

from frontend.people.evenings import Evening, Player
from frontend.presentation.games import GameContext, game_context
from frontend.presentation.round import LONGEST_NAME, RoundContext, round_sheet
from frontend.presentation.sheet import SheetContext, entered
from frontend.sentences import listed
from frontend.site import Site
from shared.annotations import Json
from shared.errors import Malformed
from shared.games.registry import GAMES
from shared.ledger.envelope import stamp
from shared.people.letters import has_shape, on_one_line

MOST_NAMED = 4  # who shared a city
LONGEST = 2000  # characters of an address


class EveningPlayer(TypedDict):
    name: str
    points: int | None
    place: int | None


class EveningContext(TypedDict):
    """`names` are the players' as a list in words. `target` is None where each has a city."""

    id: str
    at: str
    game: GameContext
    address: str
    players: list[EveningPlayer]
    names: str
    points: int | None
    target: int | None


class EveningsPage(TypedDict):
    evenings: list[EveningContext]


def can_be_kept(sheet: SheetContext, found: RoundContext | None) -> bool:
    """A round of several cities; or the one city that all share, once it has points."""
    return len(found["seats"]) > 1 if found else bool(cast("Json", sheet).get("counted"))


def evening_of(address: str, who: str, now: datetime) -> Evening:
    """What somebody keeps: counted again here, whatever the form said. Raises Malformed."""
    path, _, query = address.partition("?")
    game = GAMES.get(path.removeprefix("/score/"))
    if len(address) > LONGEST or game is None or game.calculator is None:
        raise Malformed("this is not the address of a count", fields={"count": ["Not a count."]})
    sheet, found = round_sheet(game, game.calculator, entered(parse_qsl(query.partition("#")[0])))
    if not can_be_kept(sheet, found):
        raise Malformed("there is nothing to keep yet: count a city first", fields={"count": ["Nothing to keep."]})
    at = stamp(now)
    if found:
        players = [Player(each["name"], each["points"], each["place"]) for each in found["seats"]]
        return Evening(at=at, game=game.slug, address=sheet["address"], players=players)
    counted = cast("Json", sheet)["counted"]  # the game's own, beside what all sheets have
    players = [Player(name, None, None) for name in names_in(who)]
    return Evening(at, game.slug, sheet["address"], players, counted["total"], counted["target"])


def names_in(who: str) -> list[str]:
    """Up to four names, with commas between them."""
    found = [on_one_line(each)[:LONGEST_NAME].strip() for each in who.split(",")]
    return [each for each in found if has_shape(each)][:MOST_NAMED]


def evenings_page(site: Site, person: str) -> EveningsPage:
    return {"evenings": [_shown(each) for each in site.evenings.of(person)]}


def _shown(evening: Evening) -> EveningContext:
    return {
        "id": evening.id,
        "at": evening.at,
        "game": game_context(evening.game),
        "address": evening.address,
        "players": _players(evening.players),
        "names": str(listed([each.name for each in evening.players])) if evening.players else "",
        "points": evening.points,
        "target": evening.target,
    }


def _players(players: Sequence[Player]) -> list[EveningPlayer]:
    """Whoever won comes first."""
    ranked = sorted(players, key=lambda each: each.place or 0)
    return [{"name": each.name, "points": each.points, "place": each.place} for each in ranked]
