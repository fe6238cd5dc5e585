"""What matchmaking takes and returns, as JSON."""

from enum import StrEnum
from typing import Any

from marshmallow import Schema, ValidationError, fields, post_load, validate, validates_schema

from shared.games.registry import GAMES
from shared.ledger.forms.fields import Choice, Truth, Whole
from shared.ledger.forms.schema import schema_of
from shared.people.house import Entry, Talkers, Watchers
from shared.people.houses import MOST_INVITED
from shared.platform.terms import OUT, RANGES, USUAL, plain
from shared.web.schemas import Caused, Hex32

LONGEST_NAMED = 200  # characters of a name, an id or a link


def words(of: type[StrEnum]) -> tuple[str, ...]:
    return tuple(map(str, of))


def invited() -> fields.List[Any]:
    return fields.List(
        fields.String(validate=validate.Length(1, LONGEST_NAMED)),
        load_default=list,
        validate=validate.Length(max=MOST_INVITED),
    )


def check_options(said: dict[str, Any]) -> None:
    """Against the game's own dataclass, so that wrong options are named together with all other wrong fields."""
    if "game" not in said or "options" not in said:
        return
    if wrong := schema_of(GAMES[said["game"]].options)().validate(said["options"]):
        raise ValidationError({"options": wrong})


class TimeOnClock(Schema):
    """Seconds: for each turn (`turn`, `days`), or for the whole match (`total`).

    With `total`, the first `delay` of each turn are free, and each move brings `increment`.
    """

    kind = Choice(tuple(RANGES), required=True)
    seconds = Whole(required=True, validate=validate.Range(0, 10**7))
    increment = Whole(load_default=0, validate=validate.Range(0, 3600))
    delay = Whole(load_default=0, validate=validate.Range(0, 3600))


class TermsOfMatch(Schema):
    """`out` says what follows when time runs out: the stand-in plays this `turn`, or on for good in the `seat`, or that
    and the seat has the last place (`loss`).

    After `absent` seconds without a sign of who is to move, the stand-in plays on; 0: never by itself. `take_back` says
    whether moves can be taken back by consent; omitted, they can be where the match is not rated. With `substitutes`
    somebody else may take over a seat that a bot keeps for who left.
    """

    clock = fields.Nested(TimeOnClock, load_default=None, allow_none=True)
    out = Choice(OUT, load_default=USUAL.out)
    absent = Whole(load_default=USUAL.absent, validate=validate.Range(0, 86_400))
    rated = Truth(load_default=USUAL.rated)
    take_back = Truth(load_default=None, allow_none=True)
    substitutes = Truth(load_default=USUAL.substitutes)

    @post_load
    def say_usual(self, said: dict[str, Any], **_: Any) -> dict[str, Any]:
        return {**said, "take_back": not said["rated"]} if said["take_back"] is None else said


class NewTable(Caused):
    """Omitted options have their defaults. There is no nonce here: the commitment comes first.

    Without `hints` nobody at the table is told what a move would bring: neither its promise nor the points at once.
    `entry` says who may take a seat: anybody, anybody with the link, or only those `invited`, whom names of accounts or
    `person:<id>` name; it decides over `listed`. `talk` and `watch` say who may talk and who may watch: with
    `phrases`, those who play say quick phrases alone, and `nobody` may watch until the match is over.
    """

    game = fields.String(required=True, validate=validate.OneOf(sorted(GAMES)))
    options = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), load_default=dict)
    seats = Whole(required=True, validate=validate.Range(1, 20))
    listed = Truth(load_default=True)
    entry = Choice(words(Entry), load_default=None, allow_none=True)
    invited = invited()
    talk = Choice(words(Talkers), load_default=str(Talkers.SEATS))
    watch = Choice(words(Watchers), load_default=str(Watchers.ALL))
    hints = Truth(load_default=True)
    terms = fields.Nested(TermsOfMatch, load_default=lambda: plain(USUAL))
    bots = fields.List(fields.String(), load_default=list, validate=validate.Length(max=20))

    @validates_schema(skip_on_field_errors=False)
    def check_options(self, said: dict[str, Any], **_: Any) -> None:
        check_options(said)


class Wanted(Caused):
    """What somebody wants to play with people: with whom is for the queue to say. Omitted options have their defaults.

    Whoever waits for something else already waits for this from now on. A `rated` match needs a clock, and no move is
    taken back there.
    """

    game = fields.String(required=True, validate=validate.OneOf(sorted(GAMES)))
    options = fields.Dict(keys=fields.String(), values=fields.Raw(allow_none=True), load_default=dict)
    seats = Whole(required=True, validate=validate.Range(2, 20))
    clock = fields.Nested(TimeOnClock, load_default=None, allow_none=True)
    rated = Truth(load_default=False)

    @validates_schema(skip_on_field_errors=False)
    def check_options(self, said: dict[str, Any], **_: Any) -> None:
        check_options(said)


class Left(Caused):
    """With `may_come_back`, as a page is closed that may only be loaded anew, whoever asks again within a few seconds
    waits on.
    """

    may_come_back = Truth(load_default=False)


class WaitingShown(Schema):
    """`waiting`: ask again within 10 seconds, or somebody else plays. `found`: take a seat at the `table` within 20.

    `waited` and `expected` are seconds, the latter what those wait as a rule who want the same; null if nobody has
    waited for it yet. `none`: you don't wait, and the fields of what you want are null.
    """

    status = fields.String(validate=validate.OneOf(["none", "waiting", "found"]))
    table = fields.String(allow_none=True)
    game = fields.String(allow_none=True)
    options = fields.Dict(allow_none=True)
    seats = fields.Integer(allow_none=True)
    clock = fields.Nested(TimeOnClock, allow_none=True)
    rated = fields.Boolean(allow_none=True)
    waited = fields.Integer(allow_none=True)
    expected = fields.Integer(allow_none=True)


