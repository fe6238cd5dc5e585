"""What a bot says of itself is taken only where there can be such a bot: it is written by whoever runs it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from shared.errors import Malformed, filled
from shared.games.registry import GAMES
from shared.installed_bots import NAME
from shared.ledger.forms.schema import loader_of
from shared.marked import marked
from shared.roster.offer import LAST_VERSION, LONGEST_MOVE, Offer, Plays, field_of, offer_from

REMEMBERED = 512  # versions of bots


def check(offer: Offer) -> None:
    """Raises Malformed, also where a value is not even of its type."""
    if not NAME.fullmatch(offer.name):
        raise _at("name", Malformed("a bot's name has 2 to 31 of a-z, 0-9 and _, and begins with a letter"))
    if not _is_whole(offer.version, LAST_VERSION):
        raise _at("version", Malformed("a bot's version is a whole number from 1 to {last}", last=LAST_VERSION))
    if not _is_whole(offer.seconds, LONGEST_MOVE):
        raise _at("seconds", Malformed("a bot's move may take 1 to {longest} seconds", longest=LONGEST_MOVE))
    if offer.at_once is not None and not _is_whole(offer.at_once):
        raise _at("at_once", Malformed("a bot plays at least one match at a time"))
    if not offer.games:
        raise _at("games", Malformed("a bot plays at least one game"))
    for slug, plays in offer.games.items():
        _check_plays(slug, plays)


def known_offer(name: str, version: int, kept: Mapping[str, str]) -> Offer | None:
    """One version of what is kept of a bot, with the games that this release has; None if that makes no bot.

    Asked for in every turn of a bot, so what was found is remembered by all that it follows from.
    """
    facts = ("kind", "owner", field_of(version))
    return _known(name, version, tuple((fact, kept[fact]) for fact in facts if fact in kept))


@lru_cache(maxsize=REMEMBERED)
def _known(name: str, version: int, facts: tuple[tuple[str, str], ...]) -> Offer | None:
    kept = dict(facts)
    try:
        if (offer := offer_from(name, version, kept)) is None:
            return None
        here = offer._replace(games={slug: plays for slug, plays in offer.games.items() if slug in GAMES})
        check(here)
    except (Malformed, ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return here


def _check_plays(slug: str, plays: Plays) -> None:
    if slug not in GAMES:
        raise Malformed("this release has no game {game}", game=slug)
    game, wrong = GAMES[slug], _wrong_options(GAMES[slug].options, plays.options)
    if not plays.seats or not all(_is_whole(seats) and seats in game.seats for seats in plays.seats):
        sentence = marked("{game} is for {least} to {most} players.")
        wrong["seats"] = [filled(sentence, {"game": game.title, "least": game.seats[0], "most": game.seats[-1]})]
    if wrong:
        raise Malformed("no table is like this", fields={"games": {slug: wrong}})


def _wrong_options(options: type, said: Mapping[str, tuple[Any, ...]]) -> dict[str, Any]:
    """Each value by itself, as tables are opened with it."""
    schema, wrong = loader_of(options), dict[str, Any]()
    for name, allowed in said.items():
        if not allowed:
            wrong[name] = [marked("At least one value is needed.")]
        for each in allowed:
            wrong.update({at: texts for at, texts in schema.validate({name: each}).items() if at == name})
    return {"options": wrong} if wrong else {}


def _is_whole(value: Any, last: int | None = None) -> bool:
    return type(value) is int and value >= 1 and (last is None or value <= last)


def _at(field: str, refused: Malformed) -> Malformed:
    """It says the same of the field."""
    refused.fields[field] = [str(refused)]
    return refused
