"""What scoring returns, as JSON."""

from marshmallow import INCLUDE, Schema, fields


class Reason(Schema):
    """Where points of a line come from: `message` names a sentence of the game, and `values` fill it."""

    class Meta:
        unknown = INCLUDE

    line = fields.String()
    points = fields.Integer()
    message = fields.String(required=True)
    values = fields.Dict()


class Tie(Schema):
    """Seats with equal points: some rank before others because they have more, or fewer, of something (`by`)."""

    before = fields.List(fields.Integer())
    after = fields.List(fields.Integer())
    by = fields.String()
    values = fields.List(fields.Integer())


class Counted(Schema):
    """Points of a city on a real table, in all and by line of the score pad. What else the game says is beside."""

    class Meta:
        unknown = INCLUDE

    total = fields.Integer(required=True)
    lines = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    explanation = fields.List(fields.Nested(Reason), required=True)


class Points(Schema):
    """By seat. If not `counted`, these are the points if the match ended now.

    `places` are ranks from 1, null for each seat of a match that was lost together. `tie_breaks` is there where equal
    points led to different ranks.
    """

    counted = fields.Boolean()
    points = fields.List(fields.Integer())
    places = fields.List(fields.Integer(allow_none=True))
    lines = fields.List(fields.Dict(keys=fields.String(), values=fields.Integer()))
    target = fields.Integer(allow_none=True)
    tie_breaks = fields.List(fields.Nested(Tie))
