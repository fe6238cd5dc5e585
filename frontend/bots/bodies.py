"""What programs send about their bots, as JSON, and what they are told of them."""

from collections.abc import Mapping
from typing import Any

from flask import request
from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from shared.errors import Malformed
from shared.games.registry import GAMES
from shared.ledger.forms.fields import Text, Whole
from shared.marked import marked
from shared.people.phrases import PHRASES
from shared.roster import Failure, Kind, Offer, Plays, check
from shared.web.schemas import Caused
from shared.web.strict import read_json

LONGEST_MOVE = 120  # seconds that a remote bot may ask for: others wait meanwhile
MOST_AT_ONCE = 100


class PlaysThere(Schema):
    """Of one game: at tables with so many `seats`, any if omitted; with these values of its options, by name."""

    seats = fields.List(Whole(), validate=validate.Length(1, 20))
    options = fields.Dict(keys=Text(), values=fields.List(fields.Raw(), validate=validate.Length(1, 20)))


class NewBot(Schema):
    """`name` has 2 to 31 of a-z, 0-9 and _, begins with a letter, and belongs to who registers it first. A change in
    what the bot plays is a new `version`. `games` are what it plays, by slug. Its move may take `seconds`, then the
    stand-in plays this turn. It is never asked to play more than `at_once` matches at the same time.
    """

    error_messages = {"type": marked("Must be a JSON object with the fields of a bot.")}  # noqa: RUF012 - declared so by the library
    name = Text(required=True, validate=validate.Length(1, 40))
    version = Whole(required=True)
    games = fields.Dict(
        keys=Text(validate=validate.OneOf(sorted(GAMES))),
        values=fields.Nested(PlaysThere),
        required=True,
        validate=validate.Length(1, 20),
    )
    seconds = Whole(load_default=30, validate=validate.Range(1, LONGEST_MOVE))
    at_once = Whole(load_default=1, validate=validate.Range(1, MOST_AT_ONCE))


class Said(Caused):
    """One line, which everybody at the table reads: a `text`, or in its place a `phrase`, which each reads in their own
    words.
    """

    text = Text()
    phrase = fields.String(validate=validate.OneOf([*PHRASES]))

    @validates_schema
    def _says_one(self, data: dict[str, Any], **_: Any) -> None:
        if len(data.keys() & {"text", "phrase"}) != 1:
            raise ValidationError({"text": [marked("A text or a phrase.")]})


def body_of(schema: type[Schema]) -> dict[str, Any]:
    """The request's body. Raises Malformed, which names every wrong field."""
    try:
        found: dict[str, Any] = schema().load(read_json(request.get_data()))
    except ValidationError as error:
        raise Malformed("the request can't be understood", fields=error.messages_dict) from None
    return found


def offer_in(said: Mapping[str, Any], owner: str) -> Offer:
    """Raises Malformed."""
    games = {slug: _plays(slug, each) for slug, each in said["games"].items()}
    offer = Offer(said["name"], said["version"], Kind.REMOTE, games, said["seconds"], said["at_once"], owner)
    check(offer)
    return offer


def _plays(slug: str, said: Mapping[str, Any]) -> Plays:
    seats = tuple(sorted(set(said.get("seats", GAMES[slug].seats))))
    return Plays(seats, {name: tuple(allowed) for name, allowed in said.get("options", {}).items()})


def shown(offer: Offer) -> dict[str, Any]:
    games = {slug: {"seats": plays.seats, "options": plays.options} for slug, plays in offer.games.items()}
    return {
        "bot": f"{offer.name}@{offer.version}",
        "player": offer.player,
        "games": games,
        "seconds": offer.seconds,
        "at_once": offer.at_once,
    }


def failure_shown(failure: Failure) -> dict[str, Any]:
    return {"match": failure.match, "turn": failure.turn, "reason": failure.reason, "at": failure.at}