class Gone(Schema):
    """`left` says whether there was anything to leave."""

    left = fields.Boolean()


class OfDay(Schema):
    """`date` is a day of UTC, such as 2026-11-30; omitted: today. Tomorrow's deals are committed already."""

    date = fields.String(load_default=None, allow_none=True, validate=validate.Regexp(r"\d{4}-\d\d-\d\d\Z"))


class Ranked(Schema):
    """`points` are above the target in games that have one. `rank` and `points` are null for who gave up.

    `match` is null until the deal is over, but for the asker's own.
    """

    rank = fields.Integer(allow_none=True)
    player = fields.String()
    points = fields.Integer(allow_none=True)
    match = fields.String(allow_none=True)


class DealShown(Schema):
    """`next`: it can be played from `begins` on. `closing`: its day is over, and it is about to be opened.

    `bots` has a bot for each seat, null for whoever plays. `seed` is null until the deal is over. `match` is the
    asker's own, null if they have not begun; `playing` says how many have begun and are not done.
    """

    id = fields.String()
    name = fields.String()
    game = fields.String()
    rules = fields.Integer()
    options = fields.Dict()
    bots = fields.List(fields.String(allow_none=True))
    begins = fields.String()
    ends = fields.String()
    status = fields.String(validate=validate.OneOf(["next", "open", "closing", "over"]))
    commitment = fields.String()
    seed = fields.String(allow_none=True)
    match = fields.String(allow_none=True)
    playing = fields.Integer()
    results = fields.List(fields.Nested(Ranked))


class DealsShown(Schema):
    """`streak` is on how many days in a row the asker has played a deal to its end."""

    date = fields.String()
    streak = fields.Integer()
    deals = fields.List(fields.Nested(DealShown))


class NewBranch(Caused):
    """`draws` says whether what had not been dealt by then is drawn afresh or kept as it was."""

    match = fields.String(required=True, validate=validate.Length(1, 40))
    version = Whole(required=True, validate=validate.Range(1))
    draws = Choice(("afresh", "kept"), load_default="afresh")
    listed = Truth(load_default=False)


class NewRematch(Caused):
    """`match` is one that the asker has played, and that is over."""

    match = fields.String(required=True, validate=validate.Length(1, 40))


class Invited(Caused):
    """`invited` takes the place of the list that the table had."""

    invited = invited()


class NewSeat(Caused):
    """`seat` is null or omitted for the first free one.

    With `key`, an Ed25519 public key, the orders of whoever sits down can be signed (docs/ledger.md, "Signatures").
    """

    nonce_hash = Hex32(load_default=None, allow_none=True)
    key = Hex32(load_default=None, allow_none=True)
    seat = Whole(load_default=None, allow_none=True, validate=validate.Range(0, 19))


class Accepted(Caused):
    """With `key`, an Ed25519 public key, the bot signs its orders itself (docs/ledger.md, "Signatures")."""

    key = Hex32(load_default=None, allow_none=True)


class NewBot(Caused):
    bot = fields.String(required=True, validate=validate.Length(1, 40))
    seat = Whole(load_default=None, allow_none=True, validate=validate.Range(0, 19))


class SentAway(Caused):
    """`player` is the one to remove, as the table names them. Without it, only a bot is removed."""

    seat = Whole(required=True, validate=validate.Range(0, 19))
    player = fields.String(load_default=None, allow_none=True, validate=validate.Length(1, 80))


class ShownNonce(Caused):
    nonce = Hex32(required=True)


class Opened(Schema):
    """`asked` are the remote bots that were invited, `refused` those that can't come, as players."""

    id = fields.String()
    version = fields.Integer()
    commitment = fields.String(allow_none=True)
    asked = fields.List(fields.String(), dump_default=[])
    refused = fields.List(fields.String(), dump_default=[])


class Rematched(Opened):
    """`seat` is where the asker sits down by taking a seat without naming one."""

    seat = fields.Integer(allow_none=True)


class Done(Schema):
    """`seat` is the asker's own seat after the command, or null."""

    version = fields.Integer()
    seat = fields.Integer(allow_none=True)


class NonceTaken(Done):
    """`receipt` is this server's signed word that your nonce is in its record (docs/ledger.md, "Signatures")."""

    receipt = fields.Dict(allow_none=True)


class Asked(Done):
    """`asked` is the remote bot that was invited and has not answered yet; null if the bot sits down at once."""

    asked = fields.String(allow_none=True, dump_default=None)


class Guests(Schema):
    """Players, such as `person:<id>`."""

    invited = fields.List(fields.String())


class SeatAtTable(Schema):
    player = fields.String()
    nonce_hash = fields.String(allow_none=True)
    nonce = fields.String(allow_none=True)


class TableShown(Schema):
    """`invited` is null for all but the opener."""

    id = fields.String()
    version = fields.Integer()
    game = fields.String()
    options = fields.Dict()
    opener = fields.String()
    listed = fields.Boolean()
    entry = fields.String(validate=validate.OneOf(words(Entry)))
    invited = fields.List(fields.String(), allow_none=True)
    talk = fields.String(validate=validate.OneOf(words(Talkers)))
    watch = fields.String(validate=validate.OneOf(words(Watchers)))
    hints = fields.Boolean()
    terms = fields.Nested(TermsOfMatch)
    commitment = fields.String()
    branch = fields.Dict(allow_none=True)
    seats = fields.List(fields.Nested(SeatAtTable, allow_none=True))
    status = fields.String(validate=validate.OneOf(["open", "filled", "closed"]))
    match = fields.Boolean(allow_none=True)
    reason = fields.String(allow_none=True)
