"""What game-command takes and gives, as JSON."""

from marshmallow import Schema, fields, validate

from shared.games.registry import GAMES
from shared.ledger.forms.fields import Whole
from shared.platform.moves import MoveField
from shared.web.schemas import Caused


class NewMove(Caused):
    """`turn` is the version of the `match.turn_started` that the move answers. Who sits where is known already."""

    turn = Whole(required=True, validate=validate.Range(1, 2**31))
    move = MoveField([game.moves for game in GAMES.values()], required=True)


class Agreement(Caused):
    """`absent` is a seat that was called in `turn`, and whose player has never moved in this match."""

    absent = Whole(required=True, validate=validate.Range(0, 19))
    turn = Whole(required=True, validate=validate.Range(1, 2**31))


class At(Schema):
    at = fields.Integer(load_default=None, validate=validate.Range(1, 2**31))


class Done(Schema):
    """The match's version after the command."""

    version = fields.Integer()


class MatchShown(Schema):
    """`seat` is the asker's own; `view` holds what that seat may see; `legal_moves` are there while it is called.

    Without the rules of the game `view` is null. Where a newer release wrote something that this one does not know,
    `read_only` is a sentence that says so, and what is shown is the match as it was before.
    """

    id = fields.String()
    game = fields.String()
    rules = fields.Integer()
    options = fields.Dict()
    version = fields.Integer()
    head = fields.Integer()
    status = fields.String(validate=validate.OneOf(["playing", "ended", "aborted", "adjudicated"]))
    players = fields.List(fields.String())
    turn = fields.Integer()
    called = fields.List(fields.Integer())
    seat = fields.Integer(allow_none=True)
    read_only = fields.String(allow_none=True)
    view = fields.Dict(allow_none=True)
    legal_moves = fields.List(fields.Dict())
