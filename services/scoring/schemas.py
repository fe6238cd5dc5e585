"""What scoring returns, as JSON."""

from marshmallow import Schema, fields


class Tie(Schema):
    """Seats with equal points: some rank before others because they have more, or fewer, of something (`by`)."""

    before = fields.List(fields.Integer())
    after = fields.List(fields.Integer())
    by = fields.String()
    values = fields.List(fields.Integer())


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
