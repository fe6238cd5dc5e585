"""What game-command takes and returns, as JSON."""

from marshmallow import Schema, fields, validate

from shared.games.registry import GAMES
from shared.ledger.forms.fields import Truth, Whole
from shared.platform.moves import MoveField
from shared.platform.terms import VACATION_DAYS
from shared.web.schemas import Caused, Hex32, Hex64, Reason


class Signed(Schema):
    """`previous`: the digest of the newest event that the signer has seen. docs/ledger.md says what is signed."""

    previous = Hex32(required=True)
    signature = Hex64(required=True)


class Order(Caused):
    """With `signed` everybody can check later who gave it. Whoever sat down without a key sends none."""

    signed = fields.Nested(Signed, load_default=None, allow_none=True)


class NewMove(Order):
    """`turn` is the version of the `match.turn_started` that the move answers. The service knows the sender's seat."""

    turn = Whole(required=True, validate=validate.Range(1, 2**31))
    move = MoveField([game.moves for game in GAMES.values()], required=True)


class DealPlayed(Caused):
    """`deal` is one that can be played now."""

    deal = fields.String(required=True, validate=validate.Regexp("[a-z0-9]{12}\\Z"))
    key = Hex32(load_default=None, allow_none=True)


class Began(Schema):
    """The asker's match of a deal, which is the same however often they ask."""

    id = fields.String()


class Agreement(Order):
    """`absent` is a seat that was called in `turn`, and whose player has never moved in this match."""

    absent = Whole(required=True, validate=validate.Range(0, 19))
    turn = Whole(required=True, validate=validate.Range(1, 2**31))


class InTurn(Order):
    """`turn` is the one that the asker sees."""

    turn = Whole(required=True, validate=validate.Range(1, 2**31))


class OfSeat(Order):
    """`seat` is one of the match's `on_offer`. Who sits down there signs with the key whose public half `key` is."""

    seat = Whole(required=True, validate=validate.Range(0, 19))
    key = Hex32(load_default=None, allow_none=True)


class Resting(Caused):
    """`days` from now on, in place of what is left of a vacation."""

    days = Whole(required=True, validate=validate.Range(0, VACATION_DAYS))


class AskedBack(Order):
    """`to` is one of the turns in the match's `take_back.to`: the asker's move in it is taken back, with all since."""

    to = Whole(required=True, validate=validate.Range(1, 2**31))


class OfRequest(Order):
    """`request` is the version of the request that is meant; for a newer one it says nothing."""

    request = Whole(required=True, validate=validate.Range(1, 2**31))


class Answered(OfRequest):
    agrees = Truth(required=True)


class Aborting(Caused):
    """`reason` is shown to everybody."""

    reason = Reason(required=True)


class Adjudicating(Aborting):
    """`places` has one for each seat, null for none; they count from 1, and equal ones are shared."""

    places = fields.List(
        Whole(allow_none=True, validate=validate.Range(1, 20)), required=True, validate=validate.Length(1, 20)
    )


class At(Schema):
    at = fields.Integer(load_default=None, validate=validate.Range(1, 2**31))


class Done(Schema):
    """The match's version after the command."""

    version = fields.Integer()


class Request(Schema):
    """`seat` asks to go back to the start of turn `to`, and the seats in `agreed` have agreed so far."""

    request = fields.Integer()
    seat = fields.Integer()
    to = fields.Integer()
    agreed = fields.List(fields.Integer())


class TakeBackShown(Schema):
    """`to` are turns that the asker may ask to go back to; `request` is the open request, named by its version."""

    to = fields.List(fields.Integer())
    request = fields.Nested(Request, allow_none=True)


class MatchShown(Schema):
    """`on_offer` are seats that somebody else may take over.

    `seat` is the asker's own; `view` holds what that seat may see; `legal_moves` is filled while it is called.

    `previous` is the digest of the newest event, `head`, which the asker's next order is signed with, and `key` the
    public key that was given for `seat`, or null. A move is signed as it stands in `legal_moves`.

    `time` is null without a clock. Else `seats` has for each the `milliseconds` left in this turn, and whether they are
    `running`, as of `now`; `paused` says until when all clocks stand, or null. Moments are in milliseconds since 1970.

    `view` is null if this release lacks the rules of the game. If a newer release wrote something unknown to this one,
    `read_only` is a sentence that says so, and the match is shown as it was before.
    """

    id = fields.String()
    game = fields.String()
    rules = fields.Integer()
    options = fields.Dict()
    hints = fields.Boolean()
    terms = fields.Dict()
    version = fields.Integer()
    head = fields.Integer()
    previous = fields.String()
    status = fields.String(validate=validate.OneOf(["playing", "ended", "aborted", "adjudicated"]))
    players = fields.List(fields.String())
    turn = fields.Integer()
    time = fields.Dict(allow_none=True)
    called = fields.List(fields.Integer())
    on_offer = fields.List(fields.Integer())
    seat = fields.Integer(allow_none=True)
    key = fields.String(allow_none=True)
    read_only = fields.String(allow_none=True)
    view = fields.Dict(allow_none=True)
    legal_moves = fields.List(fields.Dict())
    take_back = fields.Nested(TakeBackShown)
